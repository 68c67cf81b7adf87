"""Teach a small network R.A.V.E.L. in some minutes: `python -m examples.learning.train --help`.

It learns by PPO (proximal policy optimisation): many tables are played at once by what the network
knows so far, then it is moved a little towards what did better than it had expected.
"""

from __future__ import annotations

import argparse
import io
import math
import sys
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import Tensor, nn

from examples.learning.policy import GAME, column, places
from ravelbox.envs.vector import RavelboxVectorEnv
from ravelbox.files import must_be_writable, write_whole
from ravelbox.kernel.errors import RavelboxError

LANES: Final = 256  # tables at once
STEPS: Final = 32  # at each of them, before the network learns
WIDTH: Final = 192  # of the hidden layers
EPOCHS: Final = 3  # how often it looks at what was played
SLICES: Final = 4  # of that, one after the other
RATE: Final = 1e-3  # of learning, at the beginning
FORESIGHT: Final = 0.995  # how much a reward counts that comes a step later
TRACE: Final = 0.95  # how far a surprise is traced back
CLIP: Final = 0.2  # how much more or less likely a move may become at once
CURIOSITY: Final = 0.01  # how much it is worth to leave moves open
CARD: Final = 1 / 16  # the reward of a card that leaves; victory brings as much as all of them
RECENT: Final = 2000  # matches that a line of the report looks back on


class Network(nn.Module):
    """Two hidden layers; out come the chances of all moves, and what is to be expected."""

    def __init__(self, codes: int) -> None:
        super().__init__()
        self.spread = nn.EmbeddingBag(int(places()[-1]), WIDTH, mode="sum")
        self.bias = nn.Parameter(torch.zeros(WIDTH))
        self.hidden = nn.Linear(WIDTH, WIDTH)
        self.choice = nn.Linear(WIDTH, codes)
        self.hope = nn.Linear(WIDTH, 1)
        nn.init.normal_(self.spread.weight, std=0.05)
        nn.init.normal_(self.choice.weight, std=0.01)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of each move's chance, and the hope."""
        inner = torch.relu(self.spread(seen) + self.bias)
        inner = torch.relu(self.hidden(inner))
        likes = self.choice(inner).masked_fill(~mask, -1e9)
        return torch.log_softmax(likes, 1), self.hope(inner).squeeze(1)


class Tables:
    """Many tables in the vector environment, and how their matches ended."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        same = AutoresetMode.SAME_STEP
        self._env = RavelboxVectorEnv(GAME, LANES, options=options, autoreset_mode=same)
        self.codes = self._env.setting.codes
        self._rows, told = self._env.reset(seed=seed)
        self._mask = told["action_mask"]
        self._first = places()[:-1]
        self._left = column("left")
        self.matches = 0
        self.ends: deque[tuple[float, float]] = deque(maxlen=RECENT)  # cards gone, and whether won

    def seen(self) -> tuple[Tensor, Tensor]:
        """What lies on all tables, as places of the long list, and what can be done there."""
        rows = self._rows.astype(np.int64) + self._first
        return torch.from_numpy(rows), torch.from_numpy(self._mask.astype(bool))

    def step(self, codes: Tensor) -> tuple[Tensor, Tensor]:
        """One move at every table: what it earned, and whether the match goes on."""
        before = self._rows[:, self._left].astype(np.float32)
        self._rows, won, over, _, told = self._env.step(codes.numpy())
        self._mask = told["action_mask"]
        after = self._rows[:, self._left].astype(np.float32)
        for lane in np.flatnonzero(over):
            after[lane] = told["final_obs"][lane][self._left]
            self.ends.append((16 - after[lane], won[lane]))
        self.matches += int(over.sum())
        earned = CARD * (before - after) + won.astype(np.float32)
        return torch.from_numpy(earned), torch.from_numpy((~over).astype(np.float32))


@torch.no_grad()
def played(net: Network, tables: Tables) -> tuple[Tensor, ...]:
    """Play on at all tables; what was seen, done, expected, and how much better each step did."""
    steps, hope_after = [], torch.zeros(LANES)
    for _ in range(STEPS):
        seen, mask = tables.seen()
        chances, hope = net(seen, mask)
        codes = torch.multinomial(chances.exp(), 1)
        earned, goes_on = tables.step(codes.squeeze(1))
        steps.append((seen, mask, codes, chances.gather(1, codes), hope, earned, goes_on))
    _, hope_after = net(*tables.seen())
    ahead, better = torch.zeros(LANES), []
    for *_, hope, earned, goes_on in reversed(steps):  # surprises, traced back (GAE)
        surprise = earned + FORESIGHT * goes_on * hope_after - hope
        ahead = surprise + FORESIGHT * TRACE * goes_on * ahead
        better.append(ahead)
        hope_after = hope
    seen, mask, codes, chance, hope, _, _ = (torch.cat(part) for part in zip(*steps, strict=True))
    return seen, mask, codes, chance, hope, torch.cat(better[::-1])


def learn(net: Network, optimiser: torch.optim.Optimizer, batch: tuple[Tensor, ...]) -> None:
    """Move the network towards what did better than expected, but not far."""
    seen, mask, codes, before, hope, better = batch
    aim = hope + better
    better = (better - better.mean()) / (better.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(codes)).chunk(SLICES):
            chances, hope = net(seen[part], mask[part])
            ratio = (chances.gather(1, codes[part]) - before[part]).exp().squeeze(1)
            kept = ratio.clamp(1 - CLIP, 1 + CLIP)
            gain = torch.minimum(ratio * better[part], kept * better[part]).mean()
            open_still = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
            error = (hope - aim[part]).square().mean()
            optimiser.zero_grad()
            (error - gain - CURIOSITY * open_still).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


def train(
    out: Path, minutes: float, options: dict[str, Any], seed: int, batches: float = math.inf
) -> Iterator[str]:
    """Learn for so long, or so often, and write the policy; lines on the way say how it goes."""
    torch.manual_seed(seed)
    tables = Tables(options, seed)
    net = Network(tables.codes)
    optimiser = torch.optim.Adam(net.parameters(), lr=RATE)
    begun, due, spent, done = time.monotonic(), 0.0, 0.0, 0
    yield " minutes   matches  cards of 16    won"
    while spent < minutes and done < batches:
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.05, 1 - spent / minutes)
        learn(net, optimiser, played(net, tables))
        done += 1
        spent = (time.monotonic() - begun) / 60
        if spent >= due or spent >= minutes or done == batches:
            cards, won = np.mean(tables.ends, axis=0)
            yield f"{spent:8.1f}  {tables.matches:8,}  {cards:11.2f}  {won:5.1%}"
            due += minutes / 10
    policy = io.BytesIO()
    np.savez(policy, **{name: part.numpy() for name, part in net.state_dict().items()})
    write_whole(out, policy.getvalue())
    yield f"The policy is in {out}."


def main() -> int:
    """Read the options, learn, and tell."""
    parser = argparse.ArgumentParser(prog="python -m examples.learning.train", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--deck", default="S", help="as the option of the table")
    parser.add_argument("--tokens", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        must_be_writable(chosen.out)  # rather now than after all the learning
        options = {"deck": chosen.deck, "tokens": chosen.tokens}
        for line in train(chosen.out, chosen.minutes, options, chosen.seed):
            print(line, flush=True)
    except (OSError, RavelboxError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
