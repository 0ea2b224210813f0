"""Serves the panel and the attendants' view to a browser on this computer; it only reads."""

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.pages.http_headers import SHARED_FOLDER, media_type_of
from firmware.pages.read_only_server import ReadOnlyServer, Request
from firmware.shell.words.words import Words
from firmware.slots.panel.views import bank_view, jackpot_view, query_status
from firmware.slots.status import BankStatus

PAGE_FOLDER: Final = Path(__file__).parent / "page"
SERVED_FILES: Final = {
    **{f"/{file_name}": PAGE_FOLDER / file_name for file_name in ("panel.css", "panel.js")},
    **{f"/{name}": SHARED_FOLDER / name for name in ("chip.svg", "fonts.css", "type.css")},
    **{f"/{name}": SHARED_FOLDER / name for name in ("fonts/inter.woff2", "fonts/cinzel.woff2")},
}
PANEL_VIEWS: Final[dict[str, Callable[[BankStatus | None, Words], str]]] = {
    "lot": jackpot_view,
    "bank": bank_view,
}
HTML_MEDIA_TYPE: Final = "text/html; charset=utf-8"


class PanelServer(ReadOnlyServer):
    """Serves the bank at a socket until shut down. Raises OSError."""

    def __init__(self, address: tuple[str, int], bank_socket: Path, words: Words) -> None:
        super().__init__(address, self._answer_request)
        self._bank_socket, self._words = bank_socket, words

    def _answer_request(self, request: Request, request_path: str) -> None:
        view_name, _, subpath = request_path.strip("/").partition("/")
        if request_path in SERVED_FILES:
            request.send_content(
                SERVED_FILES[request_path].read_bytes(), media_type_of(SERVED_FILES[request_path])
            )
        elif subpath == "shown" and view_name in PANEL_VIEWS:
            bank_status = query_status(self._bank_socket)
            words = self._words.for_house(bank_status.house) if bank_status else self._words
            view = PANEL_VIEWS[view_name](bank_status, words)
            request.send_content(view.encode(), HTML_MEDIA_TYPE)
        elif view_name in ("", *PANEL_VIEWS) and not subpath:
            request.send_content(self._panel_document(view_name or "lot"), HTML_MEDIA_TYPE)
        else:
            request.send_error(HTTPStatus.NOT_FOUND)

    def _panel_document(self, view_name: str) -> bytes:
        page_title = self._words.render(Text("slots.panel_title"))
        document_text = (PAGE_FOLDER / "panel.html").read_text(encoding="utf-8")
        for placeholder, replacement in (
            ("LANG", self._words.language),
            ("VIEW", view_name),
            ("TITLE", page_title),
        ):
            document_text = document_text.replace(placeholder, replacement)
        return document_text.encode()
