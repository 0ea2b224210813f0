"""Rule packs: every number that a game needs, none twice, none too many; another house, no code."""

import copy
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
import tomlkit

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.rules.rule_pack import RulePack, RulesError
from firmware.shell.words.words import Words
from tests.kits.cli.languages import foreign
from tests.kits.offenders import each
from tests.kits.quebec import game_class, game_rules, games_in_pack

SOURCE = (files("firmware") / "rules" / "quebec-2007.toml").read_text(encoding="utf-8")
QUEBEC: dict[str, Any] = tomllib.loads(SOURCE)
KINDS = ("odds", "prizes", "lot")


def lines() -> Iterator[tuple[str, str, str, str]]:
    """Yield game, table, kind and hand of every line of every pay table of the pack."""
    for game, numbers in QUEBEC.items():
        for name, table in numbers.get("tables", {}).items():
            yield from ((game, name, kind, hand) for kind in KINDS for hand in table.get(kind, {}))


LINES = list(lines())


def rule_pack(tables: dict[str, Any]) -> RulePack:
    return RulePack("house", tomlkit.dumps(tables).encode())


def refused(pack: dict[str, Any], game: str) -> str:
    with pytest.raises(RulesError) as refusal:
        rule_pack(pack).rules(game)
    french = "\n".join(map(Words.load("fr").render, refusal.value.faults))
    assert foreign(french, "fr") == []
    return "\n".join(map(Words.load("en").render, refusal.value.faults))


@each("game", games_in_pack())
def test_pack_covers_every_game(game: str) -> None:
    rules = game_rules(game)
    assert rules.decks is None or rules.decks.usual in rules.decks.allowed
    assert rules.seats.most >= 6


def test_pack_has_many_lines() -> None:
    assert len(LINES) > 100


LINES_OF_OTHERS = {"mini_royal"}


@each("game", games_in_pack())
def test_quebec_pays_every_line_of_every_game(game: str) -> None:
    rules = game_rules(game)
    lines = {name: {*table.lines} for name, table in rules.tables.items()}
    known = game_class(game).PAY_TABLES
    assert lines == {name: {*lines} - LINES_OF_OTHERS for name, lines in known.items()}
    assert not rules.missing_bets(game_class(game))


@each("game", [game for game, *_ in dict.fromkeys((x[0],) for x in LINES)])
def test_wrong_lines_are_errors(game: str) -> None:
    table = next(iter(QUEBEC[game]["tables"]))
    pack = copy.deepcopy(QUEBEC)
    lines = pack[game]["tables"][table]
    hand = next(hand for kind in KINDS for hand in lines.get(kind, {}))
    lines["odds"] = {**lines.get("odds", {}), "seventeen_of_a_kind": [1, 1], hand: [0, 1]}
    lines["prizes"] = {**lines.get("prizes", {}), hand: 100}
    said = refused(pack, game)
    assert f"tables.{table}.seventeen_of_a_kind: the game has no such line" in said
    assert f"tables.{table}.{hand} is there twice" in said
    assert f"tables.{table}.{hand} pays nothing" in said


@each(
    "change, said",
    [
        ({"pays": {}}, "pays.banker is missing"),
        ({"tables": {"x": {"article": "1"}}}, "tables.x: the game has no such"),
        ({"decks": {"least": 6}}, "decks: "),
        ({"speed": 1}, "`speed` is unknown"),
    ],
)
def test_invalid_pack_names_its_place(change: dict[str, Any], said: str) -> None:
    assert said in refused({"baccarat": QUEBEC["baccarat"] | change}, "baccarat")


def test_game_outside_the_pack_refused() -> None:
    assert "no rules for `casino-war`" in refused({}, "casino-war")


def test_other_house_needs_no_code() -> None:
    """A house that pays ties 11 to 1, by its own article, deals one pack and has three seats."""
    war = QUEBEC["casino-war"] | {
        "decks": {"article": "H1", "least": 1, "most": 1, "usual": 1},
        "seats": {"article": "H2", "most": 3},
        "pays": QUEBEC["casino-war"]["pays"] | {"tie": {"odds": [11, 1], "article": "H3"}},
    }
    game = rule_pack({"casino-war": war}).open_game("casino-war", {})
    assert (game.decks, game.rules.seats.most) == (1, 3)
    game.open()
    game.close(Bet(Place(1, on), Cents(1000)) for on in ("main", "tie"))
    for name in ("8S", "8D"):
        game.take(CardRead(parse_card(name)))
    (line,) = game.lines
    assert (line.bet.place.on, line.paid, line.odds) == ("tie", 11000, "11:1")


def test_other_house_pays_by_own_table() -> None:
    tables = copy.deepcopy(QUEBEC["three-card-poker"])
    tables["tables"]["pair_plus"]["odds"]["pair"] = [7, 2]
    game = rule_pack({"three-card-poker": tables}).open_game("three-card-poker", {})
    game.open()
    game.close([Bet(Place(1, "pair_plus"), Cents(1000))])
    for name in ("8S", "8D", "3C", "AS", "KD", "9H"):
        game.take(CardRead(parse_card(name)))
    (line,) = game.lines
    assert (line.outcome, line.paid, line.odds) == ("win", 3500, "7:2")
