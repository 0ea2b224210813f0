"""The file of a class: what it must say, and what is refused with its place."""

from pathlib import Path

import pytest

from firmware.core.vocabulary.refusal import RequestFailed
from sim.classroom.class_file import MOST_TRAINEES, read_class
from tests.kits.offenders import each
from tests.kits.paths import ROOT


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "class.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_exercises_by_name_then_by_game(tmp_path: Path) -> None:
    text = '[[trainee]]\nname = "Ada"\nexercises = ["craps.field"]\ngames = ["craps", "keno"]\n'
    (lessons,) = read_class(written(tmp_path, text)).lessons
    names = [exercise.id for exercise in lessons]
    assert names[0] == "craps.field"
    assert len(names) == len(set(names))
    assert names[-1] == "keno.draw"


def test_tables_take_the_next_ports(tmp_path: Path) -> None:
    plan = read_class(written(tmp_path, '[[trainee]]\nname = "A"\ngames = ["craps"]\n'), 8000)
    assert [plan.table_port(0), plan.table_port(1)] == [8001, 8002]
    free = read_class(tmp_path / "class.toml", 0)
    assert free.table_port(5) == 0


def test_example_has_twelve_trainees() -> None:
    assert len(read_class(ROOT / "examples/school/class.toml").lessons) == 12


UNFIT = {
    "": "decode.missing",
    "trainee = 3": "decode.other_kind",
    "[[trainee]]\nname = 'A'": "class.no_exercises",
    "[[trainee]]\nname = 'A'\ngames = ['chess']": "script.no_game",
    "[[trainee]]\nname = 'A'\nexercises = ['no.such']": "school.no_exercise",
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
