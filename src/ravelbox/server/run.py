"""Serve the box on this machine, and show it in a browser."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import ravelbox
from ravelbox import web
from ravelbox.bots import bots, outside
from ravelbox.daily import VARIABLE as DAILY
from ravelbox.daily import Screen
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.words import echo
from ravelbox.server import logs
from ravelbox.server.gate import is_loopback, public_address
from ravelbox.server.limits import VARIABLE, Limits
from ravelbox.server.store import store_url
from ravelbox.server.wire import FAILED, Plan, serve_on, serving, try_store
from ravelbox.server.workers import Parent

VENDOR: Final = Path(web.__file__).parent / "static" / "vendor" / "idiomorph.esm.js"
NEAR: Final = ("127.0.0.1", "::1")  # where the proxy of a public address is, unless told
MOST_WORKERS: Final = 64


class CannotServe(RavelboxError, ValueError):
    """Something about the way to serve that a user can put right."""

    code = "bad_option"


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    store: str | Path | None = None,
    *,
    open_browser: bool = False,
    workers: int = 1,
    url: str = "",
    proxy: str = "",
    log: str = "warning",
    programs: Sequence[str] = (),
) -> int:
    """Serve until interrupted; the exit code. Port 0 takes a free one."""
    try:
        _name_programs(programs)
        plan = _plan(host, store, url, proxy, log)
        _check(plan, workers)
        listener = _listen(host, port)
    except RavelboxError as error:
        sys.stderr.write(f"ravelbox: {' '.join(str(error).split())}\n")
        return FAILED
    logs.start(log)
    _take_all_files()
    here = f"http://{_shown(host)}:{listener.getsockname()[1]}/"
    if not is_loopback(host):
        sys.stderr.write(_advice(plan))

    def tell() -> None:
        there = f"{plan.url}/ (from {here}; Ctrl+C closes it)"
        address = there if plan.url else f"{here} (Ctrl+C closes it)"
        sys.stdout.write(f"Ravelbox is open at {address}\n")
        sys.stdout.flush()
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()

    with listener:
        if workers > 1:
            return Parent(plan, workers, listener, tell).run()
        serve_on(serving(plan, tell), listener)
    return 0


def _name_programs(given: Sequence[str]) -> None:
    """Put programs among the bots of this process and of the workers that it starts."""
    named = [os.environ.get(outside.VARIABLE, ""), *given]
    os.environ[outside.VARIABLE] = "; ".join(filter(None, named))
    for name, command in outside.programs().items():
        outside.must_exist(command, f"--program {name}")
    for game in ravelbox.games():
        bots(game)  # which complains of a name that is taken


def _plan(host: str, store: str | Path | None, url: str, proxy: str, log: str) -> Plan:
    address = public_address(url)
    proxies = tuple(part.strip() for part in proxy.split(",")) if proxy else ()
    for part in proxies:
        try:
            ipaddress.ip_network(part, strict=False)
        except ValueError as error:
            raise CannotServe(
                f"a proxy is an address such as 10.0.0.2 or a network such as 10.0.0.0/8; "
                f"{echo(part)} is neither"
            ) from error
    return Plan(
        store=str(store) if store else None,
        names=_names(host),
        url=address,
        proxies=proxies or (NEAR if address else ()),
        log=log,
    )


def _check(plan: Plan, workers: int) -> None:
    """Complain about what would fail later."""
    if not VENDOR.exists():
        raise CannotServe(
            "the page's script is not installed; set the box up with `make play`, which fetches it"
        )
    if plan.log not in logs.LEVELS:
        raise logs.BadLevel(f"the log has no level {echo(plan.log)}")
    Limits.read(os.environ.get(VARIABLE, ""))
    Screen.read(os.environ.get(DAILY, ""))
    if not 1 <= workers <= MOST_WORKERS:
        raise CannotServe(f"there can be 1 to {MOST_WORKERS} workers, not {workers}")
    if workers > 1 and store_url(plan.store).get_backend_name() != "postgresql":
        raise CannotServe(
            "more than one worker needs PostgreSQL, as --store postgresql://…; one worker serves a "
            "file"
        )
    if workers > 1 and os.name != "posix":
        raise CannotServe("more than one worker needs a system on which processes share a socket")
    trouble = try_store(plan.store)
    if trouble:
        raise trouble


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CannotServe(f"cannot serve on {host} port {port}: {reason}") from error


def _take_all_files() -> None:
    """A socket is a file to the system, which allows a program few unless it asks for more."""
    try:
        import resource  # noqa: PLC0415  # not everywhere
    except ImportError:
        return
    with contextlib.suppress(OSError, ValueError):  # some systems allow less than they say
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _advice(plan: Plan) -> str:
    if plan.url.startswith("https:"):
        return (
            "ravelbox: whoever reaches this port reaches it without TLS; let only the proxy do so\n"
        )
    return (
        "ravelbox: others can reach this now, and what they send can be read on the way; for play "
        "over the internet put a proxy with TLS before it (docs/hosting.md)\n"
    )


def _names(host: str) -> tuple[str, ...]:
    """The names, beside numbers and localhost, by which others may call this machine."""
    if is_loopback(host):
        return ()
    return (host, socket.gethostname(), f"{socket.gethostname()}.local")


def _shown(host: str) -> str:
    """The host as an address has it; one that means all is reached by the nearest."""
    if host in ("", "0.0.0.0"):  # noqa: S104  # said by the user, not by us
        return "127.0.0.1"
    if host == "::":
        return "[::1]"
    return f"[{host}]" if ":" in host else host
