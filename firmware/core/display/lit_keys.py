"""The keys that would be obeyed now: they are lit."""

from typing import Final

from firmware.core.table import colours, payments
from firmware.core.table.amount_entry import active_keys
from firmware.core.table.card_picker import CardEntry
from firmware.core.table.cards import may_enter
from firmware.core.table.closing import may_end_play
from firmware.core.table.commissions import has_debtor
from firmware.core.table.decisions import focused_spot_of, names_cards, open_choices
from firmware.core.table.dice import has_dice, throw_in_progress
from firmware.core.table.legality import has_legal_bet
from firmware.core.table.results import may_key_result
from firmware.core.table.shuffling import shuffler_awaited
from firmware.core.table.state import State
from firmware.core.table.voiding import voidable
from firmware.core.table.wheel_acts import lights_key
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import DIGIT_KEYS, OPTIONAL_KEYS, Key
from firmware.core.vocabulary.phase import Phase


def lit_keys(state: State, *, undoable: bool, may_take_back: bool) -> frozenset[Key]:
    lit_now = stopped_keys(state) if state.stopped else PHASE_KEYS[state.phase](state)
    if undoable:
        lit_now.add(Key.UNDO)
    if may_take_back:
        lit_now.add(Key.TAKE_CARD_BACK)
    if state.in_round and names_cards(state):
        lit_now |= _CARD_NAMING_KEYS
    if state.device.key_switch and may_enter(state):
        lit_now |= _entry_keys(state.key_entry.entering)
    if state.game.decks and not (state.shoe.cut_card_out or state.device.trouble.needs_void):
        lit_now.add(Key.CUT_CARD)
    # of the keys that not every table has, only those of this one
    return frozenset(lit_now - OPTIONAL_KEYS | lit_now.intersection(state.rules.keys))


_CARD_NAMING_KEYS: Final = frozenset({Key.NEXT_RANK, Key.NEXT_SUIT, Key.PICK_CARD})


def _entry_keys(entering: CardEntry | None) -> set[Key]:
    """Return the keys of a card by hand: ENTER begins it, and is dark until a card is chosen."""
    if entering is None:
        return {Key.ENTER_CARD}
    return {Key.NEXT_RANK, Key.NEXT_SUIT} | ({Key.ENTER_CARD} if entering.chosen else set())


def _closed_keys(_state: State) -> set[Key]:
    return {Key.CONFIRM}


def _open_keys(state: State) -> set[Key]:
    has_bet = has_legal_bet(state)
    keys = set() if has_bet or not state.game.decks else _shuffle_keys(state)
    if has_bet and not (state.felt.unread_places() or state.felt.unpriced_stacks()):
        keys.add(Key.NO_MORE_BETS)
    keys |= active_keys(state) | colours.active_keys(state)
    keys |= _decision_keys(state) | _result_keys(state) | _dice_keys(state)
    last_laid = state.round.last_laid
    if last_laid in state.felt.stacks and state.game.may_set_working(last_laid):
        keys |= {*state.game.MARK_KEYS}
    if state.round.bets.returning_stacks or state.round.reversals or may_end_play(state):
        keys.add(Key.CONFIRM)
    keys |= _commission_keys(state)
    if state.device.key_switch and voidable(state):
        keys.add(Key.VOID_ROUND)
    return keys


def _round_keys(state: State) -> set[Key]:
    bets = state.round.bets
    keys = void_key(state, is_allowed=True)
    if bets.late_stacks:  # no other key is lit before the supervisor has resolved them
        may_resolve = state.device.key_switch and bets.restored_stacks(state.felt)
        return keys | ({Key.RESOLVE_LATE} if may_resolve else set())
    keys |= _decision_keys(state) | ({Key.CONFIRM} if state.game.may_pass else set())
    keys |= _result_keys(state) | _dice_keys(state)
    if payments.may_skip_movement(state):
        keys.add(Key.NEXT_PAYMENT)
    if bets.settled and payments.all_chips_moved(state) and not payments.needs_supervisor(state):
        keys.add(Key.CONFIRM)
    return keys


def _decision_keys(state: State) -> set[Key]:
    """Return the keys of the spot in focus, and the key to another spot if one can decide."""
    choices = open_choices(state)
    spot = focused_spot_of(state, choices)
    keys = {choice.do for choice in choices if choice.spot == spot}
    further_spots = {choice.spot for choice in choices} - {spot}
    return keys | ({Key.NEXT_PLACE} if further_spots else set())


def _result_keys(state: State) -> set[Key]:
    """Return the keys by which a result is keyed, refused or begun."""
    instrument = state.game.INSTRUMENT
    if instrument is None or not may_key_result(state):
        return {Key.START_SPIN} if instrument and not state.game.finished else set()
    digit_keys = DIGIT_KEYS[1:7] if instrument.keyed_by_face else DIGIT_KEYS  # a die has 1 to 6
    return {
        *digit_keys,
        Key.NO_RESULT,
        Key.START_SPIN,
        *([Key.END_NUMBER] if state.key_entry.keyed.digits else []),
    }


def _dice_keys(state: State) -> set[Key]:
    return {Key.DICE_CHANGED} if has_dice(state) and not throw_in_progress(state) else set()


def stopped_keys(state: State) -> set[Key]:
    """Return the keys of a stopped deal."""
    trouble = state.device.trouble
    keys = void_key(state, is_allowed=trouble.needs_void or bool(voidable(state)))
    if state.device.key_switch and trouble.clearable:
        keys.add(Key.CLEAR_FAULTS)
    if lights_key(state):
        keys |= {Key.CONFIRM, Key.START_SPIN}
    return keys | {Key.CONFIRM} if trouble.only_felt else keys


def _shoe_keys(state: State) -> set[Key]:
    # the shoe counts as loaded only behind its shut door
    keys = {Key.START_SHUFFLER} if Door.SHOE in state.device.doors_open else _shuffle_keys(state)
    keys |= _commission_keys(state)
    return keys | ({Key.CONFIRM} if may_end_play(state) else set())


def _commission_keys(state: State) -> set[Key]:
    choosing = {Key.COLLECT_COMMISSION} if state.commission_marks else set()
    return choosing | ({Key.CONFIRM} if has_debtor(state) else set())


def _shuffle_keys(state: State) -> set[Key]:
    is_waiting = shuffler_awaited(state) or state.commission_marks
    return {Key.START_SHUFFLER} | (set() if is_waiting else {Key.CARDS_SHUFFLED})


PHASE_KEYS: Final = {
    Phase.CLOSED: _closed_keys,
    Phase.OPEN: _open_keys,
    Phase.ROUND: _round_keys,
    Phase.SHOE_CHANGE: _shoe_keys,
}


def void_key(state: State, *, is_allowed: bool) -> set[Key]:
    """Return VOID, if something may be voided and the supervisor's key is turned."""
    return {Key.VOID_ROUND} if is_allowed and state.device.key_switch else set()
