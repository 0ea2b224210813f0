"""A rebuy at a table in service: its chips reach the table once, or it is refused in words."""

from dataclasses import replace

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import PlayerMoved, PlayerPlaced
from firmware.floor.level_wire import RebuyMessage, TableReport
from firmware.shell.words.words import Words
from firmware.tournament.level_message import level_message
from firmware.tournament.requests import ApplyAct, GetStatus, TournamentReply
from firmware.tournament.service import TournamentService
from firmware.tournament.status import status_texts
from firmware.tournament.table_reports import TableReports
from tests.kits.tournament.hall_machine import ENTRY, Machine, began, terms

REBUY = {"cents": 4000, "chips": 9000}
NAMES = [f"P{number}" for number in range(1, 7)]
WORDS = Words.load("en")


class Hall:
    """Six players at two tables in service, three each."""

    def __init__(self, *tables_in_service: int) -> None:
        self.machine = Machine(terms(seats=3, prizes=[50, 50], rebuy=REBUY))
        tables = {f"table-{number}": number for number in tables_in_service or (1, 2)}
        self.machine.config = replace(self.machine.config, tables=tables)
        self.tournament = began(self.machine, *NAMES)
        self.take_power_back()

    def take_power_back(self) -> None:
        self.service, self.reports = (
            TournamentService(self.tournament),
            TableReports(self.tournament),
        )

    def cut(self) -> None:
        self.tournament = self.machine.cut(5)
        self.tournament.resume_clock(count_away=False)
        self.take_power_back()

    def player_at(self, table: int, spot: int) -> str:
        return self.tournament.tournament.seating.tables[table].players[spot]

    def buy(self, player: str) -> TournamentReply:
        return self.service.answer(ApplyAct(acts.RebuyChips(player, REBUY["cents"])))

    def rebuys_sent(self, table: int) -> tuple[RebuyMessage, ...]:
        return level_message(self.tournament, table).rebuys

    def incidents(self) -> list[str]:
        return [one.description.key for one in self.tournament.state.incidents]


def test_rebuy_is_sent_until_laid() -> None:
    hall = Hall()
    assert hall.buy(hall.player_at(1, 2)).is_accepted
    rebuy = RebuyMessage(spot=2, chips=9000, number=1)
    assert hall.rebuys_sent(1) == (rebuy,)
    assert hall.rebuys_sent(2) == ()
    hall.cut()
    assert hall.rebuys_sent(1) == (rebuy,)
    hall.reports.take_report(1, TableReport(5, 1, button=1, laid=(1,)))
    assert hall.rebuys_sent(1) == ()
    hall.cut()
    assert hall.rebuys_sent(1) == ()


def test_status_names_chips_to_be_laid() -> None:
    hall = Hall()
    buyer = hall.player_at(2, 1)
    hall.buy(buyer)
    status = hall.service.answer(GetStatus()).status
    assert status is not None
    said = [WORDS.render(text) for text in status_texts(status)]
    assert f"{buyer}: rebuy to be laid, table 2, spot 1" in said
    hall.reports.take_report(2, TableReport(5, 1, button=1, laid=(1,)))
    after = hall.service.answer(GetStatus()).status
    assert after is not None
    assert after.rebuys == ()


def test_buyer_who_lost_all_is_not_out() -> None:
    hall = Hall()
    buyer = hall.player_at(1, 2)
    hall.buy(buyer)
    # the game in which he lost his first chips was on when he bought
    ruled = hall.reports.take_report(1, TableReport(5, 1, button=1, out=((2, 10_000),)))
    assert not [one for one in ruled if isinstance(one, PlayerPlaced)]
    assert buyer in hall.tournament.tournament.remaining
    assert hall.incidents() == ["hall.incident.rebuy"]
    assert hall.rebuys_sent(1) == (RebuyMessage(2, 9000, 1),)


def test_losing_the_rebuy_in_one_report_is_out() -> None:
    hall = Hall()
    buyer = hall.player_at(1, 2)
    hall.buy(buyer)
    ruled = hall.reports.take_report(1, TableReport(5, 1, button=1, out=((2, 9000),), laid=(1,)))
    assert [one.player for one in ruled if isinstance(one, PlayerPlaced)] == [buyer]
    assert hall.incidents() == []


def test_rebuy_in_service_is_not_undone() -> None:
    hall = Hall(1)
    buyer, other = hall.player_at(1, 2), hall.player_at(2, 2)
    hall.buy(other)
    assert hall.tournament.undo_last_act()[-1].cents == REBUY["cents"]  # type: ignore[union-attr]
    hall.buy(buyer)
    (refused,) = hall.tournament.undo_last_act()
    assert refused.why.key == "hall.undo_rebuy"  # type: ignore[union-attr]
    assert hall.tournament.tournament.payments[buyer] == ENTRY + REBUY["cents"]
    assert hall.rebuys_sent(1) == (RebuyMessage(2, 9000, 2),)


def test_moving_player_buys_once_seated() -> None:
    hall = Hall()
    lost = TableReport(5, 1, button=1, out=((1, 10_000), (2, 9000)))
    (moved,) = [one for one in hall.reports.take_report(1, lost) if isinstance(one, PlayerMoved)]
    refused = hall.buy(moved.player)
    assert not refused.is_accepted
    assert refused.texts[0].key == "hall.rebuy_moving"
    table, spot = moved.to
    hall.reports.take_report(table, TableReport(6, 1, arrived=((spot, moved.origin),)))
    assert hall.buy(moved.player).is_accepted
    assert hall.rebuys_sent(table) == (RebuyMessage(spot, 9000, 1),)


def test_player_arrived_elsewhere_has_his_chips() -> None:
    hall = Hall()
    for spot in (1, 2, 3):
        hall.buy(hall.player_at(1, spot))
        hall.buy(hall.player_at(2, spot))
    # their chips are laid, and two lose them; the table of one is broken before it reports again
    lost = TableReport(5, 1, button=1, out=((1, 9000), (2, 9000)), laid=(1, 3))
    ruled = hall.reports.take_report(1, lost)
    (moved,) = [one for one in ruled if isinstance(one, PlayerMoved)]
    origin_rebuys = hall.rebuys_sent(moved.origin[0])
    assert moved.origin[1] in [rebuy.spot for rebuy in origin_rebuys]
    hall.reports.take_report(moved.to[0], TableReport(6, 1, arrived=((moved.to[1], moved.origin),)))
    assert moved.origin[1] not in [rebuy.spot for rebuy in hall.rebuys_sent(moved.origin[0])]


def test_late_report_before_rebuy_is_unambiguous() -> None:
    """The buyer lost all, bought, sat again and moved on; then his first table reports."""
    hall = Hall()
    lost = TableReport(5, 1, button=1, out=((1, 10_000), (2, 9000)))
    for spot in (1, 2, 3):
        hall.buy(hall.player_at(2, spot))
    (moved,) = [one for one in hall.reports.take_report(1, lost) if isinstance(one, PlayerMoved)]
    assert moved.origin[0] == 2
    arrived = TableReport(6, 1, arrived=((moved.to[1], moved.origin),))
    hall.reports.take_report(1, arrived)
    table, spot = moved.origin
    hall.tournament.tournament.seating.tables[table].players[spot] = "P99"  # who came there since
    hall.reports.take_report(table, TableReport(3, 1, button=1, out=((spot, 10_000),)))
    assert hall.incidents() == ["hall.incident.rebuy"]
    assert moved.player in hall.tournament.tournament.remaining
    laid = hall.tournament.state.rebuys[moved.player]
    hall.reports.take_report(table, TableReport(4, 1, button=2, laid=(laid.number,)))
    hall.reports.take_report(table, TableReport(7, 1, button=3, out=((spot, 500),)))
    # of the one who sits there now
    assert hall.incidents()[1:] == ["hall.incident.not_counted"]


def test_organizer_may_eliminate_a_buyer() -> None:
    hall = Hall()
    buyer = hall.player_at(1, 2)
    hall.buy(buyer)
    act = acts.ReportEliminated((acts.EliminatedPlayer(buyer, 100),))
    assert hall.service.answer(ApplyAct(act)).is_accepted
    assert hall.rebuys_sent(1) == ()
