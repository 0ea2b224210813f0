"""Serves the panel and the attendants' view to this machine's browser; it only reads."""

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.pages.answers import SHARED, type_of
from firmware.pages.reading import ReadingServer, Request
from firmware.shell.words.words import Words
from firmware.slots.panel.shown import asked, bank, lot
from firmware.slots.status import Status

PAGE: Final = Path(__file__).parent / "page"
FILES: Final = {
    **{f"/{name}": PAGE / name for name in ("panel.css", "panel.js")},
    **{f"/{name}": SHARED / name for name in ("chip.svg", "fonts.css", "type.css")},
    **{f"/{name}": SHARED / name for name in ("fonts/inter.woff2", "fonts/cinzel.woff2")},
}
VIEWS: Final[dict[str, Callable[[Status | None, Words], str]]] = {"lot": lot, "bank": bank}
HTML: Final = "text/html; charset=utf-8"


class PanelServer(ReadingServer):
    """Serves the bank at a socket until shut down. Raises OSError."""

    def __init__(self, address: tuple[str, int], socket: Path, words: Words) -> None:
        super().__init__(address, self._answer)
        self._bank, self._words = socket, words

    def _answer(self, request: Request, path: str) -> None:
        view, _, shown = path.strip("/").partition("/")
        if path in FILES:
            request.give(FILES[path].read_bytes(), type_of(FILES[path]))
        elif shown == "shown" and view in VIEWS:
            request.give(VIEWS[view](asked(self._bank), self._words).encode(), HTML)
        elif view in ("", *VIEWS) and not shown:
            request.give(self._document(view or "lot"), HTML)
        else:
            request.send_error(HTTPStatus.NOT_FOUND)

    def _document(self, view: str) -> bytes:
        title = self._words.say(Text("slots.panel_title"))
        text = (PAGE / "panel.html").read_text(encoding="utf-8")
        for name, value in (("LANG", self._words.language), ("VIEW", view), ("TITLE", title)):
            text = text.replace(name, value)
        return text.encode()
