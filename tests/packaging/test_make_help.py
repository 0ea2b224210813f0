"""`make help` names every target that a person may call, and every campaign."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.kits.paths import ROOT

CAMPAIGNS = ROOT / "tests" / "campaigns" / "campaigns.mk"
WIDTH = 100


@pytest.fixture(scope="module")
def shown() -> str:
    return subprocess.run(
        ["make", "--no-print-directory", "help"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def phony(makefile: Path) -> set[str]:
    found = re.search(r"^\.PHONY: (.*)$", makefile.read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return {*found.group(1).split()} - {"help"}


def test_help_names_every_target(shown: str) -> None:
    named = re.findall(r"^make ([a-z-]+)  +\S", shown, re.MULTILINE)
    assert sorted(named) == sorted(phony(ROOT / "Makefile"))


def test_help_names_every_campaign(shown: str) -> None:
    named = re.findall(r"^  ([a-z-]+)  +\S", shown, re.MULTILINE)
    assert sorted(named) == sorted(phony(CAMPAIGNS))


def test_each_line_of_the_help_fits(shown: str) -> None:
    assert [line for line in shown.splitlines() if len(line) > WIDTH] == []


def test_campaign_started_by_its_name() -> None:
    begun = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "campaign", "NAME=spins", "ARGS=--hours 1"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "-m tests.campaigns.slingshot" in begun
    assert "--seed 1 --hours 1\n" in begun
