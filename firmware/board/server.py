"""Serves the board to browsers: its page, and the table's state as server-sent events."""

from http import HTTPStatus
from pathlib import Path
from typing import Final

from firmware.board.board_poller import BoardPoller
from firmware.pages.http_headers import SHARED_FOLDER, media_type_of
from firmware.pages.read_only_server import ReadOnlyServer, Request

PAGE_FOLDER: Final = Path(__file__).parent / "page"
SERVED_FILES: Final = {
    file_path.relative_to(folder).as_posix(): file_path
    for folder in (PAGE_FOLDER, SHARED_FOLDER)
    for file_path in folder.rglob("*")
    if file_path.is_file()
}
BOARD_DOCUMENT: Final = "board.html"
KEEP_ALIVE_COMMENT: Final = b":\n\n"


class BoardServer(ReadOnlyServer):
    """Serves a board; its table may start later. Raises OSError."""

    def __init__(self, address: tuple[str, int], poller: BoardPoller) -> None:
        super().__init__(address, self._answer_request)
        self._poller = poller

    def _answer_request(self, request: Request, request_path: str) -> None:
        file_name = request_path.removeprefix("/")
        if file_name == "feed":
            self._stream_states(request)
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

    def _stream_states(self, request: Request) -> None:
        with self._poller.board_states() as state_messages:
            if state_messages is None:
                request.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
                return
            request.begin_response("text/event-stream")
            # a closed browser raises here, which ends the request
            for state_message in state_messages:
                request.wfile.write(state_message or KEEP_ALIVE_COMMENT)
