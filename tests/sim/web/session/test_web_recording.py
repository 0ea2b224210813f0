"""A saved recording, played again, gives the same settlements."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.vocabulary.cards import TILE_SET
from firmware.core.vocabulary.events import Event, decode_plain
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.history.journal_entries import Entry, Happened, Started, decode
from firmware.shell.journal import JournalReader
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from sim.play.play import ScriptRun
from sim.play.script_table import configure_table, script_table
from sim.web.recording.recording import ScriptRecording
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of
from tests.kits.sim.played_table import PlayedTable
from tests.kits.sim.web.seated_table import moved, played, settled_by

AT_ONCE = 1000.0
Steps = list[dict[str, Any]]


def script_of(steps: Sequence[dict[str, Any]], config: Config) -> TableScript:
    """Return a script that is as it would be after it was written and read again."""
    written = {
        "game": config.table.game,
        "options": dict(config.game_options),
        "limits": {on: [one.min_cents, one.max_cents] for on, one in config.limits.items()},
        "spots": config.table.spots,
        "steps": steps,
    }
    return msgspec.convert(json.loads(json.dumps(written)), TableScript, dec_hook=decode_plain)


def recorded(entries: Sequence[Entry]) -> Steps:
    recording = ScriptRecording()
    for entry in entries:
        recording.take_entry(entry)
    return recording.steps


# an evening by chance, with all that people do wrong


@pytest.mark.parametrize(
    ("game", "seed"),
    [("baccarat", 2), ("blackjack", 3), ("craps", 3), ("keno", 2)],
)
def test_evening_replays_alike(game: str, seed: int) -> None:
    table = PlayedTable(game=game, speed=AT_ONCE, mishaps=0.04, seed=seed)
    while table.core.state.round.number < 4 or table.look().phase != "open":
        table.croupier.step()
    entries = [decode(payload) for _, payload in JournalReader.over_copies(table.files).records()]
    settled = settled_by(entries)
    assert settled
    assert played(script_of(recorded(entries), default_table(game))) == settled


# each kind of step


class Recorded(ScriptRun):
    """A script that is played, and what its journal would hold."""

    def __init__(self, script: TableScript, pack: RulePack | None = None) -> None:
        config = configure_table(script_table(script.game, pack), script)
        setting = journal_setting(config, configured_table(config, simulated=True))
        self.entries: list[Entry] = [Started(0, "", setting)]
        self.config = config
        super().__init__(config, Words.load("en"), lambda _: None)
        self.play_steps(script)

    def _add_rulings(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.entries.append(Happened(self._table.now(), "", event))
        super()._add_rulings(event, rulings)


def bet(on: str, cents: int = 1000, spot: int = 1, **more: Any) -> dict[str, Any]:
    return {"bet": {"spot": spot, "on": on, "cents": cents, **more}}


def card(*names: str) -> Steps:
    return [{"card": name} for name in names]


def decide(do: str, spot: int = 1, **more: Any) -> dict[str, Any]:
    return {"decide": {"spot": spot, "do": do, **more}}


CLOSE, CONFIRM, VOID = ({"press": key} for key in ("no_more_bets", "confirm", "void"))
AT = {"spot": 1, "on": "main"}
BALLS = list(range(1, 21))

AS_IT_IS = {
    "bets": ("baccarat", [bet("banker"), bet("tie", 500), {"take": {"spot": 1, "on": "tie"}},
                          CLOSE, *card("2S", "4D", "2H", "4C"), CONFIRM]),
    "first card closes": ("baccarat", [bet("player"), *card("9S", "4D", "KH", "4C"), CONFIRM]),
    "someone behind": ("blackjack", [bet("main"), bet("main", 500, bettor="B"), CLOSE,
                                     *card("5S", "TD", "6H"), decide("double", cents=1000),
                                     decide("double", bettor="B", cents=500)]),
    "hands of a split": ("blackjack", [bet("main"), CLOSE, *card("8S", "6D", "8H"),
                                       decide("split", cents=1000), *card("3C"),
                                       decide("stand", hand=1), *card("TC"),
                                       decide("stand", hand=2), *card("TH", "9H"), CONFIRM]),
    "insurance passed over": ("blackjack", [bet("main"), CLOSE, *card("TS", "AD", "9H"), CONFIRM,
                                            decide("stand"), *card("9C"), CONFIRM]),
    "entered by hand": ("baccarat", [bet("banker"), CLOSE, *card("2S", "4D"),
                                     {"enter": {"card": "2H"}}, *card("4C"), CONFIRM]),
    "late": ("blackjack", [bet("main"), CLOSE, bet("main", 500),
                           {"resolve": {**AT, "do": "return"}}, *card("TS", "9D", "9H"),
                           decide("stand"), *card("9C"), CONFIRM]),
    "taken late": ("blackjack", [bet("main"), CLOSE, {"take": AT},
                                 {"resolve": {**AT, "do": "return"}}, *card("TS", "9D", "9H"),
                                 decide("stand"), *card("9C"), CONFIRM]),
    "voided": ("blackjack", [bet("main"), CLOSE, *card("TS"), VOID, bet("main", 500)]),
    "cut and shuffled": ("baccarat", [bet("banker"), CLOSE, {"cut": True},
                                      *card("2S", "4D", "2H", "4C"), CONFIRM, {"shuffle": True}]),
    "a single pack shuffled": ("red-dog", 3 * [bet("main"), CLOSE, *card("8S", "9D"), CONFIRM,
                                               bet("main"), CLOSE, *card("2S", "3D"), CONFIRM]),
    "a single pack shuffled early": ("red-dog", [bet("main"), CLOSE, *card("8S", "9D"), CONFIRM,
                                                 {"shuffle": True},
                                                 bet("main"), CLOSE, *card("8S", "9D"), CONFIRM]),
    "given back": ("boston-poker", [bet("ante"), CLOSE, bet("ante"), bet("first", 2000), CLOSE]),
    "a number": ("roulette", [bet("straight:17", 100), CLOSE, {"number": "17"}, CONFIRM]),
    "turns": ("wheel-of-fortune", [bet("on:1"), CLOSE, {"segment": "1", "revolutions": 4},
                                   CONFIRM]),
    "dice": ("craps", [bet("pass"), {"dice": [3, 3]}, bet("place:8", 600, working=True),
                       {"press": "dice_changed"}, {"no_roll": True}, {"dice": [5, 3]}]),
    "balls": ("keno", [{"ticket": {"spot": 1, "cents": 100, "numbers": [1, 2, 3], "draws": 2}},
                       {"balls": BALLS}]),
}  # fmt: skip
"""Rounds that are recorded step for step as they were played."""


@each("name", AS_IT_IS)
def test_each_kind_of_step_is_recorded(name: str) -> None:
    game, steps = AS_IT_IS[name]
    script = script_of(steps, default_table(game))
    evening = Recorded(script)
    saved = recorded(evening.entries)
    assert saved == steps
    assert played(script_of(saved, evening.config)) == settled_by(evening.entries)


def test_collected_commission_is_recorded() -> None:
    house = pack_of("""
[baccarat.switches]
commission_due = { allowed = ["once", "shoe"], usual = "shoe", article = "5324.21" }
""")
    cards = card("4S", "KD", "2H", "7C")
    steps = [bet("banker"), CLOSE, *cards, CONFIRM, {"commission": {"spot": 1}}]
    evening = Recorded(script_of(steps, default_table("baccarat", house)), house)
    assert recorded(evening.entries) == steps


def test_commission_refused_in_a_round_confirms_nothing() -> None:
    house = pack_of("""
[baccarat.switches]
commission_due = { allowed = ["once", "shoe"], usual = "shoe", article = "5324.21" }
""")
    round_steps = [bet("banker"), CLOSE, *card("4S", "KD", "2H", "7C")]
    commission = {"commission": {"spot": 1}}
    steps = [*round_steps, CONFIRM, *round_steps, commission]
    evening = Recorded(script_of(steps, default_table("baccarat", house)), house)
    assert recorded(evening.entries) == steps[:-1]


def test_undone_step_is_not_recorded() -> None:
    done = [bet("main"), CLOSE, *card("TS", "9D", "2H")]
    slip = [decide("stand"), {"press": "undo"}]
    script = script_of([*done, *slip, decide("hit")], default_table("blackjack"))
    assert recorded(Recorded(script).entries) == [*done, decide("hit")]


def test_bank_and_position_recorded() -> None:
    tiles = [tile.name for tile in TILE_SET]
    surrendered = [bet("main"), CLOSE, {"tiles": tiles}, decide("surrender"), CONFIRM]
    banked = [*surrendered, {"bank": {"spot": 1}}, bet("main", spot=2), CLOSE]
    assert recorded(Recorded(script_of(banked, default_table("pai-gow"))).entries) == banked
    first = [bet("main"), CLOSE, {"number": "5"}]
    assert recorded(Recorded(script_of(first, script_table("pai-gow-poker"))).entries) == first


def test_returned_bet_is_no_settlement() -> None:
    line = (1, "main", None, None, 1000, "push", 1000, 0, 0)
    assert moved([line, (*line[:8], 5)]) == [(*line[:8], 5)]
