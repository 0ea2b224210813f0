"""`croupier play --config FILE` is the table of the file in what touches money or admission."""

import json
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from firmware.cli.main import main
from firmware.shell.config.defaults import default_document

CHIPS = [10000, 2500, 500, 100]
POKER_CHIPS = {"denominations_cents": [50000, *CHIPS]}
BLACKJACK = ["AS", "9H", "KS", "9D"]


def house(folder: Path, game: str, table: dict[str, Any], /, **sections: Any) -> Path:
    document = default_document(game, spots=4)
    document["table"] |= {"denominations_cents": CHIPS, **table}
    for section, values in sections.items():
        document[section] = document.get(section, {}) | values
    path = folder / "house.toml"
    path.write_text(tomlkit.dumps(document))
    return path


def played_lines(
    capfdbinary: pytest.CaptureFixture[bytes], config: Path, game: str, *steps: Any, **script: Any
) -> list[dict[str, Any]]:
    path = config.parent / "evening.jsonl"
    path.write_text(json.dumps({"game": game, "steps": steps, **script}))
    assert main(["play", "--config", str(config), str(path)]) == 0
    return [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]


def evening(
    capfdbinary: pytest.CaptureFixture[bytes], config: Path, game: str, *steps: Any, **script: Any
) -> tuple[list[tuple[Any, ...]], list[int]]:
    """Return what is settled, as spot, returned, paid and commission, and the steps refused."""
    lines = played_lines(capfdbinary, config, game, *steps, **script)
    settled = [line["settled"] for line in lines if "settled" in line]
    money_fields = ("spot", "returned", "paid", "commission")
    return (
        [tuple(line[name] for name in money_fields) for line in settled],
        [line["refused"]["step"] for line in lines if "refused" in line],
    )


def bet(on: str, cents: int, spot: int = 1) -> dict[str, Any]:
    return {"bet": {"spot": spot, "on": on, "cents": cents}}


CLOSE, CONFIRM = {"press": "no_more_bets"}, {"press": "confirm"}
ROUND = (bet("main", 500), bet("main", 400), CLOSE, {"cards": BLACKJACK}, CONFIRM)


def test_21_smallest_chip_sets_steps(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    config = house(tmp_path, "blackjack", {"smallest_chip_cents": 100})
    assert evening(capfdbinary, config, "blackjack", *ROUND) == ([(1, 400, 600, 0)], [1])


def test_21_rounding_favours_the_player(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    config = house(tmp_path, "blackjack", {"smallest_chip_cents": 100, "rounding": "player"})
    (line,), refused = evening(capfdbinary, config, "blackjack", ROUND[0], *ROUND[2:])
    assert (line, refused) == ((1, 500, 800, 0), [])


def test_script_overrides_file_option(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    config = house(tmp_path, "blackjack", {"smallest_chip_cents": 100})
    options = {"smallest_chip": 50}
    played = evening(capfdbinary, config, "blackjack", ROUND[0], *ROUND[2:], options=options)
    assert played == ([(1, 500, 750, 0)], [])


def test_9_script_overrides_file_limits(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    limits = {"main": {"min_cents": 500, "max_cents": 1000}}
    config = house(tmp_path, "casino-war", {}, limits=limits)
    steps = (bet("main", 400), bet("main", 700), CLOSE, {"cards": ["KS", "QD"]}, CONFIRM)
    assert evening(capfdbinary, config, "casino-war", *steps) == ([(1, 700, 700, 0)], [1])
    wider = evening(
        capfdbinary, config, "casino-war", *steps[:1], *steps[2:], limits={"main": [1, 400]}
    )
    assert wider == ([(1, 400, 400, 0)], [])


@pytest.mark.parametrize(("late_entry", "refused"), [("allow", []), ("refuse", [5])])
def test_10_file_decides_on_late_entry(
    late_entry: str,
    refused: list[int],
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    config = house(tmp_path, "casino-war", {"late_entry": late_entry})
    cards = {"cards": ["KS", "QD"]}
    steps = (bet("main", 500), CLOSE, cards, CONFIRM, bet("main", 500, spot=2))
    assert evening(capfdbinary, config, "casino-war", *steps)[1] == refused


def test_options_fit_their_game(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """18.1: 7-7-7 wins 3 to 2 where the table shows it."""
    config = house(tmp_path, "blackjack", {}, game={"special_hands": True})
    cards = {"cards": ["7S", "9H", "7D"]}, {"decide": {"spot": 1, "do": "hit"}}, {"card": "7C"}
    rest = {"cards": ["TH"]}, CONFIRM
    steps = (bet("main", 400), CLOSE, *cards, {"decide": {"spot": 1, "do": "stand"}}, *rest)
    assert evening(capfdbinary, config, "blackjack", *steps)[0] == [(1, 400, 600, 0)]


def test_bet_without_a_place_is_named(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    config = house(tmp_path, "blackjack", {}, game={"side_bets": []})
    document = tomlkit.parse(config.read_text())
    del document["limits"]["over_13"]  # type: ignore[union-attr]
    config.write_text(tomlkit.dumps(document))
    steps = bet("main", 400), bet("over_13", 100), bet("red", 100), bet("main", 400, spot=9)
    options = {"side_bets": ["over_13"]}
    lines = played_lines(capfdbinary, config, "blackjack", *steps, options=options)
    assert [line["refused"]["why"] for line in lines if "refused" in line] == [
        "Place 1, Plus de 13\N{NO-BREAK SPACE}: cette table n'a pas d'emplacement pour cette mise",
        "Pas de mise red à cette table",
        "Pas de place 9 à cette table",
    ]


SEATS = tuple({"seat": {"spot": spot, "cents": 10000}} for spot in (1, 2))
HEADS_UP = (
    *SEATS,
    {"button": 1},
    {"press": "post"},
    {"deal": 4},
    {"decide": {"spot": 1, "do": "call"}},
    {"decide": {"spot": 2, "do": "check"}},
    {"burn": True},
    {"cards": ["7H", "8D", "2C"]},
    {"decide": {"spot": 2, "do": "bet", "cents": 4800}},
    {"decide": {"spot": 1, "do": "call"}},
    {"burn": True},
    {"card": "KS"},
    {"decide": {"spot": 2, "do": "bet", "cents": 200}},
    {"decide": {"spot": 1, "do": "fold"}},
)


@pytest.mark.parametrize(
    ("options", "commission"), [({}, 300), ({"commission": {"percent": 10}}, 1000)]
)
def test_commission_of_file_or_script(
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
    options: dict[str, Any],
    commission: int,
) -> None:
    """67.108: of 100,00 $, 5 % and 3,00 $ at most, or 10 %."""
    config = house(
        tmp_path, "poker-room", POKER_CHIPS, game={"commission": {"percent": 5, "cap": 300}}
    )
    lines = played_lines(capfdbinary, config, "poker-room", *HEADS_UP, options=options)
    (pot,) = [line["pot"] for line in lines if "pot" in line]
    assert (pot["cents"], pot["commission"]) == (10000, commission)


def test_poker_stakes_and_spots_of_file(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    config = house(
        tmp_path, "poker-room", POKER_CHIPS, game={"min_stake": 4000, "max_stake": 20000}
    )
    stakes = [(1, 3999), (2, 20001), (3, 4000), (4, 20000), (5, 4000)]
    steps = [{"seat": {"spot": spot, "cents": cents}} for spot, cents in stakes]
    lines = played_lines(capfdbinary, config, "poker-room", *steps)
    assert [line["refused"]["step"] for line in lines if "refused" in line] == [1, 2, 5]


@pytest.mark.parametrize("game", ["poker-room", "holdem-tournament"])
def test_poker_file_has_only_its_game(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], game: str
) -> None:
    other = {"poker-room": "holdem-tournament", "holdem-tournament": "poker-room"}[game]
    config, tables = house(tmp_path, game, POKER_CHIPS), {"holdem-tournament": {"role": "table"}}
    played = played_lines(capfdbinary, config, game, *SEATS, options=tables.get(game, {}))
    assert not [line for line in played if "refused" in line]
    (refused,) = [
        line["refused"]
        for line in played_lines(capfdbinary, config, other, *SEATS, options=tables.get(other, {}))
        if "refused" in line
    ]
    assert refused["step"] == 0
