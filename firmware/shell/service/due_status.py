"""The status of what the table waits for: a card, a decision, the result of an instrument."""

from firmware.core.game.course import Choice, Stake, To
from firmware.core.game.game import Game
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.wheel_of_fortune import WheelOfFortune, arranged
from firmware.core.table.decisions import offered
from firmware.core.table.state import State
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import ChoiceStatus, DueStatus, InstrumentStatus, StakeStatus


def due_status(state: State) -> DueStatus | None:
    due = state.game.due if state.phase is Phase.ROUND else None
    if isinstance(due, To):
        return DueStatus(due.spot, due.nth, due.hand, due.burnt)
    return None if due is None else DueStatus(None, due.nth, due.drawn)


def choice_status(state: State, choice: Choice) -> ChoiceStatus:
    return ChoiceStatus(
        choice.spot,
        choice.do.value,
        choice.hand,
        choice.bettor,
        choice.picks,
        tuple(_stake(state, choice, stake) for stake in choice.stakes),
    )


def _stake(state: State, choice: Choice, stake: Stake) -> StakeStatus:
    if not state.rules.amounts.known:
        return StakeStatus(stake.on, None, None, None)
    laid = offered(state, (Place(choice.spot, stake.on), choice.bettor))
    return StakeStatus(stake.on, stake.least, stake.most, laid)


def instrument_status(state: State) -> InstrumentStatus | None:
    game, keyed = state.game, state.gesture.keyed
    if not isinstance(game, InstrumentGame):
        return None
    return InstrumentStatus(
        game.INSTRUMENT.step,
        game.shown,
        (*keyed.symbols, *filter(None, [keyed.digits])),
        state.device.spin,
        _symbols(game),
    )


def _symbols(game: Game) -> tuple[str, ...]:
    match game:
        case Roulette():
            return game.numbers
        case WheelOfFortune():
            return tuple(arranged(game.options["segments"]))
    return ()
