"""A closed game of poker is corrected in a script; a tournament's chips move likewise."""

from typing import Any

import msgspec
import pytest

from firmware.core.vocabulary.events import decode_plain
from firmware.shell.script import PokerScript
from firmware.shell.words.words import Words
from sim.play.poker_script import play_poker

OPTIONS: dict[str, dict[str, Any]] = {"poker-room": {}, "holdem-tournament": {"role": "table"}}
SHOWN = ("corrected", "refused")
SEATS = [{"seat": {"spot": spot, "cents": 10_000}} for spot in (1, 2, 3)]
GAME: list[dict[str, Any]] = [
    *({"press": "post"}, {"deal": 6}, {"decide": {"spot": 1, "do": "fold"}}),
    *({"decide": {"spot": 2, "do": "fold"}}, {"press": "confirm"}),
]


def correct(number: int, cents: int, **more: Any) -> dict[str, Any]:
    fields = {"round": number, "spot": 2, "on": "pot", "cents": cents, "why": "a chip"}
    return {"correct": fields | more}


def played(game: str, *steps: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what is printed from the first correction on."""
    said = {"game": game, "options": OPTIONS[game], "steps": [*SEATS, {"button": 1}, *GAME, *steps]}
    script = msgspec.convert(said, PokerScript, dec_hook=decode_plain)
    printed: list[dict[str, Any]] = []
    play_poker(script, 1, Words.load("en"), lambda line: printed.append(dict(line)))
    first = next(index for index, line in enumerate(printed) if line.keys() & {*SHOWN})
    return [line for line in printed[first:] if "prompt" not in line]


@pytest.mark.parametrize("game", OPTIONS)
def test_correction_prints_the_stack(game: str) -> None:
    assert played(game, correct(1, 500), correct(1, -700)) == [
        {"corrected": {"round": 1, "spot": 2, "on": "pot", "cents": 500, "why": "a chip"}},
        {"stack": {"spot": 2, "cents": 10_400}},
        {"corrected": {"round": 1, "spot": 2, "on": "pot", "cents": -700, "why": "a chip"}},
        {"stack": {"spot": 2, "cents": 9_700}},
    ]


def test_invalid_correction_is_refused() -> None:
    printed = played(
        "poker-room", correct(2, 500), correct(1, 500, bettor="B"), correct(1, 500, why="")
    )
    assert [line["refused"]["step"] for line in printed] == [10, 11, 12]
    assert printed[0]["refused"]["why"] == (
        "Round 2: not one of the last 10 closed rounds since the table opened"
    )


def test_stack_corrected_to_zero_is_out() -> None:
    assert played("holdem-tournament", correct(1, -9900), correct(1, 100))[1:3] == [
        {"stack": {"spot": 2, "cents": 0}},
        {"out": {"spot": 2, "stack": 9900}},
    ]
    assert {"stack": {"spot": 2, "cents": 0}} in played("poker-room", correct(1, -9900))
