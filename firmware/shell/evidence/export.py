"""Writing a bundle: the journal is read and never touched, and the file is there whole or not."""

import fcntl
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import file_digest, sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final, NamedTuple

import msgspec

from firmware import __version__
from firmware.core.games.tournament.terms import GAMES as TOURNAMENTS
from firmware.core.table.meters import Meters
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.device.atomic_file import sync_folder
from firmware.shell.device.program import ROOT
from firmware.shell.evidence.bundle import (
    DIGESTS,
    JOURNAL,
    KIND,
    METERS,
    RULES,
    Ending,
    MetersAt,
    Part,
    Statement,
    front,
)
from firmware.shell.evidence.links import DIGEST
from firmware.shell.history.records import Carried, Checked, Entry, decode
from firmware.shell.history.shoes import Shoes
from firmware.shell.journal import JournalCopy, OsCopy
from firmware.shell.journal.records import OVERHEAD
from firmware.shell.journal.segments import Segments, readable
from firmware.shell.rules.rules import PACK
from firmware.shell.trust.keys import Device
from firmware.shell.trust.manifest import SIGNED


class Wanted(NamedTuple):
    """The first and last round to export, both included; None for no limit."""

    first: int | None = None
    last: int | None = None


class Mark(NamedTuple):
    """A position between two links at which a bundle may end, with the totals up to it."""

    octets: int = 0
    links: int = 0
    records: int = 0
    segments: tuple[int, ...] = ()
    meters: MetersAt = MetersAt(0, Meters())


ALL: Final = Wanted()


def export(
    copies: Sequence[JournalCopy], out: Path, device: Device, made: str, wanted: Wanted = ALL
) -> Statement:
    """Write a bundle and return its statement. Raises OSError, JournalError, CannotBeDone.

    If a service has the journal open, the bundle ends before the present shoe; that of a
    tournament's hall, which has no cards, does not.
    """
    with ExitStack() as stack:
        spool = [stack.enter_context(TemporaryFile(dir=out.parent)) for _ in (DIGESTS, JOURNAL)]
        reading = _Reading(*spool)
        reading.read(readable(copies), wanted)
        mark, ending = reading.end(in_use=any(map(_in_use, copies)))
        parts = [*_lesser_parts(mark.meters), (DIGESTS, spool[0]), (JOURNAL, spool[1])]
        statement = Statement(
            kind=KIND,
            device=device.public.hex(),
            made=made,
            version=__version__,
            game=reading.game,
            first=mark.segments[0],
            records=mark.records,
            segments=mark.segments,
            rounds=(reading.first_round, mark.meters.round),
            head=_last_digest(spool[0]).hex(),
            ending=ending,
            parts=tuple(_named(name, file) for name, file in parts),
        )
        begin = front(statement, device.sign(statement.text()))
        _write(out, [BytesIO(begin), *(file for _, file in parts)])
    return statement


def _in_use(copy: JournalCopy) -> bool:
    """Return whether a service has a copy open, without taking it."""
    if not isinstance(copy, OsCopy):
        return False
    try:
        held = os.open(copy.name, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(held)
    return False


class _Reading:
    """Copies the links of a journal, and records where a bundle may end."""

    def __init__(self, digests: IO[bytes], journal: IO[bytes]) -> None:
        self.game = ""
        self.first_round = 0
        self._digests = digests
        self._journal = journal
        self._here = Mark()
        self._shoes = Shoes[Mark]()
        self._stopped: tuple[Mark, Ending] | None = None
        self._wanted = Wanted()

    def read(self, found: Segments, wanted: Wanted) -> None:
        """Read the wanted segments. Raises JournalDamaged if not even a header can be read."""
        self._wanted = wanted
        self.game = found.live.stamp().game
        for number in found.numbers[_beginning(found, wanted.first) :]:
            _, history = found.read(number)
            begins = history.header.place.began.records
            self._add(history.header.raw)
            self._here = self._here._replace(segments=(*self._here.segments, begins))
            for raw in history.raws:
                self._take(raw)
                if self._stopped:
                    return
            if history.broken:
                self._stopped = self._here, "damaged"
                return

    def end(self, *, in_use: bool) -> tuple[Mark, Ending]:
        """Truncate the copied data to the exportable part; return its end, and
        the reason for it.
        """
        mark, ending = self._stopped or (self._here, "whole")
        began = self._shoes.began
        dealing = in_use and self.game not in TOURNAMENTS
        if dealing and (began is None or began.octets < mark.octets):
            mark, ending = began or Mark(), "shoe"
        if not mark.records:
            raise CannotBeDone(Text("evidence.nothing"))
        first = self._wanted.first
        if first is not None and first > mark.meters.round:
            raise CannotBeDone(Text("evidence.no_round", {"number": first}))
        self._digests.truncate(mark.links * DIGEST)
        self._journal.truncate(mark.octets)
        return mark, ending

    def _take(self, raw: bytes) -> None:
        entry = decode(raw[OVERHEAD:])
        self._note(entry)
        if not self._stopped:
            self._add(raw)
            self._here = self._here._replace(records=self._here.records + 1)

    def _note(self, entry: Entry) -> None:
        self._shoes.take(entry, self._here)
        match entry:
            case Checked(table=table):
                opened, number = self._shoes.opening, table.real.round
                if opened and number > (self._wanted.last or number):
                    self._stopped = opened, "round"
                self._count(number, table.meters)
            case Carried(table=table) if not self._here.records:
                self._count(table.real.round, table.meters)

    def _count(self, number: int, meters: Meters) -> None:
        self.first_round = self.first_round or number
        self._here = self._here._replace(meters=MetersAt(number, meters))

    def _add(self, raw: bytes) -> None:
        self._journal.write(raw)
        self._digests.write(sha256(raw).digest())
        here = self._here
        self._here = here._replace(octets=here.octets + len(raw), links=here.links + 1)


def _beginning(found: Segments, first: int | None) -> int:
    """Return the index of the first segment to read, so that a round is complete."""
    for at in range(len(found.numbers) - 1, 0, -1) if first is not None else ():
        entry = decode(next(found.payloads(found.numbers[at])))
        if isinstance(entry, Carried) and entry.table.real.round < (first or 0):
            return at
    return 0


def _lesser_parts(meters: MetersAt) -> Iterator[tuple[str, IO[bytes]]]:
    yield METERS, BytesIO(msgspec.json.encode(meters))
    yield RULES, BytesIO((files("firmware") / "rules" / f"{PACK}.toml").read_bytes())
    for name in SIGNED:
        if (ROOT / name).exists():
            yield name, BytesIO((ROOT / name).read_bytes())


def _named(name: str, file: IO[bytes]) -> Part:
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    return Part(name, size, file_digest(file, "sha256").hexdigest())  # type: ignore[arg-type]


def _last_digest(digests: IO[bytes]) -> bytes:
    digests.seek(-DIGEST, os.SEEK_END)
    return digests.read()


HALF: Final = ".half"


def _write(out: Path, pieces: Sequence[IO[bytes]]) -> None:
    """Write to a new file. Raises FileExistsError if `out` exists."""
    half = out.with_name(out.name + HALF)
    half.unlink(missing_ok=True)
    try:
        with open(half, "xb", opener=_for_its_owner) as file:
            for piece in pieces:
                piece.seek(0)
                shutil.copyfileobj(piece, file)
            file.flush()
            os.fsync(file.fileno())
        os.link(half, out)
    finally:
        half.unlink(missing_ok=True)
    sync_folder(out.parent)


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
