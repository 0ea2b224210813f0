"""What a dealer reads from the table: the game, the bets, who lost, whom to pay."""

from firmware.core.cards import parse_card
from firmware.core.events import Place
from firmware.core.felt import Stack
from firmware.core.money import Cents
from sim.punto_banco import BANKER, PLAYER, PuntoBanco
from sim.seen import Seen


def game(seen: Seen) -> PuntoBanco:
    """Return the game that the cards on the felt have come to."""
    hands = ([parse_card(name) for name in seen.cards[hand]] for hand in (PLAYER, BANKER))
    return PuntoBanco.played(*hands)


def standing(seen: Seen) -> dict[Stack, Cents | None]:
    """Return the bets as they are shown; None is an amount that nobody knows."""
    return {
        (Place(spot, bet.on), bet.bettor): bet.cents
        for spot, shown in seen.spots.items()
        for bet in shown.bets
    }


def lost(seen: Seen) -> list[Stack]:
    """Return the stacks that have lost."""
    winner = game(seen).winner()
    safe = {"tie", PLAYER, BANKER} if winner == "tie" else {winner}
    return [stack for stack in standing(seen) if stack[0].on not in safe]


def to_pay(seen: Seen) -> list[Stack]:
    """Return the stacks of the spot whose turn it is to be paid."""
    winner = game(seen).winner()
    return [
        stack
        for stack in standing(seen)
        if stack[0].on == winner and seen.spots[stack[0].spot].pulsing
    ]


def turn(seen: Seen) -> tuple[str, Cents | None, list[int]]:
    """Return the payment that is being asked for."""
    return seen.act, seen.figures, [spot for spot, shown in seen.spots.items() if shown.pulsing]
