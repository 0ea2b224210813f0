"""What stops a poker game until it is resolved."""

from enum import StrEnum, auto

from firmware.core.vocabulary.panel import Text


class Alarm(StrEnum):
    """A doubt about the cards."""

    MISDEAL = auto()
    """A wrong number of cards, or a second one exposed: they are dealt again."""
    WRONG_LAST_CARD = auto()
    """A wrong number of seventh cards: the game is voided."""
    PREMATURE_CARD = auto()
    FOUL_DECK = auto()

    @property
    def code(self) -> str:
        """Its code in scripts and faults."""
        return "misdeal" if self is Alarm.WRONG_LAST_CARD else self.value

    @property
    def why(self) -> Text:
        """What happened and what to do; no card is named, since it may be a hole card."""
        return Text(f"room.alarm.{self.value}")


class Stops(Exception):
    """The act raises an alarm, and does nothing else."""

    def __init__(self, alarm: Alarm) -> None:
        super().__init__(alarm.value)
        self.alarm = alarm
