"""Serves a board to browsers: its page, and the state of its table as server-sent events."""

from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from firmware.board.watch import Watch

PAGE: Final = Path(__file__).parent / "page"
FILES: Final = {
    path.relative_to(PAGE).as_posix(): path for path in PAGE.rglob("*") if path.is_file()
}
DOCUMENT: Final = "board.html"
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
STALLED_S: Final = 10.0
"""How long a browser may take over a request, or leave output unread."""
KEEP_ALIVE: Final = b":\n\n"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class BoardServer(ThreadingHTTPServer):
    """Serves at an address until shut down. Raises OSError."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], watch: Watch) -> None:
        super().__init__(address, partial(_Board, watch))

    @property
    def address(self) -> str:
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}/"

    def handle_error(self, *_request: object) -> None:
        """Say nothing: a browser has gone in the middle of something."""


class _Board(BaseHTTPRequestHandler):
    timeout = STALLED_S

    def __init__(self, watch: Watch, *request: object) -> None:
        self._watch = watch
        super().__init__(*request)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].removeprefix("/")
        if name == "feed":
            self._feed()
        else:
            self._give(DOCUMENT if name in ("", "board") else name)

    def _give(self, name: str) -> None:
        if name not in FILES:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        body = FILES[name].read_bytes()
        if name == DOCUMENT:
            body = body.replace(b'data-feed="ws"', b'data-feed="feed"')
        kind = TYPES.get(FILES[name].suffix) or guess_type(name)[0] or "text/plain"
        self._begin(kind, {"Content-Length": str(len(body))})
        self.wfile.write(body)

    def _feed(self) -> None:
        with self._watch.board() as states:
            if states is None:
                self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
                return
            self._begin("text/event-stream", {})
            for state in states:
                self.wfile.write(state or KEEP_ALIVE)

    def _begin(self, kind: str, more: dict[str, str]) -> None:
        self.send_response(HTTPStatus.OK)
        for name, value in {"Content-Type": kind, **HEADERS, **more}.items():
            self.send_header(name, value)
        self.end_headers()

    def version_string(self) -> str:
        return "croupier"

    def log_message(self, *_said: object) -> None:
        """Log nothing: every request is a read."""
