"""One subject, one word: names, commands and words keep to the glossary of docs/en/developer.md."""

import re
from typing import NamedTuple

from firmware.cli.args.commands import COMMANDS
from firmware.shell.words.languages import languages_with
from firmware.shell.words.templates import read_templates
from tests.kits.offenders import each
from tests.kits.paths import ROOT
from tools.vocabulary import parts, rooms

PAGE = ROOT / "docs" / "en" / "developer.md"
FRENCH, ENGLISH = languages_with("commands")
LINKED = re.compile(r"\[(.+)\]\(.+\)")
"""A word with the page of its path."""


class Subject(NamedTuple):
    """A row of the glossary."""

    english: str
    french: str
    forbidden: tuple[str, ...]
    also: str


def glossary() -> list[Subject]:
    section = (
        PAGE.read_text(encoding="utf-8").split("## The words of the house")[1].split("\n## ")[0]
    )
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    cells = [[cell.strip(" |") for cell in row] for row in rows[2:]]
    return [
        Subject(LINKED.sub(r"\1", row[1]), row[2], tuple(re.findall(r"\w+", row[3])), row[4])
        for row in cells
    ]


SUBJECTS = glossary()
FORBIDDEN = [word for subject in SUBJECTS for word in subject.forbidden]
KEPT_COMMANDS = ("lot", "room")
"""Former names of commands, which say the new one."""


def modules() -> list[str]:
    return [module for room in rooms().values() for module in room.modules]


def classes() -> list[str]:
    return [name for room in rooms().values() for name in room.classes]


def sentences(language: str) -> list[str]:
    return [template.plural for template in read_templates(language).values() if template]


def test_subjects_have_words() -> None:
    assert len(SUBJECTS) >= 20
    assert all(subject.english and subject.also for subject in SUBJECTS)
    assert len({subject.english for subject in SUBJECTS}) == len(SUBJECTS)


@each("subject", SUBJECTS)
def test_english_word_finds_subject(subject: Subject) -> None:
    assert [name for name in (*modules(), *classes()) if subject.english in name.lower()]


@each("subject", [subject for subject in SUBJECTS if subject.french])
def test_screens_use_its_french_word(subject: Subject) -> None:
    assert [said for said in sentences(FRENCH) if subject.french in said.lower()]


@each("word", FORBIDDEN)
def test_modules_use_no_other_word(word: str) -> None:
    assert [module for module in modules() if word in re.findall(r"[a-z]+", module)] == []
    assert [name for name in classes() if word in parts(name)] == []


@each("word", FORBIDDEN)
def test_no_command_has_another_word(word: str) -> None:
    assert [name for name in COMMANDS if word in name.split() and word not in KEPT_COMMANDS] == []


def test_english_uses_the_word_jackpot() -> None:
    assert [said for said in sentences(ENGLISH) if re.search(r"\blots?\b", said)] == []
