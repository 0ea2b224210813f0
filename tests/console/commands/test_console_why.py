"""The answers for the last rounds at the console: on 80 columns, in the words of its language."""

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.journal import JournalReader
from firmware.shell.recall import recall
from firmware.shell.sockets.control import MOST_EXPLAINED_ROUNDS
from firmware.shell.why.spoken_answer import SpokenRound, SpokenRounds, spoken_rounds
from tests.console.commands.test_reading import HARMLESS, ORDER, fits, flat, harmless
from tests.kits.console.reading_kit import WELL, WORDS, given, session
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, Disks, bet, cards, do

PLAYER_WINS = [*bet(2, "tie", 1500), CLOSE, *cards("9S TD TS 5H")]


def answers(language: str) -> SpokenRounds:
    disks = Disks()
    do(disks.loop(), CONFIRM, *PLAYER_WINS)
    rounds = recall(JournalReader.over_copies(disks.files), 1)
    return spoken_rounds(rounds, WORDS[language])


@pytest.mark.parametrize("language", list(WORDS))
def test_answer_has_reckoning_sentences_and_records(language: str) -> None:
    explained = answers(language)
    page = given(session(WELL, language, answers=explained), "why")
    assert fits(page)
    (answer,) = (one for one in explained.rounds[0].answers if one.on == "tie")
    assert answer.sentences
    for words in (answer.subject, *answer.reckoning, *(each.words for each in answer.sentences)):
        assert words in flat(page)
    numbers = ", ".join(map(str, answer.records))
    assert WORDS[language].render(Text("answer.records", {"records": numbers})) in flat(page)


@pytest.mark.parametrize(("typed", "shown"), [((), [4, 5]), (("1",), [5])])
def test_last_rounds_are_explained(typed: tuple[str, ...], shown: list[int]) -> None:
    rounds = tuple(SpokenRound(number, "baccarat", test=False, ended=True) for number in (3, 4, 5))
    page = given(session(WELL, "en", answers=SpokenRounds(rounds)), "why", *typed)
    assert [number for number in (3, 4, 5) if f"Round {number}" in page] == shown


def test_lost_rule_pack_is_said_harmlessly() -> None:
    lost = SpokenRound(4, "baccarat", test=False, ended=True, fault=f"no pack {ORDER}")
    page = given(session(WELL, "en", answers=SpokenRounds((lost,))), "why")
    assert HARMLESS in page
    assert harmless(page)


def test_no_rounds_is_a_sentence() -> None:
    assert WORDS["en"].render(Text("recall.none")) in given(session(WELL, "en"), "why")


@pytest.mark.parametrize("typed", ["0", str(MOST_EXPLAINED_ROUNDS + 1), "x"])
def test_other_counts_are_refused(typed: str) -> None:
    with pytest.raises(RequestFailed):
        given(session(), "why", typed)
