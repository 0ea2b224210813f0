"""What a tournament's table reports to its hall: each game once, as its journal has it."""

from collections.abc import Iterable, Iterator, Sequence

import pytest
from msgspec.structs import replace

from firmware.core.poker_room.engine.rulings import PlayerEliminated
from firmware.core.vocabulary.events import CorrectionMade, TestBegun, TestEnded
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.tournament import LevelSeen, SeatMove
from firmware.floor.level_wire import LevelMessage, MoveMessage, TableReport
from firmware.floor.uplink.report_source import REPORT_RETRY_S, ReportRepeater, ReportSource
from firmware.floor.uplink.table_reports import TableReports
from firmware.floor.uplink.tournament import level_for_table
from firmware.shell.history.journal_entries import Entry
from firmware.shell.journal import RetentionPolicy
from tests.kits.floor_wire import Disk, started
from tests.kits.games.tournament_evening import GALA, TournamentEvening


def reports(entries: Sequence[Entry], tournament: str = "Gala") -> list[TableReport]:
    found = TableReports(tournament)
    return [up for n, entry in enumerate(entries) for up in found.add_record(n, entry)]


def test_game_reported_once_pots_pushed() -> None:
    evening = TournamentEvening()
    evening.all_in(push=False)
    assert reports(evening.entries) == []
    evening.press(Key.CONFIRM)
    (report,) = reports(evening.entries)
    winner = next(iter(evening.room.seats))
    out = tuple((spot, 1000) for spot in (1, 2, 3) if spot != winner)
    button = evening.room.button_spot
    assert report == TableReport(len(evening.entries) - 1, 1, button, out, tournament="Gala")


def test_004_12_stack_out_is_as_posted() -> None:
    evening = TournamentEvening(2)
    evening.fold_round()
    had = {spot: seat.cents for spot, seat in evening.room.seats.items()}
    evening.all_in()
    for spot, stack in reports(evening.entries)[-1].out:
        assert stack == had[spot]


def test_void_game_reports_nothing() -> None:
    evening = TournamentEvening()
    evening.press(Key.POST_BLINDS, Key.UNDO)
    evening.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    evening.supervise(Key.VOID_ROUND)
    assert reports(evening.entries) == []
    evening.fold_round()
    assert len(reports(evening.entries)) == 1


def test_level_of_the_posted_game_counts() -> None:
    evening = TournamentEvening()
    evening.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    evening.level(2)
    evening.press(Key.FOLD, Key.FOLD, Key.CONFIRM)
    evening.fold_round()
    assert [report.at_level for report in reports(evening.entries)] == [1, 2]


def test_other_tournament_not_reported() -> None:
    evening = TournamentEvening()
    evening.fold_round()
    evening.supervise(Key.CONFIRM)
    evening.level(1, "Bal")
    evening.seat(1000, 1000)
    evening.fold_round()
    assert len(reports(evening.entries)) == len(reports(evening.entries, "Bal")) == 1


def test_earlier_games_wait_for_the_hall() -> None:
    evening = TournamentEvening(has_level=False)
    evening.fold_round()
    evening.fold_round()
    assert reports(evening.entries) == []
    evening.level(1)
    assert [report.at_level for report in reports(evening.entries)] == [0, 0]
    evening.fold_round()
    assert [report.at_level for report in reports(evening.entries)] == [0, 0, 1]
    assert reports(evening.entries, "Bal") == []


def test_games_without_hall_stay_unreported() -> None:
    evening = TournamentEvening(has_level=False)
    evening.fold_round()
    evening.supervise(Key.CONFIRM)
    evening.press(Key.CONFIRM)
    evening.level(1)
    assert reports(evening.entries) == []


def test_test_games_are_not_reported() -> None:
    evening = TournamentEvening()
    evening.supervise(Key.CONFIRM)
    evening.tell(TestBegun())
    evening.seat(1000, 1000)
    evening.fold_round()
    evening.tell(TestEnded())
    assert reports(evening.entries) == []


# from a journal on a disk


@pytest.fixture(scope="module")
def evening() -> TournamentEvening:
    evening = TournamentEvening()
    for level in range(1, 9):
        evening.level(level)
        evening.fold_round()
    evening.all_in()
    return evening


@pytest.fixture(scope="module")
def disk(evening: TournamentEvening, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    disk = Disk(tmp_path_factory.mktemp("journal"), RetentionPolicy(1 << 14))
    disk.write([started(), *evening.entries])
    assert disk.journal._live_header.segment > 2
    yield disk
    disk.close()


def sent(source: ReportSource, last_number: int) -> Iterable[TableReport]:
    """Yield what is sent to a hall that takes each report at its first try."""
    while (report := source.next_report(last_number)) or (
        report := source.next_report(last_number)
    ):
        yield report
        last_number = report.number


def test_restarted_uplink_reports_alike(disk: Disk) -> None:
    every = list(sent(ReportSource(disk.copies, "Gala", 0), 0))
    assert [report.at_level for report in every] == [1, 2, 3, 4, 5, 6, 7, 8, 8]
    for behind, report in enumerate(every, start=1):
        source = ReportSource(disk.copies, "Gala", report.number)
        assert list(sent(source, report.number)) == every[behind:]


def test_report_is_repeated_until_taken(disk: Disk) -> None:
    source, repeating = ReportSource(disk.copies, "Gala", 0), ReportRepeater()
    first = source.next_report(0) or source.next_report(0)
    assert first is not None
    assert repeating.is_due(first, 0.0)
    assert not repeating.is_due(source.next_report(0), REPORT_RETRY_S - 0.1)
    assert repeating.is_due(source.next_report(0), REPORT_RETRY_S)
    assert source.next_report(0) == first
    assert repeating.is_due(source.next_report(first.number), REPORT_RETRY_S + 0.1)


def test_report_names_no_card() -> None:
    known = {"number", "at_level", "button", "out", "arrived", "tournament", "laid"}
    assert set(TableReport.__struct_fields__) == known


def test_arrival_is_in_next_valid_report() -> None:
    evening = TournamentEvening(2)
    evening.fold_round()
    moves = (SeatMove(4, 1, 7, is_arrival=True), SeatMove(5, 2, 2, is_arrival=True))
    evening.tell(replace(GALA, moves=moves))
    evening.at(4)
    evening.amount(800)
    evening.press(Key.SIT_DOWN, Key.POST_BLINDS, Key.CARDS_DEALT)
    evening.supervise(Key.VOID_ROUND)
    evening.fold_round()
    evening.fold_round()
    assert [report.arrived for report in reports(evening.entries)] == [(), ((4, (1, 7)),), ()]


# downwards


def test_table_gets_moves_without_names() -> None:
    moves = (
        MoveMessage("Anne", (3, 4), (1, 7)),
        MoveMessage("Luc", (2, 5), (3, 9)),
        MoveMessage("Zoé", (1, 1), (2, 2)),
    )
    level = LevelMessage("Gala", 2, (100, 200), 25, 61, False, True, True, 40, moves)
    reported = level_for_table(3, level, has_report=False)
    assert reported.moves == (
        SeatMove(4, 1, 7, is_arrival=False),
        SeatMove(9, 2, 5, is_arrival=True),
    )
    assert reported == LevelSeen(
        "Gala", 2, (100, 200), 25, 2, hand_for_hand=True, released=40, moves=reported.moves
    )


def test_hand_for_hand_waits_for_reports() -> None:
    level = LevelMessage("Gala", 2, (100, 200), 25, 61, False, True, True, 40)
    assert level_for_table(3, level, has_report=True).released is None
    assert level_for_table(3, level, has_report=False).released == 40
    assert (
        level_for_table(3, replace(level, hand_for_hand=False), has_report=False).released is None
    )


def corrected_to_nothing(evening: TournamentEvening, spot: int) -> int:
    """Correct the stack of a player to nothing; return what he had."""
    had = evening.room.seats[spot].cents
    correction = CorrectionMade(1, Place(spot, "pot"), -had, "counted", ("anne", "luc"))
    assert PlayerEliminated(spot, had) in evening.tell(correction)
    return had


def test_correction_eliminates_once() -> None:
    evening = TournamentEvening()
    evening.fold_round()
    had = corrected_to_nothing(evening, 2)
    assert sorted(evening.room.seats) == [1, 3]
    number = len(evening.entries) - 1
    assert reports(evening.entries)[-1] == TableReport(
        number + 1, 1, out=((2, had),), tournament="Gala"
    )
    evening.fold_round()
    first, corrected, last = reports(evening.entries)
    assert (first.out, corrected.out, last.out) == ((), ((2, had),), ())
    assert first.number < corrected.number < last.number


def test_early_correction_waits_for_hall() -> None:
    evening = TournamentEvening(has_level=False)
    evening.fold_round()
    had = corrected_to_nothing(evening, 3)
    assert reports(evening.entries) == []
    evening.level(1)
    assert [report.out for report in reports(evening.entries)] == [(), ((3, had),)]
    assert reports(evening.entries, "Bal") == []
