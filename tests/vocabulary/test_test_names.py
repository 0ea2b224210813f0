"""A test's name is a short rule: its file says the subject."""

import re
from pathlib import Path
from statistics import median

from tests.kits.offenders import each
from tests.kits.paths import ROOT

LONGEST = 60
USUAL = 36
"""Letters of a name in the median of all."""
FILES = sorted((ROOT / "tests").rglob("test_*.py"))
NAMED = re.compile(r"^\s*def (test_\w+)", re.MULTILINE)


def names(path: Path) -> list[str]:
    return NAMED.findall(path.read_text(encoding="utf-8"))


@each("path", FILES)
def test_no_name_is_a_paragraph(path: Path) -> None:
    long = [name for name in names(path) if len(name) > LONGEST]
    assert long == [], "say the rule alone: the file's name says the subject"


def test_names_are_short() -> None:
    assert median(len(name) for path in FILES for name in names(path)) <= USUAL
