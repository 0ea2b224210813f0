"""The example tables: their parts fit together, and each plays, by script and by itself."""

import json
from pathlib import Path

import pytest

from drivers.pn532.kind import Pn532HsuWiring
from firmware.cli.main import main
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import BetSettled, FaultShown, Refused
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import default_table
from tests.kits.paths import EXAMPLES
from tests.kits.quebec import game_class, game_rules, games_in_pack
from tests.kits.sim.played_table import PlayedTable, play_rounds

TABLES = ["baccarat", "budget", "odds-only", "rfid"]
SCRIPT = {
    "game": "baccarat",
    "options": {"decks": 6},
    "steps": [
        {"bet": {"spot": 1, "on": "banker", "cents": 2500}},
        {"bet": {"spot": 3, "on": "tie", "cents": 500}},
        {"press": "no_more_bets"},
        {"bet": {"spot": 4, "on": "player", "cents": 1000}},
        {"resolve": {"spot": 4, "on": "player", "do": "return"}},
        {"cards": ["4S", "KD", "2H", "7C"]},
        {"press": "confirm"},
        {"bet": {"spot": 2, "on": "player", "cents": 10000}},
        {"cut": True},
        {"cards": ["9S", "KH", "KD", "QC"]},
        {"press": "confirm"},
        {"shuffle": True},
        {"bet": {"spot": 2, "on": "player", "cents": 10000}},
        {"cards": ["4S"]},
        {"press": "void"},
    ],
}


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))


def played(path: Path | None, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> list:
    script = tmp_path / "one.jsonl"
    script.write_text(json.dumps(SCRIPT))
    table = [] if path is None else ["--config", str(path)]
    assert main(["play", *table, str(script)]) == 0
    return [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]


@pytest.mark.parametrize("name", TABLES)
def test_examples_play_the_same_round(
    name: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    lines = played(EXAMPLES / f"{name}.toml", tmp_path, capfdbinary)
    settled = [line["settled"] for line in lines if "settled" in line]
    known = name != "odds-only"
    assert [(s["spot"], s["outcome"], s["paid"], s["commission"]) for s in settled] == [
        (1, "win", 2500 if known else None, 150 if known else None),
        (3, "lose", 0, 0),
        (2, "win", 10000 if known else None, 0),
        (2, "push", 0, 0),
    ]
    assert [line["late"]["change"] for line in lines if "late" in line] == ["added"]
    assert {"announce": "Carte d'arrêt\u00a0: dernier jeu", "key": "cut_card"} in lines
    assert not [line for line in lines if "fault" in line or "alarm" in line]


@pytest.mark.parametrize("game", [game for game in games_in_pack() if game != "baccarat"])
def test_other_games_have_every_bet(game: str) -> None:
    config, kind = default_table(game), game_class(game)
    assert isinstance(config.wiring.shoe, Pn532HsuWiring) is (game_rules(game).decks is not None)
    places = {place.on for place in config.wiring.places}
    assert places == set(kind.places_with(dict(config.game_options)))
    drawn = (
        {Key.REQUEST_NUMBER} if "generator" in kind.OWN_OPTIONS else set()
    )  # by the system (48.1)
    keys = set(config.wiring.keys.keys.values())
    if "surrender" in kind.SWITCHES:  # only where a house has it
        drawn.add(Key.SURRENDER)
    assert keys >= set(kind.DECISIONS) - drawn
    assert not keys & drawn


@pytest.mark.parametrize("name", TABLES)
def test_every_example_is_sound(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(EXAMPLES / f"{name}.toml")]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", TABLES)
def test_every_example_plays_by_itself(name: str) -> None:
    table = PlayedTable(config=load_config(EXAMPLES / f"{name}.toml"), speed=1000.0, seed=3)
    play_rounds(table, 2)
    assert any(isinstance(ruling, BetSettled) for ruling in table.rulings)
    assert [ruling for ruling in table.rulings if isinstance(ruling, FaultShown | Refused)] == []


def test_long_press_shares_its_lamp() -> None:
    lamps = load_config(EXAMPLES / "rfid.toml").wiring.lights.keys
    assert lamps[Key.START_SHUFFLER] == lamps[Key.CARDS_SHUFFLED]


def test_invalid_configuration_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "one.jsonl"
    script.write_text(json.dumps(SCRIPT))
    assert main(["play", "--config", str(tmp_path / "none.toml"), str(script)]) == 2
    assert f"{tmp_path}/none.toml: ce fichier n'existe pas" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "says"),
    [(["status"], "aucune table ne répond"), (["test", "--lang", "en"], "no table answers at")],
)
def test_missing_table_says_how_to_start(
    command: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--socket", str(tmp_path / "none.sock")]) == 3
    said = capsys.readouterr().err
    assert says in said
    assert "croupier run" in said
    assert "none.sock" in said
