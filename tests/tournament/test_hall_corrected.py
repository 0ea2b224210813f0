"""Two people correct an earlier act of a hall: its journal, its report, tickets, rebuys, tables."""

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.core.tournament import acts, rulings
from firmware.core.vocabulary.panel import Text
from firmware.floor.level_wire import MoveMessage, TableReport
from firmware.shell.words.words import Words
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.level_message import level_message
from firmware.tournament.pit_view import tournament_view
from firmware.tournament.requests import SOCKET_NAME, CorrectEarlierAct
from firmware.tournament.service import TournamentService, TournamentSocket
from firmware.tournament.status import report_texts
from firmware.tournament.table_reports import TableReports
from tests.kits.shell.journal_copies import Fuse, PowerCut, StoppingCopy, image_of
from tests.kits.tournament.hall_machine import ENTRY, Machine, began, config_of, refusal, terms
from tests.tournament.test_hall_evidence import account

Capture = pytest.CaptureFixture[str]
REBUY = {"cents": ENTRY, "chips": 9000}
PERSONS = ("Marie Roy", "Jean Roy")
PLENTY = 1 << 40


def out(player: str, stack: int = 100) -> acts.ReportEliminated:
    return acts.ReportEliminated((acts.EliminatedPlayer(player, stack),))


def correction(number: int, right: acts.CorrectableAct | None = None) -> acts.CorrectAct:
    return acts.CorrectAct(number, PERSONS, "seen", right)


def in_play(machine: Machine | None = None) -> tuple[Machine, JournaledTournament]:
    machine = machine or Machine(terms(seats=6, rebuy=REBUY))
    return machine, began(machine, *"ABCDEFGH")


def test_restart_restores_correction_and_effects() -> None:
    machine, tournament = in_play()
    tournament.handle_acts(acts.RebuyChips("B", ENTRY), out("A"), out("C"))
    tournament.handle_acts(correction(10, out("B")), correction(9, acts.RebuyChips("D", ENTRY)))
    tournament.handle_acts(correction(1, acts.Register("Anne", ENTRY, 44)), out("Anne"))
    found = machine.look().state
    assert found.tournament.places == tournament.tournament.places
    assert found.tournament.payments == tournament.tournament.payments
    assert found.tournament.seating == tournament.tournament.seating
    assert found.act_log.numbered_acts == tournament.state.act_log.numbered_acts
    assert (found.tickets, found.rebuys) == (tournament.state.tickets, tournament.state.rebuys)
    assert found.pending_moves == tournament.state.pending_moves
    assert found.act_times == tournament.state.act_times
    assert found.incidents[: len(tournament.state.incidents)] == tournament.state.incidents


@pytest.mark.parametrize("octets", range(0, 1200, 60))
def test_power_cut_leaves_all_or_none(octets: int) -> None:
    fuse = Fuse(PLENTY)
    machine = Machine(
        terms(seats=6, rebuy=REBUY), (StoppingCopy("a", fuse, {}), StoppingCopy("b", fuse, {}))
    )
    _, tournament = in_play(machine)
    tournament.handle_acts(out("A"), out("C"))
    before = tournament.tournament.places
    fuse.left = octets
    with suppress(PowerCut):
        tournament.handle_acts(correction(9, out("B")))
    fuse.left = PLENTY
    first, second = (StoppingCopy(one.name, fuse, {1: image_of(one)}) for one in machine.copies)
    machine.copies = (first, second)
    back = machine.cut(5)
    assert back.tournament.places in (before, {8: ["B"], 7: ["C"]})
    if back.tournament.places == before:
        back.handle_acts(correction(9, out("B")))
    assert sorted(back.tournament.remaining) == [*"ADEFGH"]


def test_report_has_names_reason_and_both_acts() -> None:
    _, tournament = in_play()
    tournament.handle_acts(out("A"), correction(9, out("B", 50)))
    words = Words.load("en")
    assert words.render([*report_texts(tournament.state)][-1]).endswith(
        "Act 9 corrected by Marie Roy and Jean Roy: Elimination of A=100, now Elimination of B=50."
        " Reason: seen"
    )
    tournament.handle_acts(correction(9))
    assert "withdrawn by Marie Roy and Jean Roy" in words.render(
        [*report_texts(tournament.state)][-1]
    )


def test_report_has_the_money_moved() -> None:
    _, tournament = in_play()
    tournament.handle_acts(acts.RebuyChips("A", ENTRY), correction(9))
    what = Text("hall.told.paid_back", {"who": "A", "cents": ENTRY})
    assert tournament.state.incidents[-1].description == what


def test_evidence_replays_new_places(tmp_path: Path) -> None:
    machine, tournament = in_play()
    tournament.handle_acts(out("A"), out("C"), correction(9, out("B")))
    proved = account(machine, tmp_path)
    assert not proved.problems
    assert Text("hall.told.placed", {"who": "B", "place": 8}) in proved.statements


def test_renamed_player_retains_ticket() -> None:
    _, tournament = in_play()
    tournament.handle_acts(correction(1, acts.Register("Anne", ENTRY, 44)), correction(2))
    assert tournament.state.tickets["Anne"].number == 1
    assert "B" not in tournament.state.tickets
    tournament.handle_acts(correction(2, acts.Register("B", ENTRY, 30)))
    assert tournament.state.tickets["B"].number == 9


def test_reinstated_player_resumes_move() -> None:
    _, tournament = in_play()
    ruled = tournament.handle_acts(out("A"), out("C"))
    (moved,) = [one for one in ruled if isinstance(one, rulings.PlayerMoved)][:1]
    tournament.handle_acts(out(moved.player))
    assert moved.player not in tournament.state.pending_moves
    tournament.handle_acts(correction(11))
    assert tournament.state.pending_moves[moved.player].destination == moved.to


def test_pit_sees_corrected_account() -> None:
    _, tournament = in_play()
    before = tournament_view(tournament)
    tournament.handle_acts(correction(1))
    after = tournament_view(tournament)
    assert (before.entered, after.entered, after.left) == (8, 7, 7)
    assert sum(after.prizes) == sum(before.prizes) * 7 // 8


def test_rebuy_in_service_is_corrected_once_laid() -> None:
    machine = Machine(terms(seats=8, rebuy=REBUY))
    machine.config = config_of(machine.config.terms, tables={"table-1": 1})
    tournament = began(machine, *"ABCD")
    service = TournamentService(tournament)
    tournament.handle_acts(acts.RebuyChips("A", ENTRY))
    request = CorrectEarlierAct(5, PERSONS, "seen")
    reply = service.answer(request)
    assert (reply.is_accepted, reply.texts[0].key) == (False, "hall.correct.rebuy")
    tournament.state.rebuys["A"] = type(tournament.state.rebuys["A"])(1, (1, 1), is_laid=True)
    assert service.answer(request).texts[1:] == (
        Text("hall.told.paid_back", {"who": "A", "cents": ENTRY}),
        Text("hall.told.chips_less", {"who": "A", "chips": 9000}),
    )


def test_start_and_cancellation_excluded() -> None:
    _, tournament = in_play()
    assert [*tournament.state.act_log.numbered_acts] == [*range(1, 9)]
    tournament.handle_acts(acts.CancelTournament())
    assert refusal(tournament.handle_acts(correction(1))) == "hall.correct.cancelled"


class Desk:
    """A hall at a socket, and a person at a terminal."""

    def __init__(self, state: Path, capsys: Capture) -> None:
        self.state, self.capsys = state, capsys
        self.tournament = Machine(terms(rebuy=REBUY, staff=["Marie Roy", "Jean Roy"])).start()
        self.service = TournamentService(self.tournament)

    def says(self, *line: str, lang: str = "en") -> str:
        """Return what a command says, on either stream."""
        main(("tournament", *line, "--state", str(self.state), "--lang", lang))
        return "".join(self.capsys.readouterr())

    def corrects(self, number: str, *line: str, lang: str = "en") -> str:
        persons = ("--by", "marie roy", "Jean Roy", "--why", "He sat there")
        return self.says("correct", number, *persons, *line, lang=lang)


@pytest.fixture
def desk(tmp_path: Path, capsys: Capture) -> Iterator[Desk]:
    desk = Desk(tmp_path, capsys)
    with closing(TournamentSocket(tmp_path / SOCKET_NAME, desk.service)):
        for name in ("Anne", "Bob", "Carl", "Dora"):
            desk.says("register", name, "--age", "34", "--cents", str(ENTRY))
        desk.tournament.handle_acts(acts.DrawSeats(("Anne", "Bob", "Carl", "Dora")))
        desk.says("start")
        yield desk


def test_act_is_listed_and_named_by_its_number(desk: Desk) -> None:
    assert "Act 5" in desk.says("out", "Anne=100")
    assert "5, 2026-" in desk.says("acts")
    assert "Elimination of Anne=100" in desk.says("acts")
    answer = desk.corrects("5", "--chips", "Bob=300")
    assert "Act 5 corrected by Marie Roy and Jean Roy" in answer
    assert "Bob: place 4" in answer
    assert "Anne: table 1, spot 1" in answer
    assert "Elimination of Bob=300" in desk.says("acts")
    assert "He sat there" in desk.says("report")


def test_each_kind_of_act_takes_its_own_values(desk: Desk) -> None:
    assert "Anne is now Anne Roy" in desk.corrects("1", "--player", "Anne Roy", "--age", "40")
    assert "Bob is now BOB" in desk.corrects("2", "--player", "BOB")
    assert "Carl has an entry already" in desk.corrects("2", "--player", "carl")
    desk.says("rebuy", "Bob", "--cents", str(ENTRY))
    assert "Carl: give 9000 chips" in desk.corrects("5", "--player", "carl")
    desk.says("button", "1", "2")
    desk.corrects("6", "--spot", "4")
    assert desk.tournament.tournament.seating.tables[1].button == 4
    assert "give back $50.00" in desk.corrects("5", "--withdraw")
    assert "rebuy" in desk.says("acts").lower()
    assert "withdrawn" in desk.says("acts")


def test_invalid_correction_states_reason_and_remedy(desk: Desk) -> None:
    assert "croupier tournament acts" in desk.corrects("9", "--withdraw")
    assert "not both" in desk.corrects("1", "--withdraw", "--age", "40")
    assert "Say what is right" in desk.corrects("1")
    assert "--spot does not belong to act 1" in desk.corrects("1", "--spot", "3")
    assert "two persons" in desk.says(
        "correct", "1", "--withdraw", "--by", "Marie Roy", "--why", "x"
    )
    assert "Luc can't correct" in desk.says(
        "correct", "1", "--withdraw", "--by", "Marie Roy", "Luc", "--why", "x"
    )
    desk.says("out", "Dora=10")
    answer = desk.corrects("4", "--withdraw", lang="fr")
    assert "acte 5, Élimination de Dora=10 (Dora n'est pas au tournoi" in answer


def test_table_in_service_still_reports_reinstated() -> None:
    machine = Machine(terms(seats=8, rebuy=REBUY))
    machine.config = config_of(machine.config.terms, tables={"table-1": 1})
    tournament = began(machine, *"ABCDEF")
    reports = TableReports(tournament)
    tournament.handle_acts(out("A"))
    reports.take_report(1, TableReport(1, 1, button=3, out=((2, 500),)))
    tournament.handle_acts(correction(7, out("F")))
    assert tournament.tournament.places == {6: ["F"], 5: ["B"]}
    assert tournament.tournament.seating.tables[1].button == 3
    reports.take_report(1, TableReport(2, 1, button=4, out=((1, 700),)))
    assert tournament.tournament.places[4] == ["A"]


def test_table_learns_both_seats_of_reinstated_player() -> None:
    machine = Machine(terms(seats=4))
    machine.config = config_of(machine.config.terms, tables={"table-1": 1, "table-2": 2})
    tournament = began(machine, *"ABCDE")
    ruled = tournament.handle_acts(out("A"))
    assert rulings.TableBroken(2) in ruled
    taken = {one.to for one in ruled if isinstance(one, rulings.PlayerMoved)}
    assert (1, 1) in taken
    back = tournament.handle_acts(correction(6))
    (moved,) = [one for one in back if isinstance(one, rulings.PlayerMoved) and one.player == "A"]
    assert moved.origin == (1, 1)
    table, spot = moved.to
    moves = level_message(tournament, table).moves
    assert (
        MoveMessage("A", (1, 1), (table, spot), tournament.state.pending_moves["A"].number) in moves
    )
    assert tournament.state.candidates_at(1, 1) >= {"A"}
