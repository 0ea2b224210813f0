"""The panel as a function of the table: the state of each light, display and sound."""

from firmware.core.display.dealer_prompts import dealer_lines, is_capped
from firmware.core.display.lit_keys import lit_keys
from firmware.core.display.next_step import next_step, payment_due
from firmware.core.display.player_lines import player_lines
from firmware.core.game.course import DEALER
from firmware.core.table.cards import is_card_due
from firmware.core.table.decisions import focused_spot
from firmware.core.table.felt import UNKNOWN_SPOT
from firmware.core.table.legality import why_illegal
from firmware.core.table.settlement import MIXED_OUTCOME
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.vocabulary.money import fewest_chips
from firmware.core.vocabulary.next_step import SETTLEMENT_ACTS, Act, NextStep
from firmware.core.vocabulary.panel import LIGHT_PRIORITY, Panel, Payout, SpotLight
from firmware.core.vocabulary.phase import CLOSED, OPEN, ROUND, SHOE_CHANGE
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled

OUTCOME_LIGHTS = {
    "win": SpotLight.WIN,
    "lose": SpotLight.LOSE,
    "push": SpotLight.PUSH,
    "surrender": SpotLight.LOSE,
    MIXED_OUTCOME: SpotLight.PUSH,
}
AWAITING_LIGHT, DARK_LIGHT, LOCKED_LIGHT = SpotLight.AWAITING, SpotLight.NONE, SpotLight.LOCKED
LIGHT_RANKS = {spot_light: rank for rank, spot_light in enumerate(LIGHT_PRIORITY)}


def table_panel(table: Table) -> Panel:
    """Return the table's panel."""
    if not table.state.game.PANEL_KEYS:
        return _game_panel(table)
    # imported here: only a poker table loads the engine of poker
    from firmware.core.display.poker_panel import poker_panel

    return poker_panel(table)


def _game_panel(table: Table) -> Panel:
    state = table.state
    settled_line, ask = payment_due(state), next_step(state)
    is_closed = state.phase is CLOSED
    return Panel(
        ask=ask,
        spots=_all_lights(state),
        pulsing=_pulsing_spots(state, ask),
        keys=lit_keys(
            state,
            undoable=table.may_undo,
            may_take_back=state.device.key_switch and table.may_take_back,
        ),
        dealer=dealer_lines(state, ask),
        players=player_lines(state),
        payout=_payout_of(state, settled_line) if settled_line else None,
        figures=settled_line.paid if settled_line and state.rules.amounts.are_known else None,
        sound=state.device.sound,
        closed=is_closed,
        card_due=is_card_due(state),
        shoe_locked=state.stopped or is_closed or state.phase is SHOE_CHANGE,
        shoe_clears=state.device.shoe_clears,
        shuffle=state.device.shuffle,
        spin=state.device.spin,
        wheel_order=state.device.wheel_order,
        tickets=state.device.tickets,
        head=state.device.head if is_closed else None,
        simulated=state.rules.simulated,
        testing=state.testing,
    )


# lights


def _all_lights(state: State) -> dict[int, SpotLight]:
    resting_light = AWAITING_LIGHT if state.phase is OPEN else DARK_LIGHT
    lights = dict.fromkeys(state.felt.spots, resting_light)
    for spot, spot_light in _spot_lights(state):
        # chips without a known owner concern all who may have laid them
        for spot_number in lights if spot == UNKNOWN_SPOT else (spot,):
            if LIGHT_RANKS[spot_light] < LIGHT_RANKS[lights[spot_number]]:
                lights[spot_number] = spot_light
    return lights


def _spot_lights(state: State) -> list[tuple[int, SpotLight]]:
    """Return the lights for each spot, in any order."""
    spot_lights = [(spot, SpotLight.FAULT) for spot in _faulty_spots(state)]
    if state.phase is OPEN:
        for stack in state.felt.stacks:
            spot_lights.append((stack[0].spot, _open_bet_light(state, stack)))
    elif state.phase is ROUND:
        bets = state.round.bets
        spot_lights += [
            (place.spot, SpotLight.LATE) for place, _ in (*bets.late_stacks, *bets.returning_stacks)
        ]
        if not bets.settled:
            spot_lights += [(place.spot, SpotLight.LATE) for place in state.felt.unread_places()]
        undecided_spots = {
            place.spot for place, bettor in bets.locked_bets if not bets.is_decided((place, bettor))
        }
        spot_lights += [(place.spot, LOCKED_LIGHT) for place, _ in bets.carried_stacks]
        spot_lights += [(spot, LOCKED_LIGHT) for spot in undecided_spots]
        spot_lights += [
            (stack[0].spot, OUTCOME_LIGHTS[bets.outcome(stack)])
            for stack in dict.fromkeys(settled_line.bet.stack for settled_line in bets.lines)
            if stack[0].spot not in undecided_spots
        ]
    return spot_lights


def _open_bet_light(state: State, stack: Stack) -> SpotLight:
    """Return the light for chips while bets are open."""
    if why_illegal(state, stack):
        return SpotLight.FAULT
    return SpotLight.PUSH if stack in state.round.bets.returning_stacks else SpotLight.PLACED


def _faulty_spots(state: State) -> list[int]:
    faulty_spots = (fault.values.get("spot") for fault in state.device.trouble.faults)
    return [int(spot) for spot in faulty_spots if spot]


def _pulsing_spots(state: State, ask: NextStep) -> frozenset[int]:
    if ask.do is Act.COLLECT_COMMISSION and ask.spot is not None:
        return frozenset({ask.spot})
    if not state.in_round:
        return frozenset()
    late_stack = next(iter(state.round.bets.late_stacks), None)
    if late_stack is not None:
        return frozenset({late_stack[0].spot})
    spot_in_focus = focused_spot(state)
    if spot_in_focus is not None:
        return frozenset({spot_in_focus or state.game.bank_spot} - {DEALER})
    if ask.do not in SETTLEMENT_ACTS or ask.spot is None:
        return frozenset()
    return frozenset({ask.spot} - {UNKNOWN_SPOT})


# what is paid


def _payout_of(state: State, settled_line: BetSettled) -> Payout:
    payments = state.round.bets.payments
    chips = fewest_chips(settled_line.paid, state.rules.denominations)
    # an amount below the smallest chip can't be shown as chips
    is_exact = sum(value * chip_count for value, chip_count in chips) == settled_line.paid
    payout_shown = Payout(
        place=settled_line.bet.place,
        stake=settled_line.bet.cents,
        odds=settled_line.odds or "",
        paid=settled_line.paid,
        commission=settled_line.commission,
        chips=chips if is_exact else (),
        step=payments.index(settled_line) + 1,
        of=len(payments),
        bank=state.game.bank_spot,
        capped=is_capped(state, settled_line),
    )
    commission = state.game.commissions.get(settled_line.bet.place.on)
    return state.rules.amounts.mask_payout(payout_shown, commission)
