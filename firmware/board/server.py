"""Serves the board to browsers: its page, the table's state as server-sent events, its rules."""

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import msgspec

from firmware.board.board_poller import BoardPoller
from firmware.pages.http_headers import SHARED_FOLDER, media_type_of
from firmware.pages.read_only_server import ReadOnlyServer, Request
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.words.languages import LANGUAGES

PAGE_FOLDER: Final = Path(__file__).parent / "page"
SERVED_FILES: Final = {
    file_path.relative_to(folder).as_posix(): file_path
    for folder in (PAGE_FOLDER, SHARED_FOLDER)
    for file_path in folder.rglob("*")
    if file_path.is_file()
}
BOARD_DOCUMENT: Final = "board.html"
JSON_MEDIA_TYPE: Final = "application/json"
KEEP_ALIVE_COMMENT: Final = b":\n\n"


class BoardServer(ReadOnlyServer):
    """Serves a board; its table may start later. Raises OSError."""

    def __init__(
        self,
        address: tuple[str, int],
        poller: BoardPoller,
        on_turn: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(address, self._answer_request, on_turn)
        self._poller = poller

    def _answer_request(self, request: Request, request_path: str) -> None:
        file_name = request_path.removeprefix("/")
        if file_name == "feed":
            self._stream_states(request)
        elif file_name == "rules":
            self._send_rules(request)
        elif file_name == "settled":
            self._send_settled_bets(request)
        elif file_name in ("", "board"):
            document = (
                SERVED_FILES[BOARD_DOCUMENT]
                .read_bytes()
                .replace(b'data-feed="ws"', b'data-feed="feed"')
            )
            request.send_content(document, media_type_of(SERVED_FILES[BOARD_DOCUMENT]))
        elif file_name in SERVED_FILES:
            request.send_content(
                SERVED_FILES[file_name].read_bytes(), media_type_of(SERVED_FILES[file_name])
            )
        else:
            request.send_error(HTTPStatus.NOT_FOUND)

    def _send_rules(self, request: Request) -> None:
        """Send the rules of the table, in the language that the query names."""
        language = parse_qs(urlsplit(request.path).query).get("lang", [""])[0]
        rules = self._poller.posted_rules(language) if language in LANGUAGES else None
        if rules is not None:
            request.send_content(msgspec.json.encode(rules), JSON_MEDIA_TYPE)
        elif language in LANGUAGES:
            request.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            request.send_error(HTTPStatus.BAD_REQUEST)

    def _send_settled_bets(self, request: Request) -> None:
        try:
            settled_bets = self._poller.settled_bets()
        except ControlError:
            request.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        request.send_content(msgspec.json.encode(settled_bets), JSON_MEDIA_TYPE)

    def _stream_states(self, request: Request) -> None:
        with self._poller.board_states() as state_messages:
            if state_messages is None:
                request.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
                return
            request.begin_response("text/event-stream")
            # a closed browser raises here, which ends the request
            for state_message in state_messages:
                request.wfile.write(state_message or KEEP_ALIVE_COMMENT)
