"""A test's name is a short rule: its file says the subject."""

import ast
from pathlib import Path
from statistics import median

from tests.kits.offenders import each
from tests.kits.paths import ROOT

LONGEST = 60
USUAL = 36
"""Letters of a name in the median of all."""
FILES = sorted((ROOT / "tests").rglob("test_*.py"))
NAMES = {
    path: [
        node.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    for path in FILES
}


@each("path", FILES)
def test_no_name_is_a_paragraph(path: Path) -> None:
    long = [name for name in NAMES[path] if len(name) > LONGEST]
    assert long == [], "say the rule alone: the file's name says the subject"


def test_names_are_short() -> None:
    assert median(len(name) for names in NAMES.values() for name in names) <= USUAL
