"""What stops a poker game until it is resolved."""

from enum import StrEnum, auto
from typing import Final

from firmware.core.vocabulary.panel import Text


class PokerAlarm(StrEnum):
    """A doubt about the cards."""

    MISDEAL = auto()
    """A wrong number of cards, or a second one exposed: they are dealt again."""
    WRONG_LAST_CARD = auto()
    """A wrong number of seventh cards: the game is voided."""
    PREMATURE_CARD = auto()
    FOUL_DECK = auto()
    OTHER_HAND = auto()
    """The reader under a seat contradicts the hand that is shown."""

    @property
    def code(self) -> str:
        """Its code in scripts and faults."""
        return SCRIPT_CODES.get(self, self.value)

    @property
    def text(self) -> Text:
        """What happened and what to do; no card is named, since it may be a hole card."""
        return Text(f"room.alarm.{self.value}")


RESOLVED_BY_TAKE_BACK: Final = (
    PokerAlarm.PREMATURE_CARD,
    PokerAlarm.FOUL_DECK,
    PokerAlarm.OTHER_HAND,
)
"""What the supervisor ends by taking the card back."""
SCRIPT_CODES: Final = {PokerAlarm.WRONG_LAST_CARD: "misdeal", PokerAlarm.OTHER_HAND: "foul_deck"}


class AlarmStop(Exception):
    """The act raises an alarm, and does nothing else."""

    def __init__(self, alarm: PokerAlarm) -> None:
        super().__init__(alarm.value)
        self.alarm = alarm
