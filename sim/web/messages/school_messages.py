"""The messages of the school and of a class to a page."""

from typing import Any, Literal

import msgspec

from firmware.shell.why.spoken_answer import SpokenSentence
from sim.web.messages.broadcast import Broadcast


class ExerciseMessage(msgspec.Struct, frozen=True):
    """An exercise of the dealer's school; title and task by language."""

    id: str
    game: str
    kind: str
    title: dict[str, str]
    task: dict[str, str]
    acts: int
    blind: bool = False
    limit_s: int | None = None
    calls: tuple[str, ...] = ()
    """The calls that it asks for."""
    pays: bool = True
    """Whether chips are paid or taken in it, so that it may be blind."""


class ExamResult(msgspec.Struct, frozen=True):
    """A finished part of an exam."""

    id: str
    right: int
    acts: int
    millis: int


class ExamMessage(msgspec.Struct, frozen=True):
    """An exam that is under way, or that has just ended."""

    id: str
    title: dict[str, str]
    parts: tuple[str, ...]
    """The names of its exercises and drills, in their order."""
    bar_per_cent: int
    """The share of right acts that passes."""
    results: tuple[ExamResult, ...] = ()
    passed: bool | None = None
    """None until its last part is finished."""


MarkState = Literal["waiting", "asked", "done", "missed", "wrong"]
"""`done`: rightly; `wrong`: done, but not as it was due; `missed`: not done at all."""
Verdict = Literal["right", "short", "over", "missed", "order", "chips"]
"""By the chips on the felt. `order`: right, but not when it was its turn; `chips`: right in value,
but in more chips than the exercise allows.
"""


class MarkMessage(msgspec.Struct, frozen=True, rename={"act": "do", "bet_name": "on"}):
    """An act that is expected of a trainee, and how it went."""

    act: str
    """A name of `Act`, or `call_` and a call."""
    state: MarkState
    wrong: int = 0
    """Keys that were dark or refused, or another decision than the exercise's."""
    millis: int = 0
    spot: int | None = None
    bet_name: str | None = None
    hand: int | str | None = None
    key: str | None = None
    bettor: str | None = None
    verdict: Verdict | None = None
    """Once it is marked."""
    due_cents: int | None = None
    """Of a payment or a taking: the right amount of the stack after it; not before it is marked."""
    felt_cents: int | None = None
    """The amount of the stack as it was marked."""
    from_cents: int | None = None
    """The amount of the stack before."""
    chips: int | None = None
    """The number of chips that were laid."""
    fewest: int | None = None
    """The fewest chips of that amount."""
    remarks: tuple[str, ...] = ()
    """`chips`: more of them than a house would use; `order`: it was not its turn. The exercise may
    allow both.
    """
    reckoning: dict[str, tuple[str, ...]] = {}
    """The steps to the amount, by language, once it is marked."""
    articles: dict[str, tuple[SpokenSentence, ...]] = {}
    """The sentences of the posted rules, likewise."""
    stray: bool = False
    """Whether it was not expected: chips were moved where none were due, or due and not listed."""


class LessonMessage(msgspec.Struct, frozen=True, rename={"is_over": "over", "is_dark": "dark"}):
    """An exercise that is under way; it has begun once its situation is laid out."""

    id: str
    begun: bool
    is_over: bool
    marks: tuple[MarkMessage, ...]
    blind: bool = False
    """Whether its payments are made without the table's help."""
    is_dark: bool = False
    """Whether displays and prompts are withheld, until the trainee has confirmed his payments."""
    limit_s: int | None = None
    """The time for the whole exercise."""
    left_s: int | None = None
    """The rest of that time."""
    claim: int | None = None
    """The spot whose player says that he was not paid right."""


class School(Broadcast, frozen=True, tag="school"):
    """The exercise that is under way at this table, if there is one."""

    lesson: LessonMessage | None
    drill: Any = None
    """The message of `sim.web.drills`, if a drill is under way."""
    exam: ExamMessage | None = None
    trainee: str = ""
    """The name of who learns here."""


class ClassMessage(Broadcast, frozen=True, tag="classroom", rename={"is_frozen": "frozen"}):
    """What the trainer of a class decides at this table; `trainee` is empty outside a class."""

    trainee: str = ""
    is_frozen: bool = False
    claim: int | None = None
    """The spot whose player claims that he was paid wrong."""
