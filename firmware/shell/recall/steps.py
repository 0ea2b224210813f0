"""The steps of a round's story, before they are put together."""

from dataclasses import dataclass

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.vocabulary.disclosure import RecallScope
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import OVERRIDE_KEYS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    BetsLocked,
    Refused,
    RoundOpened,
    Ruling,
    TestClosed,
    TestOpened,
)
from firmware.shell.history.journal_entries import Setting
from firmware.shell.recall.card_moves import CardMove
from firmware.shell.recall.round_record import RecalledCard


@dataclass
class DealtCard:
    """A card that left a shoe, the `shoe_number`-th since the story began."""

    card_move: CardMove
    shoe_number: int
    shown: bool = False

    def recalled_card(self, card_order: int, *, is_named: bool) -> RecalledCard:
        """Return the card for the recall, unnamed unless it may be named."""
        card_move, is_named = self.card_move, is_named or self.shown
        return RecalledCard(
            card_order,
            card_move.card.name if is_named else None,
            card_move.tag if is_named else None,
            card_move.hand_name,
            card_move.hand_position,
            card_move.by_hand,
        )


@dataclass
class StoryStep:
    """One event or note, with its rulings."""

    record_number: int
    wall: str
    setting: Setting | None
    """The setting of that time."""
    event: Event | None = None
    note: Text | None = None
    setting_changed: bool = False
    """Whether the setting has changed."""
    rulings: tuple[Ruling, ...] = ()
    dealt_card: DealtCard | None = None
    is_undone: bool = False
    ends_round: bool = False
    """Whether it led out of a round that was being played."""
    jackpot: Cents | None = None
    """The progressive jackpot after it; None at a table without one, or if it is not known."""
    restart_table: Checkpoint | None = None
    """The table from which the story starts again after a gap."""
    replay_differs: bool = False
    """Whether the present program decides otherwise, here or just after."""

    @property
    def shown_event(self) -> Event | None:
        """The event, if it is shown."""
        event = self.event
        if isinstance(event, KeyPressed):
            was_refused = any(isinstance(ruling, Refused) for ruling in self.rulings)
            return event if event.key in OVERRIDE_KEYS and not was_refused else None
        if event is None or event.DISCLOSURE.recall is not RecallScope.ROUND:
            return None
        return event

    @property
    def closing_count(self) -> int:
        """How many rulings come before its card: those by which it closed the bets (30)."""
        lock_positions = (
            position
            for position, ruling in enumerate(self.rulings, 1)
            if isinstance(ruling, BetsLocked)
        )
        return next(lock_positions, 0) if self.dealt_card else 0

    @property
    def opened_round(self) -> tuple[int, int] | None:
        """The number of the round that it finally opened, and the count of rulings before that."""
        if self.is_undone:
            return None
        openings = (
            (ruling.round, position)
            for position, ruling in enumerate(self.rulings)
            if isinstance(ruling, RoundOpened)
        )
        return next(openings, None)

    @property
    def test_change(self) -> bool | None:
        """Whether a test begins here, or ends; None if neither does."""
        test_rulings = (
            change for change in self.rulings if isinstance(change, TestOpened | TestClosed)
        )
        return next((isinstance(ruling, TestOpened) for ruling in test_rulings), None)
