"""Arch Ravels §4.15: scores, winners and ties."""

from typing import Any

import pytest

from tests.games.arch_ravels.pattern_book import FAVOURITES, ITEMS, PROJECTS, REQUESTS
from tests.games.arch_ravels.studio import GAME, Studio, studio


def scored(**mine: Any) -> int:
    """The quarters of seat 0 at the end; the other seat has nothing."""
    p = ended(**{key: [words] if key != "who" else words for key, words in mine.items()})
    assert GAME.scores(p.state)[0] * 4 == p.quarters(0)
    assert p.quarters(1) == 0
    return p.quarters(0)


def ended(**scene: Any) -> Studio:
    """A table when all is over; nobody has a favourite among the usual requests."""
    table: dict[str, Any] = {"who": "theo amara alex ted", "over": True}
    return studio(**(table | scene))


@pytest.mark.parametrize(("project", "points"), [(name, n) for name, (_, n) in PROJECTS.items()])
def test_arc_100_finished_projects(project: str, points: int) -> None:
    """Each at its printed value, several add up."""
    assert scored(won=project) == 4 * points
    other = "p01" if project != "p01" else "p06"
    assert scored(won=f"{project} {other}") == 4 * (points + PROJECTS[other][1])


@pytest.mark.parametrize(("request_id", "quarters"), [(r, n) for r, (_, n) in REQUESTS.items()])
def test_arc_101_finished_requests(request_id: str, quarters: int) -> None:
    """Each at its printed value, for a character who does not love it."""
    who = "theo amara" if request_id != "r02" else "rebecca amara"
    assert scored(done=request_id, who=who) == quarters


@pytest.mark.parametrize("name", list(FAVOURITES))
def test_arc_102_the_own_favourite_is_five_more(name: str) -> None:
    """Of all eight only the character's own, not that of the other side (ruling Q31)."""
    other = "ted" if name not in ("ted", "eliza") else "theo"
    for loved in FAVOURITES.values():
        bonus = 20 if loved == FAVOURITES[name] else 0
        assert scored(done=loved, who=f"{name} {other}") == REQUESTS[loved][1] + bonus


@pytest.mark.parametrize(
    ("learned", "points"), [("bear", 3), ("mittens", 3), ("scarf", 4), ("bear mittens scarf", 10)]
)
def test_arc_103_learned_tiles(learned: str, points: int) -> None:
    """Without an item of the kind, and unlearned ones nothing."""
    assert scored(learned=learned) == 4 * points
    assert scored() == 0


@pytest.mark.parametrize(("item", "points"), list(ITEMS.items()))
def test_arc_104_remaining_items(item: str, points: int) -> None:
    """Each token by its back."""
    assert scored(items=item) == 4 * points
    assert scored(items=f"{item} {item} {item} hat") == 4 * (3 * points + 2)


@pytest.mark.parametrize(("request_id", "quarters"), [(r, n) for r, (_, n) in REQUESTS.items()])
def test_arc_105_unfinished_requests(request_id: str, quarters: int) -> None:
    """Each costs its printed value, and of an unfinished favourite no more (ruling Q30)."""
    for name in FAVOURITES:
        other = "derrick" if name not in ("derrick", "amara") else "theo"
        assert scored(held=request_id, who=f"{name} {other}") == -quarters


@pytest.mark.parametrize(("bowl", "many"), [("1B", 1), ("3R", 3), ("2B 7G 1Y", 10)])
def test_arc_106_yarn_left_over(bowl: str, many: int) -> None:
    """A point for each, however large the heap (ruling Q28)."""
    assert scored(bowls=bowl) == -4 * many
    assert scored(bowls=f"{3 * many}P") == -12 * many


@pytest.mark.parametrize("scarf", ["r14", "r15", "r16", "r17"])
def test_arc_107_quarter_points_and_negative_scores(scarf: str) -> None:
    """A House Scarf is 9¾, finished or not; two are 19½ (ruling Q29)."""
    assert scored(done=scarf) == 39
    assert scored(held=scarf) == -39
    other = "r14" if scarf != "r14" else "r15"
    p = ended(done=[f"{scarf} {other}"])
    assert GAME.scores(p.state)[0] == 19.5
    table = GAME.view(p.state, None).table
    assert table["seats"][0]["score"] == "19½"


def winners(**scene: Any) -> tuple[int, ...]:
    """Who won."""
    return tuple(ended(**scene).outcome.won)


def test_arc_108_the_highest_total_wins() -> None:
    """By a quarter, among three, and with all below zero."""
    assert winners(done=["r14", "r23"]) == (0,)
    assert winners(done=["r23", "r14"]) == (1,)
    assert winners(seats=3, items=["hat", "scarf", "bear"]) == (1,)
    assert winners(seats=3, bowls=["3B", "2B", "1B"]) == (2,)


def test_arc_109_a_tie_goes_to_more_finished_cards() -> None:
    """20 points: two projects and requests together beat one, whatever they are worth."""
    assert winners(won=["p02", ""], items=["", ""], done=["", "r24 r25"]) == (1,)
    assert winners(won=["p02", "p07"], items=["", "hat blanket"]) == (0, 1)
    assert winners(won=["p02", "p07"], done=["", "r18"]) == (1,)


def test_arc_109_cards_count_not_points_and_tiles_and_items_do_not() -> None:
    """Three small requests against a project and a request; learned tiles are no cards."""
    # 7 + 7 + 6 = 20 = 13 + 7
    assert winners(done=["r04 r18 r19", "r10"], won=["", "p07"], who="theo derrick") == (0,)
    assert winners(learned=["bear mittens scarf", ""], done=["", "r24"]) == (1,)


def test_arc_110_then_to_less_yarn() -> None:
    """Equal points, equal cards: who has less left wins."""
    assert winners(won=["p02", "p03"], items=["", "hat"], bowls=["", "2B"]) == (0,)
    assert winners(won=["p02", "p03"], items=["hat", ""], bowls=["2B", ""]) == (1,)


def test_arc_110_yarn_comes_after_cards() -> None:
    """More cards win though there is more yarn too."""
    # 20 = 13 + 8 − 1
    assert winners(won=["p02", "p07"], done=["", "r20"], bowls=["", "1B"]) == (1,)


def test_arc_111_then_the_victory_is_shared() -> None:
    """By those who are equal in everything, and by no others."""
    assert winners() == (0, 1)
    assert winners(seats=3, won=["p02", "p01", "p03"]) == (0, 2)
    assert winners(seats=4, bowls=["1B", "1G", "2B", "1Y"]) == (0, 1, 3)
