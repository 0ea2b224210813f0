"""Every clause of a standard has an answer that something shows, and the pages are as written."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest

from tests.campaigns.campaign import PARTS
from tests.docs.test_named_things import targets
from tests.kits.offenders import each
from tests.kits.paths import ROOT
from tools import clause_pages
from tools.clause_catalogue import Catalogue, Clause, Wording, read_catalogue
from tools.clause_marks import MarkedTest, marked_tests
from tools.clause_pages import Marks, clause_tests, pages

CATALOGUE = read_catalogue()
FIGURES = (ROOT / "docs/en/dependability.md").read_text(encoding="utf-8")
CAMPAIGN = re.compile(r"NAME=([a-z-]+)(?: ARGS=([a-z]+))?")
NUMBER = re.compile(r"\d[\d,.]*\d|\d")


@cache
def program_marks() -> Marks:
    """Return the clauses that the tests are marked with, for which all of them are read."""
    return marked_tests()


def unanswered(catalogue: Catalogue, marks: Marks) -> Iterator[str]:
    """Yield each clause whose answer is not what its tests and campaigns show."""
    for clause in catalogue.clauses:
        name, tests = clause.numbers[0], clause_tests(clause, marks)
        if not (clause.asks.en and clause.asks.fr and clause.reason.en and clause.reason.fr):
            yield f"{name}: no answer"
        if clause.answer == "met" and not tests and not clause.campaigns:
            yield f"{name}: met, and nothing shows it"
        if clause.answer != "met" and (tests or clause.campaigns):
            yield f"{name}: {clause.answer}, and yet it is shown"
        if not set(clause.unchecked) <= set(clause.numbers):
            yield f"{name}: unchecked is none of its numbers"


def unknown_campaigns(catalogue: Catalogue) -> Iterator[str]:
    """Yield each campaign that a clause names and nobody can run."""
    named = {name for clause in catalogue.clauses for name in clause.campaigns}
    yield from (f"{name} has no figures" for name in sorted(named - catalogue.campaigns.keys()))
    yield from (f"{name} shows nothing" for name in sorted(catalogue.campaigns.keys() - named))
    parts, others = {part.name for part in PARTS}, targets("tests/campaigns/campaigns.mk")
    for name, campaign in catalogue.campaigns.items():
        target, part = CAMPAIGN.fullmatch(campaign.command).groups()
        if name != (part or target) or target not in others or part not in {*parts, None}:
            yield f"{name} is no campaign"


def with_clause(**fields: object) -> Catalogue:
    """Return the catalogue with its first clause, which is met, changed."""
    first, *others = CATALOGUE.subjects
    clauses = (msgspec.structs.replace(first.clauses[0], **fields), *first.clauses[1:])
    subjects = (msgspec.structs.replace(first, clauses=clauses), *others)
    return msgspec.structs.replace(CATALOGUE, subjects=subjects)


def numbers_of(clauses: Sequence[Clause]) -> list[str]:
    return [number for clause in clauses for number in clause.numbers]


def test_pages_are_up_to_date() -> None:
    assert clause_pages.main(["--check"]) == 0, "run make pages"


def test_stale_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clause_pages, "PAGES", tmp_path)
    assert clause_pages.main(["--check"]) == 1
    assert "clauses.fr.md is stale" in capsys.readouterr().err
    assert clause_pages.main([]) == clause_pages.main(["--check"]) == 0


def test_every_clause_has_an_answer_that_is_shown() -> None:
    assert list(unanswered(CATALOGUE, program_marks())) == []


def test_every_mark_names_a_clause() -> None:
    assert sorted(program_marks().keys() - set(numbers_of(CATALOGUE.clauses))) == []


def test_number_belongs_to_one_clause() -> None:
    count = Counter(numbers_of(CATALOGUE.clauses))
    assert [number for number, times in count.items() if times > 1] == []


def test_campaigns_can_be_run() -> None:
    assert list(unknown_campaigns(CATALOGUE)) == []


@each("name", CATALOGUE.campaigns)
def test_figures_are_those_of_dependability(name: str) -> None:
    campaign = CATALOGUE.campaigns[name]
    (row,) = re.findall(rf"^\| `{re.escape(campaign.command)}` .*$", FIGURES, re.MULTILINE)
    assert {*NUMBER.findall(campaign.figures.en)} <= {*NUMBER.findall(row)}
    assert row.endswith(f"| {campaign.date} |")


@each(
    "fields, found",
    [
        ({"reason": Wording("", "")}, ": no answer"),
        ({"numbers": ("None 1",), "unchecked": ()}, ": met, and nothing shows it"),
        ({"answer": "not met"}, ": not met, and yet it is shown"),
        ({"unchecked": ("None 1",)}, ": unchecked is none of its numbers"),
    ],
)
def test_wrong_answer_is_found(fields: dict[str, object], found: str) -> None:
    (line,) = unanswered(with_clause(**fields), program_marks())
    assert line.endswith(found)


def test_unknown_campaign_is_found() -> None:
    assert list(unknown_campaigns(with_clause(campaigns=("cuts",)))) == ["cuts has no figures"]
    some = {**CATALOGUE.campaigns}
    some["kill"] = msgspec.structs.replace(some["kill"], command="NAME=kills")
    unknown = unknown_campaigns(msgspec.structs.replace(CATALOGUE, campaigns=some))
    assert list(unknown) == ["kill is no campaign"]


@each("file, text", lambda: pages(CATALOGUE, program_marks()).items())
def test_each_row_has_every_column(file: str, text: str) -> None:
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {row.count("|") for row in rows} == {3, 5, 6}


def test_marks_are_read_from_the_source(tmp_path: Path) -> None:
    path = tmp_path / "test_some.py"
    path.write_text(
        "import pytest\n"
        'pytestmark = [pytest.mark.live, pytest.mark.clause("A 1")]\n'
        '@pytest.mark.clause("A 2", "A 1")\n'
        "@pytest.mark.live\n"
        "def test_one() -> None: ...\n"
        "def test_two() -> None: ...\n"
    )
    assert marked_tests(tmp_path) == {
        "A 1": [MarkedTest(path), MarkedTest(path, "test_one")],
        "A 2": [MarkedTest(path, "test_one")],
    }
