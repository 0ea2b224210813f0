"""Access control: only the server's own page, under one of the server's names.

A foreign page must not deal at this table: neither by addressing it (its `Origin` differs) nor by
pointing its own name here (the `Host` differs).
"""

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from firmware.pages.answers import HEADERS

LOCAL: Final = "localhost"


class Guard:
    """Lets requests pass that use an address or one of `names`, from the server's own page."""

    def __init__(self, served: ASGIApp, names: Collection[str]) -> None:
        self._served = served
        self._names = {LOCAL, *names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse with 403."""
        headers = Headers(scope=scope)
        if self._known(headers.get("host", "")) and _own(headers):
            await self._served(scope, receive, _adding_headers(send))
        else:
            refused = PlainTextResponse("403: not this server's own page\n", 403)
            await refused(scope, receive, send)

    def _known(self, host: str) -> bool:
        """A name can be made to lead here, an address can't."""
        name = _name(host)
        return name in self._names or _is_address(name)


def _own(headers: Headers) -> bool:
    origin = headers.get("origin")
    return origin is None or origin.lower().partition("://")[2] == headers["host"].lower()


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _adding_headers(send: Send) -> Send:
    async def added(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return added
