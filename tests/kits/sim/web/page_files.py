"""The files of the page, for a browser, without a table's server."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from threading import Thread

from firmware.pages.http_headers import SHARED_FOLDER
from firmware.shell.config.defaults import default_table
from sim.web.felt.felt_plan import draw_felt
from sim.web.felt.felt_thumbnail import felt_thumbnail
from sim.web.server.page_files import PageFiles
from sim.web.server.server import BOARD_FOLDER, PAGE_FOLDER

EMPTY = "<!doctype html><title>nothing</title>"
FELT_PICTURE = re.compile(r"felts/([\w-]+)\.svg")
STOPS_WITHIN_S = 0.1


class Files(ThreadingHTTPServer):
    """Serves the page's files; `document` and those of `folders` replace its own."""

    daemon_threads = True

    def __init__(self, document: str | None, *folders: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Giving)
        self.host = f"http://127.0.0.1:{self.server_port}/"
        self.document = document and document.encode()
        self._files = PageFiles(PAGE_FOLDER, BOARD_FOLDER, SHARED_FOLDER, *folders)

    def body(self, name: str) -> bytes | None:
        """Return the file of that name; None where there is none."""
        if name == "index.html" and self.document:
            return self.document
        if picture := FELT_PICTURE.fullmatch(name):
            config = default_table(picture[1])
            return felt_thumbnail(draw_felt(config, config.open_game())).encode()
        found = self._files.file_response(name)
        return bytes(found.body) if found.status_code == HTTPStatus.OK else None


class _Giving(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Files

    def do_GET(self) -> None:
        name = self.path.removeprefix("/") or "index.html"
        body = self.server.body(name)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", guess_type(name)[0] or "text/plain")
        self.send_header("Content-Length", str(len(body or b"")))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_said: object) -> None:
        """Log nothing."""


@contextmanager
def page_files(document: str | None = None, *folders: Path) -> Iterator[str]:
    """Serve the page's files until the block is left; give the address."""
    with Files(document, *folders) as served:
        serving = Thread(target=served.serve_forever, args=(STOPS_WITHIN_S,))
        serving.start()
        try:
            yield served.host
        finally:
            served.shutdown()
            serving.join()
