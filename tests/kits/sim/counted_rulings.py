"""Figures of an evening from its rulings, and where it is."""

from collections.abc import Callable

from firmware.core.vocabulary.keys import DECISION_KEYS
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.rulings import (
    BetSettled,
    Decided,
    RoundOpened,
    RoundVoided,
    Ruling,
    Undone,
)
from firmware.core.vocabulary.status import Status


def count(rulings: list[Ruling], kind: type[Ruling]) -> int:
    return sum(isinstance(ruling, kind) for ruling in rulings)


def gained(rulings: list[Ruling]) -> int:
    """Return what the house gains over the felt by what was neither voided nor undone."""
    rounds: list[list[int]] = [[0]]
    for ruling in rulings:
        this = rounds[-1]
        match ruling:
            case RoundVoided():
                rounds[-1] = [0]
            case RoundOpened():
                rounds.append([0])
            case Decided():
                this.append(0)
            case Undone(key) if key in DECISION_KEYS:
                this.pop()
            case BetSettled(bet):
                this[-1] += bet.cents - ruling.returned - ruling.paid
    return sum(map(sum, rounds))


def is_at(act: Act) -> Callable[[Status], bool]:
    return lambda seen: seen.ask.do is act
