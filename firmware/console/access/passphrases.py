"""Passphrases: the rules for choosing one, and its stored hash."""

import os
import threading
from typing import Final, NamedTuple
from unicodedata import normalize

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed

MIN_LENGTH: Final = 12
MAX_LENGTH: Final = 128
"""Characters of a passphrase, after NFC; NIST SP 800-63B asks for 8 and 64 at least."""
MAX_READ_LENGTH: Final = 8 * MAX_LENGTH
"""Characters that are normalized: more than any valid passphrase has before NFC."""


class HashCost(NamedTuple):
    """The cost of one hash by argon2id (RFC 9106)."""

    memory_kib: int
    passes: int
    lanes: int


HASH_COST: Final = HashCost(memory_kib=32 * 1024, passes=3, lanes=1)
"""RFC 9106's second choice is 64 MiB and 3 passes, OWASP's least 19 MiB and 2 passes. A Pi Zero 2
has 512 MiB for the table and everything else, and the service stops the deal at 64 MiB left: half
of the RFC's memory with its passes, one lane since one hashing runs at a time."""

_HASH_LOCK: Final = threading.Lock()


def hash_passphrase(passphrase: str, hash_cost: HashCost) -> str:
    """Return the PHC string that is stored instead of the passphrase."""
    argon2 = Argon2id(
        salt=os.urandom(16),
        length=32,
        iterations=hash_cost.passes,
        lanes=hash_cost.lanes,
        memory_cost=hash_cost.memory_kib,
    )
    with _HASH_LOCK:
        return argon2.derive_phc_encoded(_hashed_octets(passphrase))


def verify_passphrase(passphrase: str, phc_hash: str) -> bool:
    """Return whether a hash is of that passphrase."""
    try:
        with _HASH_LOCK:
            Argon2id.verify_phc_encoded(_hashed_octets(passphrase), phc_hash)
    except InvalidKey:
        return False
    return True


def unmatchable_hash(hash_cost: HashCost) -> str:
    """Return a PHC string of that cost which no passphrase matches, for an unknown name's check."""
    memory_kib, passes, lanes = hash_cost
    return f"$argon2id$v=19$m={memory_kib},t={passes},p={lanes}${'A' * 22}${'A' * 43}"


def check_passphrase(account_name: str, passphrase: str) -> None:
    """Raise RequestFailed if a passphrase is too short, too long, unprintable or easily guessed."""
    normalized = normalize("NFC", passphrase[:MAX_READ_LENGTH])
    if not MIN_LENGTH <= len(normalized) <= MAX_LENGTH:
        raise RequestFailed(
            Text("console.people.length", {"least": str(MIN_LENGTH), "most": str(MAX_LENGTH)})
        )
    if not normalized.isprintable():
        raise RequestFailed(Text("console.people.unseen"))
    if len(set(normalized.casefold())) == 1 or normalized.casefold() == account_name.casefold():
        raise RequestFailed(Text("console.people.guessed"))


def _hashed_octets(passphrase: str) -> bytes:
    """Return the octets to hash: the same for every way to type a passphrase, of bounded length."""
    return normalize("NFC", passphrase[:MAX_READ_LENGTH])[: MAX_LENGTH + 1].encode(
        "utf-8", "surrogatepass"
    )
