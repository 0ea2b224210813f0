"""The manual is made from the commands, in both languages, and any `man` can show it."""

import shutil
import subprocess

import pytest

from tests.kits.offenders import each
from tools.manual_pages import PAGES, pages


def test_pages_match_the_commands() -> None:
    stale = [n for n, text in pages().items() if (PAGES / n).read_text(encoding="utf-8") != text]
    assert stale == [], "run make pages"


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff here")
@each("name", pages)
def test_groff_accepts_every_page(name: str) -> None:
    command = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", PAGES / name]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
