"""The state of a table before an event, as far as a recording needs it."""

from typing import Final

from firmware.core.table.decisions import may_pass
from firmware.core.table.results import may_key
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import (
    CardRead,
    ChipsSwept,
    Drawn,
    Event,
    KeyPressed,
    PresenceSeen,
    StackRead,
)
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.keys import DIGITS, Key
from firmware.core.vocabulary.phase import Phase

MOVES: Final = StackRead | PresenceSeen | ChipsSwept
"""The events that report chips."""
RESULT_KEYS: Final = frozenset({*DIGITS, Key.RESULT})


class Before:
    """The table before it handles an event."""

    def __init__(self, table: Table, event: Event) -> None:
        game, instrument = table.state.game, table.state.game.INSTRUMENT
        opened = table.state.going is Phase.OPEN
        self.stopped = table.state.stopped
        self.late = tuple(table.state.round.bets.late)
        self.low: tuple[Card, ...] = table.state.gesture.low
        self.entering = table.state.gesture.entering.card if table.state.gesture.entering else None
        self.tiles = len(game.pack) if game.REDEALS else 0
        """How many tiles make a whole set, where the game is of tiles."""
        self.instrument = instrument.step if instrument else None
        self.is_thrown = game.THROWN
        self.pack_is_due = table.state.going is Phase.SHOE_CHANGE and not table.state.shoe.cut
        """Whether one pack is to be shuffled (8), as `play` does without a step."""
        self.moves_bets = opened and isinstance(event, MOVES)
        self.ends = _is_over(table.state) or may_pass(table.state)
        """Whether CONFIRM ends the round, or the pending decision."""
        self.result = _keyed(table.state, event)
        """The result that a key completes."""
        self.deals = (
            isinstance(event, CardRead) and not self.stopped and _is_new(table.state, event)
        )
        """Whether a card has come that no fault, and no burning, keeps from the hands."""


def _is_over(state: State) -> bool:
    return state.going is Phase.ROUND and state.round.bets.settled and not state.game.REOPENS


def _is_new(state: State, read: CardRead) -> bool:
    burnt = read.drawn is Drawn.BURN and state.going is not Phase.ROUND
    return not burnt and (read.tag is None or read.tag not in state.shoe.tags)


def _keyed(state: State, event: Event) -> Symbols | None:
    """Return the result that a key completes, every reading of it alike."""
    instrument = state.game.INSTRUMENT
    if instrument is None or not isinstance(event, KeyPressed) or state.stopped:
        return None
    if event.key not in RESULT_KEYS or not may_key(state):
        return None
    reading = state.gesture.keyed.press(event.key, instrument)
    symbols = reading.read(instrument)
    return symbols if instrument.readings == 1 or reading.first == symbols else None
