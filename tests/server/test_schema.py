"""Every address by its own description: whatever is sent, the answer is one that it documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from litestar import Litestar
from litestar.testing import TestClient
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from tests.server.conftest import HERE, JSON

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    "GET /",
    "POST /tables",
    "GET /daily",
    "POST /daily",
    "GET /table/{table}",
    "POST /table/{table}/act",
    "POST /table/{table}/weigh",
    "POST /table/{table}/hint",
    "GET /table/{table}/coach",
    "POST /table/{table}/undo",
    "POST /table/{table}/consent",
    "POST /table/{table}/start",
    "POST /table/{table}/resume",
    "POST /table/{table}/lesson",
    "POST /table/{table}/seat",
    "GET /table/{table}/links",
    "GET /sit/{key}",
    "POST /sit/{key}",
    "GET /join/{code}",
    "POST /join/{code}",
    "GET /table/{table}/record",
    "GET /table/{table}/replay",
    "GET /table/{table}/replay.html",
    "POST /table/{table}/branch",
    "GET /table/{table}/position",
    "GET /rules/{game}",
    "GET /health",
]
EXAMPLES = settings(
    max_examples=40,
    derandomize=True,  # the same requests every time
    deadline=None,
    database=None,
    phases=[Phase.generate],  # a failure is shown as it was found, and at once
    suppress_health_check=list(HealthCheck),
)
Case = schemathesis.Case[Any]


@dataclass(frozen=True)
class World:
    """The app with tables of every kind, and its own description."""

    client: TestClient[Litestar]
    schema: Any
    keys: dict[str, list[str]]  # by table
    codes: list[str]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Tables that gather, run, and are over, of every game."""
    store = tmp_path_factory.mktemp("schema") / "tables.sqlite"
    app = make_app(store, limits=Limits.none())
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        schema = schemathesis.openapi.from_dict(client.get("/schema").json())
        made = [_made(client, fields) for fields in _fields()]
        resigned = _made(client, {"game": "ravel"})
        body = {"at": 0, "codes": [resigned["prompt"]["resign"]]}
        key = {"Authorization": f"Bearer {resigned['keys']['0']}", **JSON}
        over = client.post(f"/table/{resigned['id']}/act", json=body, headers=key)
        assert over.json()["state"] == "over", over.text
        keys = {view["id"]: list(view["keys"].values()) for view in [*made, resigned]}
        client.cookies.clear()  # keys speak for whoever has them
        yield World(client, schema, keys, [view["code"] for view in made if view["code"]])


def _fields() -> list[dict[str, object]]:
    return [
        {"game": "ravel", "seed": "SCHEMA", "deck": "C2"},
        {"game": "ramble", "seats": 2, "seat_2": "greedy", "clock": "10+5"},
        {"game": "ramble", "seats": 3, "seat_2": "open", "seat_3": "open", "name": "Ann"},
        {"game": "ravingspire", "seats": 2, "heroes": "random"},
        {"game": "ravingspire", "seats": 2, "seat_2": "open", "timeout": "pause"},
        {"game": "arch_ravels", "seats": 2, "characters": "random"},
    ]


def _made(client: TestClient[Litestar], fields: dict[str, object]) -> dict[str, Any]:
    answer = client.post("/tables", json=fields, headers=JSON)
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    return view


def sent(world: World, case: Case, draw: st.DataObject, *, known: bool) -> httpx.Response:
    """A request as it was made up, often with a table, key, code or act that there is."""
    table = draw.draw(st.sampled_from(sorted(world.keys)))
    real = {
        "table": table,
        "key": draw.draw(st.sampled_from(world.keys[table])),
        "code": draw.draw(st.sampled_from(world.codes)),
        "game": draw.draw(st.sampled_from(["ravel", "ramble", "arch_ravels", "ravingspire"])),
    }
    headers = {**JSON}
    if known and draw.draw(st.integers(0, 9)):
        case.path_parameters = {name: real[name] for name in case.path_parameters or {}}
        headers["Authorization"] = f"Bearer {','.join(world.keys[table])}"
        if isinstance(case.body, dict) and "at" in case.body and draw.draw(st.booleans()):
            case.body = {**case.body, **_fitting(world, table, headers)}
    given = case.as_transport_kwargs(base_url=HERE)
    content = given.get("data")
    return world.client.request(
        given["method"],
        given["url"],
        headers={**(given.get("headers") or {}), **headers},
        params=given.get("params"),
        json=given.get("json"),
        content=content if isinstance(content, str | bytes) else None,
        data=content if isinstance(content, dict) else None,
        follow_redirects=False,
    )


def _fitting(world: World, table: str, headers: dict[str, str]) -> dict[str, Any]:
    """An act that the table would take just now, if somebody is asked."""
    view = world.client.get(f"/table/{table}", headers=headers).json()
    prompt = view["prompt"]
    found: dict[str, Any] = {"at": view["at"], "mark": view["mark"]}
    if prompt:
        found |= {"codes": [prompt["offers"][0]["code"]], "mix": None}
    return found


def answers_as_documented(world: World, name: str, *, known: bool) -> None:
    """Some requests to one address, right ones and wrong ones."""
    method, _, path = name.partition(" ")
    operation = world.schema[path][method]
    strategy = st.one_of(
        operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE),
        operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)
        if operation.body or operation.path_parameters or operation.query
        else operation.as_strategy(),
    )

    @EXAMPLES
    @given(case=strategy, draw=st.data())
    def check(case: Case, draw: st.DataObject) -> None:
        response = sent(world, case, draw, known=known)
        case.validate_response(response, checks=CHECKS)

    check()


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_stranger_gets_only_documented_answers(world: World, name: str) -> None:
    """Who has no key."""
    answers_as_documented(world, name, known=False)


@pytest.mark.parametrize("name", OPERATIONS)
def test_who_has_keys_gets_only_documented_answers(world: World, name: str) -> None:
    """Who comes past the door, to tables that there are."""
    answers_as_documented(world, name, known=True)


def test_every_operation_is_tried(world: World) -> None:
    """The list above is the description's own."""
    found = [
        f"{method.upper()} {path}"
        for path, methods in world.schema.raw_schema["paths"].items()
        for method in methods
    ]
    assert sorted(found) == sorted(OPERATIONS)
