"""The commands of an RR3036-class reader, each with the form of its answer and its successor."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from drivers.rr3036 import message_table, protocol
from drivers.rr3036.protocol import Rr3036Reply
from hal.ports import Millis

ANSWER_TIMEOUT: Final = Millis(60)
INVENTORY_TIMEOUT: Final = Millis(500)
"""The reader's own scan time, which must be set to the least (3, assumed to be 300 ms), and the
133 ms of the longest reply on the wire."""


@dataclass(frozen=True, eq=False, slots=True)
class ReaderStep:
    """A command, the form of its answer, and the command after it."""

    name: str
    command: bytes
    """Empty if it depends on the antenna."""
    is_answer: Callable[[Rr3036Reply], bool]
    next_step: "ReaderStep | None"
    """None after an inventory: its answer is a reading."""
    timeout: Millis = ANSWER_TIMEOUT


ACCEPTED: Final = attrgetter("is_done")
INVENTORY_STEP: Final = ReaderStep(
    # Built from the last to the first: field, mode and information, then antenna and inventory in
    # turn.
    message_table.INVENTORY,
    protocol.INVENTORY,
    attrgetter("is_inventory"),
    None,
    timeout=INVENTORY_TIMEOUT,
)
SELECT_STEP: Final = ReaderStep(message_table.SELECT_ANTENNA, b"", ACCEPTED, INVENTORY_STEP)
INFORM_STEP: Final = ReaderStep(
    message_table.INFORMATION, protocol.INFORMATION, attrgetter("is_information"), SELECT_STEP
)
MODE_STEP: Final = ReaderStep(
    message_table.TO_ISO15693, protocol.TO_ISO15693, ACCEPTED, INFORM_STEP
)
FIELD_STEP: Final = ReaderStep(message_table.OPEN_RF, protocol.OPEN_FIELD, ACCEPTED, MODE_STEP)
