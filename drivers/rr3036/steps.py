"""The commands of an RR3036-class reader, each with the form of its answer and its successor."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from drivers.rr3036 import protocol
from drivers.rr3036.protocol import Reply
from hal.ports import Millis

ANSWERED_WITHIN: Final = Millis(60)
INVENTORY_WITHIN: Final = Millis(500)
"""The reader's own scan time, which must be set to the least (3, assumed to be 300 ms), and the
133 ms of the longest reply on the wire."""


@dataclass(frozen=True, eq=False, slots=True)
class Step:
    """A command, the form of its answer, and what is sent after that."""

    command: bytes
    """Empty if it depends on the antenna."""
    is_answer: Callable[[Reply], bool]
    then: "Step | None"
    """None after an inventory: its answer is a look."""
    within: Millis = ANSWERED_WITHIN


DONE: Final = attrgetter("is_done")
LOOK: Final = Step(protocol.INVENTORY, attrgetter("is_inventory"), None, within=INVENTORY_WITHIN)
SELECT: Final = Step(b"", DONE, LOOK)
INFORM: Final = Step(protocol.INFORMATION, attrgetter("is_information"), SELECT)
MODE: Final = Step(protocol.TO_ISO15693, DONE, INFORM)
FIELD: Final = Step(protocol.OPEN_FIELD, DONE, MODE)
