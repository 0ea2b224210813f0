"""Serves a page that only reads with the standard library alone: a table has no other server."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from firmware.pages.answers import HEADERS
from firmware.pages.listening import url

STALLED_S: Final = 10.0
"""How long a browser may take over a request, or leave output unread."""
Answer = Callable[["Request", str], None]
"""Answers a request by its path."""


class ReadingServer(ThreadingHTTPServer):
    """Serves at an address until shut down. Raises OSError."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], answer: Answer) -> None:
        super().__init__(address, partial(Request, answer))

    @property
    def address(self) -> str:
        return url(self.socket)

    def handle_error(self, *_request: object) -> None:
        """Say nothing: a browser has gone in the middle of something."""


class Request(BaseHTTPRequestHandler):
    """One request of a browser."""

    timeout = STALLED_S

    def __init__(self, answer: Answer, *request: object) -> None:
        self._answer = answer
        super().__init__(*request)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self._answer(self, self.path.partition("?")[0])

    def begin(self, kind: str, octets: int | None = None) -> None:
        """Begin the answer; one whose end is open has no count of octets."""
        self.send_response(HTTPStatus.OK)
        length = {} if octets is None else {"Content-Length": str(octets)}
        for name, value in {"Content-Type": kind, **HEADERS, **length}.items():
            self.send_header(name, value)
        self.end_headers()

    def give(self, body: bytes, kind: str) -> None:
        """Answer with a body."""
        self.begin(kind, len(body))
        self.wfile.write(body)

    def version_string(self) -> str:
        return "croupier"

    def log_message(self, *_said: object) -> None:
        """Log nothing: every request is a read."""
