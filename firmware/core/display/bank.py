"""What the displays say of money if a player is the bank (53, 62, 116): it is his."""

from firmware.core.table.legality import legal_bets
from firmware.core.table.state import State
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import base_name


def covers(state: State) -> tuple[Text, ...]:
    """Return what his chips must pay at most, of the bets laid so far."""
    laid = legal_bets(state) if state.game.bank_spot else ()
    if not laid:
        return ()
    pays = state.game.rules.pays
    most = Cents(sum(pays[base_name(bet.place.on)].odds.pay(bet.cents) for bet in laid))
    return (_words(state, "prompt.bank_covers", cents=most),)


def pays(state: State) -> tuple[Text, ...]:
    """Return that he pays what is paid."""
    return (_words(state, "prompt.bank_pays"),) if state.game.bank_spot else ()


def takes(state: State) -> tuple[Text, ...]:
    """Return that he gets what is taken."""
    return (_words(state, "prompt.bank_takes"),) if state.game.bank_spot else ()


def comes_to(state: State) -> tuple[Text, ...]:
    """Return what he wins or owes in all, once the round is settled; nothing if it is unseen."""
    bets = state.round.bets
    if not (state.game.bank_spot and bets.settled and state.rules.amounts.known):
        return ()
    gain = sum(bets.gained.values())
    key = "prompt.bank_wins" if gain > 0 else "prompt.bank_owes" if gain else "prompt.bank_even"
    return (_words(state, key, cents=Cents(abs(gain))),)


def _words(state: State, key: str, **values: Cents) -> Text:
    return state.rules.amounts.words(key, {"spot": state.game.bank_spot, **values})
