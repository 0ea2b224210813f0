r"""The envelope of every message on the floor: who made it, for which subject, signed.

    CF1\n │ public key, 32 octets │ signature, 64 octets │ stamp, JSON │ \n │ payload
                                     signs all the others ────────────────────┘

TLS says who is connected, and not who made a message: a server delivers a stored message on
whatever subject a reply asks for. So the receiver verifies the signature before it decodes
anything, then holds the stamp against the subject on which the message came, and against the
roster. Whatever fails is set aside with its reason (`quarantine`).
"""

import time
from typing import Annotated, Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.floor.facts import LanePosition
from firmware.floor.roster.enrolment import Enrolment
from firmware.floor.roster.roster import Roster, may_send
from firmware.shell.trust.keys import SIGNATURE_BYTES, is_signed_by, public_octets

MAGIC: Final = b"CF1\n"
SIGNED_PREFIX: Final = b"croupier floor message\n"
"""Begins the signed octets, so that no signature of a TLS handshake or of a journal fits."""
KEY_BYTES: Final = 32
HEAD_BYTES: Final = len(MAGIC) + KEY_BYTES + SIGNATURE_BYTES
MAX_ENVELOPE_OCTETS: Final = 1 << 20
"""The longest message, which is also the engine's longest."""

JournalHex = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]


class Stamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who made a message, and its position in his journal."""

    sender: str
    """The name of the place or service, as its enrolment has it."""
    subject: str
    journal: JournalHex
    """The identity of the journal; of a process without one, of its run."""
    position: LanePosition
    """Of the last line; without a journal, the count of the run's messages."""
    sent_ms: Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]


class OpenedMessage(NamedTuple):
    """A message whose sender is proven."""

    stamp: Stamp
    enrolment: Enrolment
    payload: bytes


class MessageRejected(Exception):
    """A message that is not taken; `reason` is one of `quarantine.REASON_KEYS`."""

    def __init__(self, reason: str, sender: str = "") -> None:
        super().__init__(reason)
        self.reason, self.sender = reason, sender


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


class Sender:
    """Signs the messages of one process."""

    def __init__(self, name: str, private_key: Ed25519PrivateKey) -> None:
        self.name = name
        self._private_key = private_key
        self._public_key = public_octets(private_key)

    @property
    def public_key(self) -> bytes:
        return self._public_key

    def seal(self, subject: str, journal: str, position: LanePosition, payload: bytes) -> bytes:
        """Return a payload in its envelope."""
        stamp = Stamp(self.name, subject, journal, position, wall_clock_ms())
        text = msgspec.json.encode(stamp) + b"\n" + payload
        head = MAGIC + self._public_key
        return head + self._private_key.sign(SIGNED_PREFIX + head + text) + text

    def own_stamp(self, octets: bytes) -> Stamp | None:
        """Return the stamp of a message that this sender has sealed; None if it is another's."""
        if not octets.startswith(MAGIC + self._public_key) or not is_sealed(octets):
            return None
        return msgspec.json.decode(octets[HEAD_BYTES:].partition(b"\n")[0], type=Stamp)


def open_envelope(octets: bytes, subject: str, roster: Roster) -> OpenedMessage:
    """Return the message of an envelope that came on a subject. Raises MessageRejected."""
    if not octets.startswith(MAGIC) or not HEAD_BYTES < len(octets) <= MAX_ENVELOPE_OCTETS:
        raise MessageRejected("unsigned")
    key = _key_of(octets).hex()
    enrolment = roster.enrolment(key)
    if enrolment is None:
        raise MessageRejected("unknown_key", key)
    if enrolment.state != "enrolled":
        raise MessageRejected(enrolment.state, enrolment.name)
    if not is_sealed(octets):
        raise MessageRejected("forged", enrolment.name)
    encoded_stamp, _, payload = octets[HEAD_BYTES:].partition(b"\n")
    return OpenedMessage(_read_stamp(encoded_stamp, enrolment, subject), enrolment, payload)


def sealed_payload(octets: bytes) -> bytes | None:
    """Return the payload of an envelope by any key, None if it is none: for content that has
    signatures of its own, which outlive the enrolment of its sender.
    """
    if not octets.startswith(MAGIC) or not is_sealed(octets):
        return None
    return octets[HEAD_BYTES:].partition(b"\n")[2]


def is_sealed(octets: bytes) -> bool:
    """Return whether an envelope's signature is of its content by the key that it names."""
    signed = SIGNED_PREFIX + octets[: len(MAGIC) + KEY_BYTES] + octets[HEAD_BYTES:]
    signature = octets[HEAD_BYTES - SIGNATURE_BYTES : HEAD_BYTES]
    return is_signed_by(_key_of(octets), signed, signature)


def _key_of(octets: bytes) -> bytes:
    return octets[len(MAGIC) : len(MAGIC) + KEY_BYTES]


def _read_stamp(encoded_stamp: bytes, enrolment: Enrolment, subject: str) -> Stamp:
    try:
        stamp = msgspec.json.decode(encoded_stamp, type=Stamp)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise MessageRejected("bad_stamp", enrolment.name) from None
    if stamp.subject != subject:
        raise MessageRejected("other_subject", enrolment.name)
    if stamp.sender != enrolment.name:
        raise MessageRejected("other_sender", enrolment.name)
    if not may_send(enrolment, subject):
        raise MessageRejected("not_allowed", enrolment.name)
    return stamp
