"""What a table suggests travels with the question, and is played by one act."""

from __future__ import annotations

import random

import pytest

from tests.server.conftest import HTML, JSON, Client, asked, opened, played

pytestmark = pytest.mark.anyio


async def test_a_proposal_is_told_and_accepted_at_once(client: Client) -> None:
    """As JSON and on the page; its codes are one gesture, and sending it again changes nothing."""
    rng = random.Random(2)
    view = await opened(client, game="ravingspire")
    for _ in range(200):
        if view["prompt"]["proposal"] and len(view["prompt"]["proposal"]["codes"]) > 1:
            break
        view = await played(client, view, rng)
    proposal = view["prompt"]["proposal"]
    assert proposal["label"]
    page = (await client.get(f"/table/{view['id']}", headers=HTML)).text
    assert asked(page)["proposal"] == proposal
    body = {"at": view["at"], "codes": proposal["codes"], "mark": view["mark"]}
    answers = [
        await client.post(f"/table/{view['id']}/act", json=body, headers=JSON) for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["at"] >= view["at"] + len(proposal["codes"])


async def test_a_question_without_one_says_so(client: Client) -> None:
    """Other games suggest nothing."""
    view = await opened(client, game="ravel")
    assert view["prompt"]["proposal"] is None
