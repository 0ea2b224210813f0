"""Same-origin guard: only the server's own page is served, under one of the server's names.

A foreign page must not deal at this table: neither by a request to it (its `Origin` differs) nor by
DNS rebinding, pointing its own name here (the `Host` differs).
"""

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from firmware.pages.http_headers import RESPONSE_HEADERS
from firmware.pages.own_host import LOCAL_HOST, is_own_host


class OriginGuard:
    """Passes requests that use an IP address or one of `own_host_names`, from the server's own
    page.
    """

    def __init__(self, application: ASGIApp, own_host_names: Collection[str]) -> None:
        self._application = application
        self._own_host_names = {LOCAL_HOST, *own_host_names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, or refuse it with 403."""
        headers = Headers(scope=scope)
        if is_own_host(headers.get("host", ""), self._own_host_names) and _is_same_origin(headers):
            await self._application(scope, receive, _with_response_headers(send))
        else:
            refusal_response = PlainTextResponse("403: not this server's own page\n", 403)
            await refusal_response(scope, receive, send)


def _is_same_origin(headers: Headers) -> bool:
    origin = headers.get("origin")
    return origin is None or origin.lower().partition("://")[2] == headers["host"].lower()


def _with_response_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for header_name, header_value in RESPONSE_HEADERS.items():
                headers.setdefault(header_name, header_value)
        await send(message)

    return send_with_headers
