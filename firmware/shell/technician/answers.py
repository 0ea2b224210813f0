"""What the technician's socket answers; words are told by key, so that a console says them.

Nothing here names a card that is not public.
"""

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import FaultStatus
from firmware.shell.config_change.candidate import Change
from firmware.shell.evidence.bundle import Statement
from firmware.shell.parts.tap import Frame
from firmware.shell.recall.told import Told


class Answer(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower):
    """What came of a request."""


class Refusal(Answer, frozen=True, tag="refusal"):
    """Nothing was done, and why."""

    why: Text


class Done(Answer, frozen=True, tag="done"):
    """It was done; `notes` are what there is to say of it."""

    notes: tuple[Text, ...] = ()


class Cleared(Answer, frozen=True, tag="cleared"):
    """What the supervisor may clear now, and the faults whose cause is still there."""

    faults: tuple[FaultStatus, ...] = ()
    still: tuple[FaultStatus, ...] = ()


class Found(Answer, frozen=True, tag="found"):
    """Who answered on the I2C bus: `(address, part, expected)`, by address.

    A part that is expected and silent is there with `answers` false.
    """

    devices: tuple["Device", ...]


class Device(msgspec.Struct, frozen=True):
    """An address of the I2C bus; `part` is who should be there by the configuration, if anybody."""

    address: int
    answers: bool
    part: str = ""
    kind: str = ""


class Level(msgspec.Struct, frozen=True):
    """One sensor: `value` counts from its rest; it is touched from `touch` on."""

    name: str
    value: int
    touch: int
    release: int
    touched: bool


class Measured(Answer, frozen=True, tag="measured"):
    """How strongly each sensor is touched."""

    levels: tuple[Level, ...]


class Frames(Answer, frozen=True, tag="frames"):
    """What was carried since; `lost` had to make room before it was fetched.

    `next` is the `after` of the request that goes on from here.
    """

    frames: tuple[Frame, ...]
    next: int
    lost: int = 0


class Entries(Answer, frozen=True, tag="entries"):
    """The last entries of the journal, oldest first."""

    entries: tuple[Told, ...]


class Exported(Answer, frozen=True, tag="exported"):
    """A bundle was written."""

    path: str
    octets: int
    statement: Statement


class Verified(Answer, frozen=True, tag="verified"):
    """What is wrong with a bundle; nothing where it holds."""

    wrong: tuple[Text, ...]


class Logged(Answer, frozen=True, tag="logged"):
    """Lines of the log, oldest first, and the crash files, newest first."""

    lines: tuple[str, ...]
    crashes: tuple[str, ...] = ()


class Set(Answer, frozen=True, tag="set"):
    """The configuration as it stands."""

    path: str
    text: str
    sealed: bool
    wrong: tuple[Text, ...] = ()
    """What is not as it was sealed."""
    before: bool = False
    """Whether there is one to go back to."""


class Compared(Answer, frozen=True, tag="compared"):
    """What is wrong with a text, and what it changes."""

    faults: tuple[Text, ...]
    changes: tuple[Change, ...]


AnyAnswer = (
    Refusal | Done | Cleared | Found | Measured | Frames | Entries | Exported | Verified | Logged
    | Set | Compared
)  # fmt: skip
