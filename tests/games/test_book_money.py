"""A rule that can change money has a sentence: each line of a pack, article and option."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from firmware.core.vocabulary.bets import base_bet_name
from firmware.shell.rules.pack_files import default_pack
from tests.kits.games.books import GAMES, TABLE, sentences, stated_articles, texts_of_game
from tests.kits.offenders import each

OF_EVERY_TABLE: Final[Mapping[str, str]] = {
    "decks": "number_of_packs",
    "deal": "order_of_the_deal",
    "side_bets": "bets_shown",
    "max_payout": "most_paid",
    "pay_tables": "pay_table_of_the_table",
    "smallest_chip": "smallest_chip",
    "rounding": "rounding",
    "progressive_meter": "jackpot_of_a_table",
    "progressive_increment": "jackpot_of_a_table",
    "progressive_reset": "jackpot_of_a_table",
    "progressive_link": "jackpot_at_the_close",
}
"""The options that any game may have, with the sentence of every table that says what they do."""
OF_ONE_GAME: Final[Mapping[tuple[str, str], str]] = {
    ("blackjack", "progressive_table"): "progressive",
    ("blackjack-multi-action", "progressive_table"): "progressive",
    ("roulette", "totals"): "limits_of_all_together",
    ("wheel-of-fortune", "segments"): "parts",
    ("keno", "paytable"): "prize_by_hits",
    ("keno", "max_spots"): "how_many_numbers",
    ("keno", "max_draw"): "above_the_maximum",
    ("keno", "claim_days"): "paid_on_presentation",
}
"""Options whose values are numbers or tables, with the sentence of their game, since no sentence
holds at single values of them.
"""
FIRST_OF_A_GAME: Final = 13
"""The articles before it are those of every card game."""


def lines_of_pack(game: str) -> Iterator[tuple[str, str, str]]:
    """Yield each line by which a bet is paid, charged or bounded: its table, name and article."""
    numbers: dict[str, Any] = msgspec.to_builtins(default_pack().rules(game))
    for table in ("pays", "commission", "stakes", "tables", "max_payout", "switches"):
        for name, line in numbers.get(table, {}).items():
            yield table, name, line["article"]
    for table in ("decks", "seats"):
        if article := (numbers.get(table) or {}).get("article"):
            yield table, table, article
    for name, bound in numbers.get("bounds", {}).items():
        yield "bounds", name, bound["article"]


@each("game", GAMES)
def test_every_line_of_a_pack_has_its_sentence(game: str) -> None:
    """Of a bet that sentences name, one that names it or names none has the line's article."""
    named = {bet for sentence in sentences(game) for bet in sentence.bets}
    for table, name, article in lines_of_pack(game):
        bet = re.sub(r"_\d+$", "", base_bet_name(name))
        about = [bet] if bet in named else [*named]
        stating = [
            sentence
            for sentence in sentences(game)
            if article in sentence.articles and sentence.concerns(about)
        ]
        assert stating, (table, name, article)


@each("game", GAMES)
def test_every_article_in_the_code_is_stated(game: str) -> None:
    stated = stated_articles(game)
    own = [number for article in stated if (number := int(float(article))) >= FIRST_OF_A_GAME]
    for text in texts_of_game(game):
        if re.fullmatch(r"\d{1,3}(\.\d{1,3})?", text) and min(own) <= float(text) < max(own) + 1:
            assert text in stated, text


def options(game: str) -> set[str]:
    """Return the options that a table of the game may set, besides those of every table."""
    pack = default_pack()
    game_class = pack.game_class(game)
    own = {*game_class.OWN_OPTIONS, *game_class.REQUIRED_OPTIONS, *pack.rules(game).switches}
    return own - OF_EVERY_TABLE.keys()


@each("game", GAMES)
def test_every_option_has_its_words(game: str) -> None:
    """An option by whose values no sentence holds has one that is about it."""
    ids = {sentence.id for sentence in sentences(game)}
    by_value = {name for sentence in sentences(game) for name in sentence.when}
    for name in options(game) - by_value:
        assert OF_ONE_GAME.get((game, name)) in ids, name


def test_options_of_every_table_have_their_words() -> None:
    plain_game = default_pack().open_game("casino-war", {})
    assert plain_game.options.keys() == OF_EVERY_TABLE.keys()
    assert {*OF_EVERY_TABLE.values()} <= {sentence.id for sentence in sentences(TABLE)}
