"""The entries of a pit's chain, each signed by the pit's own key.

A chain has the records of a journal: each holds the digest of the one before. A record's payload is
the signature, 64 octets, and then the entry as JSON. The signature is over the chain's identity,
the record's number, the digest of the one before and the entry, so that no entry can be altered,
moved or inserted by who has the database and not the key. This module needs no database: a bundle
is verified anywhere.
"""

import struct
from typing import Final, Literal, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.floor.pit.forms import AnyForm
from firmware.floor.projection.fact import EpochMs
from firmware.shell.journal import ChainHead
from firmware.shell.journal.records import JournalRecord, encode_record
from firmware.shell.technician.requests import Role
from firmware.shell.trust.keys import SIGNATURE_BYTES, is_signed_by

_DOMAIN: Final = b"Croupier pit entry 1\n"
_PLACE: Final = struct.Struct(">16sQ32s")  # identity, number, digest of the one before


class PitEntry(msgspec.Struct, frozen=True, tag_field="entry", tag=True):
    """An entry; `at` is when it was made, in ms since 1970."""

    at: EpochMs


class PitStarted(PitEntry, frozen=True):
    """The pit's process has begun; up to that number forms were filed before there was a chain."""

    version: str
    unsigned_forms: int


class SignedIn(PitEntry, frozen=True):
    """A person has signed in, by his passphrase or by the house's proxy."""

    person: str
    role: Role
    address: str
    proof: Literal["passphrase", "proxy"]


class SignInFailed(PitEntry, frozen=True):
    """A passphrase was wrong. A name without an account is not written: it may be a passphrase."""

    person: str
    address: str


class SignedOut(PitEntry, frozen=True):
    """A session has ended: by its person, or because his account was changed or removed."""

    person: str
    reason: Literal["person", "account"]


class ActRefused(PitEntry, frozen=True):
    """A person was refused an act."""

    person: str
    act: str
    reason: str
    """The key of the words."""


class AlarmAcknowledged(PitEntry, frozen=True):
    """A person has acknowledged an alarm."""

    person: str
    alarm: str
    alarm_kind: str
    table: str
    words: str
    role: Role | None = None
    """Of the person; None in entries of earlier versions."""


class KindAtTable(msgspec.Struct, frozen=True):
    """A kind of alarm at a table."""

    kind: str
    table: str


class GroupAcknowledged(PitEntry, frozen=True):
    """A person has acknowledged all alarms of a table or a cause at once."""

    person: str
    role: Role
    group: str
    alarms: dict[str, KindAtTable]
    """By their ids."""
    words: str


class AlarmsShelved(PitEntry, frozen=True):
    """A person has shelved kinds of alarms at tables until a time."""

    person: str
    role: Role
    kinds: tuple[KindAtTable, ...]
    until: EpochMs
    reason: str


class AlarmsUnshelved(PitEntry, frozen=True):
    """A person has put shelved kinds of alarms back on the list before their time."""

    person: str
    role: Role
    kinds: tuple[KindAtTable, ...]


class FormFiled(PitEntry, frozen=True):
    """A form was filed, and signed by these accounts; `second` is empty where one is enough."""

    number: int
    table: str
    person: str
    second: str
    address: str
    form: AnyForm


class DayClosed(PitEntry, frozen=True):
    """A gaming day was closed, number 0, or amended; `digest` is of the sealed file, hex."""

    day: str
    property_name: str
    number: int
    digest: str
    person: str
    second: str
    address: str
    words: str


class EntriesMissing(PitEntry, frozen=True):
    """The pit had signed entries up to that number, and the database does not have them."""

    last: int
    digest: str
    """Of the last one, hex."""


AnyEntry = (
    PitStarted
    | SignedIn
    | SignInFailed
    | SignedOut
    | ActRefused
    | AlarmAcknowledged
    | GroupAcknowledged
    | AlarmsShelved
    | AlarmsUnshelved
    | FormFiled
    | DayClosed
    | EntriesMissing
)
_DECODER: Final[msgspec.json.Decoder[AnyEntry]] = msgspec.json.Decoder(AnyEntry)


class EncodedEntry(NamedTuple):
    """An entry as a record, octet for octet, and the chain's head with it."""

    record: bytes
    head: ChainHead


def encode_entry(
    entry: AnyEntry, head: ChainHead, identity: bytes, pit_key: Ed25519PrivateKey
) -> EncodedEntry:
    """Sign an entry that follows `head`."""
    entry_text = msgspec.json.encode(entry)
    signature = pit_key.sign(_signed_octets(identity, head, entry_text))
    return EncodedEntry(*encode_record(signature + entry_text, head, 0))


def decode_entry(payload: bytes) -> AnyEntry:
    """Return the entry of a payload, unverified. Raises MsgspecError, UnicodeDecodeError."""
    return _DECODER.decode(payload[SIGNATURE_BYTES:])


def is_signed_entry(record: JournalRecord, identity: bytes, public_key: bytes) -> bool:
    """Return whether the pit has signed this record, at this place of this chain."""
    head = ChainHead(record.number, record.previous_digest)
    signature, entry_text = record.payload[:SIGNATURE_BYTES], record.payload[SIGNATURE_BYTES:]
    return len(signature) == SIGNATURE_BYTES and is_signed_by(
        public_key, _signed_octets(identity, head, entry_text), signature
    )


def _signed_octets(identity: bytes, head: ChainHead, entry_text: bytes) -> bytes:
    return _DOMAIN + _PLACE.pack(identity, *head) + entry_text
