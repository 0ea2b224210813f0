"""The tournament's pages are equal in both languages, and type the same commands."""

import re

from tests.kits.paths import ROOT

ENGLISH = (ROOT / "docs" / "en" / "tournament.md").read_text(encoding="utf-8")
FRENCH = (ROOT / "docs" / "fr" / "tournoi.md").read_text(encoding="utf-8")


def shape(text: str) -> list[str]:
    """Return the sections, steps and points of a page, without their words."""
    return re.findall(r"^(?:#+ |- |\d\. )", text, re.MULTILINE)


def commands(text: str) -> list[str]:
    typed = re.findall(r"`((?:croupier|make) [^`]+)`", text)
    return [" ".join(re.sub(r"\S+\.html|PRINTER|IMPRIMANTE", "", line).split()) for line in typed]


def test_both_pages_have_the_same_sections_and_points() -> None:
    assert shape(FRENCH) == shape(ENGLISH)


def test_both_pages_type_the_same() -> None:
    assert commands(FRENCH) == commands(ENGLISH)
    assert len(commands(ENGLISH)) > 20
