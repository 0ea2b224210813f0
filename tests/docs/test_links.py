"""Every link of a page leads to a file, and to a heading where it names one."""

import re
from pathlib import Path

from tests.kits.offenders import each
from tests.kits.paths import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tools/**/*.md")])
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
ELSEWHERE = re.compile(r"[a-z]+:")


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are linked by."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def dead(page: Path) -> list[str]:
    """Return the links of a page that lead nowhere."""
    found = []
    for target in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        name, _, anchor = target.partition("#")
        path = page.parent / name if name else page
        if not ELSEWHERE.match(target) and not (
            path.exists() and (not anchor or anchor in anchors(path))
        ):
            found.append(target)
    return found


@each("page", [str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: str) -> None:
    assert dead(ROOT / page) == []


def test_dead_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A title\n[1](#a-title) [2](other.md) [3](#no-title) [4](https://a.example)\n"
    )
    assert dead(page) == ["other.md", "#no-title"]
