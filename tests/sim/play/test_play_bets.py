"""Every bet that was locked is settled, standing, or named where a script ends."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from firmware.core.vocabulary.events import decode_plain
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from sim.play.play import play_script
from sim.play.script_table import script_table
from tests.kits.cli.contract_kit import BET
from tests.kits.cli.play_kit import CLOSE, bet, cards, of, played, resolve, take
from tests.kits.examples import examples
from tests.kits.games.golden_rounds import ROUNDS
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

WORDS = Words.load("fr")
ENDS = examples(2, 1000)
"""At how many of its steps a script is cut off."""


def longest_script(game: str) -> dict[str, Any]:
    scripts = [golden["script"] for golden in ROUNDS if golden["script"]["game"] == game]
    return max(scripts, key=lambda script: len(script["steps"]))


def cut_off(game: str) -> list[dict[str, Any]]:
    script = longest_script(game)
    steps = script["steps"]
    every = max(1, len(steps) // ENDS)
    return [script | {"steps": steps[:end]} for end in range(len(steps), 0, -every)][:ENDS]


def lines_of(script: dict[str, Any]) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    read = msgspec.convert(script, TableScript, dec_hook=decode_plain)
    config = script_table(read.game, spots=read.spots)
    play_script(read, 1, config, WORDS, lambda line: lines.append(dict(line)))
    return lines


def place(line: dict[str, Any]) -> tuple[int, str, str | None]:
    return line["spot"], line["on"], line.get("bettor")


def unaccounted(lines: list[dict[str, Any]]) -> set[tuple[int, str, str | None]]:
    """Return the bets of the last lock that the lines after it do not account for."""
    last = max((at for at, line in enumerate(lines) if "locked" in line), default=None)
    if last is None or any("undone" in line for line in lines[last:]):
        return set()
    after = lines[last + 1 :]
    named = [bet for line in of("unfinished", after) for bet in line.get("bets", ())]
    ends = Counter(map(place, [*of("settled", after), *of("standing", after), *named]))
    moved = {(spot, on.partition(":")[0], bettor) for spot, on, bettor in ends}
    return {
        stack
        for stack in map(place, lines[last]["locked"])
        if stack not in ends and stack not in moved
    }


@pytest.mark.parametrize("game", games_in_pack())
def test_each_locked_bet_accounted_for(game: str) -> None:
    for script in cut_off(game):
        assert unaccounted(lines_of(script)) == set(), script


def test_omitted_bet_is_found() -> None:
    said = played([BET, CLOSE, cards("4S", "KD")])
    assert unaccounted(said) == set()
    assert unaccounted([line for line in said if "unfinished" not in line]) == {(1, "banker", None)}


def test_open_bets_named_with_bettors() -> None:
    behind = bet(2, "tie", 500, "B")
    named = [
        {"spot": 1, "on": "banker", "cents": 2500},
        {"spot": 2, "on": "tie", "bettor": "B", "cents": 500},
    ]
    assert of("unfinished", played([BET, behind])) == [
        {"waiting_for": "no_more_bets", "bets": named}
    ]
    assert of("unfinished", played([BET, behind, CLOSE])) == [
        {"waiting_for": "card", "bets": named}
    ]


BESIDE_ODDS = [
    bet(1, "pass", 500), {"dice": [2, 2]}, bet(1, "dont_come", 500), {"dice": [4, 5]},
    bet(1, "dont_come_odds:9", 900), take(1, "dont_come:9"),
]  # fmt: skip
"""A point of 4, and odds at 9 whose main bet has been taken away."""


@each(
    "dice, outcome, returned, paid",
    [([3, 4], "lose", 0, 0), ([1, 3], "win", 500, 500)],
)
def test_95_14_bet_settles_despite_odds(
    dice: list[int], outcome: str, returned: int, paid: int
) -> None:
    lines = lines_of({"game": "craps", "steps": [*BESIDE_ODDS, {"dice": dice}, {"dice": [5, 6]}]})
    odds, main = of("settled", lines)[1:]
    assert (odds["on"], odds["outcome"], odds["returned"]) == ("dont_come_odds:9", "push", 900)
    assert main == {
        "spot": 1, "on": "pass", "stake": 500, "outcome": outcome, "returned": returned,
        "paid": paid, "commission": 0, "odds": "1:1" if paid else None, "article": "95.14",
    }  # fmt: skip
    assert not of("refused", lines)


def test_95_14_bet_stays_despite_odds() -> None:
    lines = lines_of({"game": "craps", "steps": [*BESIDE_ODDS, {"dice": [4, 4]}]})
    assert of("standing", lines) == [{"spot": 1, "on": "pass", "stake": 500}]


DONT_PASS = [bet(1, "dont_pass", 500), {"dice": [2, 2]}, bet(1, "dont_pass_odds", 800)]
TAKEN = [take(1, "dont_pass"), take(1, "dont_pass_odds")]


@each("raised, odds", [([], 800), ([{"dice": [1, 2]}, bet(1, "dont_pass_odds", 400)], 1200)])
def test_95_16_odds_follow_their_bet(raised: list[dict[str, Any]], odds: int) -> None:
    lines = lines_of({"game": "craps", "steps": [*DONT_PASS, *raised, *TAKEN]})
    back = [(line["on"], line["outcome"], line["returned"]) for line in of("settled", lines)]
    assert back == [("dont_pass", "push", 500), ("dont_pass_odds", "push", odds)]


def test_settled_round_leaves_no_bet() -> None:
    late = [BET, CLOSE, bet(1, "tie", 500), cards("4S", "KD", "2H", "7C"), resolve(1, "tie")]
    assert of("unfinished", played([*late, bet(1, "tie", 500)])) == [{"waiting_for": "resolve"}]


KENO = {"game": "keno", "options": {"paytable": {"1": {"1": 3}}}}
TICKET = {"ticket": {"spot": 1, "numbers": [1], "cents": 100, "draws": 2}}
NAMED = {"spot": 1, "on": "ticket:1"}


@each("steps", [[TICKET], [TICKET, {"balls": [81, *range(2, 21)]}]])
def test_ticket_before_its_draw_named(steps: list[dict[str, Any]]) -> None:
    lines = lines_of({**KENO, "steps": steps})
    assert lines[-1] == {"unfinished": {"waiting_for": "balls", "bets": [NAMED | {"cents": 100}]}}


def test_ticket_of_a_later_draw_remains() -> None:
    lines = lines_of({**KENO, "steps": [TICKET, {"balls": [*range(1, 21)]}]})
    assert of("settled", lines)[0]["paid"] == 300
    assert lines[-1] == {"standing": NAMED | {"stake": 100}}
