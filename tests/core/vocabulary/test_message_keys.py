"""Message keys of the core are written out whole: a search for a key finds its line."""

import re
from importlib import import_module

import pytest

from firmware.core.display.dealer_prompts import THROW_PROMPTS
from firmware.core.game.game import Game
from firmware.core.games import MODULES
from firmware.core.games.roulette.roulette import LIMITED_GROUPS, TOTAL_WORDS
from firmware.core.table.meters import COUNT_METERS, METER_WORDS, MONEY_METERS
from firmware.core.table.results import NO_ROLL_WORDS
from firmware.core.vocabulary.bet_keys import BET_WORDS, BET_WORDS_WITH_ARGUMENT
from firmware.core.vocabulary.events import NO_RESULT_WORDS
from firmware.core.vocabulary.keys import DECISION_WORDS
from firmware.core.vocabulary.labels import key_label
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import HAND_WORDS
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.paths import ROOT

GAMES: list[type[Game]] = [
    import_module(f"firmware.core.{module}").GAME for module in MODULES.values()
]
ROOMS = ("display", "game", "table", "vocabulary")
KEYS = [
    *(BET_WORDS | METER_WORDS | THROW_PROMPTS | TOTAL_WORDS | NO_RESULT_WORDS).values(),
    *(*BET_WORDS_WITH_ARGUMENT.values(), *HAND_WORDS.values(), *DECISION_WORDS.values()),
    *NO_ROLL_WORDS,
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_a_table_has_words(language: str) -> None:
    words = Words.load(language)
    missing = [key for key in KEYS if not words.has_key(key)]
    assert missing == [], f"write them in firmware/words/{language}"


@each("game", GAMES)
def test_every_bet_has_a_key(game: type[Game]) -> None:
    for bet in (*game.BETS, *game.SIDE_BETS, *game.HIDDEN_SIDE_BETS):
        base, _, argument = bet.partition(":")
        table = BET_WORDS_WITH_ARGUMENT if argument else BET_WORDS
        assert base in table, f"{bet}: name its key in BET_WORDS or BET_WORDS_WITH_ARGUMENT"


@each("game", GAMES)
def test_every_decision_has_a_key(game: type[Game]) -> None:
    unnamed = {*game.DECISIONS} - DECISION_WORDS.keys()
    assert unnamed == set(), "name their keys in DECISION_WORDS"


@each("game", GAMES)
def test_bet_closing_throw_has_a_prompt(game: type[Game]) -> None:
    if game.THROW_CLOSES_BETS and game.INSTRUMENT is not None:
        assert game.INSTRUMENT.result_kind in THROW_PROMPTS, "name its prompt in THROW_PROMPTS"


def test_every_meter_and_group_has_key() -> None:
    assert METER_WORDS.keys() == {*COUNT_METERS, *MONEY_METERS}, "name its key in METER_WORDS"
    assert TOTAL_WORDS.keys() == LIMITED_GROUPS.keys(), "name its key in TOTAL_WORDS"


@each("room", ROOMS)
def test_no_key_is_concatenated(room: str) -> None:
    for path in sorted((ROOT / "firmware" / "core" / room).glob("*.py")):
        assert not re.search(r"\bText\(\s*f\"", path.read_text(encoding="utf-8")), path.name


def test_foreign_key_has_its_word() -> None:
    assert key_label("confirm") == Text("ui.key.confirm")
    assert key_label("\x1b[2J") == Text("\x1b[2J")
