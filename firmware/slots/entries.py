"""The entries of a bank's journal, as JSON. `time_ms` is Unix time in milliseconds."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec

from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.exceptions import first_meaning
from drivers.sas.hand_pay import HandPayReport
from drivers.sas.responses import MachineIdentity, MeterReading
from firmware.shell.journal import NumberedRecord, ProgramVersion, WrittenEntry, written_entries
from firmware.slots.machine_state import LinkState, MachineSetting
from firmware.slots.state import BankState
from firmware.slots.terms import BankTerms


class BankCheckpoint(msgspec.Struct, frozen=True, tag="Stood"):
    """The whole state; each segment of the journal begins with it."""

    state: BankState


class BankRegistered(msgspec.Struct, frozen=True, tag="Enrolled"):
    """The bank's registration, and the program that writes, from here on."""

    terms: BankTerms
    program: ProgramVersion | None = None
    """None in the entries of the first version, which did not record it."""


class MachineReport(msgspec.Struct, frozen=True, tag=True, rename={"time_ms": "at"}):
    """A report of a machine, or of a person about a machine."""

    machine: int
    time_ms: int


class MetersRead(MachineReport, frozen=True, tag="Read", rename={"elapsed_ms": "passed_ms"}):
    """Meters of a game or of the whole machine, read `elapsed_ms` after the reading before."""

    game: int
    readings: dict[int, MeterReading]
    elapsed_ms: int


class ExceptionReported(
    MachineReport,
    frozen=True,
    tag="Told",
    rename={"exception_code": "code", "recorded_meaning": "meaning"},
):
    """An exception (SAS event) of a machine, with what it means to the program that recorded it:
    its effect stays what it was when a later program's table of exceptions differs.
    """

    exception_code: int
    recorded_meaning: ExceptionMeaning | None = None
    """None in the entries of the first version."""

    @property
    def meaning(self) -> ExceptionMeaning:
        return self.recorded_meaning or first_meaning(self.exception_code)


class IdentityReported(MachineReport, frozen=True, tag="Named"):
    """A machine's description of itself or of one of its games."""

    game: int
    identity: MachineIdentity


class JackpotWinReported(MachineReport, frozen=True, tag="Hit", rename={"amount_cents": "cents"}):
    """A machine's answer to a poll for its jackpot win; 0 cents: it has won none."""

    command: int
    amount_cents: int


class HandPayReported(MachineReport, frozen=True, tag="HandPay"):
    """A machine's answer to `1B`, in its own units; `credit_cents` are the cents of its credit."""

    report: HandPayReport
    credit_cents: int
    is_resumed: bool = False
    """Whether an earlier run of the host may have polled it and been stopped before it wrote."""


class SettingReported(MachineReport, frozen=True, tag="Setting"):
    """A setting of a machine is on, or is on no longer."""

    setting: MachineSetting
    is_on: bool


class VersionReported(MachineReport, frozen=True, tag="Version"):
    """A machine's version of SAS, and its serial number."""

    sas_version: str
    serial_number: str


class PollUnanswered(MachineReport, frozen=True, tag="Unanswered"):
    """A machine leaves a long poll unanswered, and answers others."""

    command: int


class LinkChanged(MachineReport, frozen=True, tag="Linked", rename={"link_state": "link"}):
    """The link to a machine has changed."""

    link_state: LinkState


class ShutDownChanged(MachineReport, frozen=True, tag="Shut", rename={"is_shut_down": "down"}):
    """A machine has acknowledged the command to shut down or to start up."""

    is_shut_down: bool


class MachineAcknowledged(MachineReport, frozen=True, tag="Looked", rename={"person": "who"}):
    """A person has acknowledged a machine's conditions."""

    person: str


class DefectDecided(
    MachineReport,
    frozen=True,
    tag="Decided",
    rename={"person": "who", "caused_by": "by", "amount_cents": "cents"},
):
    """A person has decided on the oldest defective game: its cause, and the refund in cents."""

    person: str
    caused_by: Literal["machine", "player"]
    amount_cents: int


MachineEntry = (
    MetersRead
    | ExceptionReported
    | IdentityReported
    | JackpotWinReported
    | HandPayReported
    | SettingReported
    | VersionReported
    | PollUnanswered
    | LinkChanged
    | ShutDownChanged
    | MachineAcknowledged
    | DefectDecided
)
BankEntry = BankCheckpoint | BankRegistered | MachineEntry

_decoder: Final = msgspec.json.Decoder(BankEntry)


def encode_entry(entry: BankEntry) -> bytes:
    """Return the journal's JSON of an entry."""
    return msgspec.json.encode(entry)


def decode_entry(payload: bytes) -> BankEntry:
    """Return the entry of the journal's JSON. Raises msgspec.DecodeError."""
    entry: BankEntry = _decoder.decode(payload)
    return entry


def written_bank_entries(
    records: Iterable[NumberedRecord], founder: ProgramVersion
) -> Iterator[WrittenEntry[BankEntry]]:
    """Yield the entries of a bank's records. Raises JournalFormatUnknown."""
    return written_entries(records, founder, decode_entry, _named_writer)


def _named_writer(entry: BankEntry) -> ProgramVersion | None:
    match entry:
        case BankCheckpoint(BankState(program=program)) | BankRegistered(program=program):
            return program
    return None
