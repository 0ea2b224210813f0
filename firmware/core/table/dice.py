"""A change of dice (95.4): the dealer notes it between two throws; no bet and no point changes."""

from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.instruments import Keyed
from firmware.core.vocabulary.panel import Alert
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import DiceChanged


def has_dice(state: State) -> bool:
    """Return whether the game is played with dice."""
    instrument = state.game.INSTRUMENT
    return instrument is not None and instrument.step == "dice"


def is_thrown(state: State) -> bool:
    """Return whether a throw is under way: its result is due, or half keyed.

    Nothing reports that dice leave a hand. Once the bets are closed they may roll at any moment,
    until their result is keyed or the throw is declared a coup nul (95.3).
    """
    due = state.phase is Phase.ROUND and state.game.awaits_result
    return state.gesture.keyed != Keyed() or (due and state.gesture.no_roll is None)


def change(state: State) -> None:
    """Note that the dice were changed. Raises Forbidden without dice, and during a throw."""
    if not has_dice(state):
        raise Forbidden("why.no_dice")
    if is_thrown(state):
        raise Forbidden("why.throw_under_way")
    state.remember_undo()
    state.rule(DiceChanged(), Alert.CALL)
