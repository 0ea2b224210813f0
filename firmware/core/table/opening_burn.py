"""The cards of a new shoe that are burnt before its first round, at a house that has it so."""

from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import CardDealt


def burns_left(state: State) -> int:
    """Return how many cards are still to be burnt, as far as the first one tells."""
    return max(0, _cards_to_burn(state) - state.shoe.cards_gone)


def check_burnt(state: State) -> None:
    """Raise Forbidden while cards are still to be burnt."""
    if burns_left(state):
        raise Forbidden("why.burn_first", count=burns_left(state))


def is_opening_burn(state: State, _event: CardRead) -> bool:
    """Return whether a card that has left the shoe is one of them."""
    return state.shoe.cards_gone <= _cards_to_burn(state)


def burn_card(state: State) -> None:
    """Burn a card; the first one is face up if it tells how many there are."""
    nth, game = state.shoe.cards_gone, state.game
    is_first_shown = nth == 1 and game.cards_to_burn(None) < _cards_to_burn(state)
    state.add_ruling(CardDealt(Text("hand.burnt"), nth, face_up=is_first_shown))


def _cards_to_burn(state: State) -> int:
    return state.game.cards_to_burn(state.shoe.first_card)
