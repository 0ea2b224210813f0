"""A journal is one device's, by its identity."""

import pytest

from firmware.shell.journal import Journal, MemoryCopy
from firmware.shell.journal.header import JournalStamp
from firmware.shell.journal.identity import is_identity_of, new_identity

OWN, OTHER = "7W3S 2RJS", "LNHJ ZKM7"


def begun(device: str) -> bytes:
    """Return the identity of a journal that a device has just begun."""
    copies = MemoryCopy("a"), MemoryCopy("b")
    journal = Journal.open(copies, JournalStamp("sim", "1", "", "", "any", device))
    return bytes.fromhex(journal.identity)


def test_a_journal_is_of_the_device_that_began_it() -> None:
    identity = begun(OWN)
    assert is_identity_of(identity, OWN)
    assert not is_identity_of(identity, OTHER)


@pytest.mark.parametrize("device", ["", OWN])
def test_no_two_journals_are_the_same(device: str) -> None:
    assert len({new_identity(device) for _ in range(100)}) == 100


def test_the_journal_of_no_device_is_nobody_s() -> None:
    assert not is_identity_of(begun(""), "")


@pytest.mark.parametrize("octet", range(16))
def test_no_octet_may_be_another(octet: int) -> None:
    identity = bytearray(new_identity(OWN))
    identity[octet] ^= 1
    assert not is_identity_of(bytes(identity), OWN)
