"""For every game, the engine that `play` drives is of the class that is served."""

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from firmware.cli.commands.play import play_files
from firmware.cli.serving.assembly import configured_table
from firmware.core.games.slot_machine import GAME
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT
from firmware.core.tournament import acts
from firmware.core.tournament.terms import ANY_GAME
from firmware.shell.journal import Journal, MemoryCopy
from firmware.shell.script_file import POKER_GAMES, TABLELESS_GAMES
from firmware.shell.words.words import Words
from firmware.slots.service import BankService
from firmware.tournament.journaled_tournament import JournaledTournament
from sim.play.script_table import script_table
from sim.wires.memory_port import MemoryPort
from sim.world.virtual_clock import VirtualClock
from tests.kits.quebec import games_in_pack
from tests.kits.slots.bank_world import BankWorld, terms
from tests.kits.tournament.hall_machine import LEVELS, STAMP, config_of

ENGINES: Final = (
    "firmware.core.table.table",
    "firmware.core.games",
    "firmware.core.poker_room.engine.engine",
    "firmware.core.tournament.tournament",
    "firmware.slots.host",
    "firmware.slots.journaled_bank",
)
"""The modules of engines."""
TOURNAMENT: Final = {"entry_cents": 5000, "levels": LEVELS}
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    HOLDEM_TOURNAMENT: TOURNAMENT,
    ANY_GAME: {**TOURNAMENT, "of": "blackjack"},
    GAME: {"machines": {"1": {"denomination": 25, "return": 9000}}},
}
TABLES: Final = (*games_in_pack(), *POKER_GAMES)


def engines_run(run: Callable[[], object]) -> set[type]:
    """Return the classes of the engines of which anything is called."""
    found: dict[type, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "self" in frame.f_locals:
            found[type(frame.f_locals["self"])] = None

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return {one for one in found if one.__module__.startswith(ENGINES)}


def played(game: str, options: dict[str, Any], folder: Path, *steps: object) -> set[type]:
    script = folder / "script.jsonl"
    script.write_text(json.dumps({"game": game, "options": options, "steps": steps}))
    return engines_run(lambda: play_files(Words.load("en"), (script,)))


@pytest.mark.parametrize("game", TABLES)
def test_table_script_runs_the_served_table(game: str, tmp_path: Path) -> None:
    config = script_table(game)
    served = engines_run(lambda: configured_table(config, simulated=False))
    options = {"role": "table"} if game == HOLDEM_TOURNAMENT else config.game_options
    assert served
    assert served <= played(game, dict(options), tmp_path)


@pytest.mark.parametrize("game", [HOLDEM_TOURNAMENT, ANY_GAME])
def test_tournament_script_runs_the_served(game: str, tmp_path: Path) -> None:
    journal = Journal.open((MemoryCopy("a"), MemoryCopy("b")), STAMP)
    served = engines_run(
        lambda: JournaledTournament(config_of(), journal).handle_acts(acts.StartPlay())
    )
    assert served
    assert served <= played(game, OPTIONS[game], tmp_path, {"press": "start"})


def test_slots_script_runs_the_served_host(tmp_path: Path) -> None:
    world, clock = BankWorld(terms(1)), VirtualClock()
    port = MemoryPort(world.wire, "/dev/ttyUSB0")
    served = engines_run(
        lambda: BankService(port, clock, world.bank, threading.Lock(), print).run_once()
    )
    assert served
    assert served <= played(GAME, OPTIONS[GAME], tmp_path)


def test_every_game_of_play_is_covered() -> None:
    assert {*TABLES, *OPTIONS} == {*games_in_pack(), *POKER_GAMES, *TABLELESS_GAMES}
