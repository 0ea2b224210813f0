"""A dealer's view of the status: the bets, their results, the payments due."""

from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.status import ChoiceStatus, Status
from sim.machines.punto_banco import BANKER, PLAYER, PuntoBanco


def game(seen: Status) -> PuntoBanco:
    """Return the game of Baccara with the cards on the felt."""
    hands = ([parse_card(name) for name in seen.cards[hand]] for hand in (PLAYER, BANKER))
    return PuntoBanco.played(*hands)


def standing(seen: Status) -> dict[Stack, Cents | None]:
    """Return the bets as they are shown; None is an amount that nobody knows."""
    return {
        (Place(spot, bet.on), bet.bettor): bet.cents
        for spot, shown in seen.spots.items()
        for bet in shown.bets
    }


def standing_over(seen: Status) -> dict[Stack, Cents]:
    """Return the carried-over bets, if their worth is known."""
    return {
        (Place(bet.spot, bet.on), bet.bettor): bet.cents
        for bet in seen.standing
        if bet.cents is not None
    }


def due(seen: Status) -> dict[Stack, Cents]:
    """Return what lies at each settled bet after the next movement there, if there is one."""
    return {
        (Place(spot, bet.on), bet.bettor): bet.due
        for spot, shown in seen.spots.items()
        for bet in shown.bets
        if bet.due is not None
    }


def decided(seen: Status) -> list[Place]:
    """Return the places with a bet that is settled."""
    told = ((spot, bet) for spot, shown in seen.spots.items() for bet in shown.bets)
    return [Place(spot, bet.on) for spot, bet in told if bet.outcome is not None]


def paying(seen: Status) -> Stack | None:
    """Return the stack that is to be paid."""
    return seen.ask.stack if seen.ask.do is Act.PAY else None


def turn(seen: Status) -> tuple[object, ...]:
    """Return the payment that is being asked for."""
    return seen.ask, seen.figures


def stage(seen: Status) -> tuple[object, ...]:
    """Return how far the round has come: no two things asked for are alike in it."""
    choices = [(choice.spot, choice.hand, choice.bettor, choice.do) for choice in seen.choices]
    cards = sum(map(len, seen.cards.values()))
    return (seen.round, seen.keying, *turn(seen), choices, seen.shoe.left, cards)


def rivals(seen: Status, chosen: ChoiceStatus) -> list[ChoiceStatus]:
    """Return all choices of the same bettor at the same spot, this one included."""
    whose = chosen.spot, chosen.bettor
    return [choice for choice in seen.choices if (choice.spot, choice.bettor) == whose]
