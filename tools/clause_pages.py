"""Writes clauses.md and clauses.fr.md of docs/reference/, for a test laboratory.

From clauses.toml and the marks of the tests; --check says which page is stale.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from os.path import relpath
from pathlib import Path
from typing import Final

from tools.clause_catalogue import Catalogue, Clause, Wording, read_catalogue
from tools.clause_marks import MarkedTest, marked_tests
from tools.made_pages import write_or_check

PAGES: Final = Path(__file__).parent.parent / "docs" / "reference"
FILES: Final = {"en": "clauses.md", "fr": "clauses.fr.md"}
UNCHECKED: Final = "†"
NO_BREAK: Final = "\u00a0"
FRENCH_SPACES: Final = re.compile(r" (?=[:;?!»%$])|(?<=«) |(?<=\d) (?=\d{3})")

Marks = Mapping[str, Sequence[MarkedTest]]


def clause_tests(clause: Clause, marks: Marks) -> list[MarkedTest]:
    """Return the tests that show a clause, each once."""
    return list(dict.fromkeys(test for number in clause.numbers for test in marks.get(number, ())))


class ClausePage:
    """The page in one language."""

    def __init__(self, catalogue: Catalogue, marks: Marks, language: str) -> None:
        self._catalogue = catalogue
        self._words = catalogue.words
        self._marks = marks
        self._language = language

    def lines(self) -> Iterator[str]:
        words, catalogue = self._words, self._catalogue
        yield f"# {self._text(words.title)}"
        yield from ("", self._text(words.head).strip(), "", self._counts())
        yield from self._table(words.standards, words.standard_columns)
        for standard in catalogue.standards:
            yield f"| {standard.cited} | {self._text(standard.title)} |"
        for subject in catalogue.subjects:
            yield from self._table(subject.title, words.clause_columns)
            yield from map(self._row, subject.clauses)
        yield from self._table(words.campaigns, words.campaign_columns)
        for name, campaign in catalogue.campaigns.items():
            figures = self._text(campaign.figures)
            yield f"| {name} | `make campaign {campaign.command}` | {figures} | {campaign.date} |"

    def _text(self, wording: Wording) -> str:
        text = wording.in_language(self._language)
        return FRENCH_SPACES.sub(NO_BREAK, text) if self._language == "fr" else text

    def _table(self, title: Wording, columns: Wording) -> Iterator[str]:
        names = self._text(columns).split(", ")
        yield from ("", f"## {self._text(title)}", "")
        yield from (f"| {' | '.join(names)} |", "|" + "---|" * len(names))

    def _counts(self) -> str:
        clauses = self._catalogue.clauses
        answers = Counter(clause.answer for clause in clauses)
        met = [clause for clause in clauses if clause.answer == "met"]
        tested = [clause for clause in met if clause_tests(clause, self._marks)]
        return self._text(self._words.counts).format(
            clauses=len(clauses),
            tested=len(tested),
            campaigns=sum(bool(clause.campaigns) for clause in tested),
            untested=len(met) - len(tested),
            not_met=answers["not met"],
            not_ours=answers["not ours"],
        )

    def _row(self, clause: Clause) -> str:
        numbers = "<br>".join(
            number.replace(" ", NO_BREAK) + UNCHECKED * (number in clause.unchecked)
            for number in clause.numbers
        )
        answer = self._words.answers[clause.answer].in_language(self._language)
        shown = "<br>".join((*self._tests(clause), *self._campaigns(clause))) or "–"
        asks, reason = self._text(clause.asks), self._reason(clause)
        return f"| {numbers} | {asks} | **{answer}** | {reason} | {shown} |"

    def _reason(self, clause: Clause) -> str:
        reason = self._text(clause.reason)
        if not clause.guide:
            return reason
        guide = self._catalogue.guides[clause.guide]
        return f"{reason} ([{self._text(guide.title)}](../{self._text(guide.page)}))"

    def _tests(self, clause: Clause) -> Iterator[str]:
        tests = clause_tests(clause, self._marks)
        for path in dict.fromkeys(test.path for test in tests):
            names = [f"`{test.name}`" for test in tests if test.path == path and test.name]
            named = ", ".join(names) or self._text(self._words.all_tests)
            yield f"[{path.name}]({relpath(path, PAGES)}): {named}"

    def _campaigns(self, clause: Clause) -> Iterator[str]:
        heading = self._words.campaigns.in_language(self._language).lower().replace(" ", "-")
        for name in clause.campaigns:
            campaign = self._catalogue.campaigns[name]
            yield f"[{name}](#{heading}): {self._text(campaign.figures)} ({campaign.date})"


def pages(catalogue: Catalogue, marks: Marks) -> dict[str, str]:
    """Return each page by its file's name."""
    return {
        file: "\n".join(ClausePage(catalogue, marks, language).lines()) + "\n"
        for language, file in FILES.items()
    }


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    made = pages(read_catalogue(), marked_tests())
    return write_or_check({PAGES / name: text for name, text in made.items()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
