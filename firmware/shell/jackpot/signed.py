"""The messages of a linked lot, signed: upward by the table's device, downward by the keeper.

A message's text is its one JSON form, with its kind in it and every key in its order.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import FromKeeper, FromTable, LotTerms
from firmware.shell.history.records import Attested
from firmware.shell.trust.keys import Device, public_of, verify

PERSONS: Final = 2
"""How many sign new terms, beside the keeper."""


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message of the keeper's with its signatures, hex, by the public key of who has signed."""

    message: FromKeeper
    signatures: dict[str, str] = {}


def text_of(message: FromTable | FromKeeper) -> bytes:
    """Return what is signed of a message."""
    return msgspec.json.encode(message, order="deterministic")


def attest(message: FromTable, device: Device) -> Attested:
    """Return a table's message with the signature of its device."""
    return Attested(message, device.public.hex(), device.sign(text_of(message)).hex())


def is_attested(record: Attested) -> bool:
    """Return whether the device that a record names has signed it."""
    return _verified(record.device, text_of(record.message), record.signature)


def sign(message: FromKeeper, *keys: Ed25519PrivateKey) -> Signed:
    """Return a message signed with these keys."""
    text = text_of(message)
    return Signed(message, {public_of(key).hex(): key.sign(text).hex() for key in keys})


def signers(signed: Signed) -> frozenset[str]:
    """Return the public keys, hex, whose signatures are valid."""
    text = text_of(signed.message)
    found = signed.signatures.items()
    return frozenset(public for public, signature in found if _verified(public, text, signature))


def is_of_keeper(signed: Signed, keeper: str, people: Iterable[str]) -> bool:
    """Return whether the keeper has signed, and terms two of these people as well."""
    found = signers(signed)
    enough = PERSONS if isinstance(signed.message, LotTerms) else 0
    return keeper in found and len(found & frozenset(people) - {keeper}) >= enough


def _verified(public: str, text: bytes, signature: str) -> bool:
    try:
        return verify(bytes.fromhex(public), text, bytes.fromhex(signature))
    except ValueError:
        return False
