"""The page of mistakes names a test for each, and tests that are there."""

import re

from tests.kits.paths import ROOT

PAGE = (ROOT / "docs" / "en" / "mistakes.md").read_text(encoding="utf-8")
MISTAKES, _, TESTS = PAGE.partition("## The test of each")


def test_each_mistake_has_its_test() -> None:
    mistakes = re.findall(r"^\| ([^|]+) \|", MISTAKES, re.MULTILINE)
    tested = re.findall(r"^\| [a-z ]+ \| ([^|]+) \| `test_\w+`", TESTS, re.MULTILINE)
    listed = [name for name in mistakes if name not in {"mistake", "---"}]
    assert tested == listed, "each mistake of the page has a row in its table of tests, in order"


def test_each_test_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", TESTS))
    sources = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py"))
    gone = sorted(name for name in named if f"def {name}(" not in sources)
    assert gone == [], "renamed or removed: name the present test in docs/en/mistakes.md"
