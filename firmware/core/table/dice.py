"""A change of dice (95.4): the dealer notes it between two throws; no bet and no point changes."""

from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.instruments import KeyedResult
from firmware.core.vocabulary.panel import SoundAlert
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import DiceChanged


def has_dice(state: State) -> bool:
    """Return whether the game is played with dice."""
    instrument = state.game.INSTRUMENT
    return instrument is not None and instrument.result_kind == "dice"


def throw_in_progress(state: State) -> bool:
    """Return whether a throw is under way: its result is due, or half keyed.

    Nothing reports that dice leave a hand. Once the bets are closed they may roll at any moment,
    until their result is keyed or the throw is declared a coup nul (95.3).
    """
    result_due = state.phase is Phase.ROUND and state.game.awaits_result
    return state.key_entry.keyed != KeyedResult() or (
        result_due and state.key_entry.no_roll is None
    )


def change_dice(state: State) -> None:
    """Note that the dice were changed. Raises Forbidden without dice, and during a throw."""
    if not has_dice(state):
        raise Forbidden("why.no_dice")
    if throw_in_progress(state):
        raise Forbidden("why.throw_under_way")
    state.remember_undo()
    state.add_ruling(DiceChanged(), SoundAlert.CALL)
