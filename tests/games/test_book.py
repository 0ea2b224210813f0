"""Article 2: the sentences that say how a game is played, each with its articles and its proof."""

import re
from typing import Any, Final

import pytest

from firmware.core.vocabulary.bets import base_bet_name
from firmware.shell.config.config import read_config
from firmware.shell.config.defaults import default_document
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.rules.rule_book import book_sentences, table_sentences
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.sheets.options_sheet import default_options
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.words import Words
from tests.kits.games.books import EVERY_BOOK, GAMES, TABLE, sentences
from tests.kits.games.golden_rounds import NAMED, golden_articles
from tests.kits.offenders import each
from tests.kits.paths import ROOT

FRENCH_OFFENCES: Final = re.compile(r"[^\u00a0][:;?!»%$]|«[^\u00a0]|['\"]|\boe|  |^\s|\s$")
POINTS_BACK_FR: Final = re.compile(r"(Il|Elle|Ils|Elles|S’ils?|Si elles?|Ses|Son|Sa) ")
POINTS_BACK_EN: Final = re.compile(r"(It|He|They|If it|If he|If they|Its|His|Their) ")
"""How a sentence begins that is understood only after another."""
ENGLISH_OFFENCES: Final = re.compile(r"::|['\"]|  |^\s|\s$")


def allowed_values(game: str) -> dict[str, list[Any]]:
    """Return the values that a table may choose, by option."""
    pack = default_pack()
    switches = pack.rules(game).switches.items()
    own = {name: [*values] for name, values in pack.game_class(game).OWN_OPTIONS.items()}
    return own | {name: switch.allowed for name, switch in switches}


def test_every_game_against_the_house_has_its_sentences() -> None:
    files = {path.stem for path in ROOT.glob("firmware/rules/book/quebec-2007/*.toml")}
    assert files == {*EVERY_BOOK} - {TABLE}


@each("book", EVERY_BOOK)
def test_sentences_have_ids_of_their_own(book: str) -> None:
    ids = [sentence.id for sentence in sentences(book)]
    assert len(ids) == len({*ids})


@each("game", GAMES)
def test_sentences_name_golden_rounds_of_their_game(game: str) -> None:
    for sentence in sentences(game):
        for name in sentence.rounds:
            assert name in NAMED, (sentence.id, name)
            assert NAMED[name]["script"]["game"] == game, (sentence.id, name)


def test_rounds_of_every_table_are_golden() -> None:
    for sentence in table_sentences():
        assert {*sentence.rounds} <= {*NAMED}, sentence.id


@each("book", EVERY_BOOK)
def test_messages_explained_exist(book: str) -> None:
    words = Words.load("en")
    for sentence in sentences(book):
        for key in sentence.messages:
            assert words.has_key(key), (sentence.id, key)


@each("game", GAMES)
def test_articles_with_golden_rounds_are_stated(game: str) -> None:
    stated = {article for sentence in sentences(game) for article in sentence.articles}
    assert golden_articles(game) - stated == set()


@each("game", GAMES)
def test_sentences_hold_at_possible_options(game: str) -> None:
    allowed = allowed_values(game)
    for sentence in sentences(game):
        for name, values in sentence.when.items():
            for value in values if isinstance(values, list) else [values]:
                assert value in allowed.get(name, ()), (sentence.id, name)


@each("game", GAMES)
def test_sentences_are_about_bets_of_their_game(game: str) -> None:
    pack = default_pack()
    game_class = pack.game_class(game)
    bets = {
        *map(base_bet_name, (*game_class.BETS, *game_class.places_with({}), *pack.rules(game).pays))
    }
    for sentence in sentences(game):
        assert {*sentence.bets} <= bets, sentence.id


def test_table_without_a_bet_posts_no_sentence_about_it() -> None:
    document = default_document("blackjack", spots=4)
    del document["limits"]["over_13"], document["limits"]["under_13"]
    table = read_config(document | {"game": {"decks": 6, "side_bets": ["twelve_to_sixteen"]}})
    posted = rule_sheet("blackjack", Words.load("en"), default_pack(), table)
    printed = {row[0] for section in posted.sections for row in section.rows}
    said = {sentence.id: sentence.en for sentence in sentences("blackjack")}
    assert printed.isdisjoint({said["sevens"], said["over_and_under_13"]})
    assert {said["side_bets"], said["twelve_to_sixteen"]} <= printed


@each("book", EVERY_BOOK)
def test_sentences_are_typeset(book: str) -> None:
    for sentence in sentences(book):
        assert not FRENCH_OFFENCES.findall(sentence.fr), sentence.fr
        assert not ENGLISH_OFFENCES.findall(sentence.en), sentence.en
        assert sentence.fr.endswith((".", ")")), sentence.fr
        assert sentence.en.endswith((".", ")")), sentence.en


@each("game", GAMES)
def test_result_is_understood_alone(game: str) -> None:
    """An answer cites a sentence without the one before it on the sheet."""
    for sentence in sentences(game):
        if sentence.part == "result" or sentence.outcomes:
            assert not POINTS_BACK_FR.match(sentence.fr), sentence.fr
            assert not POINTS_BACK_EN.match(sentence.en), sentence.en


@each("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_sheet_has_every_sentence_of_the_house(game: str, language: str) -> None:
    pack = default_pack()
    sheet = rule_sheet(game, Words.load(language), pack)
    printed = [row[0] for section in sheet.sections for row in section.rows]
    usual = default_options(pack.game_class(game), pack.rules(game))
    for sentence in sentences(game):
        written = sentence.fr if language == "fr" else sentence.en
        (line,) = (row for row in printed if row.endswith(written))
        assert (line == written) == sentence.holds(usual)


def child(source: str) -> RulePack:
    return RulePack("child", source.encode(), default_pack())


def test_changed_game_has_no_parent_sentence() -> None:
    header = '[pack]\nextends = "quebec-2007"\n'
    for game in GAMES:
        assert book_sentences(child(header), game) == sentences(game)
        assert book_sentences(child(f"{header}[{game}.seats]\nmost = 5\n"), game) == ()


def test_pennsylvania_has_no_sentence_of_its_own_baccarat() -> None:
    assert book_sentences(find_pack("pennsylvania"), "baccarat") == ()
