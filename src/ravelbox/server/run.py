"""Serve the box on this machine, and show it in a browser."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Final

import uvicorn

from ravelbox import web
from ravelbox.kernel.errors import StoreError
from ravelbox.server.app import make_app
from ravelbox.server.store import Store

VENDOR: Final = Path(web.__file__).parent / "static" / "vendor" / "idiomorph.esm.js"
FAILED: Final = 2  # the exit code for what a user can put right


class _Server(uvicorn.Server):
    """Says where it is as soon as it answers, and not before."""

    def __init__(self, config: uvicorn.Config, address: str, *, open_browser: bool) -> None:
        super().__init__(config)
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if not self.started:
            return
        sys.stdout.write(f"Ravelbox is open at {self._address} (Ctrl+C closes it)\n")
        sys.stdout.flush()
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    store: str | Path | None = None,
    *,
    open_browser: bool = False,
) -> int:
    """Serve until interrupted; the exit code. Port 0 takes a free one."""
    if not VENDOR.exists():
        return _fail(
            "the page's script is not installed; set the box up with `make play`, which fetches it"
        )
    try:
        asyncio.run(_try(store))
        listener = _listen(host, port)
    except StoreError as error:
        return _fail(str(error))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        return _fail(f"cannot serve on {host} port {port}: {reason}")
    config = uvicorn.Config(
        make_app(store, names=_names(host)),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=5,
    )
    address = f"http://{_shown(host)}:{listener.getsockname()[1]}/"
    server = _Server(config, address, open_browser=open_browser)
    try:
        asyncio.run(server.serve(sockets=[listener]))
    except KeyboardInterrupt:
        pass  # this is how people close it
    finally:
        listener.close()
    return 0


async def _try(store: str | Path | None) -> None:
    """Open the store once before all else, so that trouble is one sentence and no server's log."""
    await (await Store.open(store)).close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def _names(host: str) -> list[str]:
    """The names, beside numbers and localhost, by which others may call this machine."""
    if _is_loopback(host):
        return []
    return [host, socket.gethostname(), f"{socket.gethostname()}.local"]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _shown(host: str) -> str:
    """The host as an address has it; one that means all is reached by the nearest."""
    if host in ("", "0.0.0.0"):  # noqa: S104  # said by the user, not by us
        return "127.0.0.1"
    if host == "::":
        return "[::1]"
    return f"[{host}]" if ":" in host else host


def _fail(sentence: str) -> int:
    sys.stderr.write(f"ravelbox: {sentence}\n")
    return FAILED
