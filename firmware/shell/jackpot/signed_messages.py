"""The signed messages of a linked jackpot: upward by the table's device, downward by the keeper.

A message's text is its one JSON form, with its kind in it and every key in its order.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import JackpotKeeperMessage, JackpotTableMessage, JackpotTerms
from firmware.shell.history.journal_entries import Attested
from firmware.shell.trust.keys import DeviceKey, is_signed_by, public_octets

REQUIRED_PERSONS: Final = 2
"""How many people sign new terms, in addition to the keeper."""


class SignedMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message of the keeper with its signatures, hex, by the signer's public key."""

    message: JackpotKeeperMessage
    signatures: dict[str, str] = {}


def signed_text(message: JackpotTableMessage | JackpotKeeperMessage) -> bytes:
    """Return the octets of a message that are signed."""
    return msgspec.json.encode(message, order="deterministic")


def attest(message: JackpotTableMessage, device: DeviceKey) -> Attested:
    """Return a table's message with the signature of its device."""
    return Attested(
        message, device.public_key.hex(), device.sign_octets(signed_text(message)).hex()
    )


def is_attested(record: Attested) -> bool:
    """Return whether the device that a record names has signed it."""
    return _is_valid_signature(record.device, signed_text(record.message), record.signature)


def sign_message(message: JackpotKeeperMessage, *private_keys: Ed25519PrivateKey) -> SignedMessage:
    """Return a message signed with these keys."""
    signed_octets = signed_text(message)
    return SignedMessage(
        message,
        {
            public_octets(private_key).hex(): private_key.sign(signed_octets).hex()
            for private_key in private_keys
        },
    )


def valid_signers(signed_message: SignedMessage) -> frozenset[str]:
    """Return the public keys, hex, whose signatures are valid."""
    signed_octets = signed_text(signed_message.message)
    signatures = signed_message.signatures.items()
    return frozenset(
        public_key
        for public_key, signature in signatures
        if _is_valid_signature(public_key, signed_octets, signature)
    )


def is_signed_by_keeper(
    signed_message: SignedMessage, keeper_key: str, person_keys: Iterable[str]
) -> bool:
    """Return whether the keeper has signed, and two of these people as well if it is terms."""
    valid_keys = valid_signers(signed_message)
    required_persons = REQUIRED_PERSONS if isinstance(signed_message.message, JackpotTerms) else 0
    return (
        keeper_key in valid_keys
        and len(valid_keys & frozenset(person_keys) - {keeper_key}) >= required_persons
    )


def _is_valid_signature(public_key: str, signed_octets: bytes, signature: str) -> bool:
    try:
        return is_signed_by(bytes.fromhex(public_key), signed_octets, bytes.fromhex(signature))
    except ValueError:
        return False
