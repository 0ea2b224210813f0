"""The entries of a bank's journal. `at` is the time of day in milliseconds since 1970."""

from typing import Final, Literal

import msgspec

from drivers.sas.responses import MachineIdentity, MeterReading
from firmware.slots.state import BankState, LinkState
from firmware.slots.terms import BankTerms


class BankCheckpoint(msgspec.Struct, frozen=True, tag="Stood"):
    """The bank; a segment of the journal begins with it."""

    state: BankState


class BankRegistered(msgspec.Struct, frozen=True, tag="Enrolled"):
    """The bank is registered otherwise from here on."""

    terms: BankTerms


class MachineReport(msgspec.Struct, frozen=True, tag=True, rename={"time_ms": "at"}):
    """Something that a machine reports, or a person about it."""

    machine: int
    time_ms: int


class MetersRead(MachineReport, frozen=True, tag="Read", rename={"elapsed_ms": "passed_ms"}):
    """The meters of a game, or of the whole machine, so long after the reading before."""

    game: int
    readings: dict[int, MeterReading]
    elapsed_ms: int


class ExceptionReported(MachineReport, frozen=True, tag="Told", rename={"exception_code": "code"}):
    """An exception."""

    exception_code: int


class IdentityReported(MachineReport, frozen=True, tag="Named"):
    """A machine's description of itself or of a game."""

    game: int
    identity: MachineIdentity


class JackpotWinReported(MachineReport, frozen=True, tag="Hit", rename={"amount_cents": "cents"}):
    """A machine's answer to a command that asks for its win of the lot; 0 is none."""

    command: int
    amount_cents: int


class LinkChanged(MachineReport, frozen=True, tag="Linked", rename={"link_state": "link"}):
    """The link to a machine has changed."""

    link_state: LinkState


class ShutDownChanged(MachineReport, frozen=True, tag="Shut", rename={"is_shut_down": "down"}):
    """A machine has taken the command that shuts it down, or starts it up again."""

    is_shut_down: bool


class MachineAcknowledged(MachineReport, frozen=True, tag="Looked", rename={"person": "who"}):
    """A person has looked at a machine."""

    person: str


class DefectDecided(
    MachineReport,
    frozen=True,
    tag="Decided",
    rename={"person": "who", "caused_by": "by", "amount_cents": "cents"},
):
    """A person has decided on the oldest defective game: who caused it, and the refund."""

    person: str
    caused_by: Literal["machine", "player"]
    amount_cents: int


MachineEntry = (
    MetersRead
    | ExceptionReported
    | IdentityReported
    | JackpotWinReported
    | LinkChanged
    | ShutDownChanged
    | MachineAcknowledged
    | DefectDecided
)
BankEntry = BankCheckpoint | BankRegistered | MachineEntry

_decoder: Final = msgspec.json.Decoder(BankEntry)


def encode_entry(entry: BankEntry) -> bytes:
    """Return an entry as the journal keeps it."""
    return msgspec.json.encode(entry)


def decode_entry(payload: bytes) -> BankEntry:
    """Return an entry as it was kept. Raises msgspec.DecodeError."""
    entry: BankEntry = _decoder.decode(payload)
    return entry
