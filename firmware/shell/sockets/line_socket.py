"""A Unix socket of lines: one JSON object a line each way."""

import logging
import os
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import (
    MOST_CLIENTS,
    TIMEOUT_S,
    ClientLimit,
    ControlError,
    ErrorAnswer,
    encoded_line,
    is_served,
)
from firmware.shell.sockets.rate_limit import RateLimit
from firmware.shell.words.os_words import os_reason

LONGEST_PATH: Final = 107
"""Octets: Linux's limit for a socket's path."""
LONGEST_REQUEST: Final = 4096
ANSWERS_A_SECOND: Final = 200
"""To all clients of a socket together."""
CLIENTS_A_SECOND: Final = 100
LOCK_TIMEOUT_S: Final = 0.25
"""How long an answer waits for the one before: one that takes longer is waiting itself."""
REST_FACTOR: Final = 4
"""A socket rests so many times the processor time of an answer."""
LONGEST_REST_S: Final = 1.0
CLOSING_S: Final = 1.0
"""How long answers that are being given may still take when the service ends."""
ACCEPT_PAUSE_S: Final = 0.1
MAX_BACKLOG: Final = 128
"""Clients that have not been taken yet; the kernel holds them."""
_CREDENTIALS: Final = struct.Struct("3i")

log = logging.getLogger(__name__)


@dataclass(eq=False)
class SocketClient:
    """A connection, its user, and since when the service waits for it, on the monotonic clock."""

    socket: socket.socket
    user_id: int
    waits_since: float | None = field(default_factory=time.monotonic)
    """None while its line is answered."""


def client_to_evict(clients: Iterable[SocketClient], user_id: int) -> SocketClient | None:
    """Return the client that makes room for a new one of that user, None if it must be refused.

    It is the one for which the service has waited longest, of the user with the most clients if
    he has more than his share, else of the same user. So no idle or slow client holds a place.
    """
    clients = tuple(clients)
    clients_by_user = Counter(client.user_id for client in clients)
    # a user who would then have as many as another pushes out none of the other's
    fair_share = clients_by_user[user_id] + 1
    waiting = [
        (clients_by_user[client.user_id], -client.waits_since, client)
        for client in clients
        if client.waits_since is not None
        and (client.user_id == user_id or clients_by_user[client.user_id] > fair_share)
    ]
    return max(waiting, key=itemgetter(0, 1))[-1] if waiting else None


class LineSocket:
    """Serves `answer_line`, which is called with a line and its writer's user id.

    Every client has a thread of its own and can't block the table. Beyond the maximum a client
    takes the place of the slowest one, or is answered by `refuse_client`. So is a line of
    `longest_request` octets or more, after which the client is disconnected.
    """

    def __init__(
        self,
        path: Path,
        mode: int,
        answer_line: Callable[[bytes, int], msgspec.Struct],
        refuse_client: Callable[[ClientLimit], msgspec.Struct] = ErrorAnswer,
        longest_request: int = LONGEST_REQUEST,
    ) -> None:
        """Open the socket. Raises ControlError for a path in use, or too long."""
        if len(os.fsencode(path)) > LONGEST_PATH:
            raise ControlError(path, Text("errno.ENAMETOOLONG"))
        _remove_stale_socket(path)
        self._path = path
        self._answer_line = answer_line
        self._refuse_client = refuse_client
        self._longest_request = longest_request
        self._answer_rate = RateLimit(ANSWERS_A_SECOND)
        self._arrival_rate = RateLimit(CLIENTS_A_SECOND)
        self._answer_lock = threading.Lock()
        self._is_closing = threading.Event()
        self._clients: dict[threading.Thread, SocketClient] = {}
        self._server = socket.socket(socket.AF_UNIX)
        try:
            self._server.bind(os.fspath(path))
            path.chmod(mode)
            self._server.listen(MAX_BACKLOG)
        except OSError as error:
            self._server.close()
            raise ControlError(path, os_reason(error)) from error
        self._thread = threading.Thread(target=self._accept_clients, name=path.name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the socket, once pending answers have reached their clients."""
        self._is_closing.set()
        # wakes the thread in `accept`, which a close alone would not
        self._server.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._server.close()
        self._path.unlink(missing_ok=True)
        deadline = time.monotonic() + CLOSING_S
        for thread, client in list(self._clients.items()):
            with suppress(OSError):
                client.socket.shutdown(socket.SHUT_RD)
            thread.join(max(0.0, deadline - time.monotonic()))

    def _accept_clients(self) -> None:
        while not self._is_closing.is_set():
            try:
                client, _ = self._server.accept()
            except OSError:
                self._is_closing.wait(ACCEPT_PAUSE_S)
                continue
            self._take_client(client)
            self._arrival_rate.wait_for_slot()

    def _take_client(self, client: socket.socket) -> None:
        client.settimeout(TIMEOUT_S)
        user_id = _peer_user_id(client)
        if not self._make_room(user_id):
            with client, suppress(OSError):
                client.sendall(encoded_line(self._refuse_client(ClientLimit.CROWDED)))
            return
        name, known_client = f"{self._path.name} client", SocketClient(client, user_id)
        thread = threading.Thread(
            target=self._serve_client, args=(known_client,), name=name, daemon=True
        )
        self._clients[thread] = known_client
        try:
            thread.start()
        except RuntimeError as error:
            log.warning("%s: %s", self._path.name, error)
            self._clients.pop(thread, None)
            client.close()

    def _make_room(self, user_id: int) -> bool:
        """Return whether there is a place for that user's client; another may have to leave."""
        clients = dict(self._clients)
        if len(clients) < MOST_CLIENTS:
            return True
        evicted = client_to_evict(clients.values(), user_id)
        for thread, client in clients.items():
            if client is evicted:
                self._clients.pop(thread, None)
                with suppress(OSError):
                    client.socket.shutdown(socket.SHUT_RDWR)
        return evicted is not None

    def _serve_client(self, client: SocketClient) -> None:
        try:
            with client.socket:
                self._answer_lines(client)
        except OSError as error:
            log.info("%s: a client went away: %s", self._path.name, error.strerror or error)
        finally:
            self._clients.pop(threading.current_thread(), None)

    def _answer_lines(self, client: SocketClient) -> None:
        for line in _received_lines(client.socket, self._longest_request):
            if self._is_closing.is_set():
                return
            client.waits_since = None
            self._answer_rate.wait_for_slot()
            answer = self._answer_serially(line, client.user_id)
            client.waits_since = time.monotonic()
            client.socket.settimeout(TIMEOUT_S)
            client.socket.sendall(answer)
            # a line cut at the limit: the rest of it would be read as another request
            if not line.endswith(b"\n"):
                return

    def _answer_serially(self, line: bytes, user_id: int) -> bytes:
        """Answer one after the other, and rest: many at once would keep the loop from its turn."""
        # an answer that itself waits must not block the others for ever
        has_lock = self._answer_lock.acquire(timeout=LOCK_TIMEOUT_S)
        busy_s = time.thread_time()
        try:
            return self._encoded_answer(line, user_id)
        finally:
            self._answer_rate.add_rest(
                min(REST_FACTOR * (time.thread_time() - busy_s), LONGEST_REST_S)
            )
            if has_lock:
                self._answer_lock.release()

    def _encoded_answer(self, line: bytes, user_id: int) -> bytes:
        too_long = len(line) >= self._longest_request and not line.endswith(b"\n")
        return encoded_line(
            self._refuse_client(ClientLimit.TOO_LONG)
            if too_long
            else self._answer_line(line, user_id)
        )


def _received_lines(client: socket.socket, longest_request: int) -> Iterator[bytes]:
    """Yield each line with its end; without one, at `longest_request` octets or at the end of
    input.

    Raises TimeoutError if a line takes longer than TIMEOUT_S.
    """
    received = bytearray()
    while line := _next_line(client, received, longest_request):
        yield line


def _next_line(client: socket.socket, received: bytearray, longest_request: int) -> bytes:
    deadline = time.monotonic() + TIMEOUT_S
    while b"\n" not in received and len(received) < longest_request:
        remaining_s = deadline - time.monotonic()
        if remaining_s <= 0:
            raise TimeoutError(f"no line in {TIMEOUT_S} s")
        client.settimeout(remaining_s)
        octets = client.recv(longest_request)
        if not octets:
            break
        received += octets
    size = received.find(b"\n", 0, longest_request) + 1 or min(len(received), longest_request)
    line = bytes(received[:size])
    del received[:size]
    return line


def _peer_user_id(client: socket.socket) -> int:
    # the kernel's word, not the client's
    credentials = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, user_id, _ = _CREDENTIALS.unpack(credentials)
    return int(user_id)


def _remove_stale_socket(path: Path) -> None:
    """Remove a killed service's socket; never one in use."""
    if not path.is_socket():
        return
    # a killed service leaves its socket file: only one that answers is in use
    if is_served(path):
        raise ControlError(path, Text("status.taken"))
    path.unlink(missing_ok=True)
