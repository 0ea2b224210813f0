"""A diagram names each row of the table that it draws."""

from enum import Enum, auto

from firmware.core.state_machine import row
from firmware.core.vocabulary.events import CutCardSeen, Event
from tools.state_diagram import diagram


class Lamp(Enum):
    DARK = auto()
    LIT = auto()


def is_due(_owner: object, _event: Event) -> bool:
    return True


def test_each_row_with_its_guard_is_drawn() -> None:
    rows = [
        row(Lamp.DARK, CutCardSeen, Lamp.LIT, when=is_due),
        row(Lamp.LIT, CutCardSeen, Lamp.LIT),
    ]
    assert diagram(Lamp.DARK, rows).splitlines() == [
        "stateDiagram-v2",
        "    [*] --> DARK",
        "    DARK --> LIT: CutCardSeen [is due]",
        "    LIT --> LIT: CutCardSeen",
    ]
