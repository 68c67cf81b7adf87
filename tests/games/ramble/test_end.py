"""Ramble §4.13: winning and losing."""

from typing import Any

import pytest

from tests.games.ramble.guidebook import ALL_TOKENS, GAME, LANDMARKS, PLACES, legal
from tests.games.ramble.park import Park, park


def at_the_gate(**changes: Any) -> Park:
    """Six tokens, two seats on the Exit, seat 0 one step away with the first move."""
    table: dict[str, Any] = {
        "seats": 3,
        "roles": "dogwalker lamplighter tourguide",
        "at": "P1 T13 T13",
        "tokens": ALL_TOKENS,
    }
    return park(**(table | changes))


@pytest.mark.parametrize("landmark", LANDMARKS)
def test_rmb_131_both_tiles_of_an_uncollected_landmark(landmark: str) -> None:
    """The second tile's removal loses; with the token collected play goes on."""
    gone, last = PLACES[landmark]
    scene: dict[str, Any] = {
        "seats": 2,
        "at": "T13 T17",
        "gone": gone,
        "dark": last,
        "pile": f"L{last[1:]} ...",
    }
    p = park(**scene)
    p.play("end", draw="BRG BRG")
    assert (p.result, p.outcome.rule, p.outcome.won) == ("lost", "RMB-131", ())
    p = park(**scene, tokens=f"{landmark}:1")
    p.play("end", draw="BRG BRG")
    assert (p.result, p.gone) == ("playing", f"{gone} {last}")


def test_rmb_131_one_tile_of_each_landmark_may_go() -> None:
    """Six removed tiles of six landmarks are no loss, nor are all start tiles."""
    p = park(seats=2, at="T13 P0", gone="T01 T04 T05 T07 T09", dark="T11", pile="L11 ...")
    p.play("end", draw="BRG BRG")
    assert (p.result, len(p.gone.split())) == ("playing", 6)
    p = park(seats=2, at="T13 P0", gone="T14 T15 T16 T17 T18", dark="T19", pile="L19 ...")
    p.play("end", draw="BRG BRG")
    assert p.result == "playing"


def test_rmb_132_the_exit_is_removed() -> None:
    """Whatever has been collected: without the Exit the game is lost."""
    for tokens in ("", ALL_TOKENS):
        p = park(seats=2, at="P0 P1", dark="T13", pile="L13 ...", tokens=tokens)
        p.play("end", draw="BRG BRG")
        assert (p.result, p.outcome.rule) == ("lost", "RMB-132")


def test_rmb_132_a_dark_exit_is_no_loss() -> None:
    """The Exit only turns dark."""
    p = park(seats=2, at="P0 P1", pile="L13 ...")
    p.play("end", draw="BRG BRG")
    assert (p.result, p.lamp("T13")) == ("playing", "dark")


def test_rmb_133_a_stranded_pawn_loses_the_game_or_the_last_seat_does() -> None:
    """all_lose: at once; eliminate: only with the last seat."""
    scene: dict[str, Any] = {
        "roles": "dogwalker lamplighter",
        "gone": "T05 T06 T04",
        "dark": "T18",
        "tokens": "STN:0",
        "pile": "L18 ...",
        "seats": 2,
    }
    p = park(**scene, at="P13 P0")
    p.play("end", draw="BRG BRG")
    assert (p.result, p.outcome.rule) == ("lost", "RMB-133")
    p = park(**scene, at="P13 P0", stranded="eliminate")
    p.play("end", draw="BRG BRG")
    assert p.result == "playing"
    p = park(**scene, at="P13 -", stranded="eliminate")
    p.play("end", draw="BRG BRG")
    assert (p.result, p.outcome.rule) == ("lost", "RMB-133")


@pytest.mark.parametrize(("meter", "last"), [("ramble", 12), ("classic", 10)])
def test_rmb_134_the_marker_reaches_the_last_notch(meter: str, last: int) -> None:
    """One notch before it the game goes on, on it the game is lost."""
    p = park(seats=2, at="P0 P1", notch=last - 2, meter=meter, hands=["", "HBK"], dark="T02")
    p.play("end", draw="ITD BRG")
    assert (p.result, p.notch) == ("playing", last - 1)
    p = park(seats=2, at="P0 P1", notch=last - 1, meter=meter)
    p.play("end", draw="BRG ITD")
    assert (p.result, p.notch, p.outcome.rule) == ("lost", last, "RMB-134")


def test_rmb_135_all_three_conditions_are_needed() -> None:
    """Tokens, pawns and GPS together win; each one missing, the game goes on."""
    p = at_the_gate(hands=["", "", "GPS"])
    p.play("move T13")
    assert p.result == "won"
    p = at_the_gate(hands=["", "", ""])
    p.play("move T13")
    assert (p.result, p.actions) == ("playing", 2)
    p = at_the_gate(hands=["", "", "GPS"], tokens="BRG:0 WAT:0 STN:0 SHL:1 MDW:1")
    p.play("move T13")
    assert p.result == "playing"
    p = at_the_gate(hands=["", "", "GPS"], at="P1 T13 P8")
    p.play("move T13")
    assert p.result == "playing"


def test_rmb_135_the_exit_may_be_dark_and_an_eliminated_seat_is_not_waited_for() -> None:
    """Dark or lit, and without the pawn that is out; its own GPS would not count."""
    p = at_the_gate(hands=["GPS", "", ""], dark="T13", at="P1 - T13", stranded="eliminate")
    p.play("move T13")
    assert p.result == "won"


def test_rmb_136_leaving_needs_no_action_and_no_choice() -> None:
    """A GPS taken from the first holder in turn order from the active seat (ruling R-13)."""
    p = at_the_gate(
        hands=["", "GPS", "GPS GPS"],
        active=2,
        at="T13 T13 P1",
        roles="jogger dogwalker lamplighter",
    )
    p.play("move T13")
    assert (p.result, p.actor, p.legal()) == ("won", -2, [])
    assert (p.hand(1), p.hand(2), p.explore_discard) == ("GPS", "GPS", "GPS")
    p = at_the_gate(hands=["", "GPS", "GPS"], active=0)
    p.play("move T13")
    assert (p.hand(1), p.hand(2)) == ("", "GPS")


def test_rmb_136_the_turn_of_another_and_a_special_card_will_do() -> None:
    """Seat 2 relocates the last pawn in seat 0's turn; its second GPS is the one discarded."""
    p = at_the_gate(hands=["", "", "GPS GPS"])
    p.play("callgps 2 0", "relocate T13")
    assert (p.result, p.hand(2), p.explore_discard) == ("won", "", "GPS GPS")


def test_rmb_136_the_last_token_wins_nothing_away_from_the_exit() -> None:
    """Collecting the sixth token on its tile leaves the way still to go."""
    p = park(
        seats=2,
        at="T03 T13",
        tokens="BRG:0 STN:0 SHL:1 MDW:1 LKT:1",
        hands=["WAT WAT WAT WAT GPS", ""],
    )
    p.play("collect WAT")
    assert (p.result, p.tokens) == ("playing", "BRG WAT STN SHL MDW LKT")


def test_rmb_136_in_a_window_of_the_lights_out_phase() -> None:
    """Before the card that would remove the Exit, a GPS fetches the last pawn and all leave."""
    p = at_the_gate(hands=["", "GPS GPS", ""], at="P0 T13 T13", dark="T13", pile="L13 ...")
    p.play("end", "gps 0", "relocate T13", draw="BRG BRG")
    assert (p.result, p.outcome.rule, p.lamp("T13")) == ("won", "RMB-136", "dark")


def test_rmb_136_in_a_shed() -> None:
    """An overfull seat plays one GPS for its last pawn and keeps another: won while shedding."""
    p = at_the_gate(hands=["BRG BRG WAT GPS", "GPS", ""], at="P0 T13 T13")
    p.play("end", draw="STN STN")
    assert p.rule == "RMB-81"
    p.play("gps 0", "relocate T13")
    assert (p.result, p.hand(1)) == ("won", "")


def test_rmb_136_with_an_elimination() -> None:
    """The last pawn away from the Exit is out: the others leave at once, mid-phase."""
    scene: dict[str, Any] = {
        "at": "T13 P13 T13",
        "gone": "T04 T05 T06",
        "dark": "T18",
        "pile": "L18 L16 ...",
        "notch": 4,
        "stranded": "eliminate",
    }
    p = at_the_gate(**scene, hands=["", "", "GPS"])
    p.play("end", "pass", "pass", draw="BRG BRG")
    assert (p.result, p.lamp("T16"), p.at(1), p.outcome.won) == ("won", "lit", "-", (0, 1, 2))
    p = at_the_gate(**scene, hands=["", "GPS", ""])
    p.play("end", "pass", "pass", draw="BRG BRG")
    assert (p.result, p.explore_discard, p.at(1)) == ("playing", "GPS", "-")


def test_rmb_136_pawns_of_one_gps_move_together_before_the_win_is_checked() -> None:
    """The win comes with the last answer about companions, not before."""
    p = park(seats=3, at="P0 P0 T13", tokens=ALL_TOKENS, hands=["GPS GPS", "", ""])
    p.play("gps 0", "relocate T13")
    assert (p.result, legal(p)) == ("playing", {"bring 1", "pass"})
    p.play("bring 1")
    assert p.result == "won"


def test_rmb_137_all_seats_win_or_lose_together() -> None:
    """A win is everybody's, of eliminated seats too; a loss is nobody's."""
    p = at_the_gate(hands=["GPS", "", ""])
    p.play("move T13")
    assert p.outcome.won == (0, 1, 2)
    p = at_the_gate(hands=["GPS", "", ""], at="P1 - T13", stranded="eliminate")
    p.play("move T13")
    assert p.outcome.won == (0, 1, 2)
    p = at_the_gate(at="P0 P1 P2", notch=11)
    p.play("end", draw="ITD")
    assert p.outcome.won == ()
    assert len(set(GAME.scores(p.state))) == 1


def test_rmb_138_honours_rank_the_seats_after_a_win_only() -> None:
    """Tokens 4, 1 and 1: the ranking is there, and those who tie share it."""
    tokens = "BRG:0 WAT:0 STN:0 SHL:0 MDW:1 LKT:2"
    p = at_the_gate(hands=["GPS", "", ""], tokens=tokens, goal="honours")
    p.play("move T13")
    plain = at_the_gate(hands=["GPS", "", ""], tokens=tokens)
    plain.play("move T13")
    assert p.outcome.won == plain.outcome.won == (0, 1, 2)
    assert (p.result, p.outcome.rule) == (plain.result, plain.outcome.rule)
    shared = set(plain.outcome.scores)
    ranking = [line for line in p.outcome.scores if line not in shared]
    assert shared < set(p.outcome.scores)
    assert [label.split(". ") for label, _ in ranking] == [
        ["1", "Dog Walker"],
        ["2", "Lamplighter"],
        ["2", "Tour Guide"],
    ]
    assert [count.split()[0] for _, count in ranking] == ["4", "1", "1"]


def test_rmb_138_honours_change_no_rule_and_no_loss() -> None:
    """The same menu, and after a loss no ranking."""
    scene: dict[str, Any] = {"hands": ["GPS WAT", "", "BRG"], "dark": "T10 T03"}
    assert legal(at_the_gate(**scene)) == legal(at_the_gate(**scene, goal="honours"))
    lost = [at_the_gate(at="P0 P1 P2", notch=11, goal=goal) for goal in ("coop", "honours")]
    for p in lost:
        p.play("end", draw="ITD")
    assert lost[0].outcome.scores == lost[1].outcome.scores


def test_rmb_139_a_unanimous_vote_concedes() -> None:
    """Seat 1 proposes; 2 and 0 are asked in turn order, and with the last yes it is lost."""
    p = park(seats=3, at="P0 P1 P2", active=1)
    p.play("resign")
    assert (p.rule, p.actor, legal(p)) == ("RMB-139", 2, {"agree", "pass"})
    p.play("agree")
    assert (p.rule, p.actor, p.result) == ("RMB-139", 0, "playing")
    p.play("agree")
    assert (p.result, p.outcome.rule, p.outcome.won) == ("lost", "RMB-139", ())


def test_rmb_139_one_no_and_the_old_question_is_back() -> None:
    """The proposer decides again, with everything as before."""
    p = park(seats=3, at="P0 P1 P2", active=1, actions=2)
    before = legal(p)
    p.play("resign", "agree", "pass")
    assert (p.result, p.actor, p.actions, legal(p)) == ("playing", 1, 2, before)


def test_rmb_139_players_vote_not_seats() -> None:
    """Two players with four seats: one other vote; a single player concedes at once."""
    for proposer in (0, 3):
        p = park(seats=4, players=2, active=proposer)
        p.play("resign")
        assert (p.rule, p.actor) == ("RMB-139", (proposer + 1) % 4)
        p.play("agree")
        assert (p.result, p.outcome.rule) == ("lost", "RMB-139")
    p = park(seats=3, players=1)
    p.play("resign")
    assert (p.result, p.outcome.rule) == ("lost", "RMB-139")


def test_rmb_139_conceding_may_be_proposed_at_any_question() -> None:
    """In a window of phase 3 as well; refused, the window is as it was."""
    p = park(seats=3, at="P0 P1 P2", hands=["", "", "HBK"], dark="T02 T16")
    p.play("end", draw="BRG BRG")
    before = legal(p)
    assert (p.rule, p.actor) == ("RMB-98", 2)
    p.play("resign")
    assert (p.rule, p.actor) == ("RMB-139", 0)
    p.play("pass")
    assert (p.rule, p.actor, legal(p)) == ("RMB-98", 2, before)
