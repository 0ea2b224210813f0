"""A sealed gaming day: one file, signed by the pit's key, with the content that two people signed.

    croupier gaming day 1 PUBLIC-KEY SIGNATURE
    {"content":{…},"signatures":[…],…}

The second line is JSON in its one form. A day's first file is its closing, number 0; each later one
is an amendment. Each names the digest of the one before it, a closing that of the day before: so
no day and no amendment can be taken out without a trace.
"""

from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.day.day_content import DayContent, canonical_octets
from firmware.floor.projection.fact import EpochMs
from firmware.shell.technician.requests import Role
from firmware.shell.trust.keys import fingerprint, is_signed_by, public_octets

FORMAT: Final = b"croupier gaming day 1"
PUBLIC_KEY_OCTETS: Final = 32


class DaySignature(msgspec.Struct, frozen=True):
    """A person who has signed a day, by the digest of its content."""

    name: str
    role: Role
    content: str
    at: EpochMs


class SealedDay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A closing, or an amendment with its `words`."""

    content: DayContent
    number: int
    previous: str
    """The digest of the file before it; "" of a property's first day."""
    made: EpochMs
    program: str
    words: str
    exception_words: dict[str, str]
    """Why each exception of the content was accepted, by its name."""
    signatures: tuple[DaySignature, ...]

    @property
    def name(self) -> str:
        return f"{self.content.day}.{self.number}"


class OpenedDay(NamedTuple):
    """A sealed day as it was read, the fingerprint of the pit's key, and the file's digest."""

    sealed: SealedDay
    pit: str
    digest: str


class NotSealed(RequestFailed):
    """The octets are no sealed day, or are not as the pit has sealed them."""


def seal_day(sealed: SealedDay, pit_key: Ed25519PrivateKey) -> bytes:
    body = canonical_octets(sealed)
    signature = pit_key.sign(FORMAT + b"\n" + body)
    signed_by = public_octets(pit_key).hex().encode()
    return b" ".join((FORMAT, signed_by, signature.hex().encode())) + b"\n" + body + b"\n"


def open_day(octets: bytes, place: str) -> OpenedDay:
    """Return a day that is as its pit has sealed it; `place` names it in words. Raises
    NotSealed.
    """
    try:
        first_line, body, rest = octets.split(b"\n")
        *format_words, key, signature = first_line.split(b" ")
        public_key, signed = bytes.fromhex(key.decode()), bytes.fromhex(signature.decode())
    except ValueError:
        raise NotSealed(Text("floor.day.not_sealed", {"path": place})) from None
    if b" ".join(format_words) != FORMAT or rest or len(public_key) != PUBLIC_KEY_OCTETS:
        raise NotSealed(Text("floor.day.not_sealed", {"path": place}))
    if not is_signed_by(public_key, FORMAT + b"\n" + body, signed):
        raise NotSealed(Text("floor.day.altered", {"path": place}))
    try:
        sealed = msgspec.json.decode(body, type=SealedDay)
    except msgspec.MsgspecError:
        raise NotSealed(Text("floor.day.newer", {"path": place})) from None
    if octets != _octets_again(first_line, body) or not _is_signed_by_people(sealed, body):
        raise NotSealed(Text("floor.day.altered", {"path": place}))
    return OpenedDay(sealed, fingerprint(public_key), octets_digest(octets))


def octets_digest(octets: bytes) -> str:
    return sha256(octets).hexdigest()


def _octets_again(first_line: bytes, body: bytes) -> bytes:
    # hex has two spellings, and JSON many: of each day there is one file. Not from the struct,
    # which may have further fields in a later version
    return first_line.lower() + b"\n" + canonical_octets(msgspec.json.decode(body)) + b"\n"


def _is_signed_by_people(sealed: SealedDay, body: bytes) -> bool:
    digest = octets_digest(canonical_octets(msgspec.json.decode(body)["content"]))
    names = {signature.name for signature in sealed.signatures}
    return len(names) > 1 and all(each.content == digest for each in sealed.signatures)
