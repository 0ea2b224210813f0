"""The status of the awaited input: a card, a decision, the result of an instrument."""

from firmware.core.game.course import BOARD, Choice, DecisionStake, SpotCard
from firmware.core.game.game import Game
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.wheel_of_fortune import WheelOfFortune, arrange_symbols
from firmware.core.table.decisions import offered_cents
from firmware.core.table.opening_burn import burns_left
from firmware.core.table.state import State
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import ChoiceStatus, DueStatus, InstrumentStatus, StakeStatus


def due_status(state: State) -> DueStatus | None:
    if state.phase is Phase.OPEN and burns_left(state):
        return DueStatus(None, state.shoe.cards_gone + 1, burnt=True)
    awaited = state.game.due if state.phase is Phase.ROUND else None
    if isinstance(awaited, SpotCard) and awaited.spot == BOARD:
        return DueStatus(None, awaited.nth, "board", awaited.is_burnt)
    if isinstance(awaited, SpotCard):
        return DueStatus(awaited.spot, awaited.nth, awaited.hand, awaited.is_burnt)
    return None if awaited is None else DueStatus(None, awaited.nth, awaited.drawn)


def choice_status(state: State, choice: Choice) -> ChoiceStatus:
    return ChoiceStatus(
        choice.spot,
        choice.do.value,
        choice.hand,
        choice.bettor,
        choice.names_cards,
        tuple(_stake_status(state, choice, stake) for stake in choice.stakes),
    )


def _stake_status(state: State, choice: Choice, stake: DecisionStake) -> StakeStatus:
    if not state.rules.amounts.are_known:
        return StakeStatus(stake.on, None, None, None)
    laid_cents = offered_cents(state, (Place(choice.spot, stake.on), choice.bettor))
    step_cents = stake.step if stake.step > 1 else None
    return StakeStatus(stake.on, stake.least, stake.most, laid_cents, step_cents)


def instrument_status(state: State) -> InstrumentStatus | None:
    game, keyed_result = state.game, state.key_entry.keyed
    if not isinstance(game, InstrumentGame):
        return None
    return InstrumentStatus(
        game.INSTRUMENT.result_kind,
        game.last_symbols,
        (*keyed_result.symbols, *filter(None, [keyed_result.digits])),
        state.device.spin,
        _instrument_symbols(game),
    )


def _instrument_symbols(game: Game) -> tuple[str, ...]:
    match game:
        case Roulette():
            return game.numbers_on_table
        case WheelOfFortune():
            return tuple(arrange_symbols(game.options["segments"]))
    return ()
