"""The dealer's school: exercises as data, and the marks of a trainee at a real table, in memory."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware.cli.main import main
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import Words
from sim.web.messages import messages_in as requests
from sim.web.messages.school_messages import MarkMessage
from sim.web.school.exercise import EXERCISE_GAMES, Exercise, exercises
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.sim.web.trainee import Trainee

ALL = exercises()
FIRST = {exercise.situation.game: name for name, exercise in reversed(ALL.items())}
WORKED = examples(sorted(FIRST.values()), sorted(ALL))
LEAST = 40


# the shipped exercises


@pytest.mark.parametrize("name", WORKED)
def test_obedient_trainee_passes(name: str) -> None:
    with closing(Trainee(ALL[name])) as trainee:
        lesson = trainee.work()
    calls = [f"call_{act.call}" for act in ALL[name].acts if act.call]
    acts = [str(act.do) for act in ALL[name].acts if act.do]
    assert [(mark.act, mark.state, mark.wrong) for mark in lesson.marks] == [
        (act, "done", 0) for act in acts + calls
    ]
    assert lesson.is_over


def test_at_least_forty_exercises() -> None:
    assert len(ALL) >= LEAST
    assert {exercise.situation.game for exercise in ALL.values()} == set(EXERCISE_GAMES)
    kinds = "deal read pay commission decide late card claim result fault power"
    assert {exercise.kind for exercise in ALL.values()} == set(kinds.split())


@each("language", LANGUAGES)
def test_acts_and_subjects_have_words(language: str) -> None:
    words = read_templates(language)
    kinds = {exercise.kind for exercise in ALL.values()}
    wanted = {f"web.school.do.{act}" for act in Act} | {f"web.school.kind.{one}" for one in kinds}
    assert wanted - words.keys() == set()


# marks


def exercise(*acts: dict[str, Any], **more: Any) -> dict[str, Any]:
    said = {"fr": "Un coup", "en": "A round"}
    laid = [{"bet": {"spot": 1, "on": "player", "cents": 5000}}, {"press": "no_more_bets"}]
    situation = {"game": "baccarat", "steps": laid}
    given = {"id": "own", "kind": "deal", "title": said, "task": said, "situation": situation}
    return {**given, "acts": acts, **more}


def read(tmp_path: Path, *lines: dict[str, Any]) -> dict[str, Exercise]:
    file = tmp_path / "house.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return exercises([tmp_path])


@pytest.fixture
def trainee(tmp_path: Path) -> Iterator[Trainee]:
    """A trainee at Baccara with all bets laid and closed: two cards each, then a payment."""
    acts = [{"do": "deal"}] * 4 + [{"do": "take"}, {"do": "pay", "spot": 1}, {"do": "confirm"}]
    cards = ["9S", "KD", "KH", "6C"]
    with closing(Trainee(read(tmp_path, exercise(*acts, cards=cards))["own"])) as trainee:
        trainee.await_situation()
        yield trainee


def states(trainee: Trainee) -> list[str]:
    return [mark.state for mark in trainee.lesson.marks]


def first(trainee: Trainee) -> MarkMessage:
    return trainee.lesson.marks[0]


def test_dark_key_is_only_counted(trainee: Trainee) -> None:
    trainee.table.do(requests.PressKey(key=Key.CONFIRM), requests.PressKey(key=Key.CARDS_SHUFFLED))
    trainee.rest()
    assert (first(trainee).state, first(trainee).wrong) == ("asked", 2)


def test_impossible_act_is_counted(trainee: Trainee) -> None:
    with pytest.raises(RequestFailed):
        trainee.table.do(requests.KeyDecision(spot=1, decision=Key.HIT))
    assert first(trainee).wrong == 1


def test_act_timed_from_prompt_to_end(trainee: Trainee) -> None:
    trainee.table.bench.hands.wait(5000)
    trainee.table.do(requests.DrawCard())
    trainee.rest()
    assert states(trainee)[:2] == ["done", "asked"]
    assert 5000 <= first(trainee).millis < 7000


def test_unprompted_act_is_missed(trainee: Trainee) -> None:
    assert trainee.work().is_over
    assert states(trainee) == ["done"] * 4 + ["missed"] + ["done"] * 2


@each("laid_cents, state", [(0, "missed"), (2500, "wrong")])
def test_payment_not_shown_is_not_done(laid_cents: int, state: str, tmp_path: Path) -> None:
    acts = [{"do": "deal"}] * 4 + [{"do": "pay", "spot": 1}, {"do": "confirm"}]
    cards = ["9S", "KD", "KH", "6C"]
    with closing(Trainee(read(tmp_path, exercise(*acts, cards=cards))["own"])) as trainee:
        trainee.await_situation()
        for _ in range(4):
            trainee.table.do(requests.DrawCard())
            trainee.rest()
        if laid_cents:
            trainee.table.do(requests.LayChips(spot=1, bet_name="player", cents=laid_cents))
            trainee.rest()
        for key in (Key.NEXT_PAYMENT, Key.CONFIRM):
            trainee.table.do(requests.PressKey(key=key))
            trainee.rest()
        assert states(trainee) == ["done"] * 4 + [state, "done"]


def test_fault_ends_no_act(trainee: Trainee) -> None:
    trainee.table.do(requests.InjectFault(part="shoe", fault_name="unplug"))
    trainee.rest()
    assert states(trainee)[:2] == ["asked", "waiting"]


def test_wrong_decision_is_marked_wrong() -> None:
    with closing(Trainee(ALL["blackjack.double"])) as trainee:
        trainee.await_situation()
        trainee.table.do(requests.PressKey(key=Key.STAND))
        assert first(trainee).wrong == 1


def test_people_playing_end_the_lesson(trainee: Trainee) -> None:
    trainee.table.do(requests.SetPlaying(play=True))
    assert trainee.table.acting.school_message().lesson is None


# files


@each(
    "changed, why",
    [
        ({"acts": []}, "no act is expected"),
        ({"acts": [{}]}, "an act has `do`, `happens` or `call`"),
        ({"acts": [{"do": "juggle"}]}, "juggle"),
        ({"acts": [{"do": "pay", "happens": {"act": "power", "on": False}}]}, "one of them"),
        ({"kind": "fun"}, "fun"),
        ({"cards": ["1X"]}, "1X"),
        ({"situation": {"game": "whist", "steps": []}}, "whist"),
        ({"situation": {"game": "baccarat", "steps": [{"dance": 1}]}}, "dance"),
        ({"title": {"fr": "seul"}}, "en"),
        ({"id": "baccarat.open"}, "baccarat.open"),
    ],
)
def test_invalid_exercise_is_named(changed: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(RequestFailed) as refused:
        read(tmp_path, exercise({"do": "deal"}), exercise({"do": "deal"}, **{"id": "b"} | changed))
    said = Words.load("en").render(refused.value.why)
    assert f"{tmp_path / 'house.jsonl'}:2" in said
    assert why in said


def test_command_lists_by_title(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    read(tmp_path, exercise({"do": "deal"}))
    assert main(["school", str(tmp_path), "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"{len(ALL) + 1} exercises" in lines.pop()
    assert lines[-1].split() == ["own", "deal", "A", "round"]


def test_empty_folder_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["school", str(tmp_path), "--lang", "en"]) == 2
    assert f"{tmp_path}: no file with exercises" in capsys.readouterr().err


# a claim, and cards that are none of the round's


@each(
    "name, extra_cents, verdict",
    [
        ("baccarat.claim", 0, "right"),
        ("baccarat.claim", 500, "over"),
        ("blackjack.claim", 0, "short"),
        ("blackjack.claim", 2500, "right"),
    ],
)
def test_claim_is_answered_by_the_felt(name: str, extra_cents: int, verdict: str) -> None:
    with closing(Trainee(ALL[name])) as trainee:
        trainee.await_situation()
        trainee.rest()
        claiming_spot = trainee.lesson.claim
        put, claim = (act.happens for act in ALL[name].acts[:2])
        assert isinstance(put, requests.LayChips)
        assert claim == requests.RaiseClaim(spot=claiming_spot)
        if extra_cents:
            trainee.table.do(
                requests.LayChips(spot=put.spot, bet_name=put.bet_name, cents=extra_cents)
            )
            trainee.rest()
        trainee.table.do(requests.PressKey(key=Key.CONFIRM))
        trainee.rest()
        assert trainee.lesson.marks[0].verdict == verdict


def test_foreign_card_leaves_the_pack_whole() -> None:
    with closing(Trainee(ALL["three-card-poker.foreign"])) as trainee:
        trainee.await_situation()
        cards_before = trainee.table.acting.count_cards_left()
        trainee.table.do(requests.DrawCard(card="QS", is_foreign=True))
        assert trainee.table.acting.count_cards_left() == cards_before
