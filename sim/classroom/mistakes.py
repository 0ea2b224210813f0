"""The mistakes of simulated trainees: made on purpose, at a rate, and noted."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Final, Literal, NamedTuple

from firmware.core.vocabulary.next_step import Act
from sim.classroom.payments_due import (
    Topics,
    amounts_due,
    felt_cents,
    stack_of,
    unpaid_stack,
    wrong_by_cents,
)

MistakeKind = Literal["short", "over", "order", "skip", "slow"]
"""`skip`: NEXT without chips."""
BLIND_MISTAKES: Final = ("short", "over", "skip")
SLOW_MS: Final = (25_000, 80_000)


class Skill(NamedTuple):
    """How well somebody deals: the chance of each mistake at an act, and the pause before acts."""

    name: str
    mistakes: Mapping[MistakeKind, float]
    pause_ms: tuple[int, int]


class Mistake(NamedTuple):
    """A mistake made on purpose, at one act of an exercise."""

    mark_index: int
    kind: MistakeKind


SKILLS: Final = (
    Skill("expert", {}, (700, 1500)),
    Skill("steady", {"slow": 0.03, "over": 0.04, "short": 0.04}, (1200, 3500)),
    Skill("hasty", {"short": 0.15, "over": 0.12, "skip": 0.15, "order": 0.1}, (500, 1200)),
    Skill("lost", {"slow": 0.25, "skip": 0.1, "short": 0.1}, (2500, 7000)),
)


class MistakeSource:
    """Chooses the mistakes of one trainee. `mistakes` has those of the present exercise."""

    def __init__(self, skill: Skill, random_source: Random) -> None:
        self._skill = skill
        self._random = random_source
        self._considered: tuple[str, int] | None = None
        """The act for which a mistake has been chosen or not."""
        self.mistakes: list[Mistake] = []

    def begin_exercise(self) -> None:
        """Forget the mistakes of the exercise before."""
        self._considered, self.mistakes = None, []

    def choose(self, topics: Topics) -> MistakeKind | None:
        """Return the mistake to be made at the present act, and note it; once for each act."""
        lesson = topics["school"]["lesson"]
        indexes = [index for index, mark in enumerate(lesson["marks"]) if mark["state"] == "asked"]
        if not indexes or self._considered == (lesson["id"], indexes[0]):
            return None
        self._considered = lesson["id"], indexes[0]
        kind = self._draw(self._skill.mistakes)
        if kind is None or not _is_possible(kind, topics):
            return None
        self.mistakes.append(Mistake(indexes[0], kind))
        return kind

    def choose_blind(self) -> MistakeKind | None:
        """Return a mistake for a payment of a blind exercise; it is not noted."""
        return self._draw([kind for kind in self._skill.mistakes if kind in BLIND_MISTAKES])

    def _draw(self, kinds: Iterable[MistakeKind]) -> MistakeKind | None:
        candidates = [*kinds]
        rates = [self._skill.mistakes[kind] for kind in candidates]
        (kind,) = self._random.choices([*candidates, None], [*rates, 1 - sum(rates)])
        return kind


def paid_cents(kind: MistakeKind | None, due_cents: int, chip_cents: int) -> int:
    """Return the amount on a bet after a payment with this mistake, a chip less or more."""
    return due_cents + {"short": -chip_cents, "over": chip_cents}.get(kind or "", 0)


def _is_possible(kind: MistakeKind, topics: Topics) -> bool:
    """Return whether a mistake can be made at the present prompt."""
    status = topics["status"]["status"]
    if kind == "slow":
        return True
    if status["ask"]["do"] != Act.PAY_BET:
        return False
    stack = stack_of(status["ask"])
    payment_cents = amounts_due(status).get(stack, 0) - felt_cents(topics, stack)
    if kind == "order":
        return unpaid_stack(topics, status, stack) is not None
    if kind == "short":
        return payment_cents > wrong_by_cents(topics, payment_cents)
    return payment_cents > 0
