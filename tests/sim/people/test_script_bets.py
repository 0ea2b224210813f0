"""A script's people at a whole table of Craps: bets taken, put back and settled."""

from typing import Any

import msgspec

from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.script import TableScript
from sim.people.by_script.script_play import ScriptPlay
from tests.kits.cli.play_kit import bet, take
from tests.kits.sim.played_table import PlayedTable

AT_ONCE = 1000.0
POINT = {"dice": [2, 2]}


def settled(*steps: dict[str, Any]) -> list[tuple[str, str, int]]:
    script = {"game": "craps", "steps": steps}
    table = PlayedTable(game="craps", speed=AT_ONCE)
    read = msgspec.convert(script, TableScript, dec_hook=decode_plain)
    played = ScriptPlay(read, table.croupier.person)
    while not played.is_over:
        played.step()
    lines = [ruling for ruling in table.rulings if isinstance(ruling, BetSettled)]
    return [(line.bet.place.on, line.outcome, line.bet.cents) for line in lines]


def test_95_16_bet_taken_beside_odds() -> None:
    assert settled(
        bet(1, "pass", 500), POINT, bet(1, "dont_come", 500), {"dice": [4, 5]},
        bet(1, "dont_come_odds:9", 900), take(1, "dont_come:9"), {"dice": [3, 4]}, {"dice": [4, 4]},
    ) == [
        ("dont_come:9", "push", 500), ("dont_come_odds:9", "push", 900), ("pass", "lose", 500),
    ]  # fmt: skip


def test_95_14_pass_is_put_back() -> None:
    steps = bet(1, "pass", 500), POINT, take(1, "pass"), {"dice": [3, 4]}, {"dice": [4, 4]}
    assert settled(*steps) == [("pass", "lose", 500)]


def test_95_11_shooter_bet_is_put_back() -> None:
    steps = {"shooter": {"spot": 1}}, bet(1, "pass", 500), take(1, "pass"), {"dice": [3, 4]}
    assert settled(*steps, {"dice": [4, 4]}) == [("pass", "win", 500)]
