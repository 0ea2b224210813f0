"""The reply to InListPassiveTarget: the tags in the field (NXP UM0701-02, 7.3.5, 106 kbps A)."""

from typing import Final

IN_LIST_PASSIVE_TARGET: Final = 0x4A
ONE_AT_106A: Final = bytes((1, 0x00))
TWO_AT_106A: Final = bytes((2, 0x00))
"""At most two targets: a second card in the field is a collision, and must be noticed."""

_UID_LENGTHS: Final = (4, 7)
"""Lengths of the UIDs of cards; a random UID begins with 08 (NXP AN10927)."""
_RANDOM_UID_BYTE: Final = 0x08
_HAS_ATS: Final = 0x20


def uids(data: bytes) -> frozenset[bytes] | None:
    """Return the UIDs in the field; None if `data` is not valid."""
    if not data or data[0] > 2:
        return None
    target_uids, offset = [], 1
    for number in range(1, data[0] + 1):
        target_span = _parse_target(data, offset, number)
        if target_span is None:
            return None
        uid, offset = target_span
        target_uids.append(uid)
    is_complete = offset == len(data) and len(set(target_uids)) == len(target_uids)
    return frozenset(target_uids) if is_complete else None


def _parse_target(data: bytes, offset: int, number: int) -> tuple[bytes, int] | None:
    """Return a target's UID and the index of the next target."""
    if len(data) < offset + 5 or data[offset] != number or data[offset + 4] not in _UID_LENGTHS:
        return None
    selected, size = data[offset + 3], data[offset + 4]
    target_end = offset + 5 + size
    uid = data[offset + 5 : target_end]
    # A random UID differs at each scan: it would be a new card every time.
    if len(uid) < size or (size == 4 and uid[0] == _RANDOM_UID_BYTE):
        return None
    # SEL_RES of an ISO/IEC 14443-4 card: its ATS follows, whose first byte is its length.
    if selected & _HAS_ATS:
        target_end += data[target_end] if target_end < len(data) else len(data)
    return uid, target_end
