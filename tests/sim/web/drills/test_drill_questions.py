"""The questions of the drills: amounts of the settlement, and nothing that gives them away."""

from random import Random

import pytest

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.config.config import load_config
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from sim.web.drills.game_setup import HOMES, table_house
from sim.web.drills.question import FAMILIES, FAMILY_KEYS, Question
from sim.web.drills.question_source import (
    HIGHEST_LEVEL,
    QuestionSource,
    Subject,
)
from sim.web.drills.round_questions import round_questions
from tests.kits.offenders import each, offenders
from tests.kits.paths import ROOT
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
def test_due_subject_is_drawn(subject: Subject) -> None:
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


def test_a_lost_bet_that_a_second_rule_pays_is_paid() -> None:
    bet = Bet(Place(1, "ante"), Cents(10500))
    lost = BetSettled(bet, "lose", NO_CENTS, article="67.72")
    second = BetSettled(
        Bet(bet.place, NO_CENTS), "win", NO_CENTS, Cents(21000), odds="2:1", article="67.73",
        bonus=True,
    )  # fmt: skip
    game = HOMES.setup_of("four-card-poker").open_game()
    (task,) = round_questions(game, (lost, second))
    assert (task.family, task.key, task.cents) == ("odds", "drill.task.pay", 21000)


def test_push_and_loss_have_the_same_question() -> None:
    game = HOMES.setup_of("baccarat").open_game()
    bet = Bet(Place(1, "player"), Cents(500))
    lines = (
        BetSettled(bet, "lose", NO_CENTS, article="32"),
        BetSettled(bet, "push", bet.cents, article="34"),
        BetSettled(bet, "win", bet.cents, bet.cents, odds="1:1", article="35"),
    )
    keys = {task.key for line in lines for task in round_questions(game, (line,))}
    assert keys == {"drill.task.left"}


@pytest.mark.parametrize("example", ["craps", "roulette", "ultimate-holdem"])
def test_a_table_is_drilled_by_its_own_rules(example: str) -> None:
    config = load_config(ROOT / "examples" / f"{example}.toml")
    house, game = table_house(config), config.table.game
    assert house.games == config.rule_pack.served_games
    assert config.game_options.items() <= house.setup_of(game).options.items()
    source = QuestionSource(Random(2), house.setup_of)
    drawn = [source.draw((game,), level) for level in (1, 3, 4)]
    assert [difference(one) for one in drawn] == [None] * len(drawn)
    assert [*house.words_of(game)] == [*LANGUAGES]
