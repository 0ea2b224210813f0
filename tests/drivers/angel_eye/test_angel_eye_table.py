"""Every row of the table comes to what it says, and the far end can say it."""

from itertools import product
from typing import NamedTuple

import pytest

from drivers.angel_eye.framer import REFUSAL_CODES
from drivers.angel_eye.message_table import ROWS
from drivers.message_log import MessageRow, Outcome
from firmware.core.vocabulary.events import FaultRaised
from sim.machines.angel_eye import SimAngelEye
from tests.kits.drivers.angel_eye_line import Line
from tests.kits.offenders import each


class Said(NamedTuple):
    """A message of the far end: its letter and octets, all of the specification's bits."""

    code: str
    octets: str


PLACES = {
    **{f"player {index}": f"8{index}" for index in (1, 2, 3)},
    **{f"banker {index}": f"9{index}" for index in (1, 2, 3)},
    "burn": "A0",
    "first card": "C0",
    "burn count": "D9",
}
STATES = {"lock": "80", "error": "91", "setting": "A0"}
FACES = {"": "B8", " without card": "80"}
MESSAGES = {
    "S": Said("S", ""),
    "P": Said("P", ""),
    "C": Said("C", ""),
    "L 0": Said("L", "80"),
    "L 1": Said("L", "81"),
    "M": Said("M", "30 31 30 30 30 38"),
    "R without card": Said("R", ""),
    **{
        f"{code} {place}{face}": Said(code, f"{octet} {card}")
        for code, (place, octet), (face, card) in product("DR", PLACES.items(), FACES.items())
    },
    **{
        f"d {state}{face}": Said("d", f"{octet} {card}")
        for (state, octet), (face, card) in product(STATES.items(), FACES.items())
    },
    **{
        f"G {winner} pairs {pairs}": Said("G", f"{0x80 | bits << 4 | pairs:02X}")
        for (winner, bits), pairs in product(
            {"player": 1, "tie": 2, "banker": 4, "forced": 7}.items(), range(4)
        )
    },
    **{
        f"E {number} mode {mode}": Said("E", f"{0x80 | mode << 6 | number:02X}")
        for number, mode in product(range(1, 8), (0, 1))
    },
    **{f"e {number}": Said("e", f"{0x80 | number:02X}") for number in range(1, 8)},
}
ANSWERS = {
    "ACK": b"",
    **{f"NAK {code}": code.encode() for code in REFUSAL_CODES},
    **{f"NAK {code} octet": bytes.fromhex(code) for code in REFUSAL_CODES},
}


def test_each_row_is_said_and_no_other() -> None:
    assert {*MESSAGES, *ANSWERS} == {row.name for row in ROWS}
    assert len(ROWS) == len(MESSAGES) + len(ANSWERS)


@pytest.mark.clause("AGCO 6.1.2")
@each("row", [row for row in ROWS if row.name in MESSAGES])
def test_each_message_is_noted_and_comes_to_its_result(row: MessageRow) -> None:
    far = SimAngelEye()
    line = Line(far, commands=False)
    said = MESSAGES[row.name]
    far.send(said.code, bytes.fromhex(said.octets))
    events = line.pass_time(1)
    assert line.shoe.messages.counts == {row.name: 1}
    assert not line.shoe.messages.unknown
    names = [
        event.code if isinstance(event, FaultRaised) else type(event).__name__ for event in events
    ]
    assert names == ([] if row.outcome is Outcome.COUNTED else [row.result])


@each("name, refusal", ANSWERS.items())
def test_each_answer_is_noted(name: str, refusal: bytes) -> None:
    far = SimAngelEye()
    line = Line(far)
    far.refusal = refusal
    line.show(locked=True)
    line.pass_time(1000)
    noted = line.shoe.messages.counts
    assert noted[name] in (1, 3)
    assert {*noted} <= {name, "L 1"}
    assert not line.shoe.messages.unknown
    assert far.is_locked is (name == "ACK")
    assert line.shoe.health["refused"] == (name != "ACK")
