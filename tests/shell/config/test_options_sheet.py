"""The rule sheet says what a table as configured permits and pays (2, "si la table l'indique")."""

from dataclasses import replace
from functools import cache

import pytest

from firmware.core.game.options import MAX_JACKPOT_CENTS, OptionRefused
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.sheets.options_sheet import UNLISTED_OPTIONS
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.text_table import PrintedSheet
from firmware.shell.words.words import Words
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.quebec import game_class, game_rules, games_in_pack, open_game

TOTALS = {"inside": [500, 100_000]}
FRENCH = Words.load("fr")


def table(game: str, **options: object) -> Config:
    usual = default_table(game)
    return replace(usual, game_options={**usual.game_options, **options})


def sheet(game: str, **options: object) -> PrintedSheet:
    return rule_sheet(game, FRENCH, default_pack(), table(game, **options))


@cache
def of_the_regulation(game: str) -> PrintedSheet:
    return rule_sheet(game, FRENCH, default_pack())


def pays(found: PrintedSheet, title: str) -> list[str]:
    return [row[0] for part in found.sections if part.title.startswith(title) for row in part.rows]


FLAGS = [
    (game, name)
    for game in games_in_pack()
    for name, values in game_class(game).OWN_OPTIONS.items()
    if values == (False, True)
]


@each("game, name", FLAGS)
def test_permission_is_printed_as_set(game: str, name: str) -> None:
    beside = {"twice": True} if name == "outside_with_twice" else {}
    said = [set(sheet(game, **beside, **{name: value}).lines) for value in (False, True)]
    only = [here - there for here, there in (said, said[::-1])]
    key = f"sheet.here.{name}"
    assert only[0] == {FRENCH.render(Text(f"{key}.no"))}
    assert FRENCH.render(Text(f"{key}.yes")) in only[1]
    what = Text("sheet.may", {"what": Text(f"{key}.yes")})
    assert FRENCH.render(what) in of_the_regulation(game).lines


@each("game", games_in_pack())
def test_every_option_value_has_words(game: str) -> None:
    """Here in one language, the next in the other: both have the same words."""
    valued = [
        (name, value)
        for name, values in game_class(game).OWN_OPTIONS.items()
        for value in (() if name in UNLISTED_OPTIONS else values)
    ]
    for nth, (name, value) in enumerate(valued):
        here = table(game, **{name: value}, **({"twice": True} if "outside" in name else {}))
        for language in examples(LANGUAGES[nth % 2 :][:1], LANGUAGES):
            assert all(rule_sheet(game, Words.load(language), default_pack(), here).lines)


def test_18_1_special_hands_printed_if_paid() -> None:
    assert pays(sheet("blackjack"), "Mise (") == ["Blackjack"]
    assert pays(sheet("blackjack", special_hands=True), "Mise (") == [
        "Blackjack",
        "Trois sept",
        "Six, sept, huit, même couleur",
    ]


def test_67_8_67_20_table_maximum_printed() -> None:
    said = sheet("poker-grand-prix", max_payout={"second": 500_000}).lines
    assert "2e mise\u00a0: gain de 5\u00a0000,00\u00a0$ au plus (article 67.8)" in said
    said = sheet("caribbean-stud", max_payout={"raise": 500_000}).lines
    assert any(line.endswith("(article 67.20)") for line in said)
    assert not any("au plus (article 67" in line for line in sheet("caribbean-stud").lines[2:])


@each("kind, article", [("french", "72"), ("english", "72"), ("american", "3")])
def test_72_inside_and_outside_limits_printed(kind: str, article: str) -> None:
    said = sheet("roulette", kind=kind, numbers=38 if kind == "american" else 37, totals=TOTALS)
    line = "Intérieur, ensemble des mises d'un joueur\u00a0: de 5,00\u00a0$ à 1\u00a0000,00\u00a0$ "
    assert f"{line}(article {article})" in said.lines
    assert not any("Extérieur" in reported for reported in said.lines)


def test_77_maximum_of_a_draw_printed_if_set() -> None:
    said = [line for line in sheet("keno", max_draw=5_000_000).lines if "50\u00a0000" in line]
    assert [line.startswith("Lots d'un tirage") for line in said] == [True]
    assert not any(line.startswith("Lots d'un tirage") for line in sheet("keno").lines)


CAPPED = {"poker-grand-prix": {"first", "second", "third"}, "caribbean-stud": {"raise"}}


@each("game", games_in_pack())
def test_67_8_67_20_no_other_maximum(game: str) -> None:
    options = {k: v for k, v in default_table(game).game_options.items() if k != "side_bets"}
    for on in {place.partition(":")[0] for place in game_class(game).places_with(options)}:
        if on in CAPPED.get(game, ()):
            assert open_game(game, {**options, "max_payout": {on: 1}}).payment_caps == {on: 1}
            continue
        with pytest.raises(OptionRefused) as refused:
            open_game(game, {**options, "max_payout": {on: 1}})
        assert refused.value.why == Text("why.no_cap", {"on": on})


OURS = ("baccarat", "three-card-poker", "craps", "sic-bo", "wheel-of-fortune", "keno", "roulette")


@each("game", games_in_pack())
def test_seats_name_an_article_if_any(game: str) -> None:
    assert (game_rules(game).seats.article is None) is (game in OURS)
    said = [line for line in of_the_regulation(game).lines if line.startswith("Places")]
    assert len(said) == 1
    assert ("article" in said[0]) is (game not in OURS)


@each("kind, most", [("french", 14), ("american", 7), ("english", 7)])
def test_70_71_only_colours_seat_seven(kind: str, most: int) -> None:
    seats = game_rules("roulette").seats_at({"kind": kind})
    assert (seats.most, seats.article) == (most, None if kind == "french" else "70")


@each("lot", [-1, MAX_JACKPOT_CENTS + 1, "much", True])
def test_bad_jackpot_names_the_allowed(lot: object) -> None:
    with pytest.raises(OptionRefused) as refused:
        open_game("caribbean-stud", {"progressive_meter": lot})
    assert refused.value.why.key == "why.option_lot"
    assert open_game("caribbean-stud", {"progressive_meter": MAX_JACKPOT_CENTS}).options


@each("value, written", [({"first": 0}, '{"first":0}'), (True, "true"), ("much", "much")])
def test_refused_value_named_as_written(value: object, written: str) -> None:
    with pytest.raises(OptionRefused) as refused:
        open_game("poker-grand-prix", {"max_payout": value})
    assert refused.value.why == Text("why.option", {"name": "max_payout", "value": written})


def test_unknown_option_lists_the_known() -> None:
    with pytest.raises(OptionRefused) as refused:
        open_game("super-pan-9", {"early_surrender": True})
    why = refused.value.why
    assert (why.key, why.values["name"]) == ("why.no_option", "early_surrender")
    assert "decks" in str(why.values["names"]).split(", ")
