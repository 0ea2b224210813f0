"""The alarms of a poker table: doubts about the cards, which stop the game until resolved."""

from enum import StrEnum, auto
from typing import Final

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.panel import Text


class PokerAlarm(StrEnum):
    """A doubt about the cards. Its value is in journals, message keys and scripts."""

    MISDEAL = auto()
    """A wrong number of cards, or a second exposed one: the cards are dealt again."""
    WRONG_LAST_CARD = auto()
    """A wrong number of seventh cards: the key was wrong, or the game is voided."""
    PREMATURE_CARD = auto()
    FOUR_CARD_FLOP = auto()
    """The flop has one card too many: all four are taken back, or one becomes the burn."""
    FOUL_DECK = auto()
    CONTRADICTED_HAND = "other_hand"
    """The reader under a seat contradicts the shown hand."""

    @property
    def code(self) -> str:
        """The alarm's code in scripts and faults."""
        return SCRIPT_CODES.get(self, self.value)

    @property
    def text(self) -> Text:
        """The cause and the remedy. No card is named, since it may be a hole card."""
        return Text(MESSAGE_KEYS[self])


RESOLVED_BY_TAKE_BACK: Final = (
    PokerAlarm.MISDEAL,
    PokerAlarm.WRONG_LAST_CARD,
    PokerAlarm.PREMATURE_CARD,
    PokerAlarm.FOUR_CARD_FLOP,
    PokerAlarm.FOUL_DECK,
    PokerAlarm.CONTRADICTED_HAND,
)
"""Alarms that the supervisor resolves by taking the cards, or a wrong key, back."""
MESSAGE_KEYS: Final = {
    PokerAlarm.MISDEAL: "room.alarm.misdeal",
    PokerAlarm.WRONG_LAST_CARD: "room.alarm.wrong_last_card",
    PokerAlarm.PREMATURE_CARD: "room.alarm.premature_card",
    PokerAlarm.FOUR_CARD_FLOP: "room.alarm.four_card_flop",
    PokerAlarm.FOUL_DECK: "room.alarm.foul_deck",
    PokerAlarm.CONTRADICTED_HAND: "room.alarm.other_hand",
}
SCRIPT_CODES: Final = {
    PokerAlarm.WRONG_LAST_CARD: "misdeal",
    PokerAlarm.FOUR_CARD_FLOP: "premature_card",
    PokerAlarm.CONTRADICTED_HAND: "foul_deck",
}


class AlarmStop(Exception):
    """Raised by a handler: the act raises this alarm, and has no other effect.

    `card` is the fourth card of a flop.
    """

    def __init__(self, alarm: PokerAlarm, card: Card | None = None) -> None:
        super().__init__(alarm.value)
        self.alarm, self.card = alarm, card
