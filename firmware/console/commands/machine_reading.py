"""`version`, `clock` and `clock set`: the program, the machine under it, and the time of day."""

import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from rich.text import Text as Ink

from firmware import __version__
from firmware.console.command.command import Command, Context, Takes
from firmware.console.commands.program import MAKER
from firmware.console.text.clean import clean, said
from firmware.console.text.drawing import Mark, Told, row
from firmware.console.text.measures import moment, seconds_until, span
from firmware.core.vocabulary.health import MachineStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.journal.header import VERSION
from firmware.shell.technician.requests import TECHNICIAN, Said
from firmware.shell.trust.errors import TrustError
from firmware.shell.trust.keys import fingerprint, read_public
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import Words

YEARS: Final = range(2024, 2100)
"""The range of years of the clock."""
ZONED: Final = "%Y-%m-%d %H:%M:%S %Z"
BACK_S: Final = 2
"""The change from which setting the clock is reported; backwards it is a fault."""


class Versions(msgspec.Struct, frozen=True):
    """The running versions; `table` is the service's program, `console` this one's."""

    table: str
    console: str
    journal_format: int
    maker: str | None
    """The fingerprint of the trusted maker; None without a key."""
    python: str
    kernel: str
    model: str


class Clock(msgspec.Struct, frozen=True):
    """The time of day, and its source."""

    now: str
    synchronised: bool | None
    """Whether a time server sets it; None if that is unknown."""
    ahead_s: int | None
    """How far it was set forward since the service started, negative if back; None if the start of
    the service is unknown.
    """
    last_record: str | None
    """When the last thing that is recalled happened."""


@dataclass(frozen=True)
class Machine:
    """The console's machine, and where it reports its state."""

    maker: Path = MAKER
    model: Path = Path("/proc/device-tree/model")
    timesync: Path = Path("/run/systemd/timesync")
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    put: Callable[[float], None] = lambda second: time.clock_settime(time.CLOCK_REALTIME, second)

    def versions(self, context: Context, _arguments: Sequence[str]) -> Versions:
        return Versions(
            table=context.table.status().version,
            console=__version__,
            journal_format=VERSION,
            maker=self._maker(),
            python=platform.python_version(),
            kernel=f"{platform.system()} {platform.release()} {platform.machine()}",
            model=self._model(),
        )

    def clock(self, context: Context, _arguments: Sequence[str]) -> Clock:
        """Return the time, and its difference from the table's."""
        now = self.now()
        return Clock(
            now=now.isoformat(timespec="seconds"),
            synchronised=self._synchronised(),
            ahead_s=_ahead_s(now, context.table.status().machine),
            last_record=_last_record(context),
        )

    def set_clock(self, context: Context, arguments: Sequence[str]) -> Clock:
        """Set the time of day, and say to the service who does. Raises CannotBeDone."""
        when = _when(" ".join(arguments))
        if context.table.status().phase == "round":
            raise CannotBeDone(Text("console.clock.round_open"))
        context.table.ask(Said(what="act", name=f"clock set {when:%Y-%m-%d %H:%M:%S %z}"))
        try:
            self.put(when.timestamp())
        except PermissionError:
            local = f"{when:%Y-%m-%d %H:%M:%S}"
            raise CannotBeDone(Text("console.clock.not_allowed", {"when": local})) from None
        except OSError as error:
            raise CannotBeDone(Text("console.clock.failed", {"reason": os_reason(error)})) from None
        return self.clock(context, ())

    def _maker(self) -> str | None:
        try:
            return fingerprint(read_public(self.maker))
        except (OSError, TrustError):
            return None

    def _model(self) -> str:
        try:
            return clean(self.model.read_text(encoding="utf-8").rstrip("\0"))
        except (OSError, UnicodeDecodeError):
            return ""

    def _synchronised(self) -> bool | None:
        return (self.timesync / "synchronized").exists() if self.timesync.is_dir() else None


def _ahead_s(now: datetime, machine: MachineStatus | None) -> int | None:
    if machine is None:
        return None
    ago = seconds_until(machine.started, machine.up_s, now.isoformat())
    return None if ago is None else -ago


def _last_record(context: Context) -> str | None:
    rounds = context.table.recall(1).rounds
    return rounds[-1].story[-1].wall if rounds and rounds[-1].story else None


def _when(typed: str) -> datetime:
    """Return a local date and time; Raises CannotBeDone."""
    try:
        when = datetime.fromisoformat(typed.strip())
    except ValueError:
        raise CannotBeDone(Text("console.clock.no_time", {"given": clean(typed)})) from None
    if ":" not in typed or when.year not in YEARS:
        raise CannotBeDone(Text("console.clock.no_time", {"given": clean(typed)}))
    return when.astimezone()


def _tell_versions(context: Context, found: Versions) -> Told:
    words = context.words
    lines = {
        "table": f"croupier {found.table}",
        "journal": said(words, "console.version.format", number=found.journal_format),
        "maker": found.maker or said(words, "console.version.no_maker"),
        "python": found.python,
        "kernel": found.kernel,
        "model": found.model or said(words, "console.version.no_model"),
    }
    for name, told in lines.items():
        yield row(Mark.PLAIN, said(words, f"console.version.{name}"), clean(told))
    if found.console != found.table:
        other = said(words, "console.version.other", version=found.console)
        yield row(Mark.WARN, said(words, "console.version.console"), other)


def _tell_clock(context: Context, found: Clock) -> Told:
    words = context.words
    yield row(Mark.PLAIN, said(words, "console.clock.now"), moment(found.now, ZONED))
    yield _told_synchronised(words, found)
    yield _told_ahead(words, found.ahead_s)
    last = moment(found.last_record) if found.last_record else said(words, "recall.none")
    yield row(Mark.PLAIN, said(words, "console.clock.last"), last)


def _told_synchronised(words: Words, found: Clock) -> Ink:
    mark, key = {
        True: (Mark.GOOD, "yes"),
        False: (Mark.WARN, "no"),
        None: (Mark.PLAIN, "unknown"),
    }[found.synchronised]
    told = said(words, f"console.clock.sync_{key}")
    return row(mark, said(words, "console.clock.sync"), told)


def _told_ahead(words: Words, ahead_s: int | None) -> Ink:
    label = said(words, "console.clock.moved")
    if ahead_s is None:
        return row(Mark.PLAIN, label, said(words, "console.clock.unknown"))
    if abs(ahead_s) <= BACK_S:
        return row(Mark.GOOD, label, said(words, "console.clock.alike"))
    key = "ahead" if ahead_s > 0 else "back"
    told = said(words, f"console.clock.{key}", span=span(words, abs(ahead_s)))
    return row(Mark.WARN, label, told)


_MACHINE: Final = Machine()
COMMANDS: Final = (
    Command("version", _MACHINE.versions, _tell_versions),
    Command("clock", _MACHINE.clock, _tell_clock),
    Command(
        "clock set", _MACHINE.set_clock, _tell_clock, (Takes("when", rest=True),), roles=TECHNICIAN
    ),
)
