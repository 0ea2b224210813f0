"""What a page names of the repository is there: files, folders, targets, campaigns, modules."""

import re
from pathlib import Path

from tests.kits.offenders import each
from tests.kits.paths import ROOT

PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("changes/*.md")]
ROOMS = "docs|drivers|examples|firmware|hal|sim|systemd|tests|tools"
PATH = re.compile(rf"`((?:{ROOMS})/[\w./-]*\w)`")
PLACEHOLDER = re.compile(r"NAME|LANGUAGE")
TARGET = re.compile(r"(?:`|^)make ([a-z-]+)", re.MULTILINE)
CAMPAIGN = re.compile(r"NAME=([a-z-]+)")
MODULE = re.compile(r"python -m ((?:bench|tests|tools)[\w.]*\w)")


def targets(file: str) -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE))


def is_there(path: str) -> bool:
    return any((ROOT / path).with_name(Path(path).name + end).exists() for end in ("", ".py"))


def missing(text: str) -> list[str]:
    """Return what a page names and nothing is."""
    paths = [path for path in PATH.findall(text) if not PLACEHOLDER.search(path)]
    modules = [module.replace(".", "/") for module in MODULE.findall(text)]
    makes = set(TARGET.findall(text)) - targets("Makefile")
    campaigns = set(CAMPAIGN.findall(text)) - targets("tests/campaigns/campaigns.mk")
    return [*(path for path in (*paths, *modules) if not is_there(path)), *makes, *campaigns]


@each("page", [str(page.relative_to(ROOT)) for page in PAGES])
def test_named_things_are_there(page: str) -> None:
    assert missing((ROOT / page).read_text(encoding="utf-8")) == []


def test_missing_things_are_found() -> None:
    text = (
        "`tools/none.py`, `tools/deb`, `make nothing`, `make test`, python -m tools.phh, NAME=kills"
    )
    assert missing(text) == ["tools/none.py", "nothing", "kills"]
