"""The pages of the paths are the running program's: none is drawn if a step is skipped."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.history.ledger import Ledger
from tests.kits.offenders import each
from tests.kits.paths import ROOT
from tools import path_pages
from tools.paths import card, chip, key
from tools.paths.page import TracedPath, path_page, step_text
from tools.paths.trace import Step, StepMissing, traced_path
from tools.paths.values import PlainText, value_text

GLOSSARY = "## The words of the house"


def test_pages_are_up_to_date() -> None:
    assert path_pages.main(["--check"]) == 0, "run make pages"


def test_stale_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(path_pages, "PAGES", tmp_path / "paths")
    monkeypatch.setattr(path_pages, "PATHS", (key.PATH,))
    assert path_pages.main(["--check"]) == 1
    assert "key.md is stale" in capsys.readouterr().err
    assert path_pages.main([]) == path_pages.main(["--check"]) == 0


def test_no_other_page_is_there() -> None:
    written = {page.name for page in path_pages.PAGES.iterdir()}
    assert written == {path_pages.INDEX, *(f"{path.word}.md" for path in path_pages.PATHS)}


def test_glossary_leads_to_each_page() -> None:
    text = (ROOT / "docs" / "en" / "developer.md").read_text(encoding="utf-8")
    section = text.split(GLOSSARY)[1].split("\n## ")[0]
    linked = re.findall(r"\| \[(\w+)\]\(\.\./reference/paths/(\w+)\.md\) \|", section)
    assert sorted(linked) == sorted((path.word, path.word) for path in path_pages.PATHS)


@each("path", path_pages.PATHS)
def test_path_has_ten_to_twenty_steps(path: TracedPath) -> None:
    assert 10 <= len(path.steps) <= 20


def test_skipped_commit_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Ledger, "commit", lambda self, _now: self._log.commit())
    monkeypatch.setattr(path_pages, "PATHS", (card.PATH,))
    assert path_pages.main(["--check"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("card.md: firmware.shell.history.ledger.Ledger.commit is not called")


def test_values_are_those_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chip, "STAKE", Cents(5000))
    page = path_page(chip.PATH)
    assert "cents=5000" in page
    assert "cents=2500" not in page


def opened() -> int:
    """Return the round. And no more of it."""
    return 1


def closed(number: int) -> int:
    return number + 1


def numbers() -> Iterator[int]:
    yield 1


STEPS = (Step(opened), Step(closed, "The next one."))


def test_steps_in_order_are_a_path() -> None:
    calls = traced_path(STEPS, lambda: closed(opened()))
    assert [(call.takes, call.gives) for call in calls] == [("", "1"), ("number = 1", "2")]


@each("act", [lambda: None, opened, lambda: closed(0), lambda: (closed(0), opened())])
def test_missing_step_is_no_path(act: Callable[[], object]) -> None:
    with pytest.raises(StepMissing):
        traced_path(STEPS, act)


def test_call_of_another_kind_is_no_step() -> None:
    third = Step(closed, when=lambda call: call.result == 3)
    (call,) = traced_path((third,), lambda: [closed(0), closed(2)])
    assert call.takes == "number = 2"
    with pytest.raises(StepMissing):
        traced_path((third,), lambda: closed(0))


def test_step_of_what_others_made_is_at_its_end() -> None:
    def round_of() -> int:
        return closed(opened())

    traced_path((*STEPS, Step(round_of, at_return=True)), round_of)
    with pytest.raises(StepMissing):
        traced_path((*STEPS, Step(round_of)), round_of)


def test_values_are_as_they_were_at_the_call() -> None:
    def lay(places: list[int]) -> None:
        places.append(2)

    step = Step(lay, gives=lambda call: call.places)
    (call,) = traced_path((step,), lambda: lay([1]))
    assert (call.takes, call.gives) == ("places = [1]", "[1, 2]")


def test_generator_is_no_step() -> None:
    with pytest.raises(TypeError):
        traced_path((Step(numbers),), lambda: list(numbers()))


def test_step_says_what_it_is() -> None:
    assert step_text(STEPS[0]) == "Return the round."
    assert step_text(STEPS[0]._replace(caption="The first.")) == "Return the round. The first."
    assert step_text(STEPS[1]) == "The next one."
    with pytest.raises(LookupError):
        step_text(Step(closed))


VALUES = [
    (None, ""),
    (True, "True"),
    (Cents(1950), "1950"),
    ("joueur", '"joueur"'),
    (PlainText("0x40"), "0x40"),
    (bytes.fromhex("05E0"), "05 E0"),
    (b"", "no octets"),
    (Key.CONFIRM, "Key.CONFIRM"),
    (parse_card("9S"), "9S"),
    ((1,), "(1,)"),
    ([1, None], "[1, None]"),
    ({Key.UNDO, Key.CONFIRM}, "{Key.CONFIRM, Key.UNDO}"),
    ({"spot": 1, Key.UNDO: {"a": 2}}, "spot = 1, Key.UNDO = {a = 2}"),
    (
        StackRead(Place(1, "player"), Cents(2500)),
        'StackRead(place=Place(spot=1, on="player"), cents=2500)',
    ),
    (object(), "object"),
]


@each("value, text", VALUES)
def test_value_is_the_same_text_in_each_run(value: object, text: str) -> None:
    assert value_text(value) == text
