"""The little server of a process's figures: `/metrics` for Prometheus, and `/healthz`."""

import threading
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from firmware import __version__
from firmware.pages.read_only_server import ReadOnlyServer, Request

MAX_REQUESTS: Final = 4
"""The most at the same time; one more is closed at once, so that they cost few threads."""


class Health(msgspec.Struct, frozen=True):
    """Whether a process gets on, and for how long each of its loops has been in its turn, in s."""

    is_stale: bool
    ages_s: dict[str, float]
    version: str = __version__


class MetricsServer(ReadOnlyServer):
    """Listens as soon as it is made, at one address, by default at none. Raises OSError."""

    def __init__(
        self,
        bind_address: tuple[str, int],
        registry: CollectorRegistry,
        read_health: Callable[[], Health],
    ) -> None:
        self._free_requests = threading.BoundedSemaphore(MAX_REQUESTS)

        def respond(request: Request, path: str) -> None:
            match path:
                case "/metrics":
                    request.send_content(generate_latest(registry), CONTENT_TYPE_LATEST)
                case "/healthz":
                    health = read_health()
                    status = HTTPStatus.SERVICE_UNAVAILABLE if health.is_stale else HTTPStatus.OK
                    request.send_content(msgspec.json.encode(health), "application/json", status)
                case _:
                    request.send_error(HTTPStatus.NOT_FOUND)

        super().__init__(bind_address, respond)

    def start(self) -> None:
        """Serve in a thread of its own, until the process ends or `shutdown`."""
        threading.Thread(target=self.serve_forever, name="metrics", daemon=True).start()

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - as socketserver has them
        if self._free_requests.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free_requests.release()
