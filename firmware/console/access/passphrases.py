"""Passphrases: the rules for choosing one, and its stored hash."""

import os
import threading
from typing import Final, NamedTuple
from unicodedata import normalize

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone

LEAST: Final = 12
MOST: Final = 128
"""Characters of a passphrase, after NFC; NIST SP 800-63B asks for 8 and 64 at least."""
READ: Final = 8 * MOST
"""Characters that are looked at: more than any passphrase has before NFC."""


class Cost(NamedTuple):
    """The cost of one hash by argon2id (RFC 9106)."""

    memory_kib: int
    passes: int
    lanes: int


COST: Final = Cost(memory_kib=32 * 1024, passes=3, lanes=1)
"""RFC 9106's second choice is 64 MiB and 3 passes, OWASP's least 19 MiB and 2 passes. A Pi Zero 2
has 512 MiB for the table and everything else, and the service stops the deal at 64 MiB left: half
of the RFC's memory with its passes, one lane since one hashing runs at a time."""

_ONE_AT_A_TIME: Final = threading.Lock()


def derive(passphrase: str, cost: Cost) -> str:
    """Return the PHC string that is kept in place of a passphrase."""
    hashing = Argon2id(
        salt=os.urandom(16),
        length=32,
        iterations=cost.passes,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    )
    with _ONE_AT_A_TIME:
        return hashing.derive_phc_encoded(_octets(passphrase))


def matches(passphrase: str, phc: str) -> bool:
    """Return whether `phc` was derived of that passphrase."""
    try:
        with _ONE_AT_A_TIME:
            Argon2id.verify_phc_encoded(_octets(passphrase), phc)
    except InvalidKey:
        return False
    return True


def nobodys(cost: Cost) -> str:
    """Return a PHC string of that cost that nobody knows a passphrase of."""
    memory, passes, lanes = cost
    return f"$argon2id$v=19$m={memory},t={passes},p={lanes}${'A' * 22}${'A' * 43}"


def check_fit(name: str, passphrase: str) -> None:
    """Raise CannotBeDone unless `name` may choose that passphrase."""
    chosen = normalize("NFC", passphrase[:READ])
    if not LEAST <= len(chosen) <= MOST:
        raise CannotBeDone(Text("console.people.length", {"least": str(LEAST), "most": str(MOST)}))
    if not chosen.isprintable():
        raise CannotBeDone(Text("console.people.unseen"))
    if len(set(chosen.casefold())) == 1 or chosen.casefold() == name.casefold():
        raise CannotBeDone(Text("console.people.guessed"))


def _octets(passphrase: str) -> bytes:
    """Return the octets to hash: the same for all ways to type a passphrase,
    with a maximum length.
    """
    return normalize("NFC", passphrase[:READ])[: MOST + 1].encode("utf-8", "surrogatepass")
