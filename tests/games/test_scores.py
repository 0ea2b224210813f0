"""The players' scores, as the dealer announces them (11): journaled, shown, and only face up."""

from typing import Any

import msgspec
import pytest

from firmware.core.vocabulary.events import decode_plain
from firmware.shell.config.defaults import default_table
from firmware.shell.script import TableScript
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from sim.play.play import play_script
from tests.kits.offenders import each

WORDS = Words.load("fr")
ANY = ("spot", "hand", "hands")
"""The keys of announced scores."""


def bets(*on: str, spots: int = 1) -> list[dict[str, Any]]:
    placed = ((spot, name) for spot in range(1, spots + 1) for name in on)
    return [{"bet": {"spot": spot, "on": name, "cents": 500}} for spot, name in placed]


def decide(spot: int, do: str, **more: object) -> dict[str, Any]:
    return {"decide": {"spot": spot, "do": do, **more}}


def deal(cards: str) -> dict[str, Any]:
    return {"cards": cards.split()}


CLOSE = {"press": "no_more_bets"}
ROUNDS: dict[str, tuple[list[dict[str, Any]], list[str]]] = {
    "blackjack": (
        [
            *(*bets("main", spots=3), CLOSE, deal("8S TS 9C 9H 8D AD 7C"), decide(1, "split")),
            *(deal("3H"), decide(1, "stand", hand=1), deal("TD"), decide(1, "stand", hand=2)),
            *(decide(3, "hit"), deal("QH 8H")),
        ],
        [
            *("Place 1, main 1 : 11", "Place 1, main 2 : 18", "Place 2 : Blackjack"),
            "Place 3 : 26, dépasse 21",
        ],
    ),
    "super-pan-9": (
        [*bets("main"), CLOSE, deal("5S AH 2D 6C 2C JD"), decide(1, "stand")],
        ["Place 1 : 8"],
    ),
    "three-card-poker": (
        [
            *(*bets("ante", spots=2), CLOSE, deal("TS TH 2D 9S 8S 3C 9H QS 2C")),
            *(decide(1, "raise"), decide(2, "fold")),
        ],
        ["Place 1 : paire"],
    ),
    "caribbean-stud": (
        [*bets("ante"), CLOSE, deal("TS TH 2D 2H 2S 3C 9H QS 2C AH"), decide(1, "raise")],
        ["Place 1 : main pleine"],
    ),
    "four-card-poker": (
        [
            *(*bets("ante"), CLOSE, deal("TS 9S 8S 7S 2S 3C 9H QS 2C AH 4H")),
            decide(1, "raise", cents=500),
        ],
        ["Place 1 : suite couleur"],
    ),
    "crazy-four-poker": (
        [
            *(*bets("ante", "super_bonus"), CLOSE, deal("TS TH TD 7S 2S 3C 9H QS 2C AH")),
            decide(1, "raise", cents=500),
        ],
        ["Place 1 : brelan"],
    ),
    "boston-poker": (
        [
            *({"bet": {"spot": s, "on": "ante", "cents": 500}} for s in (1, 2)),
            *({"bet": {"spot": s, "on": "first", "cents": 1000}} for s in (1, 2)),
            *(CLOSE, deal("TS TH 2D 9S 8S 3C 9H QS 2C")),
            *(decide(1, "raise"), decide(2, "fold"), deal("TD 2S 4H 5H")),
        ],
        ["Place 1 : main pleine"],
    ),
    "poker-grand-prix": (
        [
            *(*bets("first", "second", "third", spots=2), CLOSE),
            deal("TS TH 2D 7S 6S 5S 9S 8S 3C"),
            *(decide(spot, "keep") for spot in (1, 2, 1, 2)),
        ],
        ["Place 1 : paire, Place 2 : quinte"],
    ),
    "poker-3-5-7": (
        [
            *(*bets("three", "five", "seven", spots=2), CLOSE),
            *(deal("TS TH 2D KS KH 7S 9S 8S 3C 9H"), decide(1, "keep"), decide(2, "withdraw")),
        ],
        ["Place 1 : paire, paire, double paire, Place 2 : paire, paire"],
    ),
}


def said(game: str) -> list[dict[str, Any]]:
    script = {"game": game, "steps": ROUNDS[game][0]}
    lines: list[dict[str, Any]] = []
    read = msgspec.convert(script, TableScript, dec_hook=decode_plain)
    play_script(read, 1, default_table(game), WORDS, lambda line: lines.append(dict(line)))
    assert [line for line in lines if line.keys() & {"refused", "alarm"}] == []
    return lines


@each("game", ROUNDS)
def test_11_result_announces_scores(game: str) -> None:
    reported = [
        line["announce"] for line in said(game) if line.get("key") in ANY and "announce" in line
    ]
    assert [one.replace(NO_BREAK, " ") for one in reported] == ROUNDS[game][1]


@pytest.mark.parametrize("game", ["blackjack", "poker-3-5-7"])
def test_11_paid_hand_s_score_prompted(game: str) -> None:
    prompts = [line["prompt"] for line in said(game) if "prompt" in line]
    settled = [one for one in prompts if any(word in one[0] for word in ("payer", "ramasser"))]
    assert settled
    for first, *others in settled:
        assert any(line.startswith(first.split(",")[0]) for line in others)


def test_11_deciding_hand_s_score_is_prompted() -> None:
    prompts = [line["prompt"] for line in said("blackjack") if "prompt" in line]
    asked = [one[1].replace(NO_BREAK, " ") for one in prompts if one[0].endswith("?")]
    assert asked == [
        *("Place 1 : 16", "Place 1, main 1 : 11", "Place 1, main 2 : 18", "Place 3 : 16"),
    ]


def test_face_down_cards_are_unannounced() -> None:
    lines = said("three-card-poker")
    decided = next(at for at, line in enumerate(lines) if "decided" in line)
    assert "paire" not in str(lines[:decided])
