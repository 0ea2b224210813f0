"""The state of a table before an event, as far as a recording needs it."""

from typing import Final

from firmware.core.table.decisions import may_skip_decision
from firmware.core.table.results import may_key_result
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import (
    CardRead,
    ChipsSwept,
    DrawnFor,
    Event,
    KeyPressed,
    PresenceSeen,
    StackRead,
)
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.core.vocabulary.phase import Phase

CHIP_EVENTS: Final = StackRead | PresenceSeen | ChipsSwept
"""The events that report chips."""
RESULT_KEYS: Final = frozenset({*DIGIT_KEYS, Key.END_NUMBER})


class TableBefore:
    """The table before it handles an event."""

    def __init__(self, table: Table, event: Event) -> None:
        game, instrument = table.state.game, table.state.game.INSTRUMENT
        is_open = table.state.running_phase is Phase.OPEN
        self.stopped = table.state.stopped
        self.late_stacks = tuple(table.state.round.bets.late_stacks)
        self.low_cards: tuple[Card, ...] = table.state.key_entry.low
        self.entering = (
            table.state.key_entry.entering.card if table.state.key_entry.entering else None
        )
        self.tiles_per_set = len(game.pack) if game.REDEALS_IMPOSSIBLE else 0
        """How many tiles make a whole set, where the game is of tiles."""
        self.instrument = instrument.result_kind if instrument else None
        self.is_thrown = game.THROW_CLOSES_BETS
        self.pack_is_due = (
            table.state.running_phase is Phase.SHOE_CHANGE and not table.state.shoe.cut_card_out
        )
        """Whether one pack is to be shuffled (8), as `play` does without a step."""
        self.moves_bets = is_open and isinstance(event, CHIP_EVENTS)
        self.confirm_ends = _is_round_over(table.state) or may_skip_decision(table.state)
        """Whether CONFIRM ends the round, or the pending decision."""
        self.result = _keyed_result(table.state, event)
        """The result that a key completes."""
        self.deals_card = (
            isinstance(event, CardRead) and not self.stopped and _is_new_card(table.state, event)
        )
        """Whether the event is a card for a hand: no fault, no burnt card, no second reading."""


def _is_round_over(state: State) -> bool:
    return (
        state.running_phase is Phase.ROUND
        and state.round.bets.settled
        and not state.game.REOPENS_SILENTLY
    )


def _is_new_card(state: State, card_read: CardRead) -> bool:
    is_burnt = card_read.drawn is DrawnFor.BURN and state.running_phase is not Phase.ROUND
    return not is_burnt and (card_read.tag is None or card_read.tag not in state.shoe.card_tags)


def _keyed_result(state: State, event: Event) -> Symbols | None:
    """Return the result that a key completes, if all its readings agree."""
    instrument = state.game.INSTRUMENT
    if instrument is None or not isinstance(event, KeyPressed) or state.stopped:
        return None
    if event.key not in RESULT_KEYS or not may_key_result(state):
        return None
    reading = state.key_entry.keyed.after_key(event.key, instrument)
    symbols = reading.whole_reading(instrument)
    return symbols if instrument.readings == 1 or reading.first == symbols else None
