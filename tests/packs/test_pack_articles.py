"""What a house cites where the program would cite Québec: its own article, or none."""

import re
from typing import Final

import pytest

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.sheets.room_sheet import poker_sheet
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import read_templates
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


EVERY_GAME: Final = pack_of(
    "\n".join(
        f"[{game}.articles]\n"
        + ("" if "like" in tables else f"[{game}.seats]\narticle = ''\n")
        + (f"[{game}.decks]\narticle = ''" if "decks" in tables else "")
        for game, tables in default_pack().tables.items()
    )
)
"""A house that has no article of its own for anything."""
CITED: Final = re.compile(r"\((?:articles? )?\d")


@each("game", default_pack().games)
def test_without_articles_no_option_cites_quebec(game: str) -> None:
    for language in ("en", "fr"):
        lines = rule_sheet(game, Words.load(language), EVERY_GAME).lines
        remaining = [line for line in lines if CITED.search(line)]
        limits = EVERY_GAME.rules(game).max_payout  # a number of the pack, with its article
        assert [
            line for line in remaining if not any(x.article in line for x in limits.values())
        ] == []


@each("key", sorted(key for key in read_templates("en") if key.startswith(("why.", "view."))))
def test_without_articles_no_refusal_cites_quebec(key: str) -> None:
    words = [Words.load(language, "craps", house=EVERY_GAME.words) for language in LANGUAGES]
    templates = [each._templates[key] for each in words]
    assert [found for found in templates if found and CITED.search(found.plural)] == []


def test_quebecs_own_sentences_cite_its_articles() -> None:
    words = Words.load("fr", "craps", house=default_pack().words)
    refused = Text("why.shooter_bets", {"spot": 1})
    assert words.render(refused).endswith("(article 95.11)")
    others = Words.load("fr", "craps", house=EVERY_GAME.words)
    assert others.render(refused) + " (article 95.11)" == words.render(refused)


def test_a_house_words_a_refusal_with_its_own_article() -> None:
    source = (
        "[craps.articles]\n[pack.words.en]\n'at.craps.why.shooter_bets' = 'Line first (623a.4)'"
    )
    words = Words.load("en", "craps", house=pack_of(source).words)
    assert words.render(Text("why.shooter_bets", {"spot": 1})) == "Line first (623a.4)"


def test_a_poker_room_of_another_house_cites_no_article() -> None:
    pack = pack_of("[poker-room.articles]")
    words = Words.load("en", "poker-room", house=pack.words)
    sheet = poker_sheet(words, pack)
    texts = [sheet.title, *sheet.lines, *(section.title for section in sheet.sections)]
    assert [text for text in texts if CITED.search(text)] == []
    assert {row[1] for row in sheet.sections[0].rows} == {""}


def test_the_newcomers_article_is_the_houses() -> None:
    values = {"spot": 1, "on": Text("bet.main"), "cents": 500, "limit_cents": 300}
    for article, end in (("10", " (10)"), ("H 7", " (H 7)"), ("", "3,00 $")):
        said = Words.load("fr").render(Text("why.newcomer", {**values, "article": article}))
        assert said.replace("\u00a0", " ").endswith(end)
