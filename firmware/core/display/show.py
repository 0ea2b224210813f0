"""The panel as a function of the table: what each light, line and sound should be now."""

from typing import Final

from firmware.core.display.asks import asked
from firmware.core.display.players import announced, player_lines
from firmware.core.display.prompts import dealer_lines
from firmware.core.game.course import DEALER
from firmware.core.table import colours
from firmware.core.table.card_picker import Entry
from firmware.core.table.cards import may_enter
from firmware.core.table.closing import may_end_play
from firmware.core.table.decisions import choices_in_focus, focus, open_choices, sets
from firmware.core.table.felt import NOBODY
from firmware.core.table.keying import keys_of_use
from firmware.core.table.legality import any_bet, why_illegal
from firmware.core.table.payments import unmoved, untaken
from firmware.core.table.results import may_key
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.table.voiding import voidable
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import DIGITS, OPTIONAL, Key
from firmware.core.vocabulary.money import in_chips
from firmware.core.vocabulary.panel import WORST_FIRST, Light, Panel, Payout
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled

SETTLED = {"win": Light.WIN, "lose": Light.LOSE, "push": Light.PUSH, "surrender": Light.LOSE}
RANKED = {light: rank for rank, light in enumerate(WORST_FIRST)}


def panel(table: Table) -> Panel:
    """Return what the table shows."""
    state = table.state
    line, ask = _paying(state), asked(state)
    return Panel(
        ask=ask,
        spots=_lights(state),
        pulsing=_pulsing(state),
        keys=_keys(state, undoable=table.undoable),
        dealer=dealer_lines(state, ask),
        players=player_lines(state),
        announced=announced(state),
        payout=_payout(state, line) if line else None,
        figures=line.paid if line and state.rules.amounts.known else None,
        sound=state.device.sound,
        closed=state.phase is Phase.CLOSED,
        shoe_locked=state.stopped or state.phase in (Phase.CLOSED, Phase.SHOE_CHANGE),
        shoe_clears=state.device.shoe_clears,
        shuffle=state.device.shuffle,
        spin=state.device.spin,
        tickets=state.device.tickets,
        simulated=state.rules.simulated,
        testing=state.testing,
    )


def _paying(state: State) -> BetSettled | None:
    """Return the payment that is asked for, once the round is played out."""
    due = state.going is Phase.ROUND and state.round.bets.settled
    return state.round.bets.paying if due else None


# lights


def _lights(state: State) -> dict[int, Light]:
    resting = Light.AWAITING if state.phase is Phase.OPEN else Light.NONE
    lights = dict.fromkeys(state.felt.spots, resting)
    for spot, light in _news(state):
        for one in lights if spot == NOBODY else (spot,):
            if RANKED[light] < RANKED[lights[one]]:
                lights[one] = light
    return lights


def _news(state: State) -> list[tuple[int, Light]]:
    """Return what there is to say of each spot, in any order."""
    news = [(spot, Light.FAULT) for spot in _faulty(state)]
    if state.phase is Phase.OPEN:
        for stack in state.felt.stacks:
            news.append((stack[0].spot, _lying(state, stack)))
    elif state.phase is Phase.ROUND:
        bets = state.round.bets
        news += [(place.spot, Light.LATE) for place, _ in (*bets.late, *bets.returning)]
        if not bets.settled:
            news += [(place.spot, Light.LATE) for place in state.felt.unread()]
        undecided = {place.spot for place, who in bets.locked if not bets.decided((place, who))}
        news += [(place.spot, Light.LOCKED) for place, _ in bets.carried]
        news += [(spot, Light.LOCKED) for spot in undecided]
        news += [
            (line.bet.place.spot, SETTLED[line.outcome])
            for line in bets.lines
            if line.bet.place.spot not in undecided
        ]
    return news


def _lying(state: State, stack: Stack) -> Light:
    """Return what to say of chips while bets are open."""
    if why_illegal(state, stack):
        return Light.FAULT
    return Light.PUSH if stack in state.round.bets.returning else Light.PLACED


def _faulty(state: State) -> list[int]:
    spots = (fault.values.get("spot") for fault in state.device.trouble.faults)
    return [int(spot) for spot in spots if spot]


def _pulsing(state: State) -> frozenset[int]:
    if state.going is not Phase.ROUND:
        return frozenset()
    late = next(iter(state.round.bets.late), None)
    if late is not None:
        return frozenset({late[0].spot})
    asked = focus(state)
    if asked is not None:
        return frozenset({asked} - {DEALER})
    line = _paying(state)
    return frozenset({line.bet.place.spot} - {NOBODY}) if line else frozenset()


# keys


def _keys(state: State, *, undoable: bool) -> frozenset[Key]:
    lit = _stopped_keys(state) if state.stopped else KEYS[state.phase](state)
    if undoable:
        lit.add(Key.UNDO)
    if state.going is Phase.ROUND and sets(state):
        lit |= {Key.RANK, Key.SUIT, Key.PICK}
    if state.device.key_switch and may_enter(state):
        lit |= _entry_keys(state.gesture.entering)
    if state.game.decks and not (state.shoe.cut or state.device.trouble.needs_void):
        lit.add(Key.CUT_CARD)
    return frozenset(lit - OPTIONAL | lit.intersection(state.rules.keys))


def _entry_keys(entering: Entry | None) -> set[Key]:
    """Return the keys of a card by hand: ENTER begins it, and is dark until a card is chosen."""
    if entering is None:
        return {Key.ENTER}
    return {Key.ENTER, Key.RANK, Key.SUIT} if entering.chosen else {Key.RANK, Key.SUIT}


def _closed_keys(_state: State) -> set[Key]:
    return {Key.CONFIRM}


def _open_keys(state: State) -> set[Key]:
    stands = any_bet(state)
    keys = set() if stands or not state.game.decks else {Key.SHUFFLED, Key.SHUFFLE}
    if stands and not (state.felt.unread() or state.felt.unpriced()):
        keys.add(Key.NO_MORE_BETS)
    keys |= keys_of_use(state) | colours.keys_of_use(state)
    keys |= _decision_keys(state) | _result_keys(state)
    if state.round.laid_last in state.felt.stacks and state.game.may_mark(state.round.laid_last):
        keys |= {*state.game.MARKS}
    return (
        keys
        | ({Key.CONFIRM} if state.round.bets.returning or may_end_play(state) else set())
        | _void(state, may=bool(voidable(state)))
    )


def _round_keys(state: State) -> set[Key]:
    bets = state.round.bets
    keys = _void(state, may=True)
    if bets.late:
        may_resolve = state.device.key_switch and bets.put_right(state.felt)
        return keys | ({Key.RESOLVE} if may_resolve else set())
    keys |= _decision_keys(state) | ({Key.CONFIRM} if state.game.may_pass else set())
    keys |= _result_keys(state)
    if _paying(state):
        keys.add(Key.NEXT)
    if bets.settled and untaken(state) is None and unmoved(state) is None:
        keys.add(Key.CONFIRM)
    return keys


def _decision_keys(state: State) -> set[Key]:
    """Return what the spot in focus may decide, and the key to another spot that may."""
    keys = {choice.do for choice in choices_in_focus(state)}
    others = {choice.spot for choice in open_choices(state)} - {focus(state)}
    return keys | ({Key.PLACE} if others else set())


def _result_keys(state: State) -> set[Key]:
    """Return the keys by which a result is keyed, refused or begun."""
    instrument = state.game.INSTRUMENT
    if instrument is None or not may_key(state):
        return {Key.SPIN} if instrument and not state.game.finished else set()
    digits = DIGITS[1:7] if instrument.faces else DIGITS
    return {*digits, Key.NO_RESULT, Key.SPIN, *([Key.RESULT] if state.gesture.keyed.digits else [])}


def _stopped_keys(state: State) -> set[Key]:
    trouble = state.device.trouble
    keys = _void(state, may=trouble.needs_void or bool(voidable(state)))
    if state.device.key_switch and trouble.clearable:
        keys.add(Key.CLEAR)
    return keys | {Key.CONFIRM} if trouble.only_felt else keys


def _shoe_keys(state: State) -> set[Key]:
    keys = {Key.SHUFFLE} if Door.SHOE in state.device.doors_open else {Key.SHUFFLED, Key.SHUFFLE}
    return keys | ({Key.CONFIRM} if may_end_play(state) else set())


KEYS: Final = {
    Phase.CLOSED: _closed_keys,
    Phase.OPEN: _open_keys,
    Phase.ROUND: _round_keys,
    Phase.SHOE_CHANGE: _shoe_keys,
}


def _void(state: State, *, may: bool) -> set[Key]:
    return {Key.VOID} if may and state.device.key_switch else set()


# what is paid


def _payout(state: State, line: BetSettled) -> Payout:
    payments = state.round.bets.payments
    payout = Payout(
        place=line.bet.place,
        stake=line.bet.cents,
        odds=line.odds or "",
        paid=line.paid,
        commission=line.commission,
        chips=in_chips(line.paid, state.rules.denominations),
        step=payments.index(line) + 1,
        of=len(payments),
    )
    commission = state.game.commissions.get(line.bet.place.on)
    return state.rules.amounts.payout(payout, commission)
