"""Reads clauses.toml: what published standards ask of a table, and the answer to each clause."""

from pathlib import Path
from typing import Final, Literal

import msgspec

Answer = Literal["met", "not met", "not ours"]

CATALOGUE: Final = Path(__file__).with_name("clauses.toml")


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in each language of the pages, or a page in each."""

    en: str
    fr: str

    def in_language(self, language: str) -> str:
        return self.fr if language == "fr" else self.en


class PageWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the pages say beside the clauses."""

    title: Wording
    head: Wording
    counts: Wording
    """With the fields that `clause_pages` counts."""
    standards: Wording
    standard_columns: Wording
    clause_columns: Wording
    campaigns: Wording
    campaign_columns: Wording
    all_tests: Wording
    answers: dict[Answer, Wording]


class Standard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published standard, and how it is cited."""

    cited: str
    title: Wording


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page of docs/ to which an answer leads."""

    page: Wording
    """Its path in docs/, and a heading."""
    title: Wording


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A long run, and the figures of the last one."""

    command: str
    """What follows `make campaign`."""
    figures: Wording
    date: str


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ask, the clauses that have it, and the answer."""

    numbers: tuple[str, ...]
    asks: Wording
    answer: Answer
    reason: Wording
    """How it is met, why not, or whose it is."""
    guide: str = ""
    campaigns: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    """The numbers that nobody has compared with the text of their standard."""


class Subject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses under one heading."""

    title: Wording
    clauses: tuple[Clause, ...]


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of clauses.toml."""

    words: PageWords
    standards: tuple[Standard, ...]
    guides: dict[str, Guide]
    campaigns: dict[str, Campaign]
    subjects: tuple[Subject, ...]

    @property
    def clauses(self) -> list[Clause]:
        return [clause for subject in self.subjects for clause in subject.clauses]


def read_catalogue() -> Catalogue:
    """Return what clauses.toml holds; a field that is missing or unknown is named."""
    return msgspec.toml.decode(CATALOGUE.read_bytes(), type=Catalogue)
