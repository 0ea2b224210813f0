"""The units of systemd: their directives, and systemd's own judgement of them."""

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from tests.kits.paths import ROOT

SYSTEMD = ROOT / "systemd"

needs_systemd_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def directives(name: str) -> dict[str, list[str]]:
    """Return the values of each directive of a unit, in their order."""
    found = defaultdict(list)
    for line in (SYSTEMD / name).read_text().splitlines():
        if match := re.fullmatch(r"([A-Z]\w+)=(.*)", line):
            found[match[1]].append(match[2])
    return dict(found)


def rendered(name: str, program: str = "/bin/true") -> str:
    """Return the text of a unit with a program and an account that this machine has."""
    text = (SYSTEMD / name).read_text().replace("%i", "grand")
    text, programs = re.subn("(?m)^ExecStart=.*$", f"ExecStart={program}", text)
    assert programs == 1, name
    return re.sub("(?m)^(User|Group)=.*$", r"\1=root", text)


def verify(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Have systemd look for mistakes in a unit."""
    unit = folder / "croupier.service"
    unit.write_text(text)
    return systemd_analyze("verify", "--man=no", "--recursive-errors=no", unit)


def exposure(name: str) -> float:
    """Return how exposed a unit leaves the system, from 0 to 10."""
    verdict = systemd_analyze("security", "--offline=true", "--no-pager", SYSTEMD / name)
    level = re.search(r"exposure level for \S+: (\d+\.\d)", verdict.stdout)
    assert level, verdict.stderr
    return float(level[1])


def systemd_analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
