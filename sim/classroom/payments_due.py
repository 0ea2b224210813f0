"""The payments at a table, as its page shows them."""

from collections.abc import Mapping
from typing import Any

Topics = Mapping[str, Any]
Stack = tuple[int, str, str | None]
"""Spot, bet and bettor."""


def stack_of(place: Topics) -> Stack:
    """Return the stack that a prompt, a mark or chips are about."""
    return place["spot"], place["on"], place.get("bettor")


def amounts_due(status: Topics) -> dict[Stack, int]:
    """Return the amount that must be on each bet after the dealer's next movement."""
    return {
        (int(spot), bet["on"], bet["bettor"]): bet["due"]
        for spot, spot_status in status["spots"].items()
        for bet in spot_status["bets"]
        if bet["due"] is not None
    }


def felt_cents(topics: Topics, stack: Stack) -> int:
    """Return the amount of a stack on the felt."""
    return sum(chips["cents"] for chips in topics["scene"]["chips"] if stack_of(chips) == stack)


def unpaid_stack(topics: Topics, status: Topics, prompted: Stack) -> Stack | None:
    """Return another stack than the prompted one that lacks chips."""
    return next(
        (
            stack
            for stack, due_cents in amounts_due(status).items()
            if stack != prompted and due_cents > felt_cents(topics, stack)
        ),
        None,
    )


def wrong_by_cents(topics: Topics, payment_cents: int) -> int:
    """Return by how much a wrong payment is wrong: a chip that leaves something of it."""
    chips: list[int] = topics["hello"]["denominations"]
    return max((chip for chip in chips if chip < payment_cents), default=min(chips))
