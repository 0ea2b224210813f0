"""The lit keys of a poker table: those that would be obeyed now."""

from typing import Final

from firmware.core.display.lit_keys import stopped_keys, void_key
from firmware.core.poker_room.engine.acts import PlayerDecision
from firmware.core.poker_room.engine.alarms import RESOLVED_BY_TAKE_BACK, PokerAlarm
from firmware.core.poker_room.engine.award import must_show
from firmware.core.poker_room.engine.betting_line import bet_after
from firmware.core.poker_room.engine.betting_order import is_betting_over, player_to_act
from firmware.core.poker_room.engine.blind_positions import (
    MIN_PLAYERS,
    able_to_play,
    must_let_button_pass,
)
from firmware.core.poker_room.engine.limits import amount_to_call, bet_range_of
from firmware.core.poker_room.engine.posting import owed_blinds
from firmware.core.poker_room.engine.prompts import pending_step
from firmware.core.poker_room.engine.state import GameStage, PokerGame, PokerState
from firmware.core.poker_room.table.apply import is_halted, poker_room_of, poker_state_of
from firmware.core.poker_room.table.chip_reader import has_offer
from firmware.core.poker_room.table.key_entry import prompted_spot
from firmware.core.poker_room.table.opening import may_close
from firmware.core.poker_room.table.street_display import may_recall
from firmware.core.poker_room.table.tournament import tournament_link_of
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGIT_KEYS, OPTIONAL_KEYS, Key
from firmware.core.vocabulary.phase import Phase

AMOUNT_KEYS: Final = frozenset({*DIGIT_KEYS, *CHIP_KEYS})
SIZE_KEYS: Final = (Key.LEAST_BET, Key.HALF_POT, Key.POT_BET)


def poker_keys(state: State, *, undoable: bool) -> frozenset[Key]:
    if is_halted(state):
        lit = stopped_keys(state) | void_key(
            state, is_allowed=poker_state_of(state).game is not None
        )
    elif state.phase is Phase.CLOSED:
        lit = {Key.CONFIRM}
    else:
        poker_state = poker_state_of(state)
        lit = (
            _game_keys(state, poker_state, poker_state.game)
            if poker_state.game
            else _between_games_keys(state, poker_state)
        )
        lit |= {Key.RECALL_GAME} if may_recall(state) else set()
        lit |= {Key.UNDO} if undoable and not poker_state.alarm else set()
        if state.device.key_switch and state.device.trouble.clearable:
            lit.add(Key.CLEAR_FAULTS)
    return frozenset(lit - OPTIONAL_KEYS | lit.intersection(state.rules.keys))


def _between_games_keys(state: State, poker_state: PokerState) -> set[Key]:
    focus, amount = state.key_entry.focus, state.key_entry.amount
    keys = {*AMOUNT_KEYS, Key.NEXT_PLACE} | ({Key.EMPTY_PLACE} if focus or amount else set())
    if (
        len(able_to_play(poker_state)) >= MIN_PLAYERS
        and tournament_link_of(state).block_reason is None
    ):
        keys.add(Key.POST_BLINDS)
    if may_close(state):
        keys.add(Key.CONFIRM)
    if focus is None:
        return keys
    has_rebuy = tournament_link_of(state).open_rebuy(focus) is not None
    if has_rebuy or (amount and _may_sit_down(state, poker_state, focus)):
        keys.add(Key.SIT_DOWN)
    keys |= set() if poker_state.has_played else {Key.MOVE_BUTTON}
    if focus in poker_state.seats:
        keys |= {Key.LEAVE_SEAT} if _may_leave(state, poker_state, focus) else set()
        keys |= {Key.SIT_OUT} | ({Key.TAKE_CHIPS_OFF} if amount else set())
    return keys


def _may_sit_down(state: State, poker_state: PokerState, spot: int) -> bool:
    """Return whether somebody may sit down: after a tournament's first game only a moved player."""
    is_running = poker_state.terms.tournament and poker_state.has_played
    return not is_running or tournament_link_of(state).open_move(spot, is_arrival=True) is not None


def _may_leave(state: State, poker_state: PokerState, spot: int) -> bool:
    tournament_link = tournament_link_of(state)
    return not poker_state.terms.tournament or (
        tournament_link.open_move(spot, is_arrival=False) is not None
        and tournament_link.open_rebuy(spot) is None
    )


def _game_keys(state: State, poker_state: PokerState, game: PokerGame) -> set[Key]:
    keys = void_key(state, is_allowed=True)
    if poker_state.alarm:
        return keys | _alarm_keys(state, PokerAlarm(poker_state.alarm))
    keys |= {Key.NEXT_PLACE, *_empty_key(state), *_take_back_key(state)}
    if game.stage is GameStage.OVER:
        return keys | {Key.CONFIRM} | _card_keys(state, poker_state, game)
    keys |= _correction_keys(state, poker_state, game)
    are_cards_dealt = any(hand.down for hand in game.hands.values())
    if are_cards_dealt and not game.has_bet:
        keys.add(Key.MISDEAL)
    if player_to_act(poker_state) is not None:
        keys |= (
            _decision_keys(poker_state, game)
            | {Key.CALL_CLOCK}
            | ({Key.CONFIRM} if has_offer(state) else set())
        )
    due_step = pending_step(poker_state)
    keys |= {Key.BURN_CARD} if due_step == "burn" else set()
    keys |= {Key.CARDS_DEALT, *DIGIT_KEYS} if due_step == "deal" else set()
    if due_step == "card" and state.device.key_switch:
        keys |= {Key.NEXT_RANK, Key.NEXT_SUIT} | (
            {Key.ENTER_CARD} if state.key_entry.entering else set()
        )
    return (
        keys
        | _blind_keys(state, poker_state, game)
        | (_card_keys(state, poker_state, game) if are_cards_dealt else set())
    )


def _alarm_keys(state: State, alarm: PokerAlarm) -> set[Key]:
    keys = {Key.MISDEAL} if alarm is PokerAlarm.MISDEAL else set()
    if not state.device.key_switch or alarm not in RESOLVED_BY_TAKE_BACK:
        return keys
    keys |= {Key.TAKE_CARD_BACK}
    if alarm is not PokerAlarm.FOUR_CARD_FLOP:
        return keys
    keys |= {Key.NEXT_RANK, Key.NEXT_SUIT}
    return keys | ({Key.BURN_CARD} if _is_card_named(state) else set())


def _is_card_named(state: State) -> bool:
    entering = state.key_entry.entering
    return entering is not None and entering.chosen


def _correction_keys(state: State, poker_state: PokerState, game: PokerGame) -> set[Key]:
    """Return the keys of the supervisor's corrections at the chosen spot."""
    focus = state.key_entry.focus
    hand = game.hands.get(focus) if focus else None
    if hand is None or not state.device.key_switch:
        return set()
    keys = {*AMOUNT_KEYS}
    if hand.folded or focus in game.mucked_spots:
        keys.add(Key.REVIVE_HAND)
    if focus and state.key_entry.amount not in (0, poker_state.seats[focus].cents):
        keys.add(Key.CORRECT_STACK)
    return keys


def _take_back_key(state: State) -> set[Key]:
    may_take_back = state.device.key_switch and poker_room_of(state).engine.may_take_back
    return {Key.TAKE_CARD_BACK} if may_take_back else set()


def _empty_key(state: State) -> set[Key]:
    gesture = state.key_entry
    has_keyed = gesture.amount or gesture.focus or gesture.low or gesture.entering
    return {Key.EMPTY_PLACE} if has_keyed else set()


def _blind_keys(state: State, poker_state: PokerState, game: PokerGame) -> set[Key]:
    """Return the keys for owed blinds and the straddle, before the deal."""
    focus = state.key_entry.focus
    if game.streets_complete or game.dealt_down or focus not in poker_state.seats or focus is None:
        return set()
    owes = bool(owed_blinds(poker_state, focus)) and not must_let_button_pass(poker_state, focus)
    may_straddle = poker_state.terms.straddle and not game.straddled
    return ({Key.POST_BLINDS} if owes else set()) | ({Key.STRADDLE} if may_straddle else set())


def _decision_keys(poker_state: PokerState, game: PokerGame) -> set[Key]:
    """Return the decisions of the player to act, and the keys of an amount."""
    spot = player_to_act(poker_state)
    if spot is None:
        return set()
    call_cents = amount_to_call(game, game.hands[spot])
    is_bring_in_due = game.bring_in_spot is not None
    keys = {Key.BRING_IN} if is_bring_in_due else {Key.FOLD, Key.CALL if call_cents else Key.CHECK}
    keys |= {Key.ALL_IN} if _may_go_all_in(poker_state, spot) else set()
    try:
        bet_range_of(poker_state, game, spot)
    except Forbidden:
        return keys
    return keys | {Key.RAISE if game.bet_level else Key.BET, *SIZE_KEYS, *AMOUNT_KEYS}


def _muck_key(state: State, poker_state: PokerState, spot: int) -> set[Key]:
    """Return MUCK, unless the hand must be shown and the supervisor's key is not turned."""
    is_due = is_betting_over(poker_state) and must_show(poker_state, spot)
    return {Key.MUCK_HAND} if state.device.key_switch or not is_due else set()


def _may_go_all_in(poker_state: PokerState, spot: int) -> bool:
    try:
        bet_after(poker_state, PlayerDecision(spot, "all_in"))
    except Forbidden:
        return False
    return True


def _card_keys(state: State, poker_state: PokerState, game: PokerGame) -> set[Key]:
    """Return the keys that name cards, and those that show, muck or expose a hand."""
    keys = {Key.NEXT_RANK, Key.NEXT_SUIT}
    entering = _is_card_named(state)
    keys |= {Key.EXPOSE_CARD} if entering else set()
    hand_spot = state.key_entry.focus or prompted_spot(poker_state)
    hand = game.hands.get(hand_spot) if hand_spot else None
    if hand is None:
        return keys
    if not (
        hand.folded or hand.shown or game.stage is GameStage.OVER or hand_spot in game.mucked_spots
    ):
        keys |= _muck_key(state, poker_state, hand_spot or 0)
    if is_betting_over(poker_state) and not hand.shown:
        keys |= {Key.PICK_CARD} if entering else set()
        keys |= {Key.SHOW_HAND} if len(state.key_entry.low) == hand.down else set()
    return keys
