"""The same header and integers in a browser: the table in the store after every move made by pointer."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page

from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import Record
from ravelbox.server.store import Store
from tests.browser.conftest import Server
from tests.browser.play import asked, by_pointer, lay_out, sit_down, uncover
from tests.envs.tables import begun, trace

# Decisions of the learner; with the others' between them that is enough of every game.
STEPS = {"ravel": 12, "ramble": 3, "arch_ravels": 5, "ravingspire": 4}


def stored(server: Server, table: str) -> Record:
    """A table as it lies in the store of a running server."""

    async def look() -> Record:
        store = await Store.open(server.store)
        try:
            return (await store.look(table, lambda look: look.kept())).record
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as beside:  # in this thread runs the browser's event loop
        return beside.submit(asyncio.run, look()).result()


@pytest.mark.parametrize("game", STEPS)
def test_a_browser_leads_through_the_same_tables(page: Page, server: Server, game: str) -> None:
    """Every decision by pointing; digests are those of the environments' trace."""
    known = trace(game, STEPS[game])
    address = lay_out(server, begun(known.record.header))
    table = address.rpartition("/")[2]
    sit_down(page, address)
    for done, code in enumerate(known.codes):
        assert digest(Match.replay(stored(server, table)).state) == known.decisions[done]
        uncover(page)
        assert code in [offer["code"] for offer in asked(page)["offers"]]
        by_pointer(page, code)
    assert stored(server, table).moves == known.record.moves
