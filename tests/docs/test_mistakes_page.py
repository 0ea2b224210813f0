"""The page of mistakes names a test for each, and tests that are there."""

import re

from tests.kits.paths import ROOT

PAGE = (ROOT / "docs" / "en" / "mistakes.md").read_text(encoding="utf-8")
MISTAKES, _, TESTS = PAGE.partition("## The test of each")


def test_each_mistake_has_its_test() -> None:
    mistakes = re.findall(r"^\| ([^|]+) \|", MISTAKES, re.MULTILINE)
    tested = re.findall(r"^\| [a-z ]+ \| ([^|]+) \| `test_\w+`", TESTS, re.MULTILINE)
    assert tested == [name for name in mistakes if name not in {"mistake", "---"}]


def test_each_test_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", TESTS))
    sources = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py"))
    assert sorted(name for name in named if f"def {name}(" not in sources) == []
