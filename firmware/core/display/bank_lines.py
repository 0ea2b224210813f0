"""Lines about money if a player is the bank (53, 62, 116), since it is his."""

from firmware.core.table.legality import legal_bets
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text


def bank_covers(state: State) -> tuple[Text, ...]:
    """Return the most that his chips may have to pay on the bets so far."""
    laid_bets = legal_bets(state) if state.game.bank_spot else ()
    if not laid_bets:
        return ()
    bet_odds = state.game.rules.pays
    # as if every bet won
    most_cents = Cents(
        sum(
            state.game.payment(laid_bet, bet_odds[base_bet_name(laid_bet.place.on)].odds)
            for laid_bet in laid_bets
        )
    )
    return (_bank_words(state, "prompt.bank_covers", cents=most_cents),)


def bank_pays(state: State) -> tuple[Text, ...]:
    """Return the line that the bank pays."""
    return (_bank_words(state, "prompt.bank_pays"),) if state.game.bank_spot else ()


def bank_takes(state: State) -> tuple[Text, ...]:
    """Return the line that the bank gets the chips taken."""
    return (_bank_words(state, "prompt.bank_takes"),) if state.game.bank_spot else ()


def bank_balance(state: State) -> tuple[Text, ...]:
    """Return the bank's gain or loss in a settled round; nothing if amounts are unseen."""
    bets = state.round.bets
    if not (state.game.bank_spot and bets.settled and state.rules.amounts.are_known):
        return ()
    bank_gain = sum(bets.house_gains.values())
    key = "prompt.bank_even"
    if bank_gain:
        key = "prompt.bank_wins" if bank_gain > 0 else "prompt.bank_owes"
    return (_bank_words(state, key, cents=Cents(abs(bank_gain))),)


def _bank_words(state: State, key: str, **values: Cents) -> Text:
    return state.rules.amounts.amount_words(key, {"spot": state.game.bank_spot, **values})
