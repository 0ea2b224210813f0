"""When the service is killed: chosen by a seed, spread over its life and its coming back."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from firmware.core.vocabulary.next_step import Act

IN_RECOVERY: Final = "in recovery"
AT_A_ROTATION: Final = "at a rotation"
AT_AN_ACT: Final = "at an act"
AT_A_TRANSFER: Final = "at a transfer"
AT_ANY_TIME: Final = "at any time"

KINDS: Final = {IN_RECOVERY: 6, AT_ANY_TIME: 4, AT_AN_ACT: 6, AT_A_TRANSFER: 4}
"""How often each is chosen; a kill in recovery brings others in a row with it."""
ROWS: Final = (1, 1, 2, 3)
"""How many kills in recovery follow each other."""
ACTS: Final = (
    *(
        Act.PLACE_BETS,
        Act.DEAL_CARD,
        Act.DEAL_CARD,
        Act.DEAL_CARD,
        Act.PAY_BET,
        Act.PAY_BET,
        Act.TAKE_CHIPS,
        Act.CONFIRM_PAID,
        Act.CONFIRM_UNSEEN,
    ),
    *(Act.SHUFFLE_CARDS, Act.ENTER_CARD, Act.RESOLVE_LATE),
)
COLD: Final = 0.05
"""The share of starts that are the command itself, imports and all."""
BEYOND: Final = 1.1
"""How far over the time of a recovery its kills are spread."""


class Recovery(NamedTuple):
    """How long after its start a service first shows something, and first answers."""

    shown_s: float
    answered_s: float


class Plan(NamedTuple):
    """When the service is killed: so long after its start, its return, an act, or a rotation."""

    kind: str
    delay_s: float
    cold: bool
    act: Act | None = None
    transfers: int | None = None
    """How many transfers to lights and displays are still made after the delay."""


class Plans:
    """Chooses one plan after the other."""

    def __init__(self, chance: Random, acts: Sequence[Act]) -> None:
        self._chance, self._acts = chance, acts
        self._left_in_row = 0
        self._recovery = {True: Recovery(0.6, 1.8), False: Recovery(0.1, 1.2)}

    def next(self, *, rotation_near: bool) -> Plan:
        """Choose when to kill; `rotation_near` where the live segment is nearly full."""
        chance = self._chance
        cold = chance.random() < COLD
        match self._kind(rotation_near=rotation_near):
            case "in recovery":
                spread_s = BEYOND * chance.choice(self._recovery[cold])
                return Plan(IN_RECOVERY, chance.uniform(0, spread_s), cold)
            case "at an act":
                return Plan(AT_AN_ACT, chance.uniform(0, 0.2), cold, chance.choice(self._acts))
            case "at a transfer":
                count = chance.randrange(60)
                return Plan(AT_A_TRANSFER, chance.uniform(0, 1), cold, transfers=count)
            case "at a rotation":
                return Plan(AT_A_ROTATION, chance.uniform(0, 0.02), cold)
        return Plan(AT_ANY_TIME, chance.uniform(0, 1.2), cold)

    def recovered(self, recovery: Recovery, *, cold: bool) -> None:
        """Learn how long a recovery takes here."""
        self._recovery[cold] = recovery

    def _kind(self, *, rotation_near: bool) -> str:
        if self._left_in_row:
            self._left_in_row -= 1
            return IN_RECOVERY
        if rotation_near:
            return AT_A_ROTATION
        kind = self._chance.choices(tuple(KINDS), tuple(KINDS.values()))[0]
        if kind == IN_RECOVERY:
            self._left_in_row = self._chance.choice(ROWS) - 1
        return kind
