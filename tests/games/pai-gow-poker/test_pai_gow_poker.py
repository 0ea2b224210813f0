"""Pai gow poker, articles 38 to 52; 53, a player as the bank, is in test_bank."""

import msgspec
import pytest

from firmware.core.display.panel import table_panel
from firmware.core.game.course import DEALER, SpotCard
from firmware.core.table.decisions import open_choices
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD
from firmware.core.vocabulary.events import NumberDrawn
from firmware.core.vocabulary.next_step import Act, NextStep, Role
from firmware.core.vocabulary.rulings import Refused
from firmware.shell.chance import SYSTEM_RANDOM
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from sim.play.play import play_script as run
from sim.play.script_table import script_table
from tests.kits.games.bare_table import BareTable
from tests.kits.games.scripts import (
    CLOSE,
    UNDO,
    VOID,
    Step,
    bet,
    cards,
    decide,
    known,
    play,
    settled_fields,
)
from tests.kits.offenders import each

GAME = "pai-gow-poker"
MONEY = "on", "outcome", "returned", "paid", "commission", "odds", "article"
NAMES = [card.name for card in (*FULL_PACK, JOKER_CARD)]
HIGH = "AS KS QS JS TS 3D 2C"
"""A royal flush beside nothing."""
LOW = "4D 5C 7H 9D JC QD KH"
"""Nothing at all."""
ACES = "AD AH AC 8D 7C 4S 3H"
GIVES_UP = decide(1, "surrender")


def dealt(*hands: str, left: str = "", first: int = 1) -> Step:
    """Return a deal from spot `first` on; the first spots and the dealer get these hands."""
    *spots, dealer = (hand.split() for hand in hands)
    named = [name for hand in (*spots, dealer, left.split()) for name in hand]
    rest = [name for name in NAMES if name not in named]
    others = [[rest.pop() for _ in range(7)] for _ in range(6 - len(spots))]
    packets = [*spots, *others, dealer]
    in_turn = [*packets[first - 1 :], *packets[: first - 1]]
    return cards(" ".join(name for packet in in_turn for name in packet))


def set_hands(spot: int, low: str) -> Step:
    return decide(spot, "set", low=low.split())


@each("low", ["", "3D", "9H 3D 2C", "AS KS"])
def test_44_wrong_set_needs_no_bank_set(low: str) -> None:
    table = play(GAME, bet(1), CLOSE, dealt("AS KS QS JS 9H 3D 2C", LOW), set_hands(1, low))
    assert not table.refused
    assert settled_fields(table, "outcome", "article") == [("lose", "44")]
    assert table.table.state.game.result().key == "result.over"


def test_44_wrong_set_awaits_comparison() -> None:
    deal = [bet(1), bet(2), CLOSE, dealt("AS KS QS JS 9H 3D 2C", ACES, LOW)]
    table = play(GAME, *deal, set_hands(1, "AS KS"), set_hands(2, "8D 7C"))
    assert settled_fields(table, "outcome") == []
    table.play([set_hands(DEALER, "5C 4D")])
    assert settled_fields(table, "spot", "outcome", "article") == [
        (1, "lose", "44"),
        (2, "win", "47"),
    ]


@each("low", ["4D 5C", "AS AS", "AS 4D"])
def test_44_cards_not_in_hand_refused(low: str) -> None:
    table = play(GAME, bet(1), CLOSE, dealt(HIGH, LOW), set_hands(1, low))
    assert table.refused == [4]
    assert [choice.do for choice in table.table.state.game.choices] == ["set", "surrender"]


@each("low", ["AD AH", "AD", "", "8D 7C 4S", "KS QS"])
def test_44_banks_wrong_set_is_refused(low: str) -> None:
    deal = [bet(1), CLOSE, dealt(LOW, ACES), set_hands(1, "5C 4D")]
    table = play(GAME, *deal, set_hands(DEALER, low))
    assert table.refused == [5]
    assert settled_fields(table.play([set_hands(DEALER, "8D 7C")]), *MONEY)[0][:2] == (
        "main",
        "lose",
    )


@each(
    "left, won",
    [
        ("JK AS AH TC", "remaining_under_26"),
        ("KS 9S 5D AC", "remaining_under_26"),
        ("KS 9S 6D AC", "remaining_26"),
        ("JK 9S 6D TC", "remaining_26"),
        ("KS 9S 6D 2C", "remaining_over_26"),
    ],
)
def test_48_last_four_cards_are_deduced(left: str, won: str) -> None:
    odds = {"remaining_under_26": "1:1", "remaining_26": "15:1", "remaining_over_26": "1:1"}
    laid = [bet(1), *(bet(1, on, 200) for on in odds)]
    table = play(GAME, *laid, CLOSE, dealt(LOW, left=left))
    assert settled_fields(table, "on") == []
    table.play([GIVES_UP])
    assert settled_fields(table, "on", "odds", "article")[1:] == [
        (on, odds[on] if on == won else None, "48") for on in odds
    ]


@each("cents, paid", [(1000, 5500), (1, 5), (3, 16)])
def test_48_1_drawn_number_pays_eleven_to_two(cents: int, paid: int) -> None:
    laid = [bet(1), bet(1, "lucky:5", cents), bet(1, "lucky:7", 100), CLOSE]
    table = play(GAME, *laid, {"number": "5"})
    assert known(table, *MONEY) == [
        ("lucky:5", "win", cents, paid, 0, "11:2", "48.1"),
        ("lucky:7", "lose", 0, 0, 0, None, "48.1"),
    ]


@each("number, first", [("1", 1), ("5", 5), ("7", DEALER)])
def test_48_1_deal_begins_at_the_number(number: str, first: int) -> None:
    deal = dealt(HIGH, ACES, LOW, first=int(number))
    game = play(GAME, bet(1), CLOSE, {"number": number}, deal).table.state.game
    assert next(iter(game.hands)) == first
    assert [card.name for card in game.hands[2]] == ACES.split()
    assert [card.name for card in game.hands[DEALER]] == LOW.split()


def test_49_hands_may_be_dealt_singly() -> None:
    game = play(GAME, bet(1), CLOSE, dealt(LOW), deal="one-by-one").table.state.game
    given = dealt(LOW)["cards"]
    assert [[card.name for card in game.hands[spot]] for spot in (1, DEALER)] == [
        given[::7],
        given[6::7],
    ]


def test_51_hands_down_until_bank_opens() -> None:
    table = play(GAME, bet(1), bet(2), CLOSE, dealt(HIGH, ACES, LOW))
    table.play([set_hands(1, "3D 2C")])
    assert table.table.state.game.cards == {}
    table.play([set_hands(2, "8D 7C")])
    assert sorted(table.table.state.game.cards) == ["dealer"]
    table.play([decide(2, "surrender"), set_hands(DEALER, "5C 4D")])
    assert sorted(table.table.state.game.cards) == ["1", "dealer"]
    assert table.table.state.game.result().values["hand"].key == "combination.high_card"


def test_52_surrender_until_bank_sets() -> None:
    deal = [bet(1), bet(2), CLOSE, dealt(HIGH, ACES, LOW)]
    both = [set_hands(1, "3D 2C"), set_hands(2, "8D 7C")]
    at_once = play(GAME, *deal, GIVES_UP, both[1], set_hands(DEALER, "5C 4D"))
    later = play(GAME, *deal, both[0], GIVES_UP, both[1], set_hands(DEALER, "5C 4D"))
    last = play(GAME, *deal, *both, GIVES_UP, set_hands(DEALER, "5C 4D"))
    for table in (at_once, later, last):
        assert settled_fields(table, "spot", "outcome", "returned", "article") == [
            (1, "surrender", 0, "52"),
            (2, "win", 1000, "47"),
        ]
    assert play(GAME, *deal, *both, set_hands(DEALER, "5C 4D"), GIVES_UP).refused == [8]


def test_52_bank_sets_nothing_if_all_surrender() -> None:
    table = play(GAME, bet(1), CLOSE, dealt(HIGH, LOW), set_hands(1, "3D 2C"), GIVES_UP)
    assert table.table.state.game.finished
    assert table.table.state.game.cards == {"dealer": table.table.state.game.hands[DEALER]}
    assert table.play([set_hands(DEALER, "5C 4D")]).refused == [1]


def test_set_is_undone_and_voided() -> None:
    deal = [bet(1), CLOSE, dealt("AS KS QS JS 9H 3D 2C", LOW), set_hands(1, "AS KS"), UNDO]
    table = play(GAME, *deal, set_hands(1, "3D 2C"), set_hands(DEALER, "QD JC"), UNDO, VOID)
    assert settled_fields(table, "outcome")[-1] == ("push",)
    assert not table.table.state.game.hand_settings or not table.table.state.game.hands


SYSTEM = {"generator": "system"}


def drawing(*on: str, **options: object) -> BareTable:
    laid = [bet(1, name) for name in on]
    return play(GAME, *laid, CLOSE, **{**SYSTEM, **options})


@pytest.mark.clause("ANZ 1.27.2")
@each("on", [(), ("lucky:5",)])
def test_48_1_system_draws_at_close(on: tuple[str, ...]) -> None:
    table = drawing("main", *on).table
    assert table.awaits_number
    assert open_choices(table.state) == []
    assert table_panel(table).ask == NextStep(Act.DRAW_NUMBER, Role.DEVICE)
    table.handle(NumberDrawn(5), 1)
    assert not table.awaits_number
    assert table.state.game.due == SpotCard(5, 1)
    assert not table.undoable


@pytest.mark.clause("ANZ 1.27.2")
def test_48_1_number_before_the_close_counts_for_nothing() -> None:
    open_table = play(GAME, bet(1), **SYSTEM)
    assert not open_table.table.awaits_number
    open_table.table.handle(NumberDrawn(5), 1)
    assert open_table.play([CLOSE]).table.awaits_number


@each("number", range(1, 8))
def test_48_1_bet_on_drawn_number_wins(number: int) -> None:
    table = drawing("main", *(f"lucky:{n}" for n in range(1, 8))).table
    table.handle(NumberDrawn(number), 1)
    won = [line.bet.place.on for line in table.state.round.bets.lines if line.outcome == "win"]
    assert won == [f"lucky:{number}"]


def test_48_1_no_draw_without_the_bet() -> None:
    table = drawing("main", side_bets=[]).table
    assert not table.awaits_number
    assert table.state.game.due == SpotCard(1, 1)


@each("number", [0, 8])
def test_48_1_other_or_second_number_is_refused(number: int) -> None:
    table = drawing("main").table
    assert [type(r) for r in table.handle(NumberDrawn(number), 1)] == [Refused]
    table.handle(NumberDrawn(3), 2)
    assert [type(r) for r in table.handle(NumberDrawn(4), 3)] == [Refused]
    assert table.state.game.due == SpotCard(3, 1)


def test_48_1_loop_uses_system_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SYSTEM_RANDOM, "randint", lambda least, most: (least, most) == (1, 7) and 6)
    script = {"game": GAME, "options": SYSTEM, "steps": [bet(1), CLOSE]}
    lines: list[dict[str, object]] = []
    read = msgspec.convert(script, TableScript)
    run(read, 1, script_table(GAME), Words.load("fr"), lambda line: lines.append(dict(line)))
    assert {"decided": {"spot": 6, "do": "number"}} in lines
