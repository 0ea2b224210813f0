"""The lit keys of a poker table: those that would be obeyed now."""

from typing import Final

from firmware.core.display.keys import stopped_keys, void_key
from firmware.core.poker_room.engine.alarms import TAKEN_BACK, Alarm
from firmware.core.poker_room.engine.asks import waiting_for
from firmware.core.poker_room.engine.limits import bets_open_to, to_call
from firmware.core.poker_room.engine.places import TWO, able_to_play
from firmware.core.poker_room.engine.posting import owed
from firmware.core.poker_room.engine.state import Game, Owes, Room, Stage
from firmware.core.poker_room.engine.turns import bets_are_over, speaker
from firmware.core.poker_room.table.apply import halted, room_of
from firmware.core.poker_room.table.chips import offers
from firmware.core.poker_room.table.keying import prompted
from firmware.core.poker_room.table.opening import may_close
from firmware.core.poker_room.table.street_display import may_recall
from firmware.core.poker_room.table.tournament import hall_of
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGITS, OPTIONAL, Key
from firmware.core.vocabulary.phase import Phase

AMOUNTS: Final = frozenset({*DIGITS, *CHIP_KEYS})
SIZED: Final = (Key.LEAST, Key.HALF_POT, Key.POT)


def lit_keys(state: State, *, undoable: bool) -> frozenset[Key]:
    if halted(state):
        lit = stopped_keys(state) | void_key(state, may=room_of(state).game is not None)
    elif state.phase is Phase.CLOSED:
        lit = {Key.CONFIRM}
    else:
        room = room_of(state)
        lit = _in_game(state, room, room.game) if room.game else _between(state, room)
        lit |= {Key.RECALL} if may_recall(state) else set()
        lit |= {Key.UNDO} if undoable and not room.alarm else set()
        if state.device.key_switch and state.device.trouble.clearable:
            lit.add(Key.CLEAR)
    return frozenset(lit - OPTIONAL | lit.intersection(state.rules.keys))


def _between(state: State, room: Room) -> set[Key]:
    focus, amount = state.gesture.focus, state.gesture.amount
    keys = {*AMOUNTS, Key.PLACE} | ({Key.EMPTY} if focus or amount else set())
    if len(able_to_play(room)) >= TWO and hall_of(state).stops is None:
        keys.add(Key.POST)
    if may_close(state):
        keys.add(Key.CONFIRM)
    if focus is None:
        return keys
    keys |= {Key.SIT_DOWN} if amount and _may_come(state, room, focus) else set()
    keys |= set() if room.played else {Key.BUTTON}
    if focus in room.seats:
        keys |= {Key.LEAVE} if _may_go(state, room, focus) else set()
        keys |= {Key.SIT_OUT} | ({Key.TAKE_OFF} if amount else set())
    return keys


def _may_come(state: State, room: Room, spot: int) -> bool:
    """Return whether somebody may sit down: after a tournament's first game whom its hall moves."""
    fixed = room.terms.tournament and room.played
    return not fixed or hall_of(state).move_of(spot, comes=True) is not None


def _may_go(state: State, room: Room, spot: int) -> bool:
    return not room.terms.tournament or hall_of(state).move_of(spot, comes=False) is not None


def _in_game(state: State, room: Room, game: Game) -> set[Key]:
    keys = void_key(state, may=True)
    if room.alarm:
        return keys | _of_alarm(state, Alarm(room.alarm))
    keys |= {Key.PLACE, *_after_keying(state)}
    if game.stage is Stage.OVER:
        return keys | {Key.CONFIRM} | _of_cards(state, room, game)
    keys |= _set_right(state, room, game)
    dealt = any(hand.down for hand in game.hands.values())
    if dealt and not game.bet_made:
        keys.add(Key.MISDEAL)
    if speaker(room) is not None:
        keys |= _deciding(room, game) | {Key.CLOCK} | ({Key.CONFIRM} if offers(state) else set())
    due = waiting_for(room)
    keys |= {Key.BURN} if due == "burn" else set()
    keys |= {Key.DEALT, *DIGITS} if due == "deal" else set()
    if due == "card" and state.device.key_switch:
        keys |= {Key.RANK, Key.SUIT} | ({Key.ENTER} if state.gesture.entering else set())
    return keys | _blinds(state, room, game) | (_of_cards(state, room, game) if dealt else set())


def _of_alarm(state: State, alarm: Alarm) -> set[Key]:
    if alarm is Alarm.MISDEAL:
        return {Key.MISDEAL}
    takes_back = alarm in TAKEN_BACK and state.device.key_switch
    return {Key.TAKE_BACK} if takes_back else set()


def _set_right(state: State, room: Room, game: Game) -> set[Key]:
    """Return what the supervisor may set right at the spot chosen."""
    focus = state.gesture.focus
    hand = game.hands.get(focus) if focus else None
    if hand is None or not state.device.key_switch:
        return set()
    keys = {*AMOUNTS}
    if hand.folded or focus in game.mucked:
        keys.add(Key.REVIVE)
    if focus and state.gesture.amount not in (0, room.seats[focus].cents):
        keys.add(Key.CORRECT)
    return keys


def _after_keying(state: State) -> set[Key]:
    gesture = state.gesture
    keyed = gesture.amount or gesture.focus or gesture.low or gesture.entering
    return {Key.EMPTY} if keyed else set()


def _blinds(state: State, room: Room, game: Game) -> set[Key]:
    """Return the keys of those who still post, before the deal."""
    focus = state.gesture.focus
    if game.complete or game.dealt_down or focus not in room.seats or focus is None:
        return set()
    seat = room.seats[focus]
    owes = seat.owes is not Owes.NOTHING and bool(owed(room, focus))
    may_straddle = room.terms.straddle and not game.straddled
    return ({Key.POST} if owes else set()) | ({Key.STRADDLE} if may_straddle else set())


def _deciding(room: Room, game: Game) -> set[Key]:
    """Return the decisions of the player whose turn it is, and the keys of an amount."""
    spot = speaker(room)
    if spot is None:
        return set()
    call = to_call(game, game.hands[spot])
    opens = game.opens is not None
    keys = {Key.ALL_IN}
    keys |= {Key.BRING_IN} if opens else {Key.FOLD, Key.CALL if call else Key.CHECK}
    try:
        bets_open_to(room, game, spot)
    except Forbidden:
        return keys
    return keys | {Key.RAISE if game.level else Key.BET, *SIZED, *AMOUNTS}


def _of_cards(state: State, room: Room, game: Game) -> set[Key]:
    """Return the keys by which cards are named, and a hand shown, thrown in or exposed."""
    keys = {Key.RANK, Key.SUIT}
    entering = state.gesture.entering is not None and state.gesture.entering.chosen
    keys |= {Key.EXPOSE} if entering else set()
    whose = state.gesture.focus or prompted(room)
    hand = game.hands.get(whose) if whose else None
    if hand is None:
        return keys
    if not (hand.folded or hand.shown or game.stage is Stage.OVER or whose in game.mucked):
        keys.add(Key.MUCK)
    if bets_are_over(room) and not hand.shown:
        keys |= {Key.PICK} if entering else set()
        keys |= {Key.SHOW} if len(state.gesture.low) == hand.down else set()
    return keys
