"""A capture has other numbers in place of those of tags, in frames that are as sound as before."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from drivers.pn532.frames import ACK, Pn532Framer, encode_frame
from drivers.pn532.targets import uids
from drivers.rr3036.protocol import Rr3036Framer, crc16_mcrf4xx
from firmware.shell.conformance.tag_pseudonyms import TagPseudonyms
from hal.ports import Millis
from tests.kits.offenders import each

UID = bytes.fromhex("04A1B2C3D4E580")
CHIP = bytes.fromhex("E004015012345678")
SHORT = st.sampled_from((4, 7, 10)).flatmap(lambda size: st.binary(min_size=size, max_size=size))


def listed(*targets: bytes, ats: bytes = b"") -> bytes:
    """Return the PN532's frame with these cards in the field."""
    selected = bytes((0x20,)) if ats else b"\0"
    found = b"".join(
        bytes((number, 0, 0x44)) + selected + bytes((len(uid),)) + uid + ats
        for number, uid in enumerate(targets, start=1)
    )
    return encode_frame(bytes((0xD5, 0x4B, len(targets))) + found)


def inventory(*chips: bytes, status: int = 0) -> bytes:
    """Return the RR3036's frame with these chips at an antenna."""
    data = b"".join(b"\0" + chip[::-1] for chip in chips)
    body = bytes((4 + len(data), 0, status)) + data
    return body + crc16_mcrf4xx(body).to_bytes(2, "little")


@given(st.lists(SHORT, min_size=1, max_size=2, unique=True), st.sampled_from((b"", b"\x05xatsx")))
def test_card_has_another_number_in_a_sound_frame(cards: list[bytes], ats: bytes) -> None:
    frame = listed(*cards, ats=ats[:5])
    rewritten = TagPseudonyms().rewrite_pn532(frame)
    assert rewritten is not None
    assert len(rewritten) == len(frame)
    assert not any(uid[1:] in rewritten for uid in cards)
    assert len(Pn532Framer(Counter()).feed(rewritten)) == 1


def test_tag_has_one_number_a_capture() -> None:
    numbers = TagPseudonyms()
    assert numbers.pseudonym(UID) == numbers.pseudonym(UID) != TagPseudonyms().pseudonym(UID)
    assert numbers.pseudonym(UID)[:1] == UID[:1]
    assert len(numbers.pseudonym(UID)) == len(UID)


def test_driver_reads_as_many_cards() -> None:
    rewritten = TagPseudonyms().rewrite_pn532(ACK + listed(UID)) or b""
    found = uids(rewritten[len(ACK) :][7:-2])
    assert found is not None
    assert len(found) == 1
    assert UID not in found


@given(st.lists(st.binary(min_size=7, max_size=7), min_size=1, max_size=5, unique=True))
def test_chip_has_another_number_in_a_sound_frame(tails: list[bytes]) -> None:
    chips = [b"\xe0" + tail for tail in tails]
    rewritten = TagPseudonyms().rewrite_rr3036(inventory(*chips)) or b""
    (reply,) = Rr3036Framer().feed(rewritten, Millis(0))
    assert reply.tag_uids is not None
    assert {uid[:1] for uid in reply.tag_uids} == {b"\xe0"}
    assert not reply.tag_uids & {*chips}


@each("octets", (listed(UID)[:-3], b"\x00" + UID, listed(UID) + UID, UID, listed(UID)[1:]))
def test_what_is_no_sound_frame_of_cards_is_masked(octets: bytes) -> None:
    assert TagPseudonyms().rewrite_pn532(octets) is None


@each("octets", (inventory(CHIP)[:-1], CHIP, inventory(CHIP) + CHIP[:4], b"\x00", b"\x02\x00\x00"))
def test_what_is_no_sound_frame_of_chips_is_masked(octets: bytes) -> None:
    assert TagPseudonyms().rewrite_rr3036(octets) is None


def test_old_octets_behind_a_frame_on_i2c_are_cut() -> None:
    rewritten = TagPseudonyms().rewrite_pn532_read(b"\x01" + listed(UID) + UID) or b""
    assert rewritten[:1] == b"\x01"
    assert len(rewritten) == 1 + len(listed(UID))
    assert UID[1:] not in rewritten


@each("octets", (b"\x00", b"\x01", b"\x01" + ACK))
def test_read_without_a_card_stays(octets: bytes) -> None:
    assert TagPseudonyms().rewrite_pn532_read(octets) == octets


@given(st.binary(max_size=60))
def test_octets_are_masked_or_keep_their_number(octets: bytes) -> None:
    for rewrite in TagPseudonyms().rewriters.values():
        rewritten = rewrite(octets)
        assert rewritten is None or len(rewritten) == len(octets)
