"""The facts of a throw of dice, for the conditions of a rule pack."""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final

from firmware.core.game.conditions import FactKind, Facts
from firmware.core.vocabulary.instruments import Symbols

DICE_FACTS: Final[Mapping[str, FactKind]] = {
    "total": FactKind.NUMBER,
    "dice": FactKind.NUMBERS,
    "triple": FactKind.TRUTH,
    "pair": FactKind.TRUTH,
}
"""The sum; the faces in rising order; whether three, or two or more, are alike."""


def dice_facts(faces: Symbols) -> Facts:
    """Return the facts of a throw."""
    dice = tuple(sorted(map(int, faces)))
    most_alike = max(map(dice.count, dice))
    return {"total": sum(dice), "dice": dice, "triple": most_alike >= 3, "pair": most_alike >= 2}


def every_throw(dice_count: int) -> Sequence[Facts]:
    """Return the facts of every throw of so many dice."""
    return [dice_facts(faces) for faces in combinations_with_replacement("123456", dice_count)]
