"""Le Chien rouge, articles 63 to 67."""

from typing import Any

import msgspec
import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.events import decode_plain
from firmware.shell.script import TableScript
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from sim.play.play import play_script
from sim.play.script_table import script_table
from tests.kits.cli.play_kit import of
from tests.kits.games.scripts import CLOSE, UNDO, VOID, bet, cards, decide, play, take, told
from tests.kits.offenders import each

GAME = "red-dog"
MONEY = "on", "outcome", "returned", "paid", "odds", "article"
CHECK = decide(1, "check")


def test_63_one_pack_or_more() -> None:
    assert play(GAME).table.state.shoe.card_count == 52
    assert play(GAME, decks=6).table.state.shoe.card_count == 312
    with pytest.raises(OptionRefused):
        play(GAME, decks=0)


def test_63_the_ace_is_above_the_king_only() -> None:
    assert told(play(GAME, bet(1), cards("KS AD")), "outcome") == [("push",)]
    assert told(play(GAME, bet(1), cards("2S AD"), CHECK, cards("8H")), "outcome") == [("win",)]


def test_65_nothing_is_laid_at_raise_before_the_cards() -> None:
    assert play(GAME, bet(1), bet(1, "raise")).refused == [2]


def test_66_consecutive_cards_end_the_round_in_any_order() -> None:
    table = play(GAME, bet(1), bet(2), CLOSE, cards("9D 8S"))
    assert told(table, *MONEY) == [("main", "push", 1000, 0, None, "66")] * 2
    assert table.table.state.game.result().key == "result.consecutive"
    assert table.play([cards("7H")]).refused == [1]


@each(
    "third, line, said",
    [
        ("8H", ("main", "win", 1000, 11000, "11:1", "67"), "result.three_alike"),
        ("9H", ("main", "push", 1000, 0, None, "66"), "result.pair"),
    ],
)
def test_66_a_pair_may_not_be_raised(third: str, line: tuple[object, ...], said: str) -> None:
    table = play(GAME, bet(1), CLOSE, cards("8S 8D"), decide(1, "raise", cents=1000), cards(third))
    assert table.refused == [4]
    assert told(table, *MONEY) == [line]
    assert table.table.state.game.result().key == said


@each("cents", [0, 1001, 100_000])
def test_66_a_raise_is_at_most_the_bet(cents: int) -> None:
    table = play(GAME, bet(1), CLOSE, cards("8S JD"), decide(1, "raise", cents=cents))
    assert table.refused == [4]
    assert [choice.do for choice in table.table.state.game.choices] == ["raise", "check"]


def test_66_every_spot_decides_before_the_third_card() -> None:
    deal = [bet(1), bet(4), CLOSE, cards("8S JD")]
    assert play(GAME, *deal, CHECK, cards("TH")).refused == [6]
    assert play(GAME, *deal, decide(4, "check")).refused == [5]
    assert play(GAME, *deal, CHECK, decide(1, "check")).refused == [6]


@each("third", ["8H", "JH", "7H", "QH", "AH"])
def test_67_an_end_of_the_spread_and_what_is_outside_lose_the_raise_too(third: str) -> None:
    raised = decide(1, "raise", cents=400)
    table = play(GAME, bet(1), CLOSE, cards("JS 8D"), raised, cards(third))
    assert told(table, "on", "stake", "outcome", "article") == [
        ("main", 1000, "lose", "66"),
        ("raise", 400, "lose", "66"),
    ]


@each(
    "first, odds",
    [("8S TD", "5:1"), ("JS 8D", "4:1"), ("QS 8D", "2:1"), ("8S KD", "1:1"), ("AS 2D", "1:1")],
)
def test_67_the_narrower_the_spread_the_more_is_paid(first: str, odds: str) -> None:
    table = play(GAME, bet(1), CLOSE, cards(first), decide(1, "raise", cents=1), cards("9H"))
    paid = 1000 * int(odds[0])
    assert told(table, *MONEY) == [
        ("main", "win", 1000, paid, odds, "67"),
        ("raise", "win", 1, int(odds[0]), odds, "67"),
    ]


def test_lines_come_spot_by_spot() -> None:
    deal = [bet(2, bettor="B"), bet(1), CLOSE, cards("8S JD")]
    both = [decide(1, "raise", cents=5), decide(2, "raise", cents=7), cards("TH")]
    assert told(play(GAME, *deal, *both), "spot", "on", "stake") == [
        *((1, "main", 1000), (1, "raise", 5)),
        *((2, "main", 1000), (2, "raise", 7)),
    ]


def test_a_raise_is_undone_and_voided() -> None:
    deal = [bet(1), CLOSE, cards("8S JD"), decide(1, "raise", cents=500)]
    table = play(GAME, *deal, UNDO, take(1, "raise"), CHECK, cards("TH"))
    assert told(table, "on", "stake") == [("main", 1000)]
    voided = play(GAME, *deal, VOID)
    assert sorted(told(voided, "on", "outcome")) == [("main", "push"), ("raise", "push")]


@each("first, spread", [("8S TD", 1), ("JS 8D", 2), ("8S KD", 4), ("AS 2D", 11)])
def test_66_the_spread_is_shown_by_the_cards_between(first: str, spread: int) -> None:
    result = play(GAME, bet(1), CLOSE, cards(first)).table.state.game.result()
    assert (result.key, result.values) == ("result.spread", {"spread": spread})


@each(
    "language, why",
    [
        ("fr", "Place 1, Augmentation : poser 10,00 $ au plus, il y a 15,00 $"),
        ("en", "Spot 1, Raise: place $10.00 at most, there is $15.00"),
    ],
)
def test_66_a_raise_above_the_stake_is_refused_without_a_least_of_one_cent(
    language: str, why: str
) -> None:
    raised = decide(1, "raise", cents=1500)
    script = {"game": GAME, "steps": [bet(1), CLOSE, cards("4S 6H"), raised]}
    read = msgspec.convert(script, TableScript, dec_hook=decode_plain)
    lines: list[dict[str, Any]] = []
    play_script(
        read, 1, script_table(GAME), Words.load(language), lambda line: lines.append({**line})
    )
    (refused,) = of("refused", lines)
    assert refused["why"].replace(NO_BREAK, " ") == why
