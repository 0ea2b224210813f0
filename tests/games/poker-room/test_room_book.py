"""The document of the poker room (67.91) and of a tournament's table (004 12): a table posts the
rules of its own game, structure and law, and no other.
"""

import re
from typing import Final

import pytest

from firmware.core.poker_room.engine.terms import (
    HOLDEM_TOURNAMENT,
    POKER_ROOM,
    PokerTerms,
    read_terms,
)
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_book import book_sentences
from firmware.shell.sheets.room_sheet import poker_sheet
from firmware.shell.words.words import Words
from tests.kits.games.books import sentences, stated_articles
from tests.kits.games.poker import POST, calls, deal, does, play, refused, show, sit, up
from tests.kits.games.poker_room.options import BOARD, STUD
from tests.kits.games.poker_tables import BRING_IN, FIXED, GAMES, TABLE, poker_sentences, tables
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

LANGUAGES: Final = ("fr", "en")


def posted(terms: PokerTerms, language: str) -> str:
    game = HOLDEM_TOURNAMENT if terms.tournament else POKER_ROOM
    words = Words.load(language, game, chips=terms.tournament)
    sheet = poker_sheet(words, default_pack(), terms)
    cells = [cell for section in sheet.sections for row in section.rows for cell in row]
    titles = [section.title for section in sheet.sections]
    return "\n".join([sheet.title, *sheet.lines, *titles, *cells])


OTHER_WORDS: Final = {
    "fr": {
        "holdem": "stud|razz|omaha|haut-bas|imposée|quatrième carte|septième carte|main basse",
        "omaha": "stud|razz|haut-bas|imposée|quatrième carte|septième carte|main basse",
        "omaha-hi-lo": "stud|razz|imposée|quatrième carte|septième carte",
        "stud": "razz|omaha|haut-bas|aveuglette double|carte commune|cartes communes|main basse",
        "stud-hi-lo": "razz|omaha|carte commune|cartes communes",
        "razz": "omaha|haut-bas|carte commune|cartes communes|rondelle et",
    },
    "en": {
        "holdem": "stud|razz|omaha|high-low|bring-in|fourth card|seventh card|low hand",
        "omaha": "stud|razz|high-low|bring-in|fourth card|seventh card|low hand",
        "omaha-hi-lo": "stud|razz|bring-in|fourth card|seventh card",
        "stud": "razz|omaha|high-low|straddle|board|low hand",
        "stud-hi-lo": "razz|omaha|straddle",
        "razz": "omaha|high-low|straddle|straight flush",
    },
}
"""By language and game, what its table would say only of another game."""


@pytest.mark.parametrize("language", LANGUAGES)
@each("poker", (*BOARD, *STUD))
def test_table_posts_no_rule_of_another_game(poker: str, language: str) -> None:
    options = {"poker": poker, **(BRING_IN if poker in STUD else {})}
    sheet = posted(read_terms(POKER_ROOM, options), language).lower()
    assert re.findall(OTHER_WORDS[language][poker], sheet.partition("\n")[2]) == []


LIMIT_WORDS: Final = {"none": "sans limite", "pot": "cagnotte limite", "fixed": "limite fixe"}


@each("limit", LIMIT_WORDS)
def test_table_posts_no_rule_of_another_limit(limit: str) -> None:
    options = FIXED if limit == "fixed" else {"limit": limit}
    sheet = posted(read_terms(POKER_ROOM, options), "fr").lower()
    assert [name for name, words in LIMIT_WORDS.items() if words in sheet] == [limit]


@pytest.mark.parametrize("language", LANGUAGES)
@each("poker, streets, rounds", [("holdem", "2", 4), ("omaha", "4", 4), ("stud", "2", 5)])
def test_cards_and_rounds_of_bets_are_posted(
    poker: str, streets: str, rounds: int, language: str
) -> None:
    numbers = {"fr": {"2": "deux cartes", "4": "quatre cartes", 4: "quatre en tout", 5: "cinq en"}}
    numbers["en"] = {"2": "two cards", "4": "four cards", 4: "four in all", 5: "five in all"}
    options = {"poker": poker, **(BRING_IN if poker in STUD else {})}
    sheet = posted(read_terms(POKER_ROOM, options), language)
    assert numbers[language][streets] in sheet
    assert numbers[language][rounds] in sheet


def test_razz_posts_no_rank_from_the_highest() -> None:
    sheet = posted(read_terms(POKER_ROOM, {"poker": "razz", **BRING_IN}), "fr")
    assert "Rang des mains" not in sheet
    assert "67.88 (13)" in sheet


def test_every_article_of_the_room_is_stated() -> None:
    stated = {article.split(" ")[0] for article in stated_articles(POKER_ROOM)}
    assert stated == {f"67.{number}" for number in range(88, 111)}


@each("game", GAMES)
def test_table_cites_its_own_law_alone(game: str) -> None:
    law = re.compile(r"004 \d+" if game == HOLDEM_TOURNAMENT else r"67\.\d+( \(\d+\))?")
    for sentence in poker_sentences(game):
        assert all(map(law.fullmatch, sentence.articles)), sentence.id


def test_articles_of_conduct_are_posted() -> None:
    """67.101, 67.107, 67.109 and 67.110 bind people: no table decides by them alone."""
    for terms in tables(POKER_ROOM)[::97]:
        sheet = posted(terms, "fr").splitlines()
        assert {"67.101, 67.110", "67.107", "67.109"} <= {*sheet}


DUTIES: Final = {
    "fr": ("bien en vue du donneur", "appareil de communication", "une seule main", "ne renseigne"),
    "en": ("in full view of the dealer", "communication device", "one hand alone", "tells nobody"),
}


@each("language", LANGUAGES)
def test_duties_of_players_are_posted(language: str) -> None:
    """004 9, 11 and 12 bind people: no table decides by them alone."""
    sheet = posted(read_terms(HOLDEM_TOURNAMENT, TABLE), language)
    for duty in (*DUTIES[language], "Robert’s Rules of Poker", "004 9", "004 11"):
        assert duty in sheet, duty


@each("language", LANGUAGES)
def test_no_misdeal_after_the_first_bet_is_posted(language: str) -> None:
    sheet = posted(read_terms(HOLDEM_TOURNAMENT, TABLE), language)
    never = {"fr": "Aucune maldonne n’est appelée après la première mise", "en": "No misdeal is"}
    assert never[language] in sheet


def test_fixed_limit_takes_no_straddle() -> None:
    for game, role in ((POKER_ROOM, {}), (HOLDEM_TOURNAMENT, TABLE)):
        straddle = {"bet": {"spot": 3, "on": "straddle", "cents": 400}}
        steps = [*sit(9000, 9000, 9000), {"button": 3}, POST, straddle]
        assert refused(play(*steps, game=game, straddle=True, **FIXED, **role)) == [6]


def test_cash_table_takes_no_level() -> None:
    assert refused(play({"level": {"blinds": [200, 400], "ante": 0}})) == [1]


def test_no_stud_hand_is_shown_early() -> None:
    steps = [*sit(1000, 1000), POST, deal(4), up("2C 3D"), does(1, "bring_in"), does(2, "all_in")]
    early = show(1, "AS AH 4S")
    said = play(*steps, *calls(1), early, poker="stud", **BRING_IN)
    assert refused(said)[-1] == len(steps) + 2


def test_house_of_other_bounds_posts_the_same_rules() -> None:
    for game in GAMES:
        assert book_sentences(pack_of(f"[{game}.bounds]"), game) == sentences(game)


def test_house_with_its_own_articles_cites_none() -> None:
    for game in GAMES:
        own = book_sentences(pack_of(f"[{game}.articles]"), game)
        assert [sentence.id for sentence in own] == [sentence.id for sentence in sentences(game)]
        assert not any(sentence.articles for sentence in own)
