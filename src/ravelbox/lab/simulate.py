"""A simulation: many games of the same bots on all cores, or on a cluster, into one file.

What is played depends on the plan alone: seeds come from its seed and the number of the deal, and
rows are kept in the order of deals. So any number of processes or machines gives the same rows, and
a run that was stopped goes on where it stood.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from ravelbox.bots import hired
from ravelbox.lab.parts import Parts
from ravelbox.lab.plan import Plan
from ravelbox.lab.rows import Done, Hire, Job, play_job
from ravelbox.lab.tournament import LostWorker
from ravelbox.lab.workers import watch_parent

AIM: Final = 0.5  # seconds that a job should take
MOST: Final = 2000  # games of a job
AHEAD: Final = 3  # jobs that wait for each process
RARELY: Final = 50_000  # new objects between two looks for rings of dead ones; games leave none

Wait = Callable[[], Done]  # what a job brought, once it is done
Submit = Callable[[Callable[[Job], Done], Job], Wait]


def run(
    plan: Plan,
    out: Path,
    workers: int = 1,
    *,
    tell: Callable[[int, int], None] | None = None,
    hire: Hire = hired,
    playing: Callable[[int], AbstractContextManager[Submit]] | None = None,
) -> bool:
    """Play what is still to play; whether there was anything.

    `tell` hears how many deals there are, of how many games; `playing` brings other hands than the
    processes of this machine.
    """
    parts = Parts(out, plan)
    if parts.open():
        return False
    play = partial(play_job, plan, hire=hire)
    ahead = 1 if workers == 1 and playing is None else workers * AHEAD
    try:
        with (playing or processes)(workers) as submit:
            for done in _in_order(plan, parts.deals, play, submit, ahead):
                parts.add(done.rows)
                if tell:
                    tell(parts.deals * len(plan.variants), parts.deals)
        parts.finish()
    except (KeyboardInterrupt, LostWorker):
        parts.flush()
        raise
    finally:
        parts.close()
    return True


def _in_order(
    plan: Plan, first: int, play: Callable[[Job], Done], submit: Submit, ahead: int
) -> Iterator[Done]:
    """Jobs one after the other, some of them under way at once; long enough to be worth sending."""
    under_way: deque[Wait] = deque()
    size = 1
    while first < plan.deals or under_way:
        while first < plan.deals and len(under_way) < ahead:
            job = Job(first, min(first + size, plan.deals))
            under_way.append(submit(play, job))
            first = job.last
        done = under_way.popleft()()
        each = done.seconds / (len(done.rows) / len(plan.variants))
        most = max(1, MOST // len(plan.variants))
        size = max(1, min(most, size * 4, int(AIM / max(each, 1e-6))))
        yield done


@contextmanager
def processes(workers: int) -> Iterator[Submit]:
    """Processes of this machine, each started afresh; one worker is this process itself."""
    if workers == 1:
        yield partial
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin) as pool:

        def submit(play: Callable[[Job], Done], job: Job) -> Wait:
            with _undisturbed():  # which may start a process
                return pool.submit(play, job).result

        try:
            yield submit
        except BrokenProcessPool as error:
            raise LostWorker(
                "a process that played games has died, perhaps for want of memory; what was "
                "played is kept, and the same command goes on from there"
            ) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _undisturbed() -> Iterator[None]:
    """An interrupt waits; a process that is started here never hears one, even while it starts."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Leave an interrupt to the parent, and stop when that is gone, however it went."""
    gc.freeze()
    gc.set_threshold(RARELY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch_parent()
