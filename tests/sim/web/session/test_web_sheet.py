"""The sheet of the school: lines in memory, in a file, as CSV; and exams with their bar."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.words import Words
from sim.web.messages.school_messages import MarkMessage
from sim.web.school.exam_sheets import ExamRun, ExamSheet, exam_sheets
from sim.web.school.exercise import exercises
from sim.web.school.sheet import CSV_COLUMNS, MOST_LINES, Sheet, SheetLine, sheet_csv
from tests.kits.offenders import each

RIGHT = MarkMessage("pay", "done", spot=1, bet_name="main", verdict="right", due_cents=2500)
SHORT = MarkMessage("pay", "wrong", spot=2, bet_name="main", verdict="short", due_cents=2500)


def line(*marks: MarkMessage, trainee: str = "Ann", **more: Any) -> SheetLine:
    at = "2026-11-30T20:00:00-05:00"
    return SheetLine(at, trainee, "own", "blackjack", "pay", marks or (RIGHT,), 4000, **more)


# lines


def test_file_has_every_line(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path / "sheet.jsonl")
    sheet.append(line(RIGHT, SHORT, digest="ab12", last_record=7))
    sheet.append(line(trainee="Bob"))
    again = Sheet(tmp_path / "sheet.jsonl")
    assert again.lines == sheet.lines
    assert [one.trainee for one in again.lines_of("Bob")] == ["Bob"]


def test_torn_last_line_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "sheet.jsonl"
    Sheet(path).append(line())
    path.write_bytes(path.read_bytes() + b'{"at":"2026-')
    assert Sheet(path).lines == (line(),)


def test_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "sheet.jsonl"
    path.write_text('{"at": 5}\n', encoding="utf-8")
    with pytest.raises(RequestFailed) as refused:
        Sheet(path)
    assert f"{path}:1" in str(refused.value.why)


def test_sheet_is_bounded() -> None:
    sheet = Sheet()
    for number in range(MOST_LINES + 5):
        sheet.append(line(trainee=str(number)))
    assert (len(sheet.lines), sheet.lines[0].trainee) == (MOST_LINES, "5")


def test_csv_has_a_row_for_each_act() -> None:
    rows = sheet_csv([line(RIGHT, SHORT), line(trainee="=1+1")]).splitlines()
    assert rows[0].endswith(",".join(CSV_COLUMNS[1:]))
    assert len(rows) == 4
    assert "'=1+1" in rows[3]


# exams


def exam(bar: int = 50) -> ExamSheet:
    parts = [{"exercise": "own"}, {"drill": "roulette", "questions": 4}]
    written = {"id": "e", "title": {"fr": "E", "en": "E"}, "parts": parts, "bar_per_cent": bar}
    return msgspec.convert(written, ExamSheet)


@each("bar, passed", [(50, True), (66, True), (67, False)])
def test_bar_decides(bar: int, passed: bool) -> None:
    run = ExamRun(exam(bar))
    run.enter(line(RIGHT, SHORT))
    assert run.message.passed is None
    run.enter(line(RIGHT, RIGHT, RIGHT, SHORT))
    assert run.message.passed is passed
    assert [(result.right, result.acts) for result in run.message.results] == [(1, 2), (3, 4)]


def test_drill_left_early_counts_whole() -> None:
    run = ExamRun(exam())
    run.enter(line())
    run.enter(line(RIGHT))
    assert run.message.results[1].acts == 4


def test_unanswered_drill_is_missed() -> None:
    run = ExamRun(exam())
    run.enter(line())
    run.enter_unanswered()
    assert run.message.results[1].right == 0
    assert run.message.passed is False


def test_exams_reach_the_families() -> None:
    names = exercises()
    parts = [part for sheet in exam_sheets(names).values() for part in sheet.parts]
    examined = {names[part.exercise].situation.game for part in parts if part.exercise}
    examined |= {part.drill for part in parts if part.drill}
    assert {"baccarat", "blackjack", "roulette", "craps", "pai-gow", "keno"} <= examined
    assert {"three-card-poker", "casino-war", "poker-room"} <= examined


@each(
    "changed, why",
    [
        ({"parts": []}, "parts"),
        ({"parts": [{}]}, "a part has `exercise` or `drill`"),
        ({"parts": [{"exercise": "none"}]}, "No exercise is called none"),
        ({"bar_per_cent": 0}, "bar_per_cent"),
        ({"title": {"fr": "E"}}, "`en`"),
    ],
)
def test_invalid_exam_is_named(changed: dict[str, Any], why: str, tmp_path: Path) -> None:
    title = {"fr": "E", "en": "E"}
    written = {"id": "e", "title": title, "parts": [{"drill": "keno"}], **changed}
    (tmp_path / "e.exam.json").write_text(json.dumps(written), encoding="utf-8")
    with pytest.raises(RequestFailed) as refused:
        exam_sheets(exercises(), [tmp_path])
    rendered = Words.load("en").render(refused.value.why)
    assert str(tmp_path / "e.exam.json") in rendered
    assert why in rendered
