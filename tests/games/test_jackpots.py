"""Progressive lots (21.2, 67.21): their increments, the supervisor's call, the rest after a win."""

from typing import Any

import pytest

from firmware.core.display.panel import table_panel
from firmware.core.vocabulary.events import FaultRaised, KeyPressed, KeySwitchTurned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from tests.kits.games.bare_table import BareTable
from tests.kits.games.scripts import CLOSE, CONFIRM, VOID, bet, cards, decide

ROYAL, NINES, NOTHING = "AS KS QS JS TS", "9S 9H 9D 9C 2D", "2S 4H 6C 8D TC"
STRAIGHT_FLUSH = "2H 3H 4H 5H 6H"
DEALER = "3D 5C 7D JH QC"
OPTIONS = {
    "side_bets": ["progressive"],
    "progressive_meter": 100_000,
    "progressive_increment": 25,
    "progressive_reset": 50_000,
}


def seated(**options: int) -> BareTable:
    return BareTable({"game": "caribbean-stud", "options": OPTIONS | options})


def a_round(*hands: str, does: str = "raise") -> list[dict[str, Any]]:
    spots = range(1, len(hands) + 1)
    laid = [step for spot in spots for step in (bet(spot, "ante"), bet(spot, "progressive", 100))]
    dealt = [cards(" ".join((*hands, DEALER)))]
    return [*laid, CLOSE, *dealt, *(decide(spot, does) for spot in spots), CONFIRM]


def paid(table: BareTable) -> list[int]:
    return [line["paid"] for line in table.settled if line["on"] == "progressive"]


def shown(table: BareTable) -> int:
    (lot,) = (
        t.values["lot_cents"] for t in table_panel(table.table).players if t.key == "players.lot"
    )
    return lot


def test_progressive_bet_raises_displayed_lot() -> None:
    table = seated().play(a_round(NOTHING, NINES))
    assert shown(table) == 100_000 + 2 * 25


def test_fully_won_lot_restarts_next_round() -> None:
    table = seated().play(a_round(ROYAL))
    assert paid(table) == [100_025]
    assert shown(table) == 50_000


def test_a_tenth_is_deducted() -> None:
    table = seated(progressive_increment=0).play(a_round(STRAIGHT_FLUSH))
    assert paid(table) == [10_000]
    assert shown(table) == 90_000


def test_two_tenths_of_displayed_lot_are_deducted() -> None:
    table = seated(progressive_increment=0).play(a_round(STRAIGHT_FLUSH, "9S 8S 7S 6S 5S"))
    assert paid(table) == [10_000, 10_000]
    assert shown(table) == 80_000


def test_lot_left_under_reset_is_raised_to_it() -> None:
    table = seated(progressive_increment=0, progressive_meter=55_000)
    assert paid(table.play(a_round(STRAIGHT_FLUSH))) == [5_500]
    assert shown(table) == 50_000


def test_only_a_win_raises_lot_to_reset() -> None:
    table = seated(progressive_increment=0, progressive_meter=20_000).play(a_round(NOTHING))
    assert shown(table) == 20_000
    assert shown(table.play(a_round(STRAIGHT_FLUSH))) == 50_000


def test_lot_empty_when_won_restarts() -> None:
    table = seated(progressive_meter=0, progressive_increment=0).play(a_round(ROYAL))
    assert shown(table) == 50_000


def test_fixed_prize_deducts_nothing() -> None:
    table = seated(progressive_increment=0).play(a_round(NINES))
    assert paid(table) == [50_000]
    assert shown(table) == 100_000


def test_folded_or_unopened_hand_wins() -> None:
    assert paid(seated().play(a_round(ROYAL, does="fold"))) == [100_025]


def test_exhausted_lot_is_still_won() -> None:
    table = seated(progressive_meter=0, progressive_increment=0, progressive_reset=0)
    assert paid(table.play(a_round(ROYAL))) == [0]


@pytest.mark.clause("ANZ 1.16.6")
def test_lot_winner_awaits_supervisor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BareTable, "_confirm_lot", lambda _: None)
    table = seated().play(a_round(ROYAL)[:-1])
    core = table.table
    assert core.state.stopped
    assert table_panel(core).dealer[0] == Text("fault.lot_won", {"part": Text("part.table")})
    assert table.settled == []
    core.handle(KeyPressed(Key.CLEAR_FAULTS), 1000)
    assert core.state.stopped
    for event in (KeySwitchTurned(on=True), KeyPressed(Key.CLEAR_FAULTS), KeyPressed(Key.CONFIRM)):
        core.handle(event, 1001)
    assert core.state.running_phase is Phase.ROUND
    assert core.state.round.bets.settled


def test_voided_round_leaves_lot_with_its_bets() -> None:
    table = seated().play([*a_round(ROYAL)[:-2], VOID])
    assert paid(table) == [0]
    assert shown(table) == 100_025


def test_void_after_win_pays_none_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(BareTable, "_confirm_lot", lambda _: None)
    table = seated().play([*a_round(ROYAL)[:-1], VOID])
    assert paid(table) == [0]
    assert table.table.state.game.jackpot.cents == 100_025


def test_lot_is_restored_with_the_table() -> None:
    before = seated().play(a_round(NOTHING))
    after = seated()
    after.table.resume_from(before.table.checkpoint())
    assert shown(after) == shown(before) == 100_025


def test_lot_is_always_shown() -> None:
    table = BareTable({"game": "caribbean-stud", "options": OPTIONS})
    screens, seen = DisplayScreens(Words.load("en")), []
    for step in a_round(NINES)[:-1]:
        seen.append(screens.player_lines(table_panel(table.play([step]).table)))
    table.table.handle(FaultRaised("shoe", "lost"), 10_000)
    seen.append(screens.player_lines(table_panel(table.table)))
    assert all(any("Progressive jackpot" in line for line in lines) for lines in seen)


def test_no_progressive_bet_no_lot() -> None:
    table = BareTable({"game": "caribbean-stud"})
    assert [text.key for text in table_panel(table.table).players] == ["announce.place_your_bets"]
