"""The keys that would be obeyed now: they are lit."""

from typing import Final

from firmware.core.table import colours, payments
from firmware.core.table.card_picker import Entry
from firmware.core.table.cards import may_enter
from firmware.core.table.closing import may_end_play
from firmware.core.table.decisions import focus_of, open_choices, sets
from firmware.core.table.dice import has_dice, is_thrown
from firmware.core.table.keying import keys_of_use
from firmware.core.table.legality import any_bet
from firmware.core.table.results import may_key
from firmware.core.table.shuffling import shuffler_awaited
from firmware.core.table.state import State
from firmware.core.table.voiding import voidable
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import DIGITS, OPTIONAL, Key
from firmware.core.vocabulary.phase import Phase


def lit_keys(state: State, *, undoable: bool) -> frozenset[Key]:
    lit = stopped_keys(state) if state.stopped else KEYS[state.phase](state)
    if undoable:
        lit.add(Key.UNDO)
    if state.in_round and sets(state):
        lit |= _NAMING
    if state.device.key_switch and may_enter(state):
        lit |= _entry_keys(state.gesture.entering)
    if state.game.decks and not (state.shoe.cut or state.device.trouble.needs_void):
        lit.add(Key.CUT_CARD)
    return frozenset(lit - OPTIONAL | lit.intersection(state.rules.keys))


_NAMING: Final = frozenset({Key.RANK, Key.SUIT, Key.PICK})


def _entry_keys(entering: Entry | None) -> set[Key]:
    """Return the keys of a card by hand: ENTER begins it, and is dark until a card is chosen."""
    if entering is None:
        return {Key.ENTER}
    return {Key.ENTER, Key.RANK, Key.SUIT} if entering.chosen else {Key.RANK, Key.SUIT}


def _closed_keys(_state: State) -> set[Key]:
    return {Key.CONFIRM}


def _open_keys(state: State) -> set[Key]:
    stands = any_bet(state)
    keys = set() if stands or not state.game.decks else _shuffle_keys(state)
    if stands and not (state.felt.unread() or state.felt.unpriced()):
        keys.add(Key.NO_MORE_BETS)
    keys |= keys_of_use(state) | colours.keys_of_use(state)
    keys |= _decision_keys(state) | _result_keys(state) | _dice_keys(state)
    if state.round.laid_last in state.felt.stacks and state.game.may_mark(state.round.laid_last):
        keys |= {*state.game.MARKS}
    if state.round.bets.returning or state.round.reversals or may_end_play(state):
        keys.add(Key.CONFIRM)
    if state.device.key_switch and voidable(state):
        keys.add(Key.VOID)
    return keys


def _round_keys(state: State) -> set[Key]:
    bets = state.round.bets
    keys = void_key(state, may=True)
    if bets.late:
        may_resolve = state.device.key_switch and bets.put_right(state.felt)
        return keys | ({Key.RESOLVE} if may_resolve else set())
    keys |= _decision_keys(state) | ({Key.CONFIRM} if state.game.may_pass else set())
    keys |= _result_keys(state) | _dice_keys(state)
    if payments.may_pass(state):
        keys.add(Key.NEXT)
    if bets.settled and payments.chips_are_done(state):
        keys.add(Key.CONFIRM)
    return keys


def _decision_keys(state: State) -> set[Key]:
    """Return the keys of the spot in focus, and the key to another spot if one can decide."""
    choices = open_choices(state)
    spot = focus_of(state, choices)
    keys = {choice.do for choice in choices if choice.spot == spot}
    others = {choice.spot for choice in choices} - {spot}
    return keys | ({Key.PLACE} if others else set())


def _result_keys(state: State) -> set[Key]:
    """Return the keys by which a result is keyed, refused or begun."""
    instrument = state.game.INSTRUMENT
    if instrument is None or not may_key(state):
        return {Key.SPIN} if instrument and not state.game.finished else set()
    digits = DIGITS[1:7] if instrument.faces else DIGITS
    return {*digits, Key.NO_RESULT, Key.SPIN, *([Key.RESULT] if state.gesture.keyed.digits else [])}


def _dice_keys(state: State) -> set[Key]:
    return {Key.DICE_CHANGED} if has_dice(state) and not is_thrown(state) else set()


def stopped_keys(state: State) -> set[Key]:
    """Return the keys of a stopped deal."""
    trouble = state.device.trouble
    keys = void_key(state, may=trouble.needs_void or bool(voidable(state)))
    if state.device.key_switch and trouble.clearable:
        keys.add(Key.CLEAR)
    return keys | {Key.CONFIRM} if trouble.only_felt else keys


def _shoe_keys(state: State) -> set[Key]:
    keys = {Key.SHUFFLE} if Door.SHOE in state.device.doors_open else _shuffle_keys(state)
    return keys | ({Key.CONFIRM} if may_end_play(state) else set())


def _shuffle_keys(state: State) -> set[Key]:
    return {Key.SHUFFLE} if shuffler_awaited(state) else {Key.SHUFFLED, Key.SHUFFLE}


KEYS: Final = {
    Phase.CLOSED: _closed_keys,
    Phase.OPEN: _open_keys,
    Phase.ROUND: _round_keys,
    Phase.SHOE_CHANGE: _shoe_keys,
}


def void_key(state: State, *, may: bool) -> set[Key]:
    """Return VOID, if something may be voided and the supervisor's key is turned."""
    return {Key.VOID} if may and state.device.key_switch else set()
