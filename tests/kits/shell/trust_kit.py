"""A small maker with small trees, and a machine whose power goes between two file operations."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.shell.trust.keys import create_key, public_octets, read_private_key
from tools.release import pack

SOURCES = {
    "firmware/start.py": b"print()\n",
    "firmware/words/fr/bets.toml": b'yes = "oui"\n',
    "lib/empty.py": b"",
}
"""A program as small as one can be."""


class Maker:
    """Has a key in `folder` and makes packages there."""

    def __init__(self, folder: Path, name: str = "maker") -> None:
        self.folder = folder / name
        self.folder.mkdir()
        create_key(self.folder / "maker.key")
        self.key = read_private_key(self.folder / "maker.key")
        self.public = public_octets(self.key)

    def package(self, version: str, sources: Mapping[str, bytes] = SOURCES) -> Path:
        places = {}
        for number, (path, content) in enumerate(sources.items()):
            places[path] = self.folder / str(number)
            places[path].write_bytes(content)
        out = self.folder / f"{version}.croupier"
        pack(out, places, version, self.key)
        return out


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


class Cut(BaseException):
    """The power is off."""


def every_flip(path: Path, each: Iterable[int] | None = None) -> Iterator[int]:
    """Flip one bit of a file after the other, in its place; the bit before is put right first."""
    bits = range(8 * path.stat().st_size) if each is None else each
    with path.open("r+b", buffering=0) as file:
        for bit in bits:
            octet = os.pread(file.fileno(), 1, bit // 8)
            os.pwrite(file.fileno(), flipped(octet, bit % 8), bit // 8)
            yield bit
            os.pwrite(file.fileno(), octet, bit // 8)


CHANGES = {"os.mkdir", "os.rename", "os.link", "os.remove", "os.rmdir", "os.chmod", "os.truncate"}


class Power:
    """Counts the operations that change files, and fails before number `cut`.

    Only the first half of each unsynced write is kept then.
    """

    def __init__(self, cut: int) -> None:
        self.done = 0
        self._cut = cut
        self._unsynced: set[str] = set()

    @property
    def off(self) -> bool:
        return self.done > self._cut

    def happens(self, event: str, arguments: tuple[object, ...]) -> None:
        writes = event == "open" and bool(arguments[2] & (os.O_WRONLY | os.O_RDWR))  # type: ignore[operator]
        if self.off and (writes or event in CHANGES):
            raise Cut
        if event in CHANGES or (writes and isinstance(arguments[0], str | os.PathLike)):
            self._step()
        if writes and isinstance(arguments[0], str | os.PathLike):
            self._unsynced.add(os.fspath(arguments[0]))  # type: ignore[arg-type]
        if event == "os.rename" and os.fspath(arguments[0]) in self._unsynced:  # type: ignore[arg-type]
            self._unsynced.remove(os.fspath(arguments[0]))  # type: ignore[arg-type]
            self._unsynced.add(os.fspath(arguments[1]))  # type: ignore[arg-type]

    def synced(self, path: str | None = None) -> None:
        if self.off:
            raise Cut
        self._unsynced -= self._unsynced if path is None else {path}

    def tear(self) -> None:
        for path in self._unsynced:
            if os.path.isfile(path):
                os.truncate(path, os.path.getsize(path) // 2)

    def _step(self) -> None:
        self.done += 1
        if self.off:
            raise Cut


_power: Power | None = None


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _power is not None:
        _power.happens(event, arguments)


sys.addaudithook(_hook)


@contextmanager
def powered(cut: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Power]:
    """Cut the power at one operation of the block; the rest is not done."""
    global _power
    power, fsync = Power(cut), os.fsync

    def synced_one(descriptor: int) -> None:
        power.synced(os.readlink(f"/proc/self/fd/{descriptor}"))
        fsync(descriptor)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", synced_one)
        patched.setattr(os, "sync", power.synced)
        _power = power
        try:
            yield power
        except Cut:
            pass
        finally:
            _power = None
    if power.off:
        power.tear()


def every_cut(act: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Run `act` repeatedly, each time cut one operation later; the last run is not cut.

    The caller restores everything before it asks for the next run.
    """
    cut, whole = 0, False
    while not whole:
        with powered(cut, monkeypatch) as power:
            act()
        whole = not power.off
        yield cut
        cut += 1
