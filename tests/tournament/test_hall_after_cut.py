"""A tournament's hall and its journal: what was taken is durable, and comes back as it was."""

import shutil
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import LevelBegan, PlayerMoved, SeatDrawn
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import Refused
from firmware.shell.device.program import present_program
from firmware.shell.history.journal_entries import (
    Entry,
    Noted,
    PlayerSeated,
    TournamentActed,
    TournamentBegan,
    decode,
    encode,
)
from firmware.shell.history.replay import Replay
from firmware.shell.journal import (
    DirectoryCopy,
    Journal,
    JournalError,
    JournalLost,
    MemoryCopy,
    ProgramVersion,
)
from firmware.shell.journal.header import without_tail
from firmware.tournament import journaled_tournament
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.service import TournamentService
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import FailingCopy, Fuse, PowerCut, StoppingCopy, image_of
from tests.kits.tournament.hall_machine import (
    ENTRY,
    STAMP,
    Machine,
    began,
    config_of,
    refusal,
    terms,
)

NAMES = [f"P{number:02}" for number in range(1, 13)]


def recorded(machine: Machine) -> list[Entry]:
    journal = Journal.open(machine.copies, STAMP)
    return [decode(payload) for payload in journal.records()]


def test_act_is_journaled_before_announcement() -> None:
    machine = Machine()
    tournament = machine.start()
    ruled = tournament.handle_acts(acts.Register("A", ENTRY, 30))
    *_, last = recorded(machine)
    assert isinstance(last, TournamentActed)
    assert (last.act, last.rulings) == (acts.Register("A", ENTRY, 30), ruled)


def test_refusal_is_journaled_and_changes_nothing() -> None:
    machine = Machine()
    tournament = machine.start()
    tournament.handle_acts(acts.Register("A", ENTRY, 30))
    assert refusal(tournament.handle_acts(acts.Register("A", ENTRY, 30))) == "hall.twice"
    assert refusal(tournament.handle_acts(acts.Register("B", ENTRY - 1, 30))) == "hall.entry"
    assert machine.look().tournament == tournament.tournament
    assert tournament.tournament.payments == {"A": ENTRY}


def test_draw_is_random_and_its_result_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(journaled_tournament.SYSTEM_RANDOM).__name__ == "SystemRandom"
    machine = Machine()
    tournament = machine.start()
    tournament.handle_acts(*(acts.Register(name, ENTRY, 30) for name in NAMES))
    seats = [one for one in tournament.draw_seats() if isinstance(one, SeatDrawn)]
    *_, last = recorded(machine)
    assert isinstance(last, TournamentActed)
    assert isinstance(last.act, acts.DrawSeats)
    assert [one.player for one in seats] == [*last.act.players]
    monkeypatch.setattr(journaled_tournament, "SYSTEM_RANDOM", None)
    assert machine.look().tournament == tournament.tournament


@pytest.mark.clause("ANZ 1.27.13(b)")
def test_all_draw_orders_equally_likely() -> None:
    drawn: Counter[tuple[str, ...]] = Counter()
    for _ in range(300):
        tournament = Machine().start()
        tournament.handle_acts(*(acts.Register(name, ENTRY, 30) for name in "ABC"))
        tournament.draw_seats()
        drawn[tuple(tournament.tournament.seating.tables[1].players.values())] += 1
    assert len(drawn) == 6
    assert min(drawn.values()) > 15


@each("lasts", range(60, 12_000, 400))
def test_power_cut_in_write_leaves_act_whole_or_none(lasts: int) -> None:
    fuse = Fuse(1 << 20)
    machine = Machine()
    machine.copies = (StoppingCopy("a", fuse, {}), StoppingCopy("b", fuse, {}))
    tournament = machine.start()
    tournament.handle_acts(*(acts.Register(name, ENTRY, 30) for name in NAMES))
    before = machine.look().tournament
    fuse.left = lasts
    done = (acts.DrawSeats(tuple(NAMES)), acts.StartPlay())
    with suppress(PowerCut):
        tournament.handle_acts(*done)
    machine.copies = tuple(MemoryCopy(c.name, {1: image_of(c)}) for c in machine.copies)
    back = machine.start().tournament
    whole = Machine(machine.config.terms).start()
    whole.handle_acts(*(acts.Register(name, ENTRY, 30) for name in NAMES))
    whole.handle_acts(*done)
    assert (back.payments, back.seating) in [
        (room.payments, room.seating) for room in (before, whole.tournament)
    ]


def test_torn_journal_names_its_remedy() -> None:
    machine = Machine()
    began(machine, *NAMES)
    for copy in machine.copies:
        image = bytearray(image_of(copy))
        at = image.index(b'"act":"Draw"')
        image[at : at + 8] = b"\0" * 8
        copy.create(1, bytes(image))
    with pytest.raises(JournalError) as found:
        machine.start()
    assert found.value.why.key == "journal.why.at_record"


def test_one_copy_alone_is_enough() -> None:
    machine = Machine()
    tournament = began(machine, *NAMES)
    first, second = machine.copies
    first.create(1, image_of(first)[:4096])
    assert machine.start().tournament.payments == tournament.tournament.payments
    whole, repaired = (without_tail(image_of(copy))[4096:] for copy in (second, first))
    assert repaired == whole


def test_repaired_or_lost_copy_is_an_incident() -> None:
    machine = Machine()
    tournament = began(machine, *NAMES)
    assert tournament.state.incidents == []
    machine.copies[0].create(1, image_of(machine.copies[0])[:4096])
    back = machine.start()
    assert back.state.incidents[0].description.key == "hall.incident.back"
    assert "journal.repaired" in {one.description.key for one in back.state.incidents}
    assert machine.look().state.incidents[:2] == back.state.incidents


def test_copy_failing_in_service_is_an_incident() -> None:
    machine = Machine()
    failing = FailingCopy("a")
    machine.copies = (failing, MemoryCopy("b"))
    service = TournamentService(began(machine, *NAMES))
    failing.failing = True
    machine.wait(60)
    service.tick()
    texts = service.tick()
    assert [text.key for text in texts] == ["journal.lost", "journal.unmarked"]
    assert service.tick() == ()


def test_copy_removed_in_service_is_an_incident(
    tmp_path: Path,
) -> None:
    machine = Machine(copies=(DirectoryCopy(tmp_path / "a"), DirectoryCopy(tmp_path / "b")))
    service = TournamentService(began(machine, *NAMES))
    service.tick()
    shutil.rmtree(tmp_path / "a")
    assert [text.key for text in service.tick()] == ["journal.lost", "journal.unmarked"]
    shutil.rmtree(tmp_path / "b")
    with pytest.raises(JournalLost):
        service.tick()


def test_another_tournament_s_folder_is_refused() -> None:
    machine = Machine()
    machine.start()
    machine.config = config_of(of="rotary")
    with pytest.raises(RequestFailed) as found:
        machine.start()
    assert found.value.why.key == "hall.other_tournament"
    machine.config = config_of(terms(prizes=[50, 50], managers=1))
    with pytest.raises(RequestFailed) as found:
        machine.start()
    assert found.value.why == Text("hall.other_terms", {"names": "prizes"})


def test_managers_and_staff_change_until_start() -> None:
    machine = Machine(terms(seats=2, managers=0))
    tournament = machine.start()
    tournament.handle_acts(*(acts.Register(name, ENTRY, 30) for name in NAMES))
    tournament.draw_seats()
    assert refusal(tournament.handle_acts(acts.StartPlay())) == "hall.managers"
    machine.config = config_of(terms(seats=2, managers=1, staff=["Z"]))
    tournament = machine.start()
    assert refusal(tournament.handle_acts(acts.Register("Z", ENTRY, 30))) == "hall.staff"
    assert [type(one) for one in tournament.handle_acts(acts.StartPlay())] == [LevelBegan]
    assert machine.look().tournament.terms == machine.config.terms
    replay = Replay()
    assert {replay.take(n, one) for n, one in enumerate(recorded(machine))} == {None}
    machine.config = config_of(terms(seats=2, managers=2, staff=["Z"]))
    with pytest.raises(RequestFailed) as found:
        machine.start()
    assert found.value.why == Text("hall.other_terms", {"names": "managers"})


def test_004_11_entrant_does_not_become_staff() -> None:
    machine = Machine()
    machine.start().handle_acts(acts.Register("Anne Roy", ENTRY, 30))
    machine.config = config_of(terms(staff=["anne roy"]))
    with pytest.raises(RequestFailed) as found:
        machine.start()
    assert found.value.why.key == "hall.staff"


def test_table_journal_is_refused() -> None:
    machine = Machine()
    journal = Journal.open(machine.copies, STAMP)
    journal.append(encode(Noted(0, "", Text("journal.begun"))))
    journal.commit()
    with pytest.raises(RequestFailed) as found:
        machine.start()
    assert found.value.why.key == "hall.no_hall"


def test_differently_ruling_program_is_refused() -> None:
    machine = Machine()
    machine.start()
    journal = Journal.open(machine.copies, STAMP)
    journal.append(encode(TournamentActed("2026-11-27T19:00:00+00:00", acts.StartPlay(), ())))
    journal.commit()
    with pytest.raises(RequestFailed) as found:
        machine.start()
    assert found.value.why.key == "hall.other_rulings"


def test_replay_names_first_difference() -> None:
    machine = Machine()
    began(machine, *NAMES)
    replay = Replay()
    entries = [*recorded(machine)]
    assert [replay.take(number, entry) for number, entry in enumerate(entries)] == [None] * 15
    assert replay.event_count == 14
    found = replay.take(15, TournamentActed("", acts.PauseClock(), (Refused(Text("hall.over")),)))
    assert found is not None
    assert (found.record_number, found.decided) == (15, ())


# moves


def moving(machine: Machine) -> tuple[JournaledTournament, str]:
    """Return a hall of two tables of which a player has just been moved."""
    tournament = began(machine, *NAMES)
    gone = [*tournament.tournament.seating.tables[1].players.values()][:2]
    ruled = tournament.handle_acts(
        acts.ReportEliminated(tuple(acts.EliminatedPlayer(name, 100) for name in gone))
    )
    return tournament, next(one.player for one in ruled if isinstance(one, PlayerMoved))


def test_move_is_open_until_player_sits() -> None:
    machine = Machine(terms(seats=6))
    tournament, player = moving(machine)
    assert machine.look().state.pending_moves == tournament.state.pending_moves
    assert player in tournament.state.pending_moves
    assert tournament.confirm_move(player) == ()
    assert player not in tournament.state.pending_moves
    assert player not in machine.look().state.pending_moves
    assert any(isinstance(entry, PlayerSeated) for entry in recorded(machine))
    assert refusal(tournament.confirm_move(player)) == "hall.not_moving"


def test_eliminated_player_has_no_pending_move() -> None:
    tournament, player = moving(Machine(terms(seats=6)))
    tournament.handle_acts(acts.ReportEliminated((acts.EliminatedPlayer(player, 1),)))
    assert player not in tournament.state.pending_moves


def test_program_change_recorded_once() -> None:
    machine, other = Machine(), ProgramVersion("0.0.9", "ab" * 32)
    journal = Journal.open(machine.copies, STAMP)
    terms = machine.config.terms
    journal.append(encode(TournamentBegan("2026-11-27T19:00:00+00:00", "lions", terms, other)))
    journal.commit()
    for _ in range(2):
        tournament = machine.start()
        assert (tournament.state.program, tournament.state.incidents) == (present_program(), [])
    written = [decode(record) for record in Journal.open(machine.copies, STAMP).records()]
    assert [entry.program for entry in written if isinstance(entry, TournamentBegan)] == [
        other,
        present_program(),
    ]


def test_other_rulings_name_the_writing_version() -> None:
    machine, other = Machine(), ProgramVersion("0.0.9", "ab" * 32)
    journal = Journal.open(machine.copies, STAMP)
    wall, terms = "2026-11-27T19:00:00+00:00", machine.config.terms
    for entry in (
        TournamentBegan(wall, "lions", terms, other),
        TournamentActed(wall, acts.Register("Anne", ENTRY, 34), (Refused(Text("hall.full")),)),
    ):
        journal.append(encode(entry))
    journal.commit()
    with pytest.raises(RequestFailed) as refused:
        machine.start()
    assert refused.value.why == Text("hall.other_rulings", {"number": "1", "version": "0.0.9"})
