"""The entries of a bank's journal. `at` is the time of day in milliseconds since 1970."""

from typing import Final, Literal

import msgspec

from drivers.sas.answers import Identity, Reading
from firmware.slots.state import BankState, Link
from firmware.slots.terms import BankTerms


class Stood(msgspec.Struct, frozen=True, tag=True):
    """The bank; a segment of the journal begins with it."""

    state: BankState


class Enrolled(msgspec.Struct, frozen=True, tag=True):
    """The bank is registered otherwise from here on."""

    terms: BankTerms


class AtMachine(msgspec.Struct, frozen=True, tag=True):
    """Something that a machine reports, or a person about it."""

    machine: int
    at: int


class Read(AtMachine, frozen=True):
    """The meters of a game, or of the whole machine, so long after the reading before."""

    game: int
    readings: dict[int, Reading]
    passed_ms: int


class Told(AtMachine, frozen=True):
    """An exception."""

    code: int


class Named(AtMachine, frozen=True):
    """A machine's description of itself or of a game."""

    game: int
    identity: Identity


class Hit(AtMachine, frozen=True):
    """A machine's answer to a command that asks for its win of the lot; 0 is none."""

    command: int
    cents: int


class Linked(AtMachine, frozen=True):
    """The link to a machine has changed."""

    link: Link


class Shut(AtMachine, frozen=True):
    """A machine has taken the command that shuts it down, or starts it up again."""

    down: bool


class Looked(AtMachine, frozen=True):
    """A person has looked at a machine."""

    who: str


class Decided(AtMachine, frozen=True):
    """A person has decided on the oldest defective game: who caused it, and the refund."""

    who: str
    by: Literal["machine", "player"]
    cents: int


MachineEntry = Read | Told | Named | Hit | Linked | Shut | Looked | Decided
Entry = Stood | Enrolled | MachineEntry

_decoder: Final = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """Return an entry as the journal keeps it."""
    return msgspec.json.encode(entry)


def decode(payload: bytes) -> Entry:
    """Return an entry as it was kept. Raises msgspec.DecodeError."""
    entry: Entry = _decoder.decode(payload)
    return entry
