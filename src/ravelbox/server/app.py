"""The whole server: its routes, and what stands around them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar, MediaType, get
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.response import Response

import ravelbox
from ravelbox.daily import VARIABLE, Screen
from ravelbox.kernel.errors import RavelboxError
from ravelbox.server import (
    advice,
    daily,
    lobby,
    playing,
    protocol,
    replaying,
    schema,
    sitting,
    watch,
)
from ravelbox.server.assets import rules_drawer, rules_html, static_file
from ravelbox.server.dailies import Dailies
from ravelbox.server.gate import Gate, Guard, public_address
from ravelbox.server.limits import Limits
from ravelbox.server.metrics import running
from ravelbox.server.news import Hub, listen
from ravelbox.server.sockets import news
from ravelbox.server.store import Store
from ravelbox.server.tables import Tables
from ravelbox.server.trouble import Asked, tell_broken, tell_ours, tell_refused


@get(
    "/rules/{game:str}",
    summary="The rules of a game",
    media_type=protocol.HTML,
    responses={**schema.ANY, 404: schema.GONE},
)
async def rules(game: FromPath[str]) -> Response[str]:
    """Every rule under its number."""
    page = rules_html(ravelbox.load(game))
    return Response(page, media_type=protocol.HTML, headers={"Cache-Control": "no-cache"})


@get("/rules/{game:str}/drawer", include_in_schema=False)
async def rules_beside(request: Asked, game: FromPath[str]) -> Response[bytes]:
    """The rules as a table's page opens them, with the options of that table in the query."""
    found = ravelbox.load(game)
    options = found.options_of(dict(request.query_params))
    return rules_drawer(found, options, request.headers.get("if-none-match", ""))


@get("/static/{path:path}", include_in_schema=False)
async def static(request: Asked, path: FromPath[str]) -> Response[bytes]:
    """A file that pages need."""
    return static_file(path, request.headers.get("if-none-match", ""))


def make_app(
    store: str | Path | None = None,
    *,
    names: Iterable[str] = (),
    limits: Limits | None = None,
    url: str = "",
    screen: Screen | None = None,
) -> Litestar:
    """The whole server over a store (a path or URL; None: the user's own).

    It answers to localhost and to numbers; `names` are further names of this machine, and `url` is
    its public address, if it has one. `screen` says how puzzles of the day are chosen.
    """

    @asynccontextmanager
    async def with_store(app: Litestar) -> AsyncIterator[None]:
        opened = await Store.open(store)
        hub = Hub()
        app.state.tables = tables = Tables(opened, hub)
        app.state.advisers = advice.Advisers()
        app.state.dailies = dailies = Dailies(
            opened, screen or Screen.read(os.environ.get(VARIABLE, ""))
        )
        jobs = [asyncio.create_task(tables.watch_clocks()), asyncio.create_task(dailies.prepare())]
        if not opened.is_file:
            jobs.append(asyncio.create_task(listen(hub, opened.url)))
        try:
            yield
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
            app.state.advisers.close()
            await tables.close()
            await opened.close()

    app = Litestar(
        [
            lobby.lobby, lobby.create, daily.days, daily.play,
            sitting.links, sitting.sit_page, sitting.sit,
            sitting.join_by_form, sitting.join_page, sitting.join,
            playing.table_now, playing.act, playing.weigh, playing.undo, playing.consent, playing.start, playing.learn,
            playing.resume, playing.seat, playing.record, playing.position,
            replaying.replay, replaying.film, replaying.branch, advice.hint, advice.coached,
            news, rules, rules_beside, static, watch.health, watch.scrape,
        ],
        lifespan=[with_store],
        middleware=[Gate(names, url)],
        before_send=[Guard(url)],
        exception_handlers={
            RavelboxError: tell_ours,
            HTTPException: tell_refused,
            Exception: tell_broken,
        },
        request_max_body_size=protocol.MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Ravelbox",
            version=running(),
            description=schema.described(),
            path="/schema",
            components=schema.KEYS,
            security=[{}, {"key": []}, {"device": []}],
            render_plugins=[
                JsonRenderPlugin(path=["/", "/openapi.json"], media_type=MediaType.JSON)
            ],
        ),
        logging_config=None,
        debug=False,
    )  # fmt: skip
    app.state.origin = public_address(url)
    app.state.filming = asyncio.Semaphore(1)  # one at a time, so that the tables stay quick
    return watch.around(app, limits or Limits())
