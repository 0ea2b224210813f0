"""Which words of the program cite an article, and where its code and its numbers do."""

import pytest

from firmware.shell.rules.pack_files import default_pack
from firmware.shell.why.citing_code import cites, citing_code, citing_numbers


@pytest.mark.parametrize(
    ("words", "article"),
    [
        ("Article 67.40.", "67.40"),
        ("Articles 18, 18.1 and 19, as 21 pays.", "18.1"),
        ("Return the commission on a bet (31, 95.17).", "31"),
        ("The settlement of the hands (18 to 20).", "19"),
        ("Deal (67.15), compare (67.17 to 67.20).", "67.18"),
        ("Article 66 (2): only a third card wins.", "66"),
    ],
)
def test_article_is_cited(words: str, article: str) -> None:
    assert cites(words, article)


@pytest.mark.parametrize(
    ("words", "article"),
    [
        ("Article 66 (2): only a third card wins.", "2"),
        ("Article 95.15 (8), (10) and (11): some stakes are split.", "11"),
        ("Deal 8 cards (at most 9).", "8"),
        ("Compare (67.17 to 67.20).", "67.21"),
        ("Compare (67.17 to 67.20).", "68"),
        ("Article 67.4.", "67.40"),
    ],
)
def test_other_number_is_no_citation(words: str, article: str) -> None:
    assert not cites(words, article)


def test_code_and_numbers_of_an_article_are_found() -> None:
    code = {(place.file, place.name) for place in citing_code("67.39")}
    assert ("firmware/core/games/casino_war.py", "CasinoWar._settle_war") in code
    numbers = set(citing_numbers(default_pack().tables, "35"))
    assert {"baccarat.pays.player", "baccarat.pays.banker"} <= numbers


def test_article_of_no_code_has_none() -> None:
    assert list(citing_code("999.9")) == []
