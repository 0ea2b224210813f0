"""A dealer's view of the status: the bets, their results, the payments due."""

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.status import ChoiceStatus, Status
from sim.machines.punto_banco import BANKER, PLAYER, PuntoBanco


def punto_banco_game(status: Status) -> PuntoBanco:
    """Return the game of Baccara with the cards on the felt."""
    hands = (
        [parse_card(name) for name in status.cards[hand_name]] for hand_name in (PLAYER, BANKER)
    )
    return PuntoBanco.from_hands(*hands)


def bets_shown(status: Status) -> dict[Stack, Cents | None]:
    """Return the bets of a status; None is an unknown amount."""
    return {
        (Place(spot, bet.on), bet.bettor): bet.cents
        for spot, spot_status in status.spots.items()
        for bet in spot_status.bets
    }


def carried_bets(status: Status) -> dict[Stack, Cents]:
    """Return the carried-over bets, if their worth is known."""
    return {
        (Place(bet.spot, bet.on), bet.bettor): bet.cents
        for bet in status.carried_bets
        if bet.cents is not None
    }


def amounts_due(status: Status) -> dict[Stack, Cents]:
    """Return the amount of each settled bet after its next payment or collection, if one is due."""
    return {
        (Place(spot, bet.on), bet.bettor): bet.due
        for spot, spot_status in status.spots.items()
        for bet in spot_status.bets
        if bet.due is not None
    }


def settled_places(status: Status) -> list[Place]:
    """Return the places with a bet that is settled."""
    bets_by_spot = (
        (spot, bet) for spot, spot_status in status.spots.items() for bet in spot_status.bets
    )
    return [Place(spot, bet.on) for spot, bet in bets_by_spot if bet.outcome is not None]


def stack_to_pay(status: Status) -> Stack | None:
    """Return the stack that is to be paid."""
    return status.ask.stack if status.ask.do is Act.PAY_BET else None


def payment_prompt(status: Status) -> tuple[object, ...]:
    """Return the payment that is being asked for."""
    return status.ask, status.figures


def round_progress(status: Status) -> tuple[object, ...]:
    """Return how far the round has come: no two things asked for are alike in it."""
    choices = [(choice.spot, choice.hand, choice.bettor, choice.do) for choice in status.choices]
    cards = sum(map(len, status.cards.values())) + len(status.room.named if status.room else ())
    return (status.round, status.keying, *payment_prompt(status), choices, status.shoe.left, cards)


def rival_choices(status: Status, chosen_choice: ChoiceStatus) -> list[ChoiceStatus]:
    """Return all choices of the same bettor at the same spot, this one included."""
    bettor_key = chosen_choice.spot, chosen_choice.bettor
    return [choice for choice in status.choices if (choice.spot, choice.bettor) == bettor_key]
