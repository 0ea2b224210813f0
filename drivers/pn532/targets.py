"""The reply to InListPassiveTarget: the targets in the field (NXP UM0701-02, 7.3.5).

NbTg, then for each target Tg and what its modulation (BrTy) defines:

    01 │ 01 │ 03 44  20      07 04 A1 … 80  06 75 77 81 02 80    type A, ISO/IEC 14443-4
       │ Tg │ SENS   SEL_RES UID            ATS, if SEL_RES says so

Theory of operation. A reply counts only if it is exact to the octet: a damaged one that passed both
sums of its frame would be another card. Only type A is ever asked for; a reply in another form is a
foreign card all the same. A chip whose automatic RATS was switched off sends no ATS, so a reply is
read in each way that SEL_RES allows.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

IN_LIST_PASSIVE_TARGET: Final = 0x4A
ONE_AT_106A: Final = bytes((1, 0x00))
TWO_AT_106A: Final = bytes((2, 0x00))
"""At most two targets: a second card in the field is a collision, and must be noticed."""
MAX_TARGETS: Final = 2


class TargetForm(StrEnum):
    """What a target is by its form; each but the first is a foreign card unless registered."""

    TAG = "type A, tag"
    """A UID of 4 or 7 octets, as the cards of a deck have."""
    SMART_CARD = "type A, ISO 14443-4"
    """Such a UID, of a device that can do more: a bank card, a pass, a phone."""
    RANDOM_UID = "type A, random UID"
    """Another UID at each look: a phone, a passport."""
    TRIPLE_UID = "type A, UID of 10"
    OTHER_UID = "type A, other UID"
    FELICA = "FeliCa"
    TYPE_B = "type B"
    JEWEL = "Jewel"


class Target(NamedTuple):
    """A target; the `uid` of another modulation is empty."""

    form: TargetForm
    uid: bytes = b""


Targets = tuple[Target, ...]
_Located = tuple[Target, int]
"""A target, and the index behind it."""

_CARD_UID_LENGTHS: Final = (4, 7)
_TRIPLE_LENGTH: Final = 10
_RANDOM_UID_BYTE, _CASCADE_TAG = 0x08, 0x88
"""First octets that no UID of 4 octets of a card has (NXP AN10927; ISO/IEC 14443-3, 6.5.4)."""
_HAS_ATS: Final = 0x20
_IS_DEVICE: Final = 0x60
"""In SEL_RES: ISO/IEC 14443-4, and ISO/IEC 18092."""


def read_targets(data: bytes) -> Targets | None:
    """Return the targets of a reply; None if it is in no form that the manual defines."""
    if not data or data[0] > MAX_TARGETS:
        return None
    readings = (
        targets
        for locate in (_locate_type_a, _locate_felica, _locate_type_b, _locate_jewel)
        for targets in _readings(data, 1, 1, locate)
        if _are_distinct(targets)
    )
    return next(readings, None)


def may_be_card(target: Target) -> bool:
    """Return whether a target has a UID as the cards of a deck have."""
    return target.form in (TargetForm.TAG, TargetForm.SMART_CARD)


def uids(data: bytes, is_card: Callable[[Target], bool] = may_be_card) -> frozenset[bytes] | None:
    """Return the UIDs of the cards in the field; None if the reply is in no form."""
    targets = read_targets(data)
    if targets is None:
        return None
    return frozenset(target.uid for target in targets if is_card(target))


def _readings(
    data: bytes, offset: int, number: int, locate: Callable[[bytes, int], Iterator[_Located]]
) -> Iterator[Targets]:
    """Yield each way to read the rest of a reply, from target `number` on, to its last octet."""
    if number > data[0]:
        if offset == len(data):
            yield ()
        return
    if data[offset : offset + 1] != bytes((number,)):
        return
    for target, target_end in locate(data, offset + 1):
        for others in _readings(data, target_end, number + 1, locate):
            yield (target, *others)


def _are_distinct(targets: Targets) -> bool:
    uids = [target.uid for target in targets if target.uid]
    return len(set(uids)) == len(uids)


def _locate_type_a(data: bytes, start: int) -> Iterator[_Located]:
    if len(data) < start + 4:
        return
    sel_res, size = data[start + 2 : start + 4]
    uid_end = start + 4 + size
    uid = data[start + 4 : uid_end]
    if not uid or len(uid) < size:
        return
    target = Target(_form_of_type_a(sel_res, uid), uid)
    # the ATS begins with its length, which counts itself; a length of 0 is no ATS
    if sel_res & _HAS_ATS and uid_end < len(data):
        yield target, uid_end + max(data[uid_end], 1)
    yield target, uid_end


def _form_of_type_a(sel_res: int, uid: bytes) -> TargetForm:
    if len(uid) == _TRIPLE_LENGTH:
        return TargetForm.TRIPLE_UID
    if len(uid) not in _CARD_UID_LENGTHS:
        return TargetForm.OTHER_UID
    if len(uid) == _CARD_UID_LENGTHS[0] and uid[0] == _RANDOM_UID_BYTE:
        return TargetForm.RANDOM_UID
    if len(uid) == _CARD_UID_LENGTHS[0] and uid[0] == _CASCADE_TAG:
        return TargetForm.OTHER_UID
    return TargetForm.SMART_CARD if sel_res & _IS_DEVICE else TargetForm.TAG


def _locate_felica(data: bytes, start: int) -> Iterator[_Located]:
    # POL_RES: its length, which counts itself, 01, NFCID2t and PAD, and perhaps the system's code
    if data[start : start + 2] in (b"\x12\x01", b"\x14\x01"):
        yield Target(TargetForm.FELICA), start + data[start]


def _locate_type_b(data: bytes, start: int) -> Iterator[_Located]:
    # ATQB, of 12 octets, then ATTRIB_RES with its length before it
    attrib_start = start + 12
    if data[start : start + 1] == b"\x50" and attrib_start < len(data):
        yield Target(TargetForm.TYPE_B), attrib_start + 1 + data[attrib_start]


def _locate_jewel(data: bytes, start: int) -> Iterator[_Located]:
    # SENS_RES, of 2 octets, and JEWELID, of 4; there is one such target at most
    if data[0] == 1 and data[start : start + 2] in (b"\x0c\x00", b"\x00\x0c"):
        yield Target(TargetForm.JEWEL), start + 6
