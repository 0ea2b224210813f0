"""The questions of the drills: amounts of the settlement, and nothing that gives them away."""

from random import Random

import pytest

from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from sim.web.drills.game_setup import HOMES
from sim.web.drills.question import FAMILIES, FAMILY_KEYS, Question
from sim.web.drills.question_source import (
    HIGHEST_LEVEL,
    QuestionSource,
    Subject,
)
from tests.kits.offenders import each, offenders
from tests.kits.sim.web.drill_reckoning import difference

WORDS = [Words.load(language) for language in LANGUAGES]
RARE = [
    Subject("caribbean-stud", "progressive"),
    Subject("casino-war", "part"),
    Subject("baccarat", "commission"),
    Subject("roulette", "colour"),
    Subject("craps", "fraction"),
    Subject("three-card-poker", "side"),
    Subject("poker-room", "pot"),
    Subject("holdem-tournament", "prize"),
]


@pytest.mark.parametrize("game", HOMES.games)
def test_amounts_are_those_of_another_reckoning(game: str) -> None:
    source = QuestionSource(Random(game))
    drawn = [source.draw((game,), level) for level in range(1, HIGHEST_LEVEL + 1)]
    wrong = offenders(drawn, lambda one: _require(difference(one)))
    assert not wrong, "\n".join(wrong)
    for one in drawn:
        assert one.subject.game == game
        _rendered(one.solve().question)


def _require(wrong: str | None) -> None:
    assert wrong is None, wrong


@each("subject", RARE)
def test_a_wanted_subject_is_drawn(subject: Subject) -> None:
    source = QuestionSource(Random(1))
    drawn = source.draw(HOMES.games, 2, subject)
    assert drawn.subject == subject
    assert difference(drawn) is None


def test_the_same_seed_draws_the_same_questions() -> None:
    first, second = (
        [source.draw(HOMES.games, 1).solve() for _ in range(5)]
        for source in (QuestionSource(Random(9)), QuestionSource(Random(9)))
    )
    assert first == second


def test_stakes_grow_with_the_level() -> None:
    def mean(level: int) -> float:
        source = QuestionSource(Random(4))
        drawn = [source.draw(("baccarat",), level).solve() for _ in range(20)]
        return sum(one.question.bets[0].cents for one in drawn) / len(drawn)

    assert mean(1) < mean(3) < mean(5)


def test_every_family_has_words() -> None:
    assert FAMILY_KEYS.keys() == {*FAMILIES}
    assert all(words.has_key(key) for words in WORDS for key in FAMILY_KEYS.values())


def _rendered(question: Question) -> None:
    texts = (question.task, *question.seen, *(bet.words for bet in question.bets))
    assert all(words.render(text) for words in WORDS for text in texts)
