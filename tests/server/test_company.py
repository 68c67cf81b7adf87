"""Seats, links and clocks as values: who is who, what a link opens, whose time runs."""

from __future__ import annotations

import msgspec
import pytest

import ravelbox
from ravelbox.kernel.errors import BadOption
from ravelbox.server.seats import (
    CODE_LENGTH,
    CODE_LETTERS,
    GRACE,
    KEY_LENGTH,
    Clock,
    Company,
    NoSeat,
    NotStarted,
    Visitor,
    WrongKey,
    bot_of,
    clock_of,
    fits,
    gathered,
    key_for,
    name_of,
    new_code,
    new_device,
    read_code,
    read_key,
    roles_of,
)

TABLE = "t" * KEY_LENGTH
SECRET = bytes(range(32))
FIVE = Clock(5, 3, "bot")


def clocked(timeout: str = "bot") -> Company:
    """Two persons with five minutes each; seat 0 has been asked since 1,000 ms."""
    return gathered(["here", "here"], "Ann", clock_of("5+3", timeout)).passed(-1, 0, 1_000)


def test_a_company_gathers() -> None:
    """Seats here are taken, and the first is called by the name; open ones wait for somebody."""
    company = gathered(["here", "open", "greedy", "here"], "Ann")
    assert not company.started
    assert company.persons == (0, 1, 3)
    assert company.untaken == (1,)
    assert company.words({0, 3}) == ("here", "open", "greedy", "here")
    assert company.words({1}) == ("away", "here", "greedy", "away")
    assert [company.name(n) for n in range(4)] == ["Ann", "", "Greedy bot", "Seat 4"]
    assert gathered(["here", "greedy"]).started


def test_it_begins_when_all_seats_are_taken_or_bots_take_them() -> None:
    """Nobody is waited for without knowing; a bot that takes a seat keeps it."""
    company = gathered(["here", "open", "open"])
    with pytest.raises(NotStarted, match="seat 2 and 3"):
        company.begun()
    begun = company.sit(1, "Bob").begun("greedy")
    assert begun.started
    assert begun.words({0}) == ("here", "away", "greedy")
    assert company.sit(1, "Bob").sit(2, "Cid").begun().untaken == ()


def test_leaving_frees_the_seat_before_the_start_and_leaves_a_bot_later() -> None:
    """The link that a leaver had is void before the start, and good for coming back later."""
    company = gathered(["here", "open"]).sit(1, "Bob")
    link = key_for(TABLE, SECRET, "1", company)
    early = company.left_by(1, "greedy")
    assert early.untaken == (1,)
    assert early.name(1) == ""
    assert not fits(link, SECRET, early)
    late = company.begun().left_by(1, "greedy")
    assert late.bot(1) == "greedy"
    assert late.words({1}) == ("away", "here")
    assert late.seating({1}).who == ("away", "greedy")
    assert fits(link, SECRET, late)
    assert late.back(1).bot(1) == ""


@pytest.mark.parametrize("role", ["0", "1", "host", "watch"])
def test_a_key_opens_one_role_at_one_table(role: str) -> None:
    """Another role, table, secret or link number, or one changed letter: closed."""
    company = gathered(["here", "open"])
    key = key_for(TABLE, SECRET, role, company)
    assert len(key.secret) == KEY_LENGTH
    assert read_key(str(key)) == key
    assert fits(key, SECRET, company)
    assert not fits(key, SECRET[::-1], company)
    assert not fits(key, None, company)
    others = {"0", "1", "host", "watch"} - {role}
    for other in others:
        assert not fits(msgspec.structs.replace(key, role=other), SECRET, company)
    for n, letter in enumerate(key.secret):
        wrong = key.secret[:n] + ("A" if letter != "A" else "B") + key.secret[n + 1 :]
        assert not fits(msgspec.structs.replace(key, secret=wrong), SECRET, company)


@pytest.mark.parametrize(
    "text", ["", "x", f"{TABLE}.9.x", f"{TABLE}.0.{'s' * 21}", "a.b.c", "é" * 47]
)
def test_what_is_no_key_is_said_to_be_none(text: str) -> None:
    """A link that was cut off, or never was one."""
    with pytest.raises(WrongKey, match="cut off"):
        read_key(text)


def test_roles_come_from_the_device_and_from_keys() -> None:
    """Together; a stranger gets none, a wrong key alone is an error, another table's key is nothing."""
    company = gathered(["here", "open"])
    holders = {"ann": frozenset({"0", "host"})}
    key = key_for(TABLE, SECRET, "1", company)
    known = Visitor("ann", (key,))
    assert roles_of(known, TABLE, SECRET, company, holders) == {"0", "1", "host"}
    elsewhere = msgspec.structs.replace(key, table="u" * KEY_LENGTH)
    for stranger in (Visitor(), Visitor("bob"), Visitor("", (elsewhere,))):
        with pytest.raises(NoSeat):
            roles_of(stranger, TABLE, SECRET, company, holders)
    wrong = msgspec.structs.replace(key, role="0")
    with pytest.raises(WrongKey):
        roles_of(Visitor("", (wrong,)), TABLE, SECRET, company, holders)
    with pytest.raises(WrongKey):
        roles_of(Visitor("ann", (wrong,)), TABLE, SECRET, company, holders)
    assert roles_of(Visitor("ann", (wrong, key)), TABLE, SECRET, company, holders) == {
        "0", "1", "host"
    }  # fmt: skip
    assert roles_of(Visitor(), TABLE, None, company, {}) == {"0", "1", "host", "watch"}


def test_a_bots_seat_has_no_key() -> None:
    """Nobody sits down on a bot."""
    company = gathered(["here", "greedy"])
    assert not fits(key_for(TABLE, SECRET, "1", company), SECRET, company)


# Clocks.


def test_time_runs_for_whoever_is_asked() -> None:
    """It is taken off with every change; the increment comes when the question passes on."""
    company = clocked()
    assert company.deadline(0) == 1_000 + 300_000
    later = company.charged(0, 11_000)
    assert [seat.left for seat in later.seats] == [290_000, 300_000]
    same = later.passed(0, 0, 11_000)  # another step of the same seat
    assert [seat.left for seat in same.seats] == [290_000, 300_000]
    on = later.passed(0, 1, 11_000)
    assert [seat.left for seat in on.seats] == [293_000, 300_000]
    assert on.deadline(1) == 311_000
    assert on.charged(1, 5_000) == msgspec.structs.replace(on, since=5_000)  # clocks never go up


def test_an_undo_gives_no_time() -> None:
    """Passing on and taking it back again and again leaves the clock where it was."""
    company = clocked()
    for _ in range(5):
        on = company.passed(0, 1, 1_000)
        company = on.regained(1, 0).passed(0, 0, 1_000)
    assert [seat.left for seat in company.seats] == [300_000, 300_000]


def test_no_time_runs_for_a_bot_after_the_end_or_in_a_pause() -> None:
    """Nor before the start."""
    assert gathered(["here", "greedy"], clock=FIVE).passed(0, 1, 9).since == 0
    assert clocked().passed(0, -2, 9).since == 0
    assert gathered(["here", "open"], clock=FIVE).passed(-1, 0, 9).since == 0
    assert clocked("pause").out_of_time(0, "greedy").passed(0, 0, 9).since == 0


def test_who_runs_out_of_time_gets_a_bot_or_a_pause() -> None:
    """As was agreed; who comes back gets a minute."""
    out = clocked().charged(0, 400_000).out_of_time(0, "greedy")
    assert (out.bot(0), out.paused, out.seats[0].left) == ("greedy", False, 0)
    assert out.back(0).seats[0].left == GRACE
    paused = clocked("pause").charged(0, 400_000).out_of_time(0, "greedy")
    assert (paused.bot(0), paused.paused) == ("", True)
    resumed = paused.resumed()
    assert (resumed.paused, resumed.seats[0].left) == (False, GRACE)
    assert resumed.seats[1].left == 300_000


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ("", None), (None, None), ("10+5", Clock(10, 5, "bot")), (" 3 + 0 ", Clock(3, 0, "bot")),
        ("45", Clock(45, 0, "bot")),
    ],
)  # fmt: skip
def test_clocks_are_read(typed: str | None, clock: Clock | None) -> None:
    """Minutes, and seconds after a plus."""
    assert clock_of(typed, "") == clock


@pytest.mark.parametrize("typed", ["0+5", "601", "ten", "-1+5", "5+5+5", "٣+٥", 10, True])
def test_what_is_no_clock_is_refused(typed: object) -> None:
    """With what came and what would do."""
    with pytest.raises(BadOption, match=r'such as "10\+5"'):
        clock_of(typed, "bot")


def test_what_happens_at_the_end_of_time_is_one_of_two() -> None:
    """A bot, or a pause."""
    assert clock_of("5", "pause") == Clock(5, 0, "pause")
    with pytest.raises(BadOption, match='"lose"; possible are bot and pause'):
        clock_of("5", "lose")


# Histories.


def test_a_mark_names_a_history() -> None:
    """What was known under an older mark stands as far as no undo went below it."""
    company = msgspec.structs.replace(clocked(), cuts=(5, 3, 8))
    assert company.mark == "3"
    for mark, at, stands in (
        ("3", 99, True), ("2", 8, True), ("2", 9, False), ("1", 3, True), ("1", 4, False),
        ("0", 3, True), ("0", 5, False), ("4", 0, False), ("", 0, False), ("x", 0, False),
        ("٣", 0, False), ("-1", 0, False), ("9" * 5_000, 0, False),
    ):  # fmt: skip
        assert company.same_until(mark, at) == stands, (mark, at)


def test_a_company_is_kept_as_json() -> None:
    """And comes back the same."""
    company = msgspec.structs.replace(clocked().sit(1, "Bob — 'B'"), cuts=(1, 2))
    again = msgspec.json.decode(msgspec.json.encode(company), type=Company)
    assert again == company


# Names, bots and codes.


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann\n Lee\t", "Ann Lee"),
        ("", ""),
        ("\x00\u202eA\u200b", "A"),
        ("Łucja 🧶", "Łucja 🧶"),
    ],
)
def test_names_are_made_presentable(typed: str, name: str) -> None:
    """One line, nothing that hides or turns text around."""
    assert name_of(typed) == name


@pytest.mark.parametrize("typed", ["x" * 25, 7, None, True])
def test_what_is_no_name_is_refused(typed: object) -> None:
    """Too long, or no text."""
    with pytest.raises(BadOption, match="name"):
        name_of(typed)


def test_a_bot_is_named_or_the_usual_one() -> None:
    """However it was typed; a wrong name gets a hint."""
    game = ravelbox.load("ramble")
    assert bot_of(game, "") == bot_of(game, None) == "skilled"
    assert bot_of(game, " Random ") == "random"
    with pytest.raises(BadOption, match='did you mean "greedy"'):
        bot_of(game, "greddy")


def test_codes_can_be_read_out_and_typed_anyhow() -> None:
    """No vowel, no look-alike; spaces, dashes and case do not matter."""
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) for code in codes)
    assert not set("AEIOU012568LS") & set(CODE_LETTERS)
    code = codes.pop()
    assert read_code(f" {code[:3].lower()}-{code[3:]}\n") == code


def test_devices_are_told_apart() -> None:
    """128 bits each."""
    assert len({new_device() for _ in range(100)}) == 100
