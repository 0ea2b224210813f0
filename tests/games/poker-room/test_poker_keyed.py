"""The golden hands at a table in service: each step by its keys, cards over the reader, and the
rulings print what the hand must print.
"""

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from tests.campaigns.poker.poker import MISTAKEN
from tests.kits.examples import examples
from tests.kits.games.poker_room.chance import POKERS, Made, evening
from tests.kits.games.poker_room.keyed import KeyedHand, Unfit
from tests.kits.games.poker_room.said import in_order, without_articles
from tests.kits.games.poker_room.table import Line
from tests.kits.offenders import each

LINES = [
    json.loads(line)
    for path in sorted((Path(__file__).parent / "hands").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
HANDS = {
    hand["script"]["id"]: hand
    for hand in LINES
    if ["refused", 0] not in hand["expect"] and hand["script"]["game"] == "poker-room"
}
"""Those whose options a table takes; a tournament's tables are not served."""
PLAYED = list(HANDS)[:: examples(5, 1)]

UNFIT = {
    "readers under the seats": "they are not served",
    "it knows no names": "its dealer keys spots, and the supervisor who is another player",
    "no such amount can be keyed": "its smallest chip is less than a dollar",
    "no card is named twice": "the table refuses the second at once, and the hand is no foul deck",
    "a card at the showdown belongs to a hand": "the table takes it for one of the hand shown",
    "a street is taken back whole": "a script's cards of one step",
    "one blind of several, or another": "one key posts all that is owed, or nothing",
}
"""What a hand may need that a table in service has no keys for, and why."""


def expected(name: str) -> list[Line]:
    return in_order([line for line in HANDS[name]["expect"] if line != ["unfinished"]])


def keyed(name: str, script: dict[str, Any] | None = None) -> list[Line]:
    return KeyedHand(script or HANDS[name]["script"]).play(expected(name))


@cache
def found(name: str) -> list[Line] | str:
    """Return what a hand prints, or why it can't be keyed."""
    try:
        return keyed(name)
    except Unfit as why:
        return str(why)


@each("name", PLAYED)
def test_keyed_hand_prints_its_expected_lines(name: str) -> None:
    reported = found(name)
    assert reported in UNFIT if isinstance(reported, str) else reported == expected(name)


def test_nearly_every_hand_can_be_keyed() -> None:
    unfit = [name for name in PLAYED if isinstance(found(name), str)]
    assert len(unfit) <= len(PLAYED) // 16


@each("poker", POKERS)
def test_mistakes_are_corrected_by_keys(poker: str) -> None:
    options = {"poker": poker, "limit": "fixed", "bets": [200, 400], "bring_in": 100, "ante": 100}
    chance, keyed_evenings = Random(f"keyed {poker}"), 0
    while keyed_evenings < examples(2, 60):
        made = evening(poker, chance, MISTAKEN, options)
        if has_street_in_parts(made):
            continue
        wanted = in_order(without_articles(made.lines))
        try:
            assert KeyedHand(made.script).play(wanted) == wanted, json.dumps(made.script)
        except Unfit:
            continue
        keyed_evenings += 1


def has_street_in_parts(made: Made) -> bool:
    """Say whether cards of a street come in several steps: the key takes the whole street back."""
    return any("cards" in one and "cards" in next_ for one, next_ in pairwise(made.script["steps"]))
