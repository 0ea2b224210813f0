"""`version`, `clock` and `clock set`: the program, the machine under it, and the time of day."""

import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from rich.text import Text as StyledText

from firmware import __version__
from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.commands.program import MAKER_KEY_FILE
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import ConsoleOutput, StatusMark, labelled_row
from firmware.console.text.measures import local_time_text, seconds_since, span_text
from firmware.core.vocabulary.health import HostStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.journal.header import FORMAT_VERSION
from firmware.shell.technician.requests import TECHNICIAN_ROLES, SessionReport
from firmware.shell.trust.keys import fingerprint, read_public_key
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import Words

CLOCK_YEARS: Final = range(2024, 2100)
"""The range of years of the clock."""
ZONED_FORMAT: Final = "%Y-%m-%d %H:%M:%S %Z"
CLOCK_TOLERANCE_S: Final = 2
"""The change from which setting the clock is reported; backwards it is a fault."""


class ProgramVersions(msgspec.Struct, frozen=True):
    """The running versions; `table` is the service's program, `console` this one's."""

    table: str
    console: str
    journal_format: int
    maker: str | None
    """The fingerprint of the trusted maker; None without a key."""
    python: str
    kernel: str
    model: str


class ClockReading(msgspec.Struct, frozen=True):
    """The time of day, and its source."""

    now: str
    synchronised: bool | None
    """Whether a time server sets it; None if that is unknown."""
    ahead_s: int | None
    """How far it was set forward since the service started, negative if back; None if the start of
    the service is unknown.
    """
    last_record: str | None
    """The time of the last entry of the last round."""


@dataclass(frozen=True)
class ConsoleMachine:
    """The console's machine, and the files in which it reports its state."""

    maker_key_path: Path = MAKER_KEY_FILE
    model_path: Path = Path("/proc/device-tree/model")
    timesync_path: Path = Path("/run/systemd/timesync")
    read_now: Callable[[], datetime] = lambda: datetime.now(UTC)
    set_time: Callable[[float], None] = lambda second: time.clock_settime(
        time.CLOCK_REALTIME, second
    )

    def look_up_versions(
        self, context: CommandContext, _arguments: Sequence[str]
    ) -> ProgramVersions:
        return ProgramVersions(
            table=context.table.status().version,
            console=__version__,
            journal_format=FORMAT_VERSION,
            maker=self._maker_fingerprint(),
            python=platform.python_version(),
            kernel=f"{platform.system()} {platform.release()} {platform.machine()}",
            model=self._model_name(),
        )

    def look_up_clock(self, context: CommandContext, _arguments: Sequence[str]) -> ClockReading:
        """Return the time, and its difference from the table's."""
        current_time = self.read_now()
        return ClockReading(
            now=current_time.isoformat(timespec="seconds"),
            synchronised=self._is_synchronised(),
            ahead_s=_ahead_s(current_time, context.table.status().machine),
            last_record=_last_record(context),
        )

    def set_clock(self, context: CommandContext, arguments: Sequence[str]) -> ClockReading:
        """Set the time of day, which the service journals first. Raises RequestFailed."""
        chosen_time = _parse_time(" ".join(arguments))
        if context.table.status().phase == "round":
            raise RequestFailed(Text("console.clock.round_open"))
        context.table.ask(
            SessionReport(what="act", name=f"clock set {chosen_time:%Y-%m-%d %H:%M:%S %z}")
        )
        try:
            self.set_time(chosen_time.timestamp())
        except PermissionError:
            local_text = f"{chosen_time:%Y-%m-%d %H:%M:%S}"
            raise RequestFailed(Text("console.clock.not_allowed", {"when": local_text})) from None
        except OSError as error:
            raise RequestFailed(
                Text("console.clock.failed", {"reason": os_reason(error)})
            ) from None
        return self.look_up_clock(context, ())

    def _maker_fingerprint(self) -> str | None:
        try:
            return fingerprint(read_public_key(self.maker_key_path))
        except (OSError, TrustRefused):
            return None

    def _model_name(self) -> str:
        try:
            # the device tree's strings end with NUL
            return clean_text(self.model_path.read_text(encoding="utf-8").rstrip("\0"))
        except (OSError, UnicodeDecodeError):
            return ""

    def _is_synchronised(self) -> bool | None:
        return (
            (self.timesync_path / "synchronized").exists() if self.timesync_path.is_dir() else None
        )


def _ahead_s(current_time: datetime, machine: HostStatus | None) -> int | None:
    if machine is None:
        return None
    seconds_ago = seconds_since(machine.started, machine.up_s, current_time.isoformat())
    # how far the clock is past the recorded start plus the uptime
    return None if seconds_ago is None else -seconds_ago


def _last_record(context: CommandContext) -> str | None:
    last_rounds = context.table.recall(1).rounds
    return last_rounds[-1].story[-1].wall if last_rounds and last_rounds[-1].story else None


def _parse_time(typed_text: str) -> datetime:
    """Return a local date and time. Raises RequestFailed."""
    try:
        typed_time = datetime.fromisoformat(typed_text.strip())
    except ValueError:
        raise RequestFailed(
            Text("console.clock.no_time", {"given": clean_text(typed_text)})
        ) from None
    if ":" not in typed_text or typed_time.year not in CLOCK_YEARS:
        raise RequestFailed(Text("console.clock.no_time", {"given": clean_text(typed_text)}))
    return typed_time.astimezone()


def _render_versions(context: CommandContext, program_versions: ProgramVersions) -> ConsoleOutput:
    words = context.words
    version_texts = {
        "console.version.table": f"croupier {program_versions.table}",
        "console.version.journal": clean_words(
            words, "console.version.format", number=program_versions.journal_format
        ),
        "console.version.maker": program_versions.maker
        or clean_words(words, "console.version.no_maker"),
        "console.version.python": program_versions.python,
        "console.version.kernel": program_versions.kernel,
        "console.version.model": program_versions.model
        or clean_words(words, "console.version.no_model"),
    }
    for version_key, version_text in version_texts.items():
        yield labelled_row(
            StatusMark.PLAIN,
            clean_words(words, version_key),
            clean_text(version_text),
        )
    if program_versions.console != program_versions.table:
        console_version = clean_words(
            words, "console.version.other", version=program_versions.console
        )
        yield labelled_row(
            StatusMark.WARN, clean_words(words, "console.version.console"), console_version
        )


def _render_clock(context: CommandContext, clock_reading: ClockReading) -> ConsoleOutput:
    words = context.words
    yield labelled_row(
        StatusMark.PLAIN,
        clean_words(words, "console.clock.now"),
        local_time_text(clock_reading.now, ZONED_FORMAT),
    )
    yield _synchronised_row(words, clock_reading)
    yield _ahead_row(words, clock_reading.ahead_s)
    last_text = (
        local_time_text(clock_reading.last_record)
        if clock_reading.last_record
        else clean_words(words, "recall.none")
    )
    yield labelled_row(StatusMark.PLAIN, clean_words(words, "console.clock.last"), last_text)


def _synchronised_row(words: Words, clock_reading: ClockReading) -> StyledText:
    status_mark, state_key = {
        True: (StatusMark.GOOD, "console.clock.sync_yes"),
        False: (StatusMark.WARN, "console.clock.sync_no"),
        None: (StatusMark.PLAIN, "console.clock.sync_unknown"),
    }[clock_reading.synchronised]
    state_text = clean_words(words, state_key)
    return labelled_row(status_mark, clean_words(words, "console.clock.sync"), state_text)


def _ahead_row(words: Words, ahead_s: int | None) -> StyledText:
    ahead_label = clean_words(words, "console.clock.moved")
    if ahead_s is None:
        return labelled_row(
            StatusMark.PLAIN, ahead_label, clean_words(words, "console.clock.unknown")
        )
    if abs(ahead_s) <= CLOCK_TOLERANCE_S:
        return labelled_row(StatusMark.GOOD, ahead_label, clean_words(words, "console.clock.alike"))
    ahead_key = "console.clock.ahead" if ahead_s > 0 else "console.clock.back"
    ahead_text = clean_words(words, ahead_key, span=span_text(words, abs(ahead_s)))
    return labelled_row(StatusMark.WARN, ahead_label, ahead_text)


_MACHINE: Final = ConsoleMachine()
COMMANDS: Final = (
    Command("version", _MACHINE.look_up_versions, _render_versions),
    Command("clock", _MACHINE.look_up_clock, _render_clock),
    Command(
        "clock set",
        _MACHINE.set_clock,
        _render_clock,
        (Parameter("when", takes_rest=True),),
        roles=TECHNICIAN_ROLES,
    ),
)
