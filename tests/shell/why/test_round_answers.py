"""The answers of a recalled round: bets that do not count, corrections, and messages."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import CorrectionMade, Event, KeyPressed, KeySwitchTurned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import UNCOUNTED, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.journal import JournalReader
from firmware.shell.recall import RecalledRound, recall
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.why.answer import Answer
from firmware.shell.why.round_answers import round_answers
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, Disks, bet, cards, do

PLAYER_WINS = [*bet(1, "player", 10000), CLOSE, *cards("9S TD TS 5H")]
OVER = [*bet(1, "player", 0), CONFIRM]
VOID = [KeySwitchTurned(on=True), KeyPressed(Key.VOID_ROUND)]


def recalled(events: Sequence[Event], number: int = 1) -> RecalledRound:
    disks = Disks()
    do(disks.loop(), CONFIRM, *events)
    rounds = recall(JournalReader.over_copies(disks.files))
    return next(found for found in rounds if found.number == number)


def keys(texts: Sequence[object]) -> list[str]:
    return [getattr(text, "key", "") for text in texts]


def bet_answers(found: RecalledRound) -> list[Answer]:
    return [answer for answer in round_answers(found).answers if answer.place]


def test_answer_names_result_and_records() -> None:
    found = recalled(PLAYER_WINS)
    (answer,) = bet_answers(found)
    assert keys(answer.results) == ["answer.hand", "answer.hand", "winner.player"]
    assert keys(answer.reckoning) == ["answer.at_odds"]
    records = {item.record for item in found.story}
    assert answer.records
    assert {*answer.records} <= records


def test_settled_bet_of_a_voided_round_does_not_count() -> None:
    found = recalled([*PLAYER_WINS, *VOID])
    settled, given_back = bet_answers(found)
    assert keys(settled.notes) == ["answer.voided"]
    assert settled.reckoning == ()
    assert keys(given_back.reckoning) == ["answer.withdrawn"]
    assert [sentence.id for sentence in given_back.sentences] == ["rounds_voided"]


def test_bet_taken_back_is_not_explained_by_a_void() -> None:
    found = recalled([*bet(1, "player", 10000), *bet(1, "player", 0)])
    (answer,) = bet_answers(found)
    assert [sentence.id for sentence in answer.sentences] == ["bet_taken_back"]


def test_correction_is_named_first() -> None:
    correction = CorrectionMade(1, Place(1, "player"), 500, "a chip", ("anne", "luc"))
    (answer,) = bet_answers(recalled([*PLAYER_WINS, *OVER, correction]))
    assert keys(answer.notes) == ["answer.corrected_more"]
    assert answer.notes[0].values["paid_cents"] == 500
    assert not answer.differs


def test_undone_settlement_says_so() -> None:
    card_back = [KeySwitchTurned(on=True), KeyPressed(Key.TAKE_CARD_BACK)]
    undone, counted = bet_answers(recalled([*PLAYER_WINS, *card_back, *cards("6H")]))
    assert keys(undone.notes) == ["answer.undone"]
    assert undone.reckoning == ()
    assert counted.notes == ()


def test_refusal_has_its_sentence() -> None:
    answers = round_answers(recalled([KeyPressed(Key.VOID_ROUND), *PLAYER_WINS])).answers
    refusals = [answer for answer in answers if answer.subject.key == "view.refused"]
    assert refusals
    assert all(answer.sentences for answer in refusals)


def test_alarm_has_its_sentence() -> None:
    four_fours = [*bet(1, "player", 10000), CLOSE, *cards("4S 4S 4S 4S"), *OVER]
    ninth = [*bet(1, "player", 10000), CLOSE, *cards("4S")]
    answers = round_answers(recalled([*four_fours, *four_fours, *ninth], 3)).answers
    (alarm,) = (answer for answer in answers if answer.subject.key == "view.alarm")
    assert alarm.sentences
    assert alarm.records


def test_late_bet_and_void_have_their_sentences() -> None:
    late = [*bet(1, "player", 10000), CLOSE, *bet(2, "player", 500), *VOID]
    answers = round_answers(recalled(late)).answers
    explained = {answer.subject.key for answer in answers if answer.sentences}
    assert {"view.late", "view.voided"} <= explained


def test_message_that_comes_again_has_one_answer() -> None:
    refused = [KeyPressed(Key.VOID_ROUND), KeyPressed(Key.VOID_ROUND)]
    answers = round_answers(recalled([*refused, *PLAYER_WINS])).answers
    (refusal,) = (answer for answer in answers if answer.subject.key == "view.refused")
    assert len(refusal.records) == 2


def planted(found: RecalledRound, **fields: object) -> Answer:
    """Return the answer of the round's bet with other fields in its ruling."""
    story = tuple(
        replace(item, ruling=replace(item.ruling, **fields))
        if isinstance(item.ruling, BetSettled)
        else item
        for item in found.story
    )
    (answer,) = bet_answers(replace(found, story=story))
    return answer


def test_unseen_amounts_are_not_reckoned() -> None:
    answer = planted(recalled(PLAYER_WINS), paid=UNCOUNTED, returned=UNCOUNTED)
    assert keys(answer.reckoning) == ["answer.amounts_unknown"]
    assert answer.sentences
    assert not answer.differs


@pytest.mark.parametrize(
    "fields",
    [
        {"paid": Cents(10001)},
        {"commission": Cents(1)},
        {"odds": "3:1"},
        {"odds": "even money"},
        {"odds": None},
        {"outcome": "lose"},
        {"bet": Bet(Place(1, "no_such_bet"), Cents(10000))},
        {"hits": 3, "picks": 3, "odds": None},
    ],
)
def test_wrong_ruling_has_no_sum(fields: dict[str, object]) -> None:
    answer = planted(recalled(PLAYER_WINS), **fields)
    assert answer.differs
    assert keys(answer.reckoning) == ["answer.differs"]


def test_pack_that_is_nowhere_is_refused() -> None:
    found = recalled(PLAYER_WINS)
    setting = replace(found.decided_by, pack="pennsylvania", rules="0" * 64)
    with pytest.raises(RulesError):
        round_answers(replace(found, decided_by=setting))
