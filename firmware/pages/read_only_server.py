"""A read-only page server on the standard library alone: a table has no other server."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from firmware.pages.http_headers import RESPONSE_HEADERS
from firmware.pages.listening_socket import page_address
from firmware.pages.own_host import is_own_host

STALL_TIMEOUT_S: Final = 10.0
"""How long a browser may take for a request, or leave output unread."""
RequestHandler = Callable[["Request", str], None]
"""Responds to a request by its path."""


class ReadOnlyServer(ThreadingHTTPServer):
    """Serves at an address until shut down. Raises OSError."""

    # an open event stream must not hold up the end of the process
    daemon_threads = True

    def __init__(
        self,
        address: tuple[str, int],
        request_handler: RequestHandler,
        on_turn: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(address, partial(Request, request_handler))
        self._on_turn = on_turn

    @property
    def address(self) -> str:
        return page_address(self.socket)

    def service_actions(self) -> None:
        """Called twice a second as long as the server gets on."""
        self._on_turn()

    def handle_error(self, *_request_arguments: object) -> None:
        """Log nothing: a browser has disconnected during a response."""


class Request(BaseHTTPRequestHandler):
    """One request of a browser."""

    timeout = STALL_TIMEOUT_S

    def __init__(self, request_handler: RequestHandler, *request_arguments: object) -> None:
        self._handle_request = request_handler
        super().__init__(*request_arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        if is_own_host(self.headers.get("Host", "")):
            self._handle_request(self, self.path.partition("?")[0])
        else:
            self.send_error(HTTPStatus.FORBIDDEN)

    def begin_response(
        self,
        media_type: str,
        content_length: int | None = None,
        status: HTTPStatus = HTTPStatus.OK,
    ) -> None:
        """Send the headers; a response of open length has no Content-Length."""
        self.send_response(status)
        content_length_header = (
            {} if content_length is None else {"Content-Length": str(content_length)}
        )
        for header_name, header_value in {
            "Content-Type": media_type,
            **RESPONSE_HEADERS,
            **content_length_header,
        }.items():
            self.send_header(header_name, header_value)
        self.end_headers()

    def send_content(
        self, content: bytes, media_type: str, status: HTTPStatus = HTTPStatus.OK
    ) -> None:
        """Send a whole response."""
        self.begin_response(media_type, len(content), status)
        self.wfile.write(content)

    # the default would name the versions of Python and http.server
    def version_string(self) -> str:
        return "croupier"

    def log_message(self, *_arguments: object) -> None:
        """Log nothing: every request is a read."""
