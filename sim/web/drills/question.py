"""A question of a drill: the bets and the result; apart from it the solution, for the server."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

import msgspec

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.why.answer import Answer

Family = Literal[
    "odds",
    "fraction",
    "commission",
    "colour",
    "part",
    "push",
    "side",
    "progressive",
    "pot",
    "prize",
]
"""The subject of a question, in which a trainee gets better or not."""
FAMILIES: Final[tuple[Family, ...]] = get_args(Family)
FAMILY_KEYS: Final[Mapping[Family, str]] = {
    "odds": "drill.family.odds",
    "fraction": "drill.family.fraction",
    "commission": "drill.family.commission",
    "colour": "drill.family.colour",
    "part": "drill.family.part",
    "push": "drill.family.push",
    "side": "drill.family.side",
    "progressive": "drill.family.progressive",
    "pot": "drill.family.pot",
    "prize": "drill.family.prize",
}


class QuestionBet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bet on the felt."""

    words: Text
    cents: Cents
    chips: int | None = None
    """Of colour chips: how many there are."""


class Question(msgspec.Struct, frozen=True):
    """A question as a trainee reads it: the amount is not in it."""

    game: str
    family: Family
    bets: tuple[QuestionBet, ...]
    seen: tuple[Text, ...]
    """The hands, the decisions and the result, in the words of a recalled round."""
    task: Text
    colour_cents: Cents | None = None
    """The value of this player's colour chips, if they have any."""


class Solution(msgspec.Struct, frozen=True):
    """The amount by the settlement, and how it comes about."""

    cents: Cents
    answers: tuple[Answer, ...]


class SolvedQuestion(msgspec.Struct, frozen=True):
    """A question with its solution, which no page is sent before it is marked."""

    question: Question
    solution: Solution
