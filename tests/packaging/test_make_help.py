"""`make help` names every target that a person may call."""

import re
import subprocess

from tests.kits.paths import ROOT


def test_the_help_names_every_target_with_or_without_a_hyphen() -> None:
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    named = re.findall(r"^make ([a-z-]+)  +\S", shown, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony
    assert sorted(named) == sorted({*phony.group(1).split()} - {"help"})
