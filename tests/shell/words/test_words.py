"""The words of every language: complete and alike."""

import ast
import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.games import MODULES
from firmware.core.vocabulary.cards import CARDS_BY_NAME, FULL_PACK, JOKER_CARD
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import SpotLight, Text
from firmware.shell.rules.pack_files import home_pack
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import (
    Template,
    TemplateTable,
    WordsError,
    file_templates,
    make_template,
    read_templates,
)
from firmware.shell.words.word_files import FILES, file_of
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.paths import ROOT
from tests.kits.shell.spoken_words import (
    ENGLISH,
    FRENCH,
    KEYS,
    PORTUGUESE,
    TEMPLATES,
    spoken_keys,
    widest,
)

ROOMS = ("core", "shell", "hall", "cli")
TEMPLATES_OF_FILES = {file: tuple(file_templates("fr", file)) for file in FILES}
EVERY = pytest.mark.parametrize("words", [FRENCH, ENGLISH, PORTUGUESE], ids=LANGUAGES)


PARTS = ["shoe", "chips", "presence", "keys", "lights", "dealer_display", "payout_display"]
PARTS += ["figures", "sounder", "table", "journal", "doors", "shuffler", "voice", "i2c"]
PARTS += ["host", "power"]


def test_default_language_is_french() -> None:
    assert Words.load().render(Text("announce.no_more_bets")) == "Rien ne va plus"


def test_unknown_language_is_refused() -> None:
    with pytest.raises(WordsError, match="'de'"):
        Words.load("de")


# files, at their first use


@each("language, game", product(LANGUAGES, [None, *MODULES]))
def test_single_look_ups_are_complete(language: str, game: str | None) -> None:
    every = read_templates(language, game)
    looked_up = TemplateTable(language, game)
    assert {key: looked_up[key] for key in every} == every
    assert not any(looked_up[key] for key in ("bet", "bet.", "bet.none", "none.tie", "", "."))


@each("file", FILES)
def test_key_is_found_in_its_file(file: str) -> None:
    keys = TEMPLATES_OF_FILES[file]
    assert keys
    assert {file_of(key) for key in keys} == {file}


def test_file_by_file_no_key_is_lost() -> None:
    assert sorted(key for keys in TEMPLATES_OF_FILES.values() for key in keys) == KEYS


@each("key", ["", ".", "none", "none.tie", "console_help.read"])
def test_key_of_no_table_is_in_no_file(key: str) -> None:
    assert file_of(key) is None


def test_loaded_words_read_no_more_files(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words.load("en")
    words.load_all()
    monkeypatch.setattr("tomllib.loads", lambda _: pytest.fail("read once more"))
    assert all(words.has_key(key) for key in KEYS)


# all files


def test_languages_have_the_same_keys() -> None:
    first, *others = (names_of(TEMPLATES[language]) for language in LANGUAGES)
    assert [names.items() ^ first.items() for names in others] == [set(), set()]


def names_of(templates: Mapping[str, Template]) -> dict[str, frozenset[str]]:
    return {key: template.placeholders for key, template in templates.items()}


@each("phrase", ["{}", "{0}", "{a.b}", "{a[0]}", "{a:>3}", "{a!r}", "{a", "a}"])
def test_placeholder_is_a_bare_name(phrase: str) -> None:
    with pytest.raises(WordsError, match=r"^a\.b"):
        make_template("a.b", phrase)


@pytest.mark.parametrize("value", [3, ["x"], True, {"one": "x"}])
def test_invalid_phrase_is_refused(value: object) -> None:
    with pytest.raises(WordsError, match=r"a\.b holds no words"):
        make_template("a.b", value)


AT_GAMES = [
    ("bet.tie", "baccarat", "Égalité", "Tie"),
    ("bet.tie", "casino-war", "Mise supplémentaire", "Tie bet"),
    ("bet.first", "poker-grand-prix", "1re mise", "1st bet"),
    ("bet.first", "boston-poker", "1re mise additionnelle", "1st additional bet"),
    ("do.surrender", "casino-war", "se retirer", "surrender"),
    ("do.surrender", "pai-gow", "abandonner la mise", "surrender the bet"),
    ("do.raise", "caribbean-stud", "mise additionnelle", "additional bet"),
    ("do.raise", "red-dog", "augmenter la mise", "raise the bet"),
]
"""Words of articles 27, 67.40, 67.4, 67.56, 67.38 (3), 115, 67.16 and 66 (3)."""


@pytest.mark.parametrize(("key", "game", "french", "english"), AT_GAMES)
def test_key_has_the_game_s_words(key: str, game: str, french: str, english: str) -> None:
    assert FRENCH.for_game(game).render(Text(key)) == french
    assert ENGLISH.for_game(game).render(Text(key)) == english


@EVERY
def test_game_name_also_has_a_general_one(words: Words) -> None:
    own = [key.split(".", 2) for key in TEMPLATES[words.language] if key.startswith("at.")]
    assert own
    for _, game, key in own:
        pack = home_pack(game)
        assert game in (*pack.served_games, *pack.tournament_games)
        assert words.has_key(key)


@each("words, key", spoken_keys())
def test_every_template_formats(words: Words, key: str) -> None:
    said = words.render(widest(key, TEMPLATES[words.language][key].placeholders))
    assert said
    assert not set("{}") & set(said)


@each("words, key", spoken_keys())
def test_missing_value_is_named(words: Words, key: str) -> None:
    names = TEMPLATES[words.language][key].placeholders
    for name in names:
        with pytest.raises(WordsError, match=rf"{re.escape(key)} needs .*{name}"):
            words.render(widest(key, names - {name}))


def test_unknown_key_is_named() -> None:
    with pytest.raises(WordsError, match=r"'colour\.purple' in fr"):
        FRENCH.render(Text("why.no_such_bet", {"on": Text("colour.purple")}))


# all that the table can say


WRITE_THEM = "write them in the section's file of firmware/words, in each language"


def named() -> set[str]:
    keys = {f"ui.key.{key}" for key in Key}
    lights = {f"view.light.{light}" for light in SpotLight}
    doors = {f"ui.door.{door}" for door in Door}
    return keys | lights | doors | {f"part.{part}" for part in PARTS}


def test_parts_keys_lights_doors_have_words() -> None:
    assert sorted(named() - set(KEYS)) == [], WRITE_THEM


OURS = "|".join({key.split(".")[0] for key in KEYS})
LIKE_OURS = re.compile(rf"({OURS})(\.[a-z_]+){{1,2}}")
MAY_SPEAK = re.compile(rf"""\bText\(|["']({OURS})\.""")


def spoken(source: str) -> set[str]:
    """Return the keys that a program names in whole: given to a Text, or like one of ours."""
    nodes = list(ast.walk(ast.parse(source))) if MAY_SPEAK.search(source) else []
    calls = [node for node in nodes if isinstance(node, ast.Call) and node.args]
    given = [node.args[0] for node in calls if getattr(node.func, "id", "") == "Text"]
    texts = {str(node.value) for node in given if isinstance(node, ast.Constant)}
    constants = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    return texts | {text for text in constants if LIKE_OURS.fullmatch(text)}


def test_key_search_finds_program_keys() -> None:
    assert spoken('raise Forbidden("why.no_bets", x="y.z")') == {"why.no_bets"}
    assert spoken('x = [Text("new.key", {}), f("new.other")]') == {"new.key"}


PROGRAM = [
    path
    for room in ROOMS
    for path in (ROOT / "firmware" / room).rglob("*.py")
    if path.name != "word_files.py"  # it names tables, no keys
]


@each("path", PROGRAM)
def test_every_key_in_the_program_has_words(path: Path) -> None:
    modules = set(MODULES.values())
    assert sorted(spoken(path.read_text()) - set(KEYS) - modules) == [], WRITE_THEM


@each("words, key", spoken_keys("prompt.", "remedy.", "why."))
def test_capitals_in_a_prompt_are_on_a_key(words: Words, key: str) -> None:
    at_poker = Words.load(words.language, "poker-room")
    caps = {said.render(Text(f"ui.key.{key}")) for said in (words, at_poker) for key in Key}
    said = TEMPLATES[words.language][key].plural
    assert set(re.findall(r"\b[A-ZÀ-Ü]{2,}(?: [A-ZÀ-Ü]{2,})*\b", said)) <= caps


# cards, amounts, numbers


@each(
    "name, french, english",
    [
        ("7C", "7♣", "7♣"),
        ("TH", "10♥", "10♥"),
        ("AS", "A♠", "A♠"),
        ("JC", "V♣", "J♣"),
        ("QD", "D♦", "Q♦"),
        ("KS", "R♠", "K♠"),
        ("JK", "Joker", "Joker"),
    ],
)
def test_card_is_named_by_its_face(name: str, french: str, english: str) -> None:
    assert (FRENCH.card_face(CARDS_BY_NAME[name]), ENGLISH.card_face(CARDS_BY_NAME[name])) == (
        french,
        english,
    )


@EVERY
def test_no_two_cards_share_a_name(words: Words) -> None:
    assert len({words.card_face(card) for card in (*FULL_PACK, JOKER_CARD)}) == 53


def test_cards_have_names_and_no_card_a_dash() -> None:
    text = Text("players.cards", {"player": "JC TH", "banker": ""})
    assert FRENCH.render(text) == "Joueur V♣ 10♥, Banque –"


def test_points_are_numbers_not_cards() -> None:
    assert FRENCH.render(Text("winner.banker", {"player": 3, "banker": 7})) == (
        "La Banque gagne, 7 contre 3"
    )


@each("index, said", [(1, "1re"), (2, "2e"), (3, "3e")])
def test_card_due_has_an_ordinal(index: int, said: str) -> None:
    text = Text("prompt.card_to", {"hand": Text("hand.player"), "index": index})
    assert FRENCH.render(text) == f"{said} carte\u00a0: Joueur"


@each("count, french, english", [(0, "mise", "bets"), (1, "mise", "bet"), (2, "mises", "bets")])
def test_zero_is_singular_in_french_only(count: int, french: str, english: str) -> None:
    text = Text("prompt.felt_bets", {"count": count, "total_cents": 0})
    assert FRENCH.render(text).split()[1] == french
    assert ENGLISH.render(text).split()[1] == english


def test_payment_has_place_amount_and_odds() -> None:
    values = {"spot": 3, "on": Text("bet.tie"), "odds": "8:1", "paid_cents": 123450}
    pay = Text("prompt.pay", values)
    assert (
        FRENCH.render(pay) == "Place 3, Égalité\u00a0: payer 1\u00a0234,50\u00a0$ (8\u00a0à\u00a01)"
    )
    assert ENGLISH.render(pay) == "Spot 3, Tie: pay $1,234.50 (8\u00a0to\u00a01)"


MONEY = [
    (0, "0,00_$", "$0.00"),
    (1, "0,01_$", "$0.01"),
    (99, "0,99_$", "$0.99"),
    (100, "1,00_$", "$1.00"),
    (99_999, "999,99_$", "$999.99"),
    (100_000, "1_000,00_$", "$1,000.00"),
    (99_999_999, "999_999,99_$", "$999,999.99"),
    (100_000_000, "1_000_000,00_$", "$1,000,000.00"),
    (9_999_999_999, "99_999_999,99_$", "$99,999,999.99"),
    (-2, "-0,02_$", "-$0.02"),
    (-123_456, "-1_234,56_$", "-$1,234.56"),
]


@each("cents, french, english", MONEY)
def test_money_at_its_limits(cents: int, french: str, english: str) -> None:
    assert FRENCH.format_money(cents) == french.replace("_", "\u00a0")
    assert ENGLISH.format_money(cents) == english


@EVERY
@given(cents=st.integers(-(10**12), 10**12).filter(lambda cents: cents != UNCOUNTED))
def test_money_has_all_digits_unbroken(words: Words, cents: int) -> None:
    said = words.format_money(cents)
    assert int("".join(re.findall(r"\d", said))) == abs(cents)
    assert said.startswith("-") == (cents < 0)
    assert re.fullmatch(r"-?\$?\d{1,3}([,\u00a0]\d{3})*[.,]\d\d(\u00a0\$)?", said)
