"""The reply to InListPassiveTarget: the tags in the field (NXP UM0701-02, 7.3.5, 106 kbps A)."""

from typing import Final

LIST: Final = 0x4A
ONE_AT_106A: Final = bytes((1, 0x00))
TWO_AT_106A: Final = bytes((2, 0x00))
"""At most two targets: a second card in the field is a collision, and must be noticed."""

_SIZES: Final = (4, 7)
"""Lengths of the UIDs of cards; a random UID begins with 08 (NXP AN10927)."""
_RANDOM: Final = 0x08
_HAS_ATS: Final = 0x20


def uids(data: bytes) -> frozenset[bytes] | None:
    """Return the UIDs in the field; None if `data` is not valid."""
    if not data or data[0] > 2:
        return None
    found, at = [], 1
    for number in range(1, data[0] + 1):
        target = _target(data, at, number)
        if target is None:
            return None
        uid, at = target
        found.append(uid)
    whole = at == len(data) and len(set(found)) == len(found)
    return frozenset(found) if whole else None


def _target(data: bytes, at: int, number: int) -> tuple[bytes, int] | None:
    """Return a target's UID and the index of the next target."""
    if len(data) < at + 5 or data[at] != number or data[at + 4] not in _SIZES:
        return None
    selected, size = data[at + 3], data[at + 4]
    end = at + 5 + size
    uid = data[at + 5 : end]
    if len(uid) < size or (size == 4 and uid[0] == _RANDOM):
        return None
    if selected & _HAS_ATS:
        end += data[end] if end < len(data) else len(data)
    return uid, end
