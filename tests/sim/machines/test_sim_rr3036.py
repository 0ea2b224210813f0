import pytest

from sim.machines.rr3036 import SimRr3036

OPEN = "05 00 00 02 64 4E"
CLOSE = "05 00 00 01 FF 7C"
MODE = "05 00 00 06 40 08"
ABOUT = "05 00 00 00 76 6D"
INVENTORY = "05 00 01 06 98 11"
SELECT_1 = "06 00 08 F0 01 53 A0"
UID = bytes.fromhex("E004015012345601")


def ask(reader: SimRr3036, *commands: str) -> str:
    """Send commands; return the last reply without its CRC."""
    for command in commands:
        reader.transmit()
        reader.receive(bytes.fromhex(command))
    return reader.transmit()[:-2].hex(" ").upper()


@pytest.fixture
def reader() -> SimRr3036:
    reader = SimRr3036({1, 2})
    assert ask(reader, OPEN, MODE, SELECT_1) == "04 00 00"
    return reader


def test_powers_up_closed_in_another_mode() -> None:
    reader = SimRr3036({1})
    assert ask(reader, INVENTORY) == "04 00 05"
    assert ask(reader, OPEN, INVENTORY) == "04 00 1F"
    assert ask(reader, MODE, INVENTORY) == "04 00 0E"
    assert ask(reader, CLOSE, INVENTORY) == "04 00 05"


def test_literal_reply_with_its_crc(reader: SimRr3036) -> None:
    reader.receive(bytes.fromhex(INVENTORY))
    assert reader.transmit() == bytes.fromhex("04 00 0E 2C B3")


def test_one_reply_has_every_tag(reader: SimRr3036) -> None:
    reader.put_tag(2, UID)
    assert ask(reader, INVENTORY) == "04 00 0E"
    reader.put_tag(1, UID)
    assert ask(reader, INVENTORY) == "0D 00 00 00 01 56 34 12 50 01 04 E0"
    reader.put_tag(1, UID[:-1] + b"\x02")
    assert len(ask(reader, INVENTORY).split()) == 3 + 18
    reader.remove_tag(1, UID)
    assert ask(reader, INVENTORY) == "0D 00 00 00 02 56 34 12 50 01 04 E0"


def test_tags_beyond_one_reply_missed(reader: SimRr3036) -> None:
    for number in range(28):
        reader.put_tag(1, UID[:-1] + bytes([number]))
    assert ask(reader, INVENTORY) == "04 00 0B"
    reader.remove_tag(1, UID)
    assert len(ask(reader, INVENTORY).split()) == 3 + 27 * 9


def test_scripted_statuses_come_once(reader: SimRr3036) -> None:
    reader.statuses.extend([0x0B, 0x0A])
    assert [ask(reader, INVENTORY) for _ in range(3)] == ["04 00 0B", "04 00 0A", "04 00 0E"]


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        ("05 00 00 07 C9 19", "04 00 02"),
        ("06 00 01 06 00 1C 05", "04 00 01"),
        ("06 00 08 F0 15 F6 F6", "04 00 03"),
        (ABOUT, "0C 00 00 01 0A 15 00 30 00 1F 03"),
        ("05 00 01 06 98 10", ""),
        ("FF" + INVENTORY, "04 00 0E"),
        (OPEN + INVENTORY, "04 00 00 52 5A 04 00 0E"),
    ],
    ids=["unknown", "length", "antenna", "about", "bad CRC", "noise before", "merged"],
)
def test_other_commands(reader: SimRr3036, command: str, reply: str) -> None:
    assert ask(reader, command) == reply


def test_command_in_pieces(reader: SimRr3036) -> None:
    for byte in bytes.fromhex(INVENTORY):
        assert reader.transmit() == b""
        reader.receive(bytes([byte]))
    assert reader.transmit() == bytes.fromhex("04 00 0E 2C B3")


def test_power_up_forgets_all_but_the_tags(reader: SimRr3036) -> None:
    reader.put_tag(1, UID)
    reader.receive(bytes.fromhex(INVENTORY))
    reader.power_up()
    assert reader.transmit() == b""
    assert ask(reader, INVENTORY) == "04 00 05"
    assert reader.tags_on_antenna(1) == {UID}


def test_only_a_present_tag_is_removed(reader: SimRr3036) -> None:
    with pytest.raises(KeyError):
        reader.remove_tag(1, UID)
    with pytest.raises(KeyError):
        reader.put_tag(3, UID)
