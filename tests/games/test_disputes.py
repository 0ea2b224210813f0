"""Disputes of players, each answered from its round by the articles and sums that settle it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from firmware.console.table.answers import answer_lines
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import FaultShown, Refused
from firmware.shell.recall import RecalledRound
from firmware.shell.why.answer import Answer
from firmware.shell.why.round_answers import round_answers
from firmware.shell.why.spoken_answer import spoken_answer
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from tests.kits.games.golden_rounds import NAMED
from tests.kits.games.recalled_golden import recalled_golden
from tests.kits.offenders import each

DISPUTES: Final = [
    json.loads(line)
    for line in Path(__file__).with_name("disputes.jsonl").read_text(encoding="utf-8").splitlines()
]
"""A golden round, its bet as SPOT/BET or the key of a message, the question, articles and sums,
and the articles `beside` it that the answer does not cite.
"""
ENGLISH: Final = Words.load("en")

pytestmark = pytest.mark.long


@each("dispute", DISPUTES)
def test_dispute_is_settled_by_article_and_sum(dispute: dict[str, Any]) -> None:
    answers = [
        (answer, recalled.game)
        for recalled in recalled_golden(NAMED[dispute["round"]])
        for answer in answers_about(recalled, dispute["about"])
    ]
    assert answers, dispute
    cited = {
        article
        for answer, _ in answers
        for sentence in answer.sentences
        for article in sentence.articles
    }
    assert {*dispute["articles"]} <= cited, (dispute["asks"], cited)
    assert cited.isdisjoint(dispute.get("beside", ())), (dispute["asks"], cited)
    lines = [line for answer, game in answers for line in lines_of(answer, game)]
    printed = "\n".join(lines).replace(NO_BREAK, " ")
    assert all(figure in printed for figure in dispute["figures"]), (dispute["asks"], printed)


def lines_of(answer: Answer, game: str) -> Iterator[str]:
    words = ENGLISH.for_game(game)
    return answer_lines(spoken_answer(answer, words), words)


def answers_about(recalled: RecalledRound, subject: str) -> list[Answer]:
    """Return the answers about a bet, or about a message that was refused or stopped the deal."""
    answers = round_answers(recalled).answers
    if subject[0].isdigit():
        return [
            answer
            for answer in answers
            if answer.place and f"{answer.place.spot}/{answer.place.on}" == subject
        ]
    records = {
        item.record
        for item in recalled.story
        if isinstance(item.ruling, Refused | FaultShown) and item.ruling.why.key == subject
    }
    return [answer for answer in answers if answer.place is None and {*answer.records} <= records]


def test_folded_cards_are_in_no_answer() -> None:
    recalled, *_ = recalled_golden(NAMED["three-card-poker-67.29-who-folded-is-not-paid"])
    (answer,) = answers_about(recalled, "2/ante")
    hands = [text.values["hand"] for text in answer.results if text.key == "answer.hand"]
    assert [hand.key for hand in hands if isinstance(hand, Text)] == ["hand.dealer"]
