"""Serves a board to browsers: its page, and the state of its table as server-sent events."""

from http import HTTPStatus
from pathlib import Path
from typing import Final

from firmware.board.watch import Watch
from firmware.pages.answers import SHARED, type_of
from firmware.pages.reading import ReadingServer, Request

PAGE: Final = Path(__file__).parent / "page"
FILES: Final = {
    path.relative_to(folder).as_posix(): path
    for folder in (PAGE, SHARED)
    for path in folder.rglob("*")
    if path.is_file()
}
DOCUMENT: Final = "board.html"
KEEP_ALIVE: Final = b":\n\n"


class BoardServer(ReadingServer):
    """Serves a board, and waits for its table. Raises OSError."""

    def __init__(self, address: tuple[str, int], watch: Watch) -> None:
        super().__init__(address, self._answer)
        self._watch = watch

    def _answer(self, request: Request, path: str) -> None:
        name = path.removeprefix("/")
        if name == "feed":
            self._feed(request)
        elif name in ("", "board"):
            body = FILES[DOCUMENT].read_bytes().replace(b'data-feed="ws"', b'data-feed="feed"')
            request.give(body, type_of(FILES[DOCUMENT]))
        elif name in FILES:
            request.give(FILES[name].read_bytes(), type_of(FILES[name]))
        else:
            request.send_error(HTTPStatus.NOT_FOUND)

    def _feed(self, request: Request) -> None:
        with self._watch.board() as states:
            if states is None:
                request.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
                return
            request.begin("text/event-stream")
            for state in states:
                request.wfile.write(state or KEEP_ALIVE)
