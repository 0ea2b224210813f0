"""What a look says: each form of InListPassiveTarget's reply, to the octet."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from drivers.pn532.targets import Target, TargetForm, read_targets, uids
from sim.machines.foreign_cards import FOREIGN_CARDS
from tests.kits.offenders import each

TAG = "01 0004 08 07 04A1B2C3D4E5F6"
FOUR = "01 0004 08 04 DEADBEEF"
SEVEN_UID, FOUR_UID = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("DEADBEEF")
ATQB = "50 11223344 55667788 99AABB"

TAG_FORM, SMART, RANDOM, TRIPLE, OTHER, FELICA, TYPE_B, JEWEL = TargetForm


@each(
    "data, found",
    [
        ("00", []),
        (f"01 {TAG}", [Target(TAG_FORM, SEVEN_UID)]),
        (f"01 {FOUR}", [Target(TAG_FORM, FOUR_UID)]),
        (
            f"02 {TAG} 02 0004 08 04 DEADBEEF",
            [Target(TAG_FORM, SEVEN_UID), Target(TAG_FORM, FOUR_UID)],
        ),
        # SENS_RES in the other order (PN533, libnfc issue 476), and of each family
        ("01 01 0400 08 04 DEADBEEF", [Target(TAG_FORM, FOUR_UID)]),
        ("01 01 0044 00 07 04A1B2C3D4E5F6", [Target(TAG_FORM, SEVEN_UID)]),
        ("01 01 0002 18 04 DEADBEEF", [Target(TAG_FORM, FOUR_UID)]),
        ("01 01 0044 09 07 04A1B2C3D4E5F6", [Target(TAG_FORM, SEVEN_UID)]),
        # ISO/IEC 14443-4, with its ATS, with one of its length alone, and without one
        ("01 01 0344 20 07 04A1B2C3D4E5F6 06 7577810280", [Target(SMART, SEVEN_UID)]),
        ("01 01 0344 20 07 04A1B2C3D4E5F6 01", [Target(SMART, SEVEN_UID)]),
        ("01 01 0344 20 07 04A1B2C3D4E5F6", [Target(SMART, SEVEN_UID)]),
        ("01 01 0344 20 07 04A1B2C3D4E5F6 00", [Target(SMART, SEVEN_UID)]),
        ("01 01 0004 40 04 DEADBEEF", [Target(SMART, FOUR_UID)]),
        ("01 01 0004 28 04 DEADBEEF 02 78", [Target(SMART, FOUR_UID)]),
        (
            "02 01 0344 20 04 DEADBEEF 02 0004 08 07 04A1B2C3D4E5F6",
            [Target(SMART, FOUR_UID), Target(TAG_FORM, SEVEN_UID)],
        ),
        ("01 01 0004 20 04 08ADBEEF 05 78807002", [Target(RANDOM, bytes.fromhex("08ADBEEF"))]),
        ("01 01 0004 08 04 08ADBEEF", [Target(RANDOM, bytes.fromhex("08ADBEEF"))]),
        (
            "01 01 0084 08 0A 04010203040506070809",
            [Target(TRIPLE, bytes.fromhex("04010203040506070809"))],
        ),
        ("01 01 0004 08 05 DEADBEEF00", [Target(OTHER, bytes.fromhex("DEADBEEF00"))]),
        ("01 01 0004 08 04 88A1B2C3", [Target(OTHER, bytes.fromhex("88A1B2C3"))]),
        # a PN531 leaves the cascade tag in the UID (libnfc, pn53x.c)
        ("01 01 0400 08 08 8804A1B2C3D4E5F6", [Target(OTHER, bytes.fromhex("8804A1B2C3D4E5F6"))]),
        # other modulations: ACS ACR122L manual 0.03, page 42, and UM0701-02, 7.3.5
        ("01 01 14 01 0101050186040202 03004B024F498A8A 8008", [Target(FELICA)]),
        ("01 01 12 01 0101050186040202 03004B024F498A8A", [Target(FELICA)]),
        (f"01 01 {ATQB} 01 00", [Target(TYPE_B)]),
        (f"02 01 {ATQB} 01 00 02 {ATQB} 00", [Target(TYPE_B), Target(TYPE_B)]),
        ("01 01 0C00 11223344", [Target(JEWEL)]),
    ],
)
def test_targets_of_a_look(data: str, found: list[Target]) -> None:
    assert read_targets(bytes.fromhex(data)) == tuple(found)


@each(
    "data",
    [
        "",
        "03",
        f"03 {TAG}",
        "FF",
        "00 00",
        "01",
        f"01 {TAG} 00",
        f"02 {TAG}",
        f"02 {TAG} {FOUR}",
        "01 02 0004 08 04 DEADBEEF",
        "01 00 0004 08 04 DEADBEEF",
        "01 01 0004 08 07 04A1B2C3D4E5",
        "01 01 0004 08 00",
        "01 01 0344 20 07 04A1B2C3D4E5F6 06 75778102",
        "02 01 0004 08 04 DEADBEEF 02 0004 08 04 DEADBEEF",
        "01 01 14 02 0101050186040202 03004B024F498A8A 8008",
        f"01 01 {ATQB}",
        f"01 01 {ATQB} 02 00",
    ],
)
def test_reply_in_no_form_is_none(data: str) -> None:
    assert read_targets(bytes.fromhex(data)) is None
    assert uids(bytes.fromhex(data)) is None


@each("card, look", lambda: list(product(FOREIGN_CARDS, range(3))))
def test_foreign_card_is_found_beside_a_tag(card: object, look: int) -> None:
    foreign = card.list_target(look)  # type: ignore[attr-defined]
    for data in (
        bytes.fromhex(f"02 {TAG} 02") + foreign,
        b"\x02\x01" + foreign + bytes.fromhex(f"02 {TAG[3:]}"),
    ):
        targets = read_targets(data)
        assert targets is not None
        assert Target(TAG_FORM, SEVEN_UID) in targets
        assert len(targets) == 2


@given(st.binary(max_size=80))
def test_any_reply_is_read_to_its_end_or_not_at_all(data: bytes) -> None:
    targets = read_targets(data)
    assert targets is None or len(targets) == data[0]
