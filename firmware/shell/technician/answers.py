"""The answers of the technician's socket; texts are keys and values, for the console's language.

They never name a card that is not public.
"""

import msgspec

from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.panel import Text
from firmware.shell.config_change.candidate import KeyChange
from firmware.shell.evidence.bundle import BundleStatement
from firmware.shell.parts.wire_tap import WireFrame
from firmware.shell.recall.round_record import RoundItem


class Answer(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower):
    """The answer to a request."""


class Refusal(Answer, frozen=True, tag="refusal"):
    """A refusal, with the reason: nothing was done."""

    why: Text


class ActDone(Answer, frozen=True, tag="done"):
    """Success, with `notes` for the person."""

    notes: tuple[Text, ...] = ()


class FoundStick(Answer, frozen=True, tag="stick"):
    """A stick and its account: its table's name, the file of its accounts, and whether this device
    goes on with its journal already.
    """

    table: str
    accounts: str
    is_own: bool
    account: tuple[Text, ...]


class ClearedFaults(Answer, frozen=True, tag="cleared"):
    """The faults that the supervisor may clear now, and those whose cause persists."""

    faults: tuple[FaultStatus, ...] = ()
    still: tuple[FaultStatus, ...] = ()


class BusDevices(Answer, frozen=True, tag="found"):
    """Who answered on the I2C bus: `(address, part, expected)`, by address.

    A part that is expected and silent is there with `answers` false.
    """

    devices: tuple["BusDevice", ...]


class BusDevice(msgspec.Struct, frozen=True):
    """An address of the I2C bus; `part` is the configured part there, if any."""

    address: int
    answers: bool
    part: str = ""
    kind: str = ""


class SensorLevel(msgspec.Struct, frozen=True):
    """One sensor: `value` counts from its rest; it is touched from `touch` on."""

    name: str
    value: int
    touch: int
    release: int
    touched: bool


class SensorLevels(Answer, frozen=True, tag="measured"):
    """How strongly each sensor is touched."""

    levels: tuple[SensorLevel, ...]


class WireFrames(Answer, frozen=True, tag="frames"):
    """The wire trace since the last request; `lost` frames were dropped before they were fetched.

    `next` is the `after` of the following request.
    """

    frames: tuple[WireFrame, ...]
    next: int
    lost: int = 0


class JournalEntries(Answer, frozen=True, tag="entries"):
    """The last entries of the journal, oldest first."""

    entries: tuple[RoundItem, ...]


class ExportedBundle(Answer, frozen=True, tag="exported"):
    """A bundle was written."""

    path: str
    octets: int
    statement: BundleStatement


class VerifiedBundle(Answer, frozen=True, tag="verified"):
    """The problems of a bundle; empty if it is valid."""

    wrong: tuple[Text, ...]
    end: Text | None = None
    """The number and the digest of its last record, if its statement is signed."""


class LogLines(Answer, frozen=True, tag="logged"):
    """Lines of the log, oldest first, and the crash files, newest first."""

    lines: tuple[str, ...]
    crashes: tuple[str, ...] = ()


class CurrentConfig(Answer, frozen=True, tag="set"):
    """The current configuration."""

    path: str
    text: str
    sealed: bool
    wrong: tuple[Text, ...] = ()
    """The files that are not as sealed."""
    before: bool = False
    """Whether there is one to go back to."""


class ConfigComparison(Answer, frozen=True, tag="compared"):
    """The mistakes in a text, and its changes."""

    faults: tuple[Text, ...]
    changes: tuple[KeyChange, ...]


AnyAnswer = (
    Refusal | ActDone | FoundStick | ClearedFaults | BusDevices | SensorLevels | WireFrames
    | JournalEntries | ExportedBundle | VerifiedBundle | LogLines | CurrentConfig | ConfigComparison
)  # fmt: skip
