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
from typing import IO, Final

import msgspec

from firmware import __version__
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
    MetersAt,
    Part,
    Statement,
    front,
)
from firmware.shell.evidence.content import ALL, Content, Extent, Place, Wanted
from firmware.shell.evidence.links import DIGEST
from firmware.shell.evidence.table import TABLE
from firmware.shell.journal import JournalCopy, OsCopy
from firmware.shell.journal.records import OVERHEAD
from firmware.shell.journal.segments import Segments, readable
from firmware.shell.rules.rules import PACK
from firmware.shell.trust.keys import Device
from firmware.shell.trust.manifest import SIGNED


def export(
    copies: Sequence[JournalCopy],
    out: Path,
    device: Device,
    made: str,
    wanted: Wanted = ALL,
    content: Content = TABLE,
) -> Statement:
    """Write a bundle and return its statement. Raises OSError, JournalError; CannotBeDone if there
    is nothing to write, or the copies are of two journals.

    If a service has the journal of a table open, the bundle ends before the present shoe.
    """
    found, extent = readable(copies), content.extent(wanted)
    if len(found.identities) > 1:
        raise CannotBeDone(Text("evidence.two_journals", {"copies": found.names}))
    with ExitStack() as stack:
        spool = [stack.enter_context(_beside(out)) for _ in (DIGESTS, JOURNAL)]
        copying = _Copying(*spool)
        whole = copying.copy(found, extent)
        end = extent.end(copying.here, in_use=any(map(_in_use, copies)))
        copying.cut(end.place)
        parts = [*_lesser_parts(end.meters), (DIGESTS, spool[0]), (JOURNAL, spool[1])]
        statement = Statement(
            kind=KIND,
            device=device.public.hex(),
            made=made,
            version=__version__,
            game=found.live.stamp().game,
            first=end.place.segments[0],
            records=end.place.records,
            segments=end.place.segments,
            rounds=end.rounds,
            head=_last_digest(spool[0]).hex(),
            ending=end.why if whole or end.why != "whole" else "damaged",
            parts=tuple(_named(name, file) for name, file in parts),
        )
        begin = front(statement, device.sign(statement.text()))
        _write(out, [BytesIO(begin), *(file for _, file in parts)])
    return statement


def _beside(out: Path) -> IO[bytes]:
    try:
        return TemporaryFile(dir=out.parent)
    except OSError as error:
        error.filename = str(out)  # the temporary file has a name that nobody has typed
        raise


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


class _Copying:
    """Copies the links of a journal and their digests, up to `here`."""

    def __init__(self, digests: IO[bytes], journal: IO[bytes]) -> None:
        self.here = Place()
        self._digests = digests
        self._journal = journal

    def copy(self, found: Segments, extent: Extent) -> bool:
        """Copy what a bundle may have; return False if the journal is damaged before its end.
        Raises JournalDamaged if not even a header can be read.
        """
        for number in range(extent.begins(found), found.live.segment + 1):
            _, history = found.read(number)
            begins = history.header.place.began.records
            self._add(history.header.raw)
            self.here = self.here._replace(segments=(*self.here.segments, begins))
            for raw in history.raws:
                if not extent.take(raw[OVERHEAD:], self.here):
                    return True
                self._add(raw)
                self.here = self.here._replace(records=self.here.records + 1)
            if history.broken:
                return False
        return True

    def cut(self, end: Place) -> None:
        """Truncate what was copied."""
        self._digests.truncate(end.links * DIGEST)
        self._journal.truncate(end.octets)

    def _add(self, raw: bytes) -> None:
        self._journal.write(raw)
        self._digests.write(sha256(raw).digest())
        here = self.here
        self.here = here._replace(octets=here.octets + len(raw), links=here.links + 1)


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
