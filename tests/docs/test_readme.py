"""What the README says to type does what it says, and what it links to is there."""

import re
import shlex

import pytest

from firmware.cli.main import main
from tests.kits.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
LINES = [line.partition("#")[0].strip() for block in BLOCKS for line in block.splitlines()]
COMMANDS = [line for line in LINES if line.startswith(".venv/bin/croupier ")]
TARGETS = re.findall(r"(?:`|^)make ([a-z-]+)", README, re.MULTILINE)


@pytest.mark.parametrize("line", COMMANDS)
def test_command_does_as_described(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(line)[1:]) == 0
    assert capsys.readouterr().out


def test_the_tour_has_commands() -> None:
    assert len(COMMANDS) >= 5


def test_every_target_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert TARGETS
    for target in TARGETS:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_packages_match_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    packages = re.search(r"^PACKAGES := (.*)$", makefile, re.MULTILINE)
    assert packages
    assert f"sudo apt-get install {packages.group(1)}\n" in README


def test_every_link_has_a_target() -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_package_is_in_the_table() -> None:
    rooms = {path.parent.name for path in (ROOT / "firmware").glob("*/__init__.py")}
    rooms |= {"drivers", "hal", "sim"}
    table = README.partition("## Where to find it")[2].partition("## ")[0]
    named = {name.rpartition("/")[2] for name in re.findall(r"`([a-z/]+)`", table)}
    assert rooms <= named | {"firmware"}
