"""What a house cites where the program would cite Québec: its own article, or none."""

import pytest

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of, settled_bets

LOST, PUSHED = "2S 5D 4S 2C", "4S 4D 4H 4C"
HOUSE = pack_of("[baccarat.articles]\nloses = 'H 1'\noptions = { variant = 'H 2' }")
SWITCHED = pack_of(
    "[blackjack.articles]\n[blackjack.switches]\n"
    "surrender = { allowed = ['none', 'late'], usual = 'late', article = 'H 3' }"
)


@each(
    "cards, on, québec, house",
    [
        (LOST, "player", "lose 0 33", "lose 0 H 1"),
        (LOST, "banker", "win 1000 35", "win 1000 35"),
        (PUSHED, "banker", "push 0 32", "push 0 "),
    ],
)
def test_a_bet_cites_its_house(cards: str, on: str, québec: str, house: str) -> None:
    assert settled_bets(default_pack(), "baccarat", on, cards) == {on: québec}
    assert settled_bets(HOUSE, "baccarat", on, cards) == {on: house}


def test_a_switch_cites_its_own_article() -> None:
    settled = settled_bets(SWITCHED, "blackjack", "main", "TS 9D 6S surrender TD")
    assert settled == {"main": "surrender 0 H 3"}


def test_a_refused_bet_cites_its_house() -> None:
    pairs = pack_of("[blackjack.articles]\nbets = 'H 4'")
    found = [
        pack.open_game("blackjack", {"side_bets": []}).chips_refusal(
            (Place(1, "insurance"), None), Cents(1000)
        )
        for pack in (default_pack(), pairs)
    ]
    assert [refusal.article for refusal in found if refusal] == ["", "H 4"]


def test_an_option_cites_its_house() -> None:
    lines = rule_sheet("baccarat", Words.load("en"), HOUSE).lines
    assert [line for line in lines if line.endswith("cards (article H 2)")]


def test_words_without_an_article_have_no_brackets() -> None:
    words = Words.load("en")
    seats = Text("sheet.seats", {"spots": "7", "article": ""})
    assert words.render(seats) == "Spots: 7 at most"


@each("source", ["[baccarat.articles]\nlost = '1'", "[baccarat.articles.options]\nzero = '1'"])
def test_an_unknown_citation_is_refused(source: str) -> None:
    with pytest.raises(RulesError) as refusal:
        pack_of(source).rules("baccarat")
    assert "articles" in repr(refusal.value.faults)
