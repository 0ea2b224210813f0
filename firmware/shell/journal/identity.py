"""The identity of a journal: 16 octets, by which it is one device's.

    chance, 6 octets │ SHA-256 of that and of the device's fingerprint, the first 10 octets

So no other device can claim it, even one that has read it. A journal of no device, and one from
before, has chance alone.
"""

import secrets
from hashlib import sha256
from typing import Final

IDENTITY_OCTETS: Final = 16
CHANCE_OCTETS: Final = 6
"""Enough to tell the journals of one device apart."""
HASHED_PREFIX: Final = b"croupier journal\n"


def new_identity(device: str) -> bytes:
    """Return the identity of a new journal of a device, by the fingerprint of its key; "" is of
    none.
    """
    if not device:
        return secrets.token_bytes(IDENTITY_OCTETS)
    return _identity(secrets.token_bytes(CHANCE_OCTETS), device)


def is_identity_of(identity: bytes, device: str) -> bool:
    """Return whether a device of this fingerprint has begun the journal."""
    return identity == _identity(identity[:CHANCE_OCTETS], device)


def _identity(chance: bytes, device: str) -> bytes:
    digest = sha256(HASHED_PREFIX + chance + device.encode()).digest()
    return chance + digest[: IDENTITY_OCTETS - CHANCE_OCTETS]
