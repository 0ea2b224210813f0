"""Why each bet of the golden rounds was settled as it was: its sentences, and its sum."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.recall import RecalledRound, RoundItem
from firmware.shell.rules.pack_files import program_games
from firmware.shell.why.answer import Answer
from firmware.shell.why.bet_answers import BetAnswers
from firmware.shell.why.rules_in_force import RulesInForce, rules_in_force
from firmware.shell.words.words import Words
from tests.kits.games.answer_sums import AnswerSum
from tests.kits.games.golden_rounds import golden_rounds
from tests.kits.games.recalled_golden import is_recallable, recalled_golden
from tests.kits.offenders import offenders

pytestmark = pytest.mark.long

GAMES = list(program_games())
WITHOUT_BOOK = ("ultimate-holdem",)
"""Games of another house than the program's own, whose sentences are not written."""
WORDS = [Words.load(language) for language in ("fr", "en")]


@pytest.mark.parametrize("game", GAMES)
def test_golden_rounds_are_explained_to_the_cent(game: str) -> None:
    recallable = [golden for golden in golden_rounds(game) if is_recallable(golden)]
    assert len(recallable) > 0.7 * len(golden_rounds(game))
    wrong = offenders(recallable, is_explained)
    assert not wrong, "\n".join(wrong)


def is_explained(golden: dict[str, Any]) -> None:
    own_rules = "rules" in golden["script"] or golden["script"]["game"] in WITHOUT_BOOK
    for recalled in recalled_golden(golden):
        rules = rules_in_force(recalled.decided_by)
        for item, line in settlements(recalled):
            answer = BetAnswers(recalled, rules).answer(item, line)
            assert own_rules or answer.sentences, answer.subject
            assert not answer.differs, answer
            assert all(rendered(answer))
            if answer.reckoning and min(amounts(line)) >= 0:
                reckoned = AnswerSum(answer.reckoning).amounts
                # of a second payment the stake is on another line
                assert reckoned[line.bonus :] == amounts(line)[line.bonus :], answer
                shows_no_wrong_sum(recalled, item, line, rules)


def settlements(recalled: RecalledRound) -> list[tuple[RoundItem, BetSettled]]:
    rulings = ((item, item.ruling) for item in recalled.story)
    return [(item, ruling) for item, ruling in rulings if isinstance(ruling, BetSettled)]


def rendered(answer: Answer) -> Iterator[str]:
    texts = [answer.subject, *answer.notes, *answer.results, *answer.reckoning]
    return (words.render(text) for words in WORDS for text in texts)


def amounts(line: BetSettled) -> tuple[int, int, int]:
    return line.returned, line.paid, line.commission


def shows_no_wrong_sum(
    recalled: RecalledRound, item: RoundItem, line: BetSettled, rules: RulesInForce
) -> None:
    for wrong in wrong_lines(line):
        planted_item = replace(item, ruling=wrong)
        answer = BetAnswers(with_item(recalled, item, planted_item), rules).answer(
            planted_item, wrong
        )
        assert answer.differs, answer
        assert [step.key for step in answer.reckoning] == ["answer.differs"]


def with_item(recalled: RecalledRound, item: RoundItem, other: RoundItem) -> RecalledRound:
    story = (other if story_item is item else story_item for story_item in recalled.story)
    return replace(recalled, story=tuple(story))


def wrong_lines(line: BetSettled) -> Iterator[BetSettled]:
    yield replace(line, paid=Cents(line.paid + 1))
    yield replace(line, returned=Cents(line.returned + 1))
    yield replace(line, commission=Cents(line.commission + 1))
