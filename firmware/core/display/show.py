"""The panel as a function of the table: the state of each light, display and sound."""

from firmware.core.display.asks import asked, payment
from firmware.core.display.keys import lit_keys
from firmware.core.display.players import player_lines
from firmware.core.display.prompts import dealer_lines, is_capped
from firmware.core.game.course import DEALER
from firmware.core.table.decisions import focus
from firmware.core.table.felt import NOBODY
from firmware.core.table.legality import why_illegal
from firmware.core.table.settlement import MIXED
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.vocabulary.asks import SETTLING, Ask
from firmware.core.vocabulary.money import in_chips
from firmware.core.vocabulary.panel import WORST_FIRST, Light, Panel, Payout
from firmware.core.vocabulary.phase import CLOSED, OPEN, ROUND, SHOE_CHANGE
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled

SETTLED = {
    "win": Light.WIN,
    "lose": Light.LOSE,
    "push": Light.PUSH,
    "surrender": Light.LOSE,
    MIXED: Light.PUSH,
}
AWAITING, DARK, LOCKED = Light.AWAITING, Light.NONE, Light.LOCKED
RANKED = {light: rank for rank, light in enumerate(WORST_FIRST)}


def panel(table: Table) -> Panel:
    """Return the table's panel."""
    if not table.state.game.PANEL:
        return _panel(table)
    from firmware.core.display.room import room_panel  # with the engine of a poker table alone

    return room_panel(table)


def _panel(table: Table) -> Panel:
    state = table.state
    line, ask = payment(state), asked(state)
    closed = state.phase is CLOSED
    return Panel(
        ask=ask,
        spots=_lights(state),
        pulsing=_pulsing(state, ask),
        keys=lit_keys(state, undoable=table.undoable),
        dealer=dealer_lines(state, ask),
        players=player_lines(state),
        payout=_payout(state, line) if line else None,
        figures=line.paid if line and state.rules.amounts.known else None,
        sound=state.device.sound,
        closed=closed,
        shoe_locked=state.stopped or closed or state.phase is SHOE_CHANGE,
        shoe_clears=state.device.shoe_clears,
        shuffle=state.device.shuffle,
        spin=state.device.spin,
        tickets=state.device.tickets,
        head=state.device.head if closed else None,
        simulated=state.rules.simulated,
        testing=state.testing,
    )


# lights


def _lights(state: State) -> dict[int, Light]:
    resting = AWAITING if state.phase is OPEN else DARK
    lights = dict.fromkeys(state.felt.spots, resting)
    for spot, light in _news(state):
        for one in lights if spot == NOBODY else (spot,):
            if RANKED[light] < RANKED[lights[one]]:
                lights[one] = light
    return lights


def _news(state: State) -> list[tuple[int, Light]]:
    """Return the lights for each spot, in any order."""
    news = [(spot, Light.FAULT) for spot in _faulty(state)]
    if state.phase is OPEN:
        for stack in state.felt.stacks:
            news.append((stack[0].spot, _lying(state, stack)))
    elif state.phase is ROUND:
        bets = state.round.bets
        news += [(place.spot, Light.LATE) for place, _ in (*bets.late, *bets.returning)]
        if not bets.settled:
            news += [(place.spot, Light.LATE) for place in state.felt.unread()]
        undecided = {place.spot for place, who in bets.locked if not bets.decided((place, who))}
        news += [(place.spot, LOCKED) for place, _ in bets.carried]
        news += [(spot, LOCKED) for spot in undecided]
        news += [
            (stack[0].spot, SETTLED[bets.outcome(stack)])
            for stack in dict.fromkeys(line.bet.stack for line in bets.lines)
            if stack[0].spot not in undecided
        ]
    return news


def _lying(state: State, stack: Stack) -> Light:
    """Return the light for chips while bets are open."""
    if why_illegal(state, stack):
        return Light.FAULT
    return Light.PUSH if stack in state.round.bets.returning else Light.PLACED


def _faulty(state: State) -> list[int]:
    spots = (fault.values.get("spot") for fault in state.device.trouble.faults)
    return [int(spot) for spot in spots if spot]


def _pulsing(state: State, ask: Ask) -> frozenset[int]:
    if not state.in_round:
        return frozenset()
    late = next(iter(state.round.bets.late), None)
    if late is not None:
        return frozenset({late[0].spot})
    deciding = focus(state)
    if deciding is not None:
        return frozenset({deciding or state.game.bank_spot} - {DEALER})
    if ask.do not in SETTLING or ask.spot is None:
        return frozenset()
    return frozenset({ask.spot} - {NOBODY})


# what is paid


def _payout(state: State, line: BetSettled) -> Payout:
    payments = state.round.bets.payments
    chips = in_chips(line.paid, state.rules.denominations)
    payout = Payout(
        place=line.bet.place,
        stake=line.bet.cents,
        odds=line.odds or "",
        paid=line.paid,
        commission=line.commission,
        chips=chips if sum(value * n for value, n in chips) == line.paid else (),
        step=payments.index(line) + 1,
        of=len(payments),
        bank=state.game.bank_spot,
        capped=is_capped(state, line),
    )
    commission = state.game.commissions.get(line.bet.place.on)
    return state.rules.amounts.payout(payout, commission)
