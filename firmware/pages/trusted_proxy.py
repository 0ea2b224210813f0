"""A proxy in front of a page: what its headers say is believed from its own address alone."""

from collections.abc import Collection
from typing import Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

PROXY_HEADERS: Final = frozenset(
    {
        b"forwarded",
        *(b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-forwarded-port"),
        *(b"remote-user", b"remote-groups", b"x-forwarded-user", b"x-forwarded-groups"),
    }
)
"""The headers that a client could forge; from any client but a proxy they are removed."""


class TrustedProxy:
    """Takes client address and scheme from the headers of trusted proxies; strips those headers
    from the requests of anybody else.
    """

    def __init__(self, application: ASGIApp, proxy_addresses: Collection[str]) -> None:
        self._application = application
        uvicorn_application: Any = application  # the same protocol, in uvicorn's own types
        self._behind_proxy: Any = ProxyHeadersMiddleware(uvicorn_application, [*proxy_addresses])
        self._proxy_addresses = frozenset(proxy_addresses)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client and client[0] in self._proxy_addresses:
            await self._behind_proxy(scope, receive, send)
            return
        own_headers = [
            header for header in scope.get("headers", ()) if header[0] not in PROXY_HEADERS
        ]
        await self._application({**scope, "headers": own_headers}, receive, send)
