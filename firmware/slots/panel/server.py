"""Serves the panel and the attendants' view to this machine's browser; it only reads."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words
from firmware.slots.panel.shown import asked, bank, lot
from firmware.slots.status import Status

PAGE: Final = Path(__file__).parent / "page"
LETTERS: Final = Path(str(files("firmware.board"))) / "page"
"""The board's page, which has the letters."""
FILES: Final = {
    "/panel.css": (PAGE / "panel.css", "text/css"),
    "/panel.js": (PAGE / "panel.js", "text/javascript"),
    "/fonts.css": (LETTERS / "fonts.css", "text/css"),
    "/type.css": (LETTERS / "type.css", "text/css"),
    "/fonts/inter.woff2": (LETTERS / "fonts" / "inter.woff2", "font/woff2"),
    "/fonts/cinzel.woff2": (LETTERS / "fonts" / "cinzel.woff2", "font/woff2"),
}
VIEWS: Final[dict[str, Callable[[Status | None, Words], str]]] = {"lot": lot, "bank": bank}
HTML: Final = "text/html; charset=utf-8"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class PanelServer(ThreadingHTTPServer):
    """Serves the bank at a socket until shut down. Raises OSError."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], socket: Path, words: Words) -> None:
        super().__init__(address, partial(_Panel, socket, words))

    @property
    def address(self) -> str:
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}/"

    def handle_error(self, *_request: object) -> None:
        """Say nothing: a browser has gone in the middle of something."""


class _Panel(BaseHTTPRequestHandler):
    timeout = 10.0

    def __init__(self, socket: Path, words: Words, *request: object) -> None:
        self._socket, self._words = socket, words
        super().__init__(*request)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        view, _, shown = self.path.strip("/").partition("/")
        if self.path in FILES:
            path, kind = FILES[self.path]
            self._give(path.read_bytes(), kind)
        elif shown == "shown" and view in VIEWS:
            self._give(VIEWS[view](asked(self._socket), self._words).encode(), HTML)
        elif view in ("", *VIEWS) and not shown:
            self._give(self._document(view or "lot"), HTML)
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _document(self, view: str) -> bytes:
        title = self._words.say(Text("slots.panel_title"))
        text = (PAGE / "panel.html").read_text(encoding="utf-8")
        for name, value in (("LANG", self._words.language), ("VIEW", view), ("TITLE", title)):
            text = text.replace(name, value)
        return text.encode()

    def _give(self, body: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def version_string(self) -> str:
        return "croupier"

    def log_message(self, *_said: object) -> None:
        """Log nothing: every request is a read."""
