"""vhost-user back ends: the far side of a guest kernel's virtio devices, in this process.

The guest connects to a socket, passes the file of its memory and, for each queue, two eventfds: it
rings `kick` when there is a request, we ring `call` when there is an answer. A request is a chain
of descriptors in its memory: pieces to read, then pieces to write. Sources: the vhost-user protocol
of QEMU's documentation, and the virtio 1.2 specification, section 2.7 (split queues).
"""

import mmap
import os
import select
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple

VERSION_1: Final = 1 << 32
PROTOCOL_FEATURES: Final = 1 << 30
REPLY_ACK, SLAVE_REQUESTS, CONFIG = 1 << 3, 1 << 5, 1 << 9
"""UML's driver has no interrupts without SLAVE_REQUESTS."""
_HEADER: Final = struct.Struct("<III")
_REPLY: Final = 5
"""Version 1, and a reply."""
_WANTS_ACK: Final = 8
_NEXT, _WRITABLE, _INDIRECT = 1, 2, 4
"""Flags of a descriptor."""


class Piece(NamedTuple):
    """A stretch of the guest's memory."""

    memory: mmap.mmap
    at: int
    length: int = 0

    def read(self) -> bytes:
        return self.memory[self.at : self.at + self.length]

    def write(self, data: bytes, offset: int = 0) -> None:
        at = self.at + offset
        self.memory[at : at + len(data)] = data


class Chain(NamedTuple):
    """One request of a guest."""

    head: int
    asked: bytes
    answer: list[Piece]


class Region(NamedTuple):
    """A region of the guest's memory, by its physical and by its front end's address."""

    guest: int
    size: int
    user: int
    offset: int
    memory: mmap.mmap

    def piece(self, address: int, base: int, length: int) -> Piece | None:
        inside = base <= address < base + self.size
        return Piece(self.memory, address - base + self.offset, length) if inside else None


class Memory:
    """The memory that a guest shares."""

    def __init__(self) -> None:
        self.regions: list[Region] = []

    def share(self, body: bytes, files: list[int]) -> None:
        """Take over the regions of a SET_MEM_TABLE."""
        self.regions = []
        for number, file in enumerate(files):
            guest, size, user, offset = struct.unpack_from("<QQQQ", body, 8 + 32 * number)
            shared = mmap.mmap(file, size + offset)
            os.close(file)
            self.regions.append(Region(guest, size, user, offset, shared))

    def physical(self, address: int, length: int = 0) -> Piece:
        return self._found(r.piece(address, r.guest, length) for r in self.regions)

    def user(self, address: int) -> Piece:
        return self._found(r.piece(address, r.user, 0) for r in self.regions)

    @staticmethod
    def _found(pieces: Iterator[Piece | None]) -> Piece:
        return next(piece for piece in pieces if piece is not None)


class Queue:
    """A split queue: the guest's table of descriptors and its two rings."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.size = self.taken = 0
        self.table = self.available = self.used = Piece(mmap.mmap(-1, 1), 0)
        self.kick = self.call = -1

    def chains(self) -> Iterator[Chain]:
        """Yield the requests that were not taken so far."""
        memory, at, _ = self.available
        while self.taken != struct.unpack_from("<H", memory, at + 2)[0]:
            (head,) = struct.unpack_from("<H", memory, at + 4 + 2 * (self.taken % self.size))
            self.taken = (self.taken + 1) & 0xFFFF
            yield self._chain(head)

    def answer(self, chain: Chain, written: int) -> None:
        """Give a chain back, so many bytes of which were written, and ring."""
        memory, at, _ = self.used
        (index,) = struct.unpack_from("<H", memory, at + 2)
        struct.pack_into("<II", memory, at + 4 + 8 * (index % self.size), chain.head, written)
        struct.pack_into("<H", memory, at + 2, (index + 1) & 0xFFFF)
        if self.call >= 0:
            os.eventfd_write(self.call, 1)

    def _chain(self, head: int) -> Chain:
        asked, answer, table, number = b"", list[Piece](), self.table, head
        while True:
            address, length, flags, following = struct.unpack_from(
                "<QIHH", table.memory, table.at + 16 * number
            )
            piece = self._memory.physical(address, length)
            if flags & _INDIRECT:
                table, number = piece, 0
                continue
            if flags & _WRITABLE:
                answer.append(piece)
            else:
                asked += piece.read()
            if not flags & _NEXT:
                return Chain(head, asked, answer)
            number = following


class Request(IntEnum):
    """The front end's requests that are answered or heeded."""

    GET_FEATURES = 1
    SET_MEM_TABLE = 5
    SET_VRING_NUM = 8
    SET_VRING_ADDR = 9
    SET_VRING_BASE = 10
    GET_VRING_BASE = 11
    SET_VRING_KICK = 12
    SET_VRING_CALL = 13
    GET_PROTOCOL_FEATURES = 15
    SET_SLAVE_REQ_FD = 21
    GET_CONFIG = 24


class Backend:
    """Serves one device at a socket, in a thread of its own, until `close`.

    A subclass says what it can and answers what a queue brings.
    """

    features = VERSION_1 | PROTOCOL_FEATURES
    queue_count = 1

    def __init__(self, path: Path, config: bytes = b"") -> None:
        self._config = config
        self._replies: dict[int, Callable[[bytes, list[int]], bytes | None]] = {
            Request.GET_FEATURES: lambda _, __: struct.pack("<Q", self.features),
            Request.GET_PROTOCOL_FEATURES: lambda _, __: struct.pack(
                "<Q", REPLY_ACK | SLAVE_REQUESTS | (CONFIG if config else 0)
            ),
            Request.SET_MEM_TABLE: lambda body, files: self._memory.share(body, files),
            Request.SET_VRING_NUM: self._set_size,
            Request.SET_VRING_ADDR: self._set_addresses,
            Request.SET_VRING_BASE: self._set_base,
            Request.GET_VRING_BASE: self._stop,
            Request.SET_VRING_KICK: self._set_kick,
            Request.SET_VRING_CALL: self._set_call,
            Request.SET_SLAVE_REQ_FD: self._store_files,
            Request.GET_CONFIG: self._tell_config,
        }
        self._forget()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(os.fspath(path))
        self._listener.listen(1)
        self._thread = threading.Thread(target=self._serve, name=path.name, daemon=True)
        self._thread.start()

    def kicked(self, number: int, queue: Queue) -> None:
        """Answer what a queue has brought."""
        raise NotImplementedError

    def close(self) -> None:
        """Serve no more; whoever is connected is served until he goes."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()

    def _forget(self) -> None:
        self._memory = Memory()
        self.queues = [Queue(self._memory) for _ in range(self.queue_count)]
        self._files: list[int] = []

    def _serve(self) -> None:
        while True:
            try:
                self._client, _ = self._listener.accept()
            except OSError:  # closed
                return
            with self._client, suppress(ConnectionError, EOFError):
                while True:
                    self._wait()
            self._forget()

    def _wait(self) -> None:
        kicks = {queue.kick: number for number, queue in enumerate(self.queues) if queue.kick >= 0}
        for ready in select.select([self._client, *kicks], [], [])[0]:
            if ready is self._client:
                self._receive_request()
            else:
                os.eventfd_read(ready)
                self.kicked(kicks[ready], self.queues[kicks[ready]])

    def _receive_request(self) -> None:
        head, files, _, _ = socket.recv_fds(self._client, _HEADER.size, 8)
        if len(head) < _HEADER.size:
            raise EOFError
        request, flags, size = _HEADER.unpack(head)
        body = self._client.recv(size, socket.MSG_WAITALL) if size else b""
        reply = self._replies.get(request, lambda _, __: None)(body, files)
        if reply is None and flags & _WANTS_ACK:
            reply = bytes(8)
        if reply is not None:
            self._client.sendall(_HEADER.pack(request, _REPLY, len(reply)) + reply)

    # requests

    def _set_size(self, body: bytes, _files: list[int]) -> None:
        number, size = struct.unpack("<II", body[:8])
        self.queues[number].size = size

    def _set_addresses(self, body: bytes, _files: list[int]) -> None:
        number, _, table, used, available, _ = struct.unpack("<IIQQQQ", body[:40])
        queue, user = self.queues[number], self._memory.user
        queue.table, queue.used, queue.available = user(table), user(used), user(available)

    def _set_base(self, body: bytes, _files: list[int]) -> None:
        number, base = struct.unpack("<II", body[:8])
        self.queues[number].taken = base

    def _stop(self, body: bytes, _files: list[int]) -> bytes:
        (number,) = struct.unpack("<I", body[:4])
        self.queues[number].kick = -1
        return struct.pack("<II", number, self.queues[number].taken)

    def _set_kick(self, body: bytes, files: list[int]) -> None:
        self.queues[body[0]].kick = files[0] if files else -1

    def _set_call(self, body: bytes, files: list[int]) -> None:
        self.queues[body[0]].call = files[0] if files else -1

    def _store_files(self, _body: bytes, files: list[int]) -> None:
        self._files += files

    def _tell_config(self, body: bytes, _files: list[int]) -> bytes:
        offset, size, _ = struct.unpack("<III", body[:12])
        return body[:12] + self._config[offset : offset + size].ljust(size, b"\0")
