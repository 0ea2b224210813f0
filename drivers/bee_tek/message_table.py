"""The table of the Bee-Tek's words: each form in each mode in which it can come.

No paper of the maker's is public, so no row is `stated`. A card is one row a mode, not 52.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from drivers.bee_tek.messages import ALARM_MODE, BURN_MODE, GAME_MODE
from drivers.message_log import Basis, MessageRow, Outcome

MONITOR: Final = "Bee-Tek Shoe Monitor (a field program): its four patterns"
GUIDE: Final = "Bee-Tek Shoe Reader, installation guide: card drawing mode"
BY_ANALOGY: Final = "by analogy: no program names it"

_QUOTED_CARDS: Final = {GAME_MODE: MONITOR, BURN_MODE: GUIDE}
_WARNING_MODES: Final = ("", f"[{GAME_MODE}]", f"[{ALARM_MODE}]", f"[{BURN_MODE}]")


def _card_rows() -> Iterator[MessageRow]:
    for mode, source in _QUOTED_CARDS.items():
        yield MessageRow(f"[{mode}]<Card>", Outcome.EVENT, "CardRead", Basis.UNCONFIRMED, source)
        yield MessageRow(f"[{mode}]<Game>", Outcome.FAULT, "unreadable", Basis.UNCONFIRMED, MONITOR)


def _alarm_rows() -> Iterator[MessageRow]:
    alarms = {"Alarm:E3": "unreadable", "Alarm": "part_alarm"}
    for mode, (alarm, fault) in product((GAME_MODE, ALARM_MODE, BURN_MODE), alarms.items()):
        yield MessageRow(f"[{mode}]<{alarm}>", Outcome.FAULT, fault, Basis.UNCONFIRMED, MONITOR)


def _warning_rows() -> Iterator[MessageRow]:
    for mode, kind in product(_WARNING_MODES, ("W0x", "warning in words")):
        is_quoted = kind == "W0x" and not mode
        yield MessageRow(
            f"{mode}<{kind}>",
            Outcome.COUNTED,
            "a warning stops nothing; its meaning is not public",
            Basis.UNCONFIRMED,
            MONITOR if is_quoted else BY_ANALOGY,
        )


ROWS: Final = (*_card_rows(), *_alarm_rows(), *_warning_rows())
