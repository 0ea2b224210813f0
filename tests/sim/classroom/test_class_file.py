"""The file of a class: what it must say, and what is refused with its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.words import Words
from sim.classroom.assignments import Assignment, KnownWork
from sim.classroom.class_file import MOST_TRAINEES, read_class
from sim.web.messages.messages_in import StartDrill, StartExam
from sim.web.school.exam_sheets import exam_sheets
from sim.web.school.exercise import exercises
from tests.kits.offenders import each
from tests.kits.paths import ROOT


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "class.toml"
    path.write_text(text, encoding="utf-8")
    return path


def requests_of(path: Path) -> list[Any]:
    """Return the requests that begin the list of the only trainee."""
    (assignments,) = read_class(path).assignments
    return [assignment.request for assignment in assignments]


def test_exercises_by_name_then_by_game(tmp_path: Path) -> None:
    text = '[[trainee]]\nname = "Ada"\nexercises = ["craps.field"]\ngames = ["craps", "keno"]\n'
    names = [request.exercise for request in requests_of(written(tmp_path, text))]
    assert names[0] == "craps.field"
    assert len(names) == len(set(names))
    assert names[-1] == "keno.draw"


def test_exam_and_drill_follow_the_exercises(tmp_path: Path) -> None:
    text = """[[trainee]]
name = "Ada"
drill = "roulette"
exam = "exam.wheels"
games = ["keno"]
"""
    path = written(tmp_path, text)
    keno, *_ = found = requests_of(path)
    assert keno.exercise == "keno.draw"
    assert found[-2:] == [StartExam(exam="exam.wheels"), StartDrill(game="roulette")]
    *_, exam, drill = read_class(path).assignments[0]
    assert (exam.game, drill.game) == ("roulette", "roulette")
    assert exam.parts > 1


def test_exam_of_the_house_is_found(tmp_path: Path) -> None:
    sheet = {"id": "own", "title": {"fr": "Un", "en": "One"}, "parts": [{"drill": "poker-room"}]}
    file = tmp_path / "own.exam.json"
    file.write_text(json.dumps(sheet), encoding="utf-8")
    known = exercises()
    exam = KnownWork(known, exam_sheets(known, [tmp_path])).exam_assignment("own")
    assert exam == Assignment("poker-room", StartExam(exam="own"))
    file.write_text(file.read_text(encoding="utf-8").replace("poker-room", "chess"))
    with pytest.raises(RequestFailed, match="no_game"):
        KnownWork(known, exam_sheets(known, [tmp_path])).exam_assignment("own")


def test_refusal_has_trainee_and_choices(tmp_path: Path) -> None:
    text = "[[trainee]]\nname = 'Ada'\nexam = 'exam.chess'"
    with pytest.raises(RequestFailed) as refused:
        read_class(written(tmp_path, text))
    said = Words.load("en").render(refused.value.why)
    assert said.startswith(f"{tmp_path}/class.toml: Ada: No exam is called exam.chess; there are ")
    assert "exam.wheels" in said


def test_tables_take_the_next_ports(tmp_path: Path) -> None:
    plan = read_class(written(tmp_path, '[[trainee]]\nname = "A"\ngames = ["craps"]\n'), 8000)
    assert [plan.table_port(0), plan.table_port(1)] == [8001, 8002]
    free = read_class(tmp_path / "class.toml", 0)
    assert free.table_port(5) == 0


def test_example_has_twelve_trainees() -> None:
    assert len(read_class(ROOT / "examples/school/class.toml").assignments) == 12


UNFIT = {
    "": "decode.missing",
    "trainee = 3": "decode.other_kind",
    "[[trainee]]\nname = 'A'": "class.no_exercises",
    "[[trainee]]\nname = 'A'\ngames = ['chess']": "script.no_game",
    "[[trainee]]\nname = 'A'\nexercises = ['no.such']": "school.no_exercise",
    "[[trainee]]\nname = 'A'\nexam = 'no.such'": "class.no_exam",
    "[[trainee]]\nname = 'A'\nexam = ''": "class.no_exam",
    "[[trainee]]\nname = 'A'\ndrill = 'chess'": "drill.choice.no_game",
    "[[trainee]]\nname = 'A'\ndrill = ''": "drill.choice.no_game",
    "[[trainee]]\nname = ''\ngames = ['craps']": "decode.length",
    "[[trainee]]\nname = 'A'\nbets = 3": "decode.unknown",
    "port = 65535\n[[trainee]]\nname = 'A'\ngames = ['craps']": "class.no_ports",
    2 * "[[trainee]]\nname = 'A'\ngames = ['craps']\n": "class.name_twice",
    (MOST_TRAINEES + 1) * "[[trainee]]\nname = 'A'\ngames = ['craps']\n": "decode.length",
    "[[trainee": "class.no_toml",
    "language = 'tlh'\n[[trainee]]\nname = 'A'\ngames = ['craps']": "decode.value",
}


@each("text", UNFIT)
def test_unfit_class_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(RequestFailed) as refused:
        read_class(written(tmp_path, text))
    assert refused.value.why.key == "registry.at"
    assert refused.value.why.values["place"] == str(tmp_path / "class.toml")
    assert UNFIT[text] in str(refused.value.why)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RequestFailed):
        read_class(tmp_path / "none.toml")
