"""The panel of a poker table: the next step first, then the pots; a light for each seat."""

from collections.abc import Mapping
from typing import Final

from firmware.core.display.dealer_prompts import STEP_LINES
from firmware.core.display.next_step import stopped_step
from firmware.core.display.poker_keys import poker_keys
from firmware.core.display.tournament import level_lines, tournament_lines, waiting_lines
from firmware.core.poker_room.engine.alarms import PokerAlarm
from firmware.core.poker_room.engine.betting_line import decision_for_chips
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.limits import amount_to_call
from firmware.core.poker_room.engine.prompts import dealer_lines, pending_step
from firmware.core.poker_room.engine.ruling_text import decision_text
from firmware.core.poker_room.engine.rulings import PotWon
from firmware.core.poker_room.engine.showdown import next_to_show
from firmware.core.poker_room.engine.state import GameStage, PlayerHand, PokerGame, PokerState
from firmware.core.poker_room.table.apply import is_halted, poker_state_of
from firmware.core.poker_room.table.chip_reader import chips_before, has_offer, unexpected_chips
from firmware.core.poker_room.table.hole_cards import comparison_lines, laid_out_cards
from firmware.core.poker_room.table.street_display import street_lines
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act, NextStep, Role
from firmware.core.vocabulary.panel import Panel, SpotLight, Text
from firmware.core.vocabulary.phase import Phase

POT_KEY: Final = "room.ask.pot"
ALARM_STEPS: Final = {
    PokerAlarm.MISDEAL: NextStep(Act.DEAL_AGAIN),
    PokerAlarm.WRONG_LAST_CARD: NextStep(Act.VOID_ROUND, Role.SUPERVISOR),
    PokerAlarm.PREMATURE_CARD: NextStep(Act.TAKE_CARD_BACK, Role.SUPERVISOR),
    PokerAlarm.FOUR_CARD_FLOP: NextStep(Act.TAKE_CARD_BACK, Role.SUPERVISOR),
    PokerAlarm.FOUL_DECK: NextStep(Act.TAKE_CARD_BACK, Role.SUPERVISOR),
    PokerAlarm.CONTRADICTED_HAND: NextStep(Act.TAKE_CARD_BACK, Role.SUPERVISOR),
}
DUE_ACTS: Final = {"burn": Act.BURN_CARD, "deal": Act.DEAL_CARD, "card": Act.DEAL_CARD}


def poker_panel(table: Table) -> Panel:
    """Return the panel of a poker table."""
    state = table.state
    ask = next_step(state)
    return Panel(
        ask=ask,
        spots=_spot_lights(state),
        pulsing=frozenset({ask.spot} if ask.spot and not is_halted(state) else ()),
        keys=poker_keys(state, undoable=table.undoable and not is_halted(state)),
        dealer=_dealer_lines(state, ask),
        players=_player_lines(state),
        sound=state.device.sound,
        closed=state.phase is Phase.CLOSED,
        card_due=ask.do is Act.DEAL_CARD,
        shoe_locked=state.stopped or state.phase is not Phase.ROUND,
        shoe_clears=state.device.shoe_clears,
        head=state.device.head if state.phase is Phase.CLOSED else None,
        laid_out=laid_out_cards(state),
        simulated=state.rules.simulated,
        testing=state.testing,
    )


def next_step(state: State) -> NextStep:
    """Return the table's next step."""
    poker_state = poker_state_of(state)
    if is_halted(state):
        return stopped_step(state)
    if state.phase is Phase.CLOSED:
        return NextStep(Act.OPEN_TABLE)
    if poker_state.alarm:
        return ALARM_STEPS[PokerAlarm(poker_state.alarm)]
    return (
        _game_step(poker_state, poker_state.game) if poker_state.game else NextStep(Act.POST_BLINDS)
    )


def _game_step(poker_state: PokerState, game: PokerGame) -> NextStep:
    if game.stage is GameStage.BETTING:
        return NextStep(Act.TAKE_DECISION, Role.PLAYERS, player_to_act(poker_state))
    if game.stage is GameStage.SHOWDOWN:
        return NextStep(Act.SHOW_HANDS, Role.PLAYERS, next_to_show(game))
    return NextStep(DUE_ACTS.get(pending_step(poker_state) or "", Act.CONFIRM_PAID))


# the dealer's display


def _dealer_lines(state: State, ask: NextStep) -> tuple[Text, ...]:
    refused = () if state.last_refusal is None else (state.last_refusal,)
    if is_halted(state) and ask.do in (
        Act.MEND_FAULT,
        Act.CLEAR_FAULTS,
        Act.VOID_ROUND,
        Act.AWAIT_PART,
    ):
        return (*STEP_LINES[ask.do](state, ask), *refused)
    if state.key_entry.recalled:
        return (*street_lines(state), *refused)
    unread_lines = tuple(fault.words for fault in state.device.trouble.stopping)
    step = (*_muck_line(state), *_step_lines(state, ask), *tournament_lines(state))
    lines = (
        *step,
        *unread_lines,
        *_chips_read_lines(state),
        *_keyed_lines(state),
        *comparison_lines(state),
    )
    return (*lines, *(text for text in refused if text not in lines))


def _muck_line(state: State) -> tuple[Text, ...]:
    """Return the question whether an all-in hand is mucked."""
    spot = state.key_entry.mucking
    return () if spot is None else (Text("room.ask.muck_again", {"spot": spot}),)


def _step_lines(state: State, ask: NextStep) -> tuple[Text, ...]:
    poker_state = poker_state_of(state)
    lines = dealer_lines(poker_state)
    pots = tuple(line for line in lines if line.key == POT_KEY)
    if ask.do is Act.OPEN_TABLE:
        return (Text("prompt.open_table"),)
    if ask.do is Act.CONFIRM_FELT:
        return (Text("prompt.confirm_felt"), *_felt_lines(poker_state), *pots)
    if ask.do is Act.POST_BLINDS:
        lines = waiting_lines(state) or lines
        return (*lines, *_seated_line(poker_state))
    return (*(line for line in lines if line.key != POT_KEY), *pots)


def _felt_lines(poker_state: PokerState) -> tuple[Text, ...]:
    """Return the board and the bet of each player, to be compared with the felt."""
    game = poker_state.game
    if game is None:
        return _seated_line(poker_state)
    board = " ".join(card.name for card in game.board)
    board_lines = (Text("room.told.board", {"card": board}),) if board else ()
    bet_lines = (
        Text("room.told.before", {"spot": spot, "cents": hand.put})
        for spot, hand in game.hands.items()
        if hand.put
    )
    return (*board_lines, *bet_lines)


def _seated_line(poker_state: PokerState) -> tuple[Text, ...]:
    total_cents = sum(seat.cents for seat in poker_state.seats.values())
    return (
        Text("room.told.seated", {"count": len(poker_state.seats), "total_cents": total_cents}),
    )


def _chips_read_lines(state: State) -> tuple[Text, ...]:
    """Return the decision that the chips over the line mean, then the unexpected chips."""
    poker_state = poker_state_of(state)
    unexpected = (
        unexpected_chips(state)
        if poker_state.game and poker_state.game.stage is not GameStage.OVER
        else {}
    )
    spot = player_to_act(poker_state)
    if spot is None or not has_offer(state):
        return tuple(unexpected.values())
    unexpected.pop(spot)
    return (_offer_line(poker_state, spot, chips_before(state, spot)), *unexpected.values())


def _offer_line(poker_state: PokerState, spot: int, read_cents: Cents) -> Text:
    try:
        do = decision_for_chips(poker_state, spot, read_cents).do
    except Forbidden as forbidden:
        return forbidden.why
    return Text(
        "room.line.offer", {"spot": spot, "do": decision_text(do), "read_cents": read_cents}
    )


def _keyed_lines(state: State) -> tuple[Text, ...]:
    gesture = state.key_entry
    lines = []
    if gesture.focus is not None:
        lines.append(Text("room.keyed.spot", {"spot": gesture.focus}))
    if gesture.amount:
        lines.append(Text("room.keyed.amount", {"cents": gesture.amount}))
    card_names = [card.name for card in gesture.low]
    if gesture.entering is not None and gesture.entering.chosen:
        card_names.append(gesture.entering.card.name)
    if card_names:
        lines.append(Text("room.keyed.cards", {"card": " ".join(card_names)}))
    return tuple(lines)


# the players' display


def _player_lines(state: State) -> tuple[Text, ...]:
    test_line = (Text("players.testing"),) if state.testing else ()
    if is_halted(state):
        return (*test_line, Text("players.stopped"))
    if state.phase is Phase.CLOSED:
        return (*test_line, Text("announce.table_closed"))
    poker_state = poker_state_of(state)
    return (
        *test_line,
        *(_game_player_lines(poker_state, poker_state.game) if poker_state.game else ()),
        *_stakes_lines(state, poker_state),
    )


def _game_player_lines(poker_state: PokerState, game: PokerGame) -> tuple[Text, ...]:
    payouts = tuple(
        Text("room.ask.give", {"number": pot_won.pot, "spot": pot_won.spot, "cents": pot_won.cents})
        for pot_won in game.end_rulings
        if isinstance(pot_won, PotWon)
    )
    pots = tuple(line for line in dealer_lines(poker_state) if line.key == POT_KEY)
    spot = player_to_act(poker_state)
    call_cents = amount_to_call(game, game.hands[spot]) if spot is not None else 0
    call_lines = (
        (Text("room.ask.call", {"spot": spot, "cents": call_cents}),) if spot and call_cents else ()
    )
    return (*payouts, *call_lines, *pots)


def _stakes_lines(state: State, poker_state: PokerState) -> tuple[Text, ...]:
    """Return the blinds; in stud the bring-in."""
    terms = poker_state.terms
    if terms.tournament:
        return tuple(level_lines(state))
    if terms.variant.stud:
        return (Text("room.told.bring_in", {"cents": terms.bring_in or 0}),)
    small_blind, big_blind = terms.blinds
    return (Text("room.told.blinds", {"small_cents": small_blind, "big_cents": big_blind}),)


# lights


def _spot_lights(state: State) -> dict[int, SpotLight]:
    poker_state = poker_state_of(state)
    lights = dict.fromkeys(range(1, state.rules.spots + 1), SpotLight.NONE)
    if state.phase is Phase.CLOSED:
        return lights
    dealt_in: Mapping[int, PlayerHand] = poker_state.game.hands if poker_state.game else {}
    for spot, seat in poker_state.seats.items():
        lights[spot] = SpotLight.NONE if seat.out else SpotLight.PLACED
    for spot, hand in dealt_in.items():
        lights[spot] = _hand_light(poker_state, spot, hand)
    if poker_state.button_spot in lights and lights[poker_state.button_spot] in (
        SpotLight.PLACED,
        SpotLight.NONE,
    ):
        lights[poker_state.button_spot] = SpotLight.AWAITING
    for fault in state.device.trouble.faults:
        if "spot" in fault.values:
            lights[int(fault.values["spot"])] = SpotLight.FAULT
    return lights


def _hand_light(poker_state: PokerState, spot: int, hand: PlayerHand) -> SpotLight:
    game = poker_state.game
    if game and any(
        isinstance(won_spots, PotWon) and won_spots.spot == spot for won_spots in game.end_rulings
    ):
        return SpotLight.WIN
    if hand.folded or (game and spot in game.mucked_spots):
        return SpotLight.LOSE
    return SpotLight.PLACED if poker_state.seats[spot].cents else SpotLight.LOCKED
