"""A Unix socket that is spoken to in lines: one JSON object each way."""

import logging
import os
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import (
    MOST_CLIENTS,
    PATIENCE_S,
    ControlError,
    Excess,
    Refusal,
    line_of,
    listens,
)
from firmware.shell.sockets.pace import Pace
from firmware.shell.words.os_words import os_reason

LONGEST_PATH: Final = 107
"""Octets: Linux keeps no more of a socket's path."""
LONGEST_REQUEST: Final = 4096
ANSWERS_A_SECOND: Final = 200
"""To all clients of a socket together."""
CLIENTS_A_SECOND: Final = 100
TURN_S: Final = 0.25
"""How long an answer waits for the one before: one that takes longer is waiting itself."""
REST: Final = 4
"""How much longer than an answer has kept the processor busy a socket then rests."""
LONGEST_REST_S: Final = 1.0
CLOSING_S: Final = 1.0
"""How long answers that are being given may still take when the service ends."""
PAUSE_S: Final = 0.1
MOST_WAITING: Final = 128
"""Clients that have not been taken yet; the kernel holds them."""
_CREDENTIALS: Final = struct.Struct("3i")

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Client:
    """A connection, its user, and whether it is waiting for a line and not for an answer."""

    socket: socket.socket
    uid: int
    waiting: bool = True


def crowded_out(clients: Iterable[Client], uid: int) -> Client | None:
    """Return the client that makes room for a new one of that user, None if it must be refused.

    It is the oldest waiting one of the user with the most clients, if he has more than his share.
    """
    clients = tuple(clients)
    held = Counter(client.uid for client in clients)
    greediest, most = held.most_common(1)[0]
    if most <= held[uid] + 1:
        return None
    return next((c for c in clients if c.uid == greediest and c.waiting), None)


class LineSocket:
    """Serves `answer`, which is called with a line and its writer's user id.

    Every client has a thread of its own and can't block the table. Beyond the maximum a client
    takes the place of another user's, or is answered by `refuse`. So is a line of `longest` octets
    or more, after which the client is disconnected.
    """

    def __init__(
        self,
        path: Path,
        mode: int,
        answer: Callable[[bytes, int], msgspec.Struct],
        refuse: Callable[[Excess], msgspec.Struct] = Refusal,
        longest: int = LONGEST_REQUEST,
    ) -> None:
        """Open the socket. Raises ControlError for a path in use, or too long."""
        if len(os.fsencode(path)) > LONGEST_PATH:
            raise ControlError(path, Text("errno.ENAMETOOLONG"))
        _clear_away(path)
        self._path = path
        self._answer = answer
        self._refuse = refuse
        self._longest = longest
        self._pace = Pace(ANSWERS_A_SECOND)
        self._arrivals = Pace(CLIENTS_A_SECOND)
        self._turn = threading.Lock()
        self._ending = threading.Event()
        self._clients: dict[threading.Thread, Client] = {}
        self._server = socket.socket(socket.AF_UNIX)
        try:
            self._server.bind(os.fspath(path))
            path.chmod(mode)
            self._server.listen(MOST_WAITING)
        except OSError as error:
            self._server.close()
            raise ControlError(path, os_reason(error)) from error
        self._thread = threading.Thread(target=self._serve, name=path.name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the socket, once pending answers have reached their clients."""
        self._ending.set()
        self._server.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._server.close()
        self._path.unlink(missing_ok=True)
        end = time.monotonic() + CLOSING_S
        for thread, client in list(self._clients.items()):
            with suppress(OSError):
                client.socket.shutdown(socket.SHUT_RD)
            thread.join(max(0.0, end - time.monotonic()))

    def _serve(self) -> None:
        while not self._ending.is_set():
            try:
                client, _ = self._server.accept()
            except OSError:
                self._ending.wait(PAUSE_S)
                continue
            self._take(client)
            self._arrivals.keep()

    def _take(self, client: socket.socket) -> None:
        client.settimeout(PATIENCE_S)
        uid = _user_of(client)
        if not self._has_room(uid):
            with client, suppress(OSError):
                client.sendall(line_of(self._refuse(Excess.CROWDED)))
            return
        name, known = f"{self._path.name} client", Client(client, uid)
        thread = threading.Thread(target=self._talk, args=(known,), name=name, daemon=True)
        self._clients[thread] = known
        try:
            thread.start()
        except RuntimeError as error:
            log.warning("%s: %s", self._path.name, error)
            self._clients.pop(thread, None)
            client.close()

    def _has_room(self, uid: int) -> bool:
        """Return whether there is a place for that user's client; another may have to leave."""
        clients = dict(self._clients)
        if len(clients) < MOST_CLIENTS:
            return True
        leaves = crowded_out(clients.values(), uid)
        for thread, client in clients.items():
            if client is leaves:
                self._clients.pop(thread, None)
                with suppress(OSError):
                    client.socket.shutdown(socket.SHUT_RDWR)
        return leaves is not None

    def _talk(self, client: Client) -> None:
        try:
            with client.socket:
                self._answer_lines(client)
        except OSError as error:
            log.info("%s: a client went away: %s", self._path.name, error.strerror or error)
        finally:
            self._clients.pop(threading.current_thread(), None)

    def _answer_lines(self, client: Client) -> None:
        for line in _lines(client.socket, self._longest):
            if self._ending.is_set():
                return
            client.waiting = False
            self._pace.keep()
            answer = self._answer_in_turn(line, client.uid)
            client.socket.settimeout(PATIENCE_S)
            client.socket.sendall(answer)
            client.waiting = True
            if not line.endswith(b"\n"):
                return

    def _answer_in_turn(self, line: bytes, uid: int) -> bytes:
        """Answer one after the other, and rest: many at once would keep the loop from its turn."""
        alone = self._turn.acquire(timeout=TURN_S)
        busy_s = time.thread_time()
        try:
            return self._answer_to(line, uid)
        finally:
            self._pace.charge(min(REST * (time.thread_time() - busy_s), LONGEST_REST_S))
            if alone:
                self._turn.release()

    def _answer_to(self, line: bytes, uid: int) -> bytes:
        too_long = len(line) >= self._longest and not line.endswith(b"\n")
        return line_of(self._refuse(Excess.TOO_LONG) if too_long else self._answer(line, uid))


def _lines(client: socket.socket, longest: int) -> Iterator[bytes]:
    """Yield each line with its end; without one, at `longest` octets or at the end of input.

    Raises TimeoutError if a line takes longer than PATIENCE_S.
    """
    held = bytearray()
    while line := _next_line(client, held, longest):
        yield line


def _next_line(client: socket.socket, held: bytearray, longest: int) -> bytes:
    end = time.monotonic() + PATIENCE_S
    while b"\n" not in held and len(held) < longest:
        left_s = end - time.monotonic()
        if left_s <= 0:
            raise TimeoutError(f"no line in {PATIENCE_S} s")
        client.settimeout(left_s)
        octets = client.recv(longest)
        if not octets:
            break
        held += octets
    size = held.find(b"\n", 0, longest) + 1 or min(len(held), longest)
    line = bytes(held[:size])
    del held[:size]
    return line


def _user_of(client: socket.socket) -> int:
    told = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, uid, _ = _CREDENTIALS.unpack(told)
    return int(uid)


def _clear_away(path: Path) -> None:
    """Remove a killed service's socket; never one in use."""
    if not path.is_socket():
        return
    if listens(path):
        raise ControlError(path, Text("status.taken"))
    path.unlink(missing_ok=True)
