"""What nobody should send, what nobody may learn, and who may not come in."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC
from pathlib import Path

import httpx
import pytest
from litestar.testing import AsyncTestClient

from ravelbox.server import trouble
from ravelbox.server.app import make_app
from ravelbox.server.gate import BadAddress, Gate, public_address
from ravelbox.server.lobby import ago
from tests.server.conftest import (
    HERE,
    HTML,
    JSON,
    Client,
    act,
    bare,
    code_of,
    opened,
    played_out,
    said,
)

pytestmark = pytest.mark.anyio
PROBE = "LEAKPROBE-77"


def told_to(file: Path, statement: str, *values: str) -> None:
    """Let another program do something to the store."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(statement, values)


# What nobody should send.

ODD_BODIES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"at"',
    b"{}",
    b'{"at": 20}',
    b'{"codes": [1]}',
    b'{"at": 20, "codes": []}',
    b'{"at": 20, "codes": 1}',
    b'{"at": 20, "codes": ["swap p0"]}',
    b'{"at": 20, "codes": [true]}',
    b'{"at": 20, "codes": [1.5]}',
    b'{"at": 20, "codes": [null]}',
    b'{"at": 20, "codes": [-1]}',
    b'{"at": 20, "codes": [1' + b"0" * 400 + b"]}",
    b'{"at": 20, "codes": [99999999999999999999]}',
    b'{"at": 20, "codes": [' + b"1," * 999 + b"1]}",
    b'{"at": -1, "codes": [1]}',
    b'{"at": "20", "codes": [1]}',
    b'{"at": 1e999, "codes": [1]}',
    b'{"at": NaN, "codes": [1]}',
    b'{"at": 18446744073709551616, "codes": [1]}',
    b'{"at": 20, "codes": [1], "seat": -1}',
    b'{"at": 20, "codes": [1], "chair": 1}',
    b"\xff\xfe\x00",
    b'{"at": 20, "codes": ["\xff"]}',
    b"[" * 50_000,
]


@pytest.mark.parametrize("path", ["act", "undo"])
@pytest.mark.parametrize("body", ODD_BODIES, ids=range(len(ODD_BODIES)))
async def test_an_odd_body_is_a_clear_sentence(shared: Client, path: str, body: bytes) -> None:
    """400, a code, one sentence, no stack; and the table is as it was."""
    view = await opened(shared)
    where = f"/table/{view['id']}/{path}"
    answer = await shared.post(
        where, content=body, headers={**JSON, "Content-Type": "application/json"}
    )
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] == "bad_request"
    text = answer.json()["text"]
    assert text.endswith(".")
    assert "\n" not in text
    assert "Traceback" not in text
    assert len(text) < 300
    page = await shared.post(
        where, content=body, headers={**HTML, "Content-Type": "application/json"}
    )
    assert page.status_code == 400
    assert said(page.text)
    assert bare((await shared.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(view)


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"game": ""}, 404, "unknown_game"),
        ({"game": "ravle"}, 404, "unknown_game"),
        ({"game": "x" * 9_000}, 404, "unknown_game"),
        ({"game": "ravel", "deck": "Z"}, 400, "bad_option"),
        ({"game": "ravel", "deck": ""}, 400, "bad_option"),
        ({"game": "ravel", "tokens": "7"}, 400, "bad_option"),
        ({"game": "ravel", "tokens": "-8"}, 400, "bad_option"),
        ({"game": "ravel", "tokens": "8e3"}, 400, "bad_option"),
        ({"game": "ravel", "tokens": "9" * 5_000}, 400, "bad_option"),
        ({"game": "ravel", "colour": "red"}, 400, "bad_option"),
        ({"game": "ravel", "seed": "no spaces"}, 400, "bad_seed"),
        ({"game": "ravel", "seed": "Ä"}, 400, "bad_seed"),
        ({"game": "ravel", "seed": "x" * 33}, 400, "bad_seed"),
        ({"game": "ravel", "seed": "RVL1:S:8"}, 400, "bad_seed"),
        ({"game": "ravel", "seed": "RVL1:S:99:X"}, 400, "bad_seed"),
        ({"game": "ravel", "seed": "RVL2:S:8:X"}, 400, "bad_seed"),
        ({"game": "ravel", "seed": "<script>:"}, 400, "bad_seed"),
        ({str(n): "x" for n in range(100)}, 400, "bad_request"),
    ],
)
async def test_odd_fields_are_a_clear_sentence(
    shared: Client, fields: dict[str, str], status: int, code: str
) -> None:
    """What was wrong and what was possible; no table is made."""
    before = (await shared.get("/", headers=JSON)).json()
    answer = await shared.post("/tables", data=fields, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert len(answer.json()["text"]) < 400
    page = await shared.post("/tables", data=fields, headers=HTML)
    assert page.status_code == status
    assert "<script>" not in said(page.text)
    assert (await shared.get("/", headers=JSON)).json() == before


@pytest.mark.parametrize(
    "body", [b"[]", b'{"game": ["ravel"]}', b'{"game": {"x": 1}}', b'{"game": null}', b"{", b""]
)
async def test_odd_json_fields_are_a_clear_sentence(shared: Client, body: bytes) -> None:
    """A table is made from a flat object only."""
    answer = await shared.post(
        "/tables", content=body, headers={**JSON, "Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/table/", 404, "not_found"),
        ("GET", "/table/nothing", 404, "no_table"),
        ("GET", "/table/" + "x" * 3_000, 404, "no_table"),
        ("GET", "/table/%00%27%22", 404, "no_table"),
        ("GET", "/table/nothing/record", 404, "no_table"),
        ("GET", "/table/nothing/position", 404, "no_table"),
        ("GET", "/table/nothing/act", 405, "bad_method"),
        ("PUT", "/tables", 405, "bad_method"),
        ("DELETE", "/", 405, "bad_method"),
        ("GET", "/rules/chess", 404, "unknown_game"),
        ("GET", "/static/nothing.js", 404, "not_found"),
        ("GET", "/static/%2e%2e/pages.py", 404, "not_found"),
        ("GET", "/static/..%2f..%2fcli.py", 404, "not_found"),
        ("GET", "/static/games/ravel/view.py", 404, "not_found"),
        ("GET", "/static/games/ravel/table.html", 404, "not_found"),
        ("GET", "/static/games/chess/table.css", 404, "not_found"),
        ("GET", "/static/%00", 404, "not_found"),
        ("GET", "/static/vendor", 404, "not_found"),
    ],
)
async def test_what_is_not_there_says_so_in_the_house_frame(
    shared: Client, method: str, path: str, status: int, code: str
) -> None:
    """A code and a sentence for programs, a page of ours for people."""
    answer = await shared.request(method, path, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    page = await shared.request(method, path, headers=HTML)
    assert page.status_code == status
    assert said(page.text)
    assert '<a class="mark"' in page.text


async def test_bodies_of_the_wrong_kind_or_size_are_refused(client: Client) -> None:
    """An act is JSON, a form is a form, and neither is long."""
    view = await opened(client)
    where = f"/table/{view['id']}/act"
    plain = await client.post(
        where, content=b'{"at": 20, "codes": [1]}', headers={**JSON, "Content-Type": "text/plain"}
    )
    assert (plain.status_code, plain.json()["code"]) == (415, "bad_media")
    parts = await client.post("/tables", files={"game": b"ravel"}, headers=JSON)
    assert (parts.status_code, parts.json()["code"]) == (415, "bad_media")
    nothing = await client.post("/tables", headers=JSON)
    assert (nothing.status_code, nothing.json()["code"]) == (415, "bad_media")
    huge = await client.post(
        where, content=b" " * 100_000, headers={**JSON, "Content-Type": "application/json"}
    )
    assert (huge.status_code, huge.json()["code"]) == (413, "too_large")
    form = await client.post("/tables", data={"game": "ravel", "seed": "x" * 99_000}, headers=JSON)
    assert (form.status_code, form.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("accept", ["", "*/*", "nonsense", ";;q=x,,/", "text/html;q=z"])
async def test_whoever_takes_anything_gets_a_page(shared: Client, accept: str) -> None:
    """Only a wish for JSON is answered with JSON."""
    answer = await shared.get("/", headers={"Accept": accept})
    assert answer.headers["content-type"].startswith("text/html")


async def test_a_fault_of_ours_is_told_without_its_insides(file: Path) -> None:
    """A broken store in mid-game is a sentence, for people and for programs."""
    app = make_app(file)
    async with AsyncTestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        view = await opened(client)
        told_to(file, "ALTER TABLE moves RENAME TO away")
        app.state.tables.drop()
        answer = await client.get(f"/table/{view['id']}", headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (503, "store")
        app.state.tables = None
        broken = await client.get(f"/table/{view['id']}", headers=JSON)
        assert broken.json() == {"code": "error", "text": trouble.BROKEN}
        assert said((await client.get("/", headers=HTML)).text) == trouble.BROKEN


async def test_a_table_of_other_rules_does_not_close_the_lobby(file: Path) -> None:
    """The lobby still lists it; its page is one sentence."""
    async with AsyncTestClient(make_app(file), base_url=HERE) as client:
        view = await opened(client, seed=PROBE)
        good = await opened(client)
        told_to(file, "UPDATE matches SET rules = 0 WHERE id = ?", view["id"])
        client.app.state.tables.drop()
        lobby = await client.get("/")
        assert lobby.status_code == 200
        assert f"/table/{view['id']}" in lobby.text
        page = await client.get(f"/table/{view['id']}")
        assert page.status_code == 409
        assert "rules 0" in said(page.text)
        assert (await client.get(f"/table/{good['id']}")).status_code == 200


# What nobody may learn, and who may not come in.


async def test_no_byte_tells_the_seed_of_a_running_match(client: Client) -> None:
    """Pages, JSON, headers, records, positions, errors: none names the dealer or the seed."""
    heard: list[httpx.Response] = [
        await client.post("/tables", data={"game": "ravel", "seed": PROBE}, follow_redirects=False)
    ]
    where = heard[0].headers["location"]
    for kind in (HTML, JSON):
        for n in range(3):
            view = (await client.get(where, headers=JSON)).json()
            if view["outcome"]:
                break
            swap = view["prompt"]["offers"][n]["code"]
            bodies = [
                ("act", {"at": 0, "codes": [swap]}),
                ("act", {"at": view["at"], "codes": [9_999]}),
                ("act", {"at": view["at"], "codes": [swap]}),
                ("act", {"at": view["at"], "codes": [swap]}),
                ("undo", {"at": view["at"] + 1, "to": 0}),
                ("undo", {"at": view["at"] + 1, "to": view["at"]}),
                ("act", {"at": view["at"], "codes": "x"}),
            ]
            for path, body in bodies:
                heard.append(await client.post(f"{where}/{path}", json=body, headers=kind))
            for path in ("", "/record", "/position"):
                heard.append(await client.get(f"{where}{path}", headers=kind))
            heard.append(await client.get("/", headers=kind))
    assert len(heard) > 40
    for answer in heard:
        everything = answer.content + repr(answer.headers.raw).encode()
        assert PROBE.encode() not in everything.upper()
        assert not re.search(rb"dealt [A-Z0-9-]{2}", everything)
        assert b"dealer: " not in everything
    view = (await client.get(where, headers=JSON)).json()
    await act(client, view, view["prompt"]["resign"])
    for path in ("", "/record"):
        assert PROBE in (await client.get(where + path)).text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:3000"},
        {"Origin": "http://localhost:8000"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": HERE},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"},
    ],
)
async def test_other_sites_may_change_nothing(shared: Client, headers: dict[str, str]) -> None:
    """Neither a form nor an act nor an undo of another site's page is taken."""
    view = await opened(shared)
    before = (await shared.get("/", headers=JSON)).json()
    form = await shared.post("/tables", data={"game": "ravel"}, headers={**JSON, **headers})
    assert (form.status_code, form.json()["code"]) == (403, "cross_site")
    answer = await shared.post(
        f"/table/{view['id']}/act",
        json={"at": view["at"], "codes": [code_of(view, "swap")]},
        headers={**JSON, **headers},
    )
    assert answer.status_code == 403
    assert (await shared.get("/", headers=JSON)).json() == before
    assert bare((await shared.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(view)


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": HERE}, {"Sec-Fetch-Site": "same-origin", "Origin": HERE}],
)
async def test_our_own_pages_and_programs_may(shared: Client, headers: dict[str, str]) -> None:
    """What a browser sends from our page, and what a program sends."""
    answer = await shared.post("/tables", data={"game": "ravel"}, headers={**JSON, **headers})
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("127.0.0.1:8000", True),
        ("127.0.0.1", True),
        ("localhost:4711", True),
        ("LOCALHOST", True),
        ("[::1]:8000", True),
        ("192.168.1.7:8000", True),
        ("my-box.local:8000", True),
        ("evil.example", False),
        ("evil.example:8000", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost@evil.example", False),
        ("", False),
        ("[::1", False),
        ("my-box", False),
    ],
)
def test_only_our_own_names_are_answered_to(host: str, ours: bool) -> None:
    """A name that somebody else can point here is not ours."""
    assert Gate(["My-Box.local"]).is_ours(host) is ours


PUBLIC = "https://games.example"


@pytest.mark.parametrize(
    ("host", "origin", "ours"),
    [
        ("games.example", "https://games.example", True),
        ("GAMES.example", "https://games.example", True),
        ("games.example:8000", "https://games.example", True),
        ("games.example", "http://games.example", False),
        ("games.example", "https://games.example:8443", False),
        ("games.example", "https://evil.example", False),
        ("games.example", "null", False),
        ("games.example", None, True),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", True),
        ("127.0.0.1:8000", "https://games.example", False),
    ],
)
def test_under_the_public_name_only_the_public_address_is_ours(
    host: str, origin: str | None, ours: bool
) -> None:
    """A page that came without TLS may be anybody's; a proxy may take a port off."""
    gate = Gate(url=f"{PUBLIC}/")
    assert gate.is_ours(host)
    assert gate.is_own_page(origin, host) is ours


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("", ""),
        ("https://games.example", "https://games.example"),
        ("https://Games.Example/", "https://games.example"),
        ("https://games.example:443/", "https://games.example"),
        ("https://games.example:8443", "https://games.example:8443"),
        ("http://[2001:db8::1]:80", "http://[2001:db8::1]"),
    ],
)
def test_a_public_address_is_written_as_browsers_write_it(url: str, address: str) -> None:
    """In small letters, without the usual port or a slash."""
    assert public_address(url) == address


@pytest.mark.parametrize(
    "url",
    [
        "games.example",
        "//games.example",
        "ftp://games.example",
        "https://",
        "https://games.example/box",
        "https://games.example/?x",
        "https://ann@games.example",
        "https://games.example:port",
        "https://spiele.österreich",
        "https://[::1",
    ],
)
def test_an_address_that_cannot_be_public_is_a_sentence(url: str) -> None:
    """What was given, and what would do."""
    with pytest.raises(BadAddress, match=r"a public address is like https://games\.example"):
        public_address(url)


async def test_behind_tls_browsers_are_told_to_come_back_by_tls(file: Path) -> None:
    """Only where the public address says so; the cookie, too, then goes no other way."""
    app = make_app(file, url=PUBLIC)
    async with AsyncTestClient(app, base_url=PUBLIC) as client:
        answer = await client.post("/tables", json={"game": "ravel"}, headers=JSON)
        assert answer.status_code == 201
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert "Secure" in answer.headers["set-cookie"]
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert (await client.get("/static/box.css")).headers["strict-transport-security"]
        plain = await client.post(
            "/tables",
            data={"game": "ravel"},
            headers={**JSON, "Origin": "http://games.example"},
        )
        assert (plain.status_code, plain.json()["code"]) == (403, "cross_site")


async def test_a_foreign_name_gets_nothing(client: Client) -> None:
    """Not even to read."""
    view = await opened(client)
    for path in ("/", f"/table/{view['id']}", "/static/table.js", "/schema"):
        answer = await client.get(path, headers={**JSON, "Host": "evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")


async def test_every_answer_is_guarded(client: Client) -> None:
    """Pages, files, errors and JSON carry the headers; nothing comes from elsewhere."""
    for path in (
        "/",
        "/nowhere",
        "/static/table.js",
        "/static/mark.svg",
        "/rules/ravel",
        "/schema",
    ):
        headers = (await client.get(path)).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "strict-origin"
        assert "camera=()" in headers["permissions-policy"]
        assert "strict-transport-security" not in headers
        assert headers["cache-control"] in ("no-store", "no-cache")
    policy = (await client.get("/")).headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy


async def test_pages_keep_to_their_own_policy(client: Client) -> None:
    """No inline script, no inline sheet, no handler in an attribute, no address elsewhere."""
    view = await opened(client, deck="W8")
    end = await played_out(client, await opened(client))
    for path in ("/", f"/table/{view['id']}", f"/table/{end['id']}", "/nowhere", "/rules/ravel"):
        page = (await client.get(path)).text
        for tag in re.findall(r"<script[^>]*>", page):
            assert 'src="/static/' in tag or 'type="application/json"' in tag
        assert "<style" not in page
        assert not re.search(r'\son\w+="', page)
        assert not re.search(r'\b(?:src|action)="(?!/)', page)


async def test_static_files_are_asked_for_again_and_not_sent_again(client: Client) -> None:
    """The browser's copy is checked by its tag."""
    for path in ("/static/table.js", "/static/box.css", "/static/games/ravel/table.css"):
        first = await client.get(path)
        assert first.status_code == 200
        assert first.headers["cache-control"] == "no-cache"
        again = await client.get(path, headers={"If-None-Match": f'"x", {first.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b"")
        assert (await client.get(path, headers={"If-None-Match": '"x"'})).content == first.content


async def test_the_rules_have_an_anchor_for_every_question(client: Client) -> None:
    """The link of a prompt leads to its rule."""
    view = await opened(client)
    page = await client.get("/rules/ravel")
    assert page.status_code == 200
    assert f'id="{view["prompt"]["rule"]}"' in page.text


MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (0, "just now"),
        (59_000, "just now"),
        (MINUTE, "1 minute ago"),
        (59 * MINUTE, "59 minutes ago"),
        (HOUR, "1 hour ago"),
        (11 * HOUR, "11 hours ago"),
        (13 * HOUR, "yesterday"),
        (3 * DAY, "3 days ago"),
        (20 * DAY, "26 May"),
        (200 * DAY, "27 November 2024"),
        (-HOUR, "just now"),
    ],
)
def test_moments_in_words(before: int, words: str) -> None:
    """As people say it."""
    noon = 1_749_988_800_000  # 15 June 2025, 12:00 in Greenwich
    assert ago(noon - before, noon, UTC) == words
