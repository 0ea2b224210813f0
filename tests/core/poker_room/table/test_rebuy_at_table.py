"""The chips of a rebuy at a tournament's table in service: laid once, before its player."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.rulings import PlayerEliminated
from firmware.core.poker_room.engine.tournament_table import remembered_link
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.tournament import SeatMove, SeatRebuy
from firmware.floor.level_wire import TableReport
from firmware.floor.uplink.table_reports import TableReports
from tests.kits.games.tournament_evening import GALA, TournamentEvening

REBUY = SeatRebuy(spot=2, chips=9000, number=4)
BOUGHT = replace(GALA, rebuys=(REBUY,))
THREE_OUT = (("AS", "AH"), ("4D", "5H"), ("9C", "TC"))


def reports(evening: TournamentEvening) -> list[TableReport]:
    made = TableReports("Gala")
    return [
        report
        for number, entry in enumerate(evening.entries)
        for report in made.add_record(number, entry)
    ]


def stack(evening: TournamentEvening, spot: int) -> int:
    return evening.room.seats[spot].cents


def test_dealer_is_prompted_without_key() -> None:
    evening = TournamentEvening()
    evening.tell(BOUGHT)
    (line,) = [line for line in evening.panel.dealer if line.key == "room.hall.rebuy"]
    assert dict(line.values) == {"spot": 2, "cents": 9000}
    evening.at(2)
    assert Key.SIT_DOWN in evening.panel.keys
    evening.press(Key.SIT_DOWN)
    assert stack(evening, 2) == 10_000
    assert "room.hall.rebuy" not in [line.key for line in evening.panel.dealer]


def test_wrong_amount_is_refused_right_one_accepted() -> None:
    evening = TournamentEvening()
    evening.tell(BOUGHT)
    evening.at(2)
    evening.amount(8000)
    assert evening.refused(Key.SIT_DOWN) == "room.hall.rebuy_is"
    evening.at(2)
    evening.amount(9000)
    evening.press(Key.SIT_DOWN)
    assert stack(evening, 2) == 10_000


def test_chips_wait_until_between_games() -> None:
    evening = TournamentEvening()
    evening.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    evening.tell(BOUGHT)
    assert Key.SIT_DOWN not in evening.panel.keys
    assert evening.refused(Key.SIT_DOWN) is not None


def test_late_or_repeated_message_lays_it_once() -> None:
    evening = TournamentEvening()
    evening.tell(BOUGHT)
    evening.at(2)
    evening.press(Key.SIT_DOWN)
    for level in (GALA, replace(BOUGHT, minutes_left=19), replace(GALA, minutes_left=18), BOUGHT):
        evening.tell(level)
        evening.at(2)
        assert Key.SIT_DOWN not in evening.panel.keys
    assert stack(evening, 2) == 10_000
    evening.fold_round()
    assert remembered_link(evening.table.state.game.memory).rebuys_laid == (4,)


def test_next_report_numbers_it_once() -> None:
    evening = TournamentEvening()
    evening.fold_round()
    evening.tell(BOUGHT)
    evening.at(2)
    evening.press(Key.SIT_DOWN)
    evening.fold_round()
    evening.fold_round()
    assert [report.laid for report in reports(evening)] == [(), (4,), ()]
    assert all(report.arrived == () for report in reports(evening))


def test_voided_game_reports_none_and_next_one_does() -> None:
    evening = TournamentEvening()
    evening.tell(BOUGHT)
    evening.at(2)
    evening.press(Key.SIT_DOWN, Key.POST_BLINDS, Key.CARDS_DEALT)
    evening.supervise(Key.VOID_ROUND)
    evening.fold_round()
    assert [report.laid for report in reports(evening)] == [(4,)]


def test_eliminated_player_sits_again_with_chips() -> None:
    evening = TournamentEvening()
    evening.all_in(THREE_OUT)
    out = {one.spot for one in evening.said if isinstance(one, PlayerEliminated)}
    spot = min(out)
    rebuy = replace(REBUY, spot=spot)
    evening.tell(replace(GALA, rebuys=(rebuy,)))
    evening.at(spot)
    evening.press(Key.SIT_DOWN)
    assert stack(evening, spot) == 9000
    evening.fold_round()
    first, second = reports(evening)
    assert {spot for spot, _ in first.out} == out
    assert second.laid == (4,)


def test_no_move_before_rebuy_is_laid() -> None:
    evening = TournamentEvening()
    evening.fold_round()
    away = SeatMove(2, 3, 5, is_arrival=False, number=1)
    evening.tell(replace(BOUGHT, moves=(away,)))
    evening.at(2)
    assert Key.LEAVE_SEAT not in evening.panel.keys
    assert evening.refused(Key.LEAVE_SEAT) == "room.hall.rebuy_first"
    evening.at(2)
    evening.press(Key.SIT_DOWN)
    evening.at(2)
    evening.press(Key.LEAVE_SEAT)
    assert 2 not in evening.room.seats


def test_player_at_a_laid_rebuy_s_spot_is_arrival() -> None:
    evening = TournamentEvening()
    evening.fold_round()
    away = SeatMove(2, 3, 5, is_arrival=False, number=1)
    comes = SeatMove(2, 3, 6, is_arrival=True, number=2)
    evening.tell(replace(BOUGHT, moves=(away, comes)))
    evening.at(2)
    evening.press(Key.SIT_DOWN)
    evening.at(2)
    evening.press(Key.LEAVE_SEAT)
    evening.at(2)
    evening.amount(700)
    evening.press(Key.SIT_DOWN)
    assert stack(evening, 2) == 700
    evening.fold_round()
    last = reports(evening)[-1]
    assert (last.laid, last.arrived) == ((4,), ((2, (3, 6)),))
