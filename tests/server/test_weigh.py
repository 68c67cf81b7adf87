"""What a page wants to know before a play, and how soon it wants the answer after one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import HTML, JSON, Client, act, asked, code_of, opened

pytestmark = pytest.mark.anyio


async def weighed(client: Client, view: dict[str, Any], code: int) -> bool:
    """Whether a play would be final."""
    body = {"at": view["at"], "codes": [code]}
    answer = await client.post(f"/table/{view['id']}/weigh", json=body, headers=JSON)
    assert answer.status_code == 200, answer.text
    final: bool = answer.json()["final"]
    return final


async def test_what_undo_takes_back_is_not_final(client: Client) -> None:
    """For every offer of a table, weighing says what undo will say; and it changes nothing."""
    view = await opened(client, seed="RVL1:S:8:WEIGH")
    for offer in view["prompt"]["offers"][:12]:
        final = await weighed(client, view, offer["code"])
        after = (await act(client, view, offer["code"])).json()
        assert (after["undo"] is None) == final, offer["text"]
        view = await opened(client, seed="RVL1:S:8:WEIGH")


async def test_what_a_bot_answers_is_final(client: Client) -> None:
    """The end of one's own turn cannot be taken back where a bot is next."""
    seats = {"seats": 2, "seat_1": "here", "seat_2": "random"}
    view = await opened(client, game="arch_ravels", **seats)
    found: set[bool] = set()
    while len(found) < 2:  # one that is final, and one that is not
        code = view["prompt"]["offers"][0]["code"]
        final = await weighed(client, view, code)
        view = (await act(client, view, code)).json()
        assert final == (view["undo"] is None)
        found.add(final)


async def test_an_old_question_is_not_weighed(client: Client) -> None:
    """It is stale, as the play would be."""
    view = await opened(client)
    await act(client, view, code_of(view, "swap"))
    body = {"at": view["at"], "codes": [code_of(view, "swap")]}
    answer = await client.post(f"/table/{view['id']}/weigh", json=body, headers=JSON)
    assert answer.status_code == 409


@pytest.mark.parametrize(
    ("accept", "waits"), [(HTML, False), (JSON, True)], ids=["page", "program"]
)
async def test_only_a_page_need_not_wait(
    client: Client, accept: dict[str, str], *, waits: bool
) -> None:
    """With `Prefer: wait=0` a page has its own play alone; programs get the bots' answers too."""
    seats = {"seats": 2, "seat_1": "here", "seat_2": "random"}
    view = await opened(client, game="arch_ravels", **seats)
    while not await weighed(client, view, view["prompt"]["offers"][0]["code"]):
        view = (await act(client, view, view["prompt"]["offers"][0]["code"])).json()
    body = {"at": view["at"], "codes": [view["prompt"]["offers"][0]["code"]]}
    headers = {**accept, "Prefer": "wait=0"}
    answer = await client.post(f"/table/{view['id']}/act", json=body, headers=headers)
    shown = answer.json() if waits else asked(answer.text)
    assert (shown["at"] > view["at"] + 1) == waits
