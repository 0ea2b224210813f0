"""Le Chien rouge, articles 63 to 67."""

from typing import Any

import msgspec

from firmware.core.vocabulary.events import decode_plain
from firmware.shell.script import TableScript
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from sim.play.play import play_script
from sim.play.script_table import script_table
from tests.kits.cli.play_kit import of
from tests.kits.games.scripts import CLOSE, bet, cards, decide, play, settled_fields
from tests.kits.offenders import each

GAME = "red-dog"
MONEY = "on", "outcome", "returned", "paid", "odds", "article"


def test_66_consecutive_cards_end_round() -> None:
    table = play(GAME, bet(1), bet(2), CLOSE, cards("9D 8S"))
    assert settled_fields(table, *MONEY) == [("main", "push", 1000, 0, None, "66")] * 2
    assert table.table.state.game.result().key == "result.consecutive"
    assert table.play([cards("7H")]).refused == [1]


@each(
    "third, line, said",
    [
        ("8H", ("main", "win", 1000, 11000, "11:1", "67"), "result.three_alike"),
        ("9H", ("main", "push", 1000, 0, None, "66"), "result.pair"),
    ],
)
def test_66_pair_may_not_be_raised(third: str, line: tuple[object, ...], said: str) -> None:
    table = play(GAME, bet(1), CLOSE, cards("8S 8D"), decide(1, "raise", cents=1000), cards(third))
    assert table.refused == [4]
    assert settled_fields(table, *MONEY) == [line]
    assert table.table.state.game.result().key == said


@each("cents", [0, 1001, 100_000])
def test_66_raise_is_at_most_the_bet(cents: int) -> None:
    table = play(GAME, bet(1), CLOSE, cards("8S JD"), decide(1, "raise", cents=cents))
    assert table.refused == [4]
    assert [choice.do for choice in table.table.state.game.choices] == ["raise", "check"]


def test_lines_are_by_spot() -> None:
    deal = [bet(2, bettor="B"), bet(1), CLOSE, cards("8S JD")]
    both = [decide(1, "raise", cents=5), decide(2, "raise", cents=7), cards("TH")]
    assert settled_fields(play(GAME, *deal, *both), "spot", "on", "stake") == [
        *((1, "main", 1000), (1, "raise", 5)),
        *((2, "main", 1000), (2, "raise", 7)),
    ]


@each("first, spread", [("8S TD", 1), ("JS 8D", 2), ("8S KD", 4), ("AS 2D", 11)])
def test_66_spread_counts_cards_between(first: str, spread: int) -> None:
    result = play(GAME, bet(1), CLOSE, cards(first)).table.state.game.result()
    assert (result.key, result.values) == ("result.spread", {"spread": spread})


@each(
    "language, why",
    [
        ("fr", "Place 1, Augmentation : poser 10,00 $ au plus, il y a 15,00 $"),
        ("en", "Spot 1, Raise: place $10.00 at most, there is $15.00"),
    ],
)
def test_66_raise_above_stake_names_no_cent_minimum(language: str, why: str) -> None:
    raised = decide(1, "raise", cents=1500)
    script = {"game": GAME, "steps": [bet(1), CLOSE, cards("4S 6H"), raised]}
    read = msgspec.convert(script, TableScript, dec_hook=decode_plain)
    lines: list[dict[str, Any]] = []
    play_script(
        read, 1, script_table(GAME), Words.load(language), lambda line: lines.append({**line})
    )
    (refused,) = of("refused", lines)
    assert refused["why"].replace(NO_BREAK, " ") == why
