"""A tournament's hall and its journal: what was taken is durable, and comes back as it was."""

from collections import Counter
from contextlib import suppress

import pytest

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import LevelBegan, Moved, Seated
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.rulings import Refused
from firmware.shell.history.records import Entry, HallDid, HallSeated, Noted, decode, encode
from firmware.shell.history.replay import Replay
from firmware.shell.journal import Journal, JournalError, MemoryCopy
from firmware.tournament import journaled_tournament as keeping
from firmware.tournament.journaled_tournament import KeptHall
from firmware.tournament.service import HallService
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import FailingCopy, Fuse, PowerCut, StoppingCopy, image_of
from tests.kits.tournament.hall_machine import ENTRY, STAMP, Machine, began, refusal, terms

NAMES = [f"P{number:02}" for number in range(1, 13)]


def recorded(machine: Machine) -> list[Entry]:
    journal = Journal.open(machine.copies, STAMP)
    return [decode(payload) for payload in journal.records()]


def test_an_act_is_in_the_journal_before_anybody_hears_of_it() -> None:
    machine = Machine()
    kept = machine.start()
    ruled = kept.handle(acts.Register("A", ENTRY, 30))
    *_, last = recorded(machine)
    assert isinstance(last, HallDid)
    assert (last.act, last.rulings) == (acts.Register("A", ENTRY, 30), ruled)


def test_a_refusal_is_in_the_journal_too_and_changes_nothing() -> None:
    machine = Machine()
    kept = machine.start()
    kept.handle(acts.Register("A", ENTRY, 30))
    assert refusal(kept.handle(acts.Register("A", ENTRY, 30))) == "hall.twice"
    assert refusal(kept.handle(acts.Register("B", ENTRY - 1, 30))) == "hall.entry"
    assert machine.look().room == kept.room
    assert kept.room.paid == {"A": ENTRY}


def test_the_draw_is_the_systems_and_its_result_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(keeping.CHANCE).__name__ == "SystemRandom"
    machine = Machine()
    kept = machine.start()
    kept.handle(*(acts.Register(name, ENTRY, 30) for name in NAMES))
    seats = [one for one in kept.draw() if isinstance(one, Seated)]
    *_, last = recorded(machine)
    assert isinstance(last, HallDid)
    assert isinstance(last.act, acts.Draw)
    assert [one.player for one in seats] == [*last.act.players]
    monkeypatch.setattr(keeping, "CHANCE", None)
    assert machine.look().room == kept.room


def test_every_order_of_a_draw_is_as_likely() -> None:
    drawn: Counter[tuple[str, ...]] = Counter()
    for _ in range(300):
        kept = Machine().start()
        kept.handle(*(acts.Register(name, ENTRY, 30) for name in "ABC"))
        kept.draw()
        drawn[tuple(kept.room.seating.tables[1].players.values())] += 1
    assert len(drawn) == 6
    assert min(drawn.values()) > 15


@each("lasts", range(60, 12_000, 400))
def test_a_power_cut_in_the_midst_of_a_write_keeps_all_of_an_act_or_nothing(lasts: int) -> None:
    fuse = Fuse(1 << 20)
    machine = Machine()
    machine.copies = (StoppingCopy("a", fuse, {}), StoppingCopy("b", fuse, {}))
    kept = machine.start()
    kept.handle(*(acts.Register(name, ENTRY, 30) for name in NAMES))
    before = machine.look().room
    fuse.left = lasts
    done = (acts.Draw(tuple(NAMES)), acts.Start())
    with suppress(PowerCut):
        kept.handle(*done)
    machine.copies = tuple(MemoryCopy(c.name, {1: image_of(c)}) for c in machine.copies)
    back = machine.start().room
    whole = Machine(machine.terms).start()
    whole.handle(*(acts.Register(name, ENTRY, 30) for name in NAMES))
    whole.handle(*done)
    assert (back.paid, back.seating) in [(room.paid, room.seating) for room in (before, whole.room)]


def test_a_torn_journal_is_refused_and_says_what_to_do() -> None:
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
    kept = began(machine, *NAMES)
    first, second = machine.copies
    first.create(1, image_of(first)[:4096])
    assert machine.start().room.paid == kept.room.paid
    assert image_of(first)[4096:] == image_of(second)[4096:]


def test_a_copy_that_was_repaired_or_is_lost_is_an_incident() -> None:
    machine = Machine()
    kept = began(machine, *NAMES)
    assert kept.hall.incidents == []
    machine.copies[0].create(1, image_of(machine.copies[0])[:4096])
    back = machine.start()
    assert back.hall.incidents[0].what.key == "hall.incident.back"
    assert "journal.repaired" in {one.what.key for one in back.hall.incidents}
    assert machine.look().hall.incidents[:2] == back.hall.incidents


def test_a_copy_that_fails_while_it_is_served_is_an_incident_at_once() -> None:
    machine = Machine()
    failing = FailingCopy("a")
    machine.copies = (failing, MemoryCopy("b"))
    service = HallService(began(machine, *NAMES))
    failing.failing = True
    machine.wait(60)
    service.tick()
    told = service.tick()
    assert [text.key for text in told] == ["journal.lost", "journal.unmarked"]
    assert service.tick() == ()


def test_a_folder_of_another_tournament_is_refused() -> None:
    machine = Machine()
    machine.start()
    machine.tournament = "rotary"
    with pytest.raises(CannotBeDone) as found:
        machine.start()
    assert found.value.why.key == "hall.other_tournament"
    machine.tournament = "lions"
    machine.terms = terms(prizes=[50, 50], managers=1)
    with pytest.raises(CannotBeDone) as found:
        machine.start()
    assert found.value.why == Text("hall.other_terms", {"names": "prizes"})


def test_managers_and_staff_may_change_until_the_start() -> None:
    machine = Machine(terms(seats=2, managers=0))
    kept = machine.start()
    kept.handle(*(acts.Register(name, ENTRY, 30) for name in NAMES))
    kept.draw()
    assert refusal(kept.handle(acts.Start())) == "hall.managers"
    machine.terms = terms(seats=2, managers=1, staff=["Z"])
    kept = machine.start()
    assert refusal(kept.handle(acts.Register("Z", ENTRY, 30))) == "hall.staff"
    assert [type(one) for one in kept.handle(acts.Start())] == [LevelBegan]
    assert machine.look().room.terms == machine.terms
    replay = Replay()
    assert {replay.take(n, one) for n, one in enumerate(recorded(machine))} == {None}
    machine.terms = terms(seats=2, managers=2, staff=["Z"])
    with pytest.raises(CannotBeDone) as found:
        machine.start()
    assert found.value.why == Text("hall.other_terms", {"names": "managers"})


def test_004_11_nobody_who_has_an_entry_becomes_staff() -> None:
    machine = Machine()
    machine.start().handle(acts.Register("Anne Roy", ENTRY, 30))
    machine.terms = terms(staff=["anne roy"])
    with pytest.raises(CannotBeDone) as found:
        machine.start()
    assert found.value.why.key == "hall.staff"


def test_the_journal_of_a_table_is_refused() -> None:
    machine = Machine()
    journal = Journal.open(machine.copies, STAMP)
    journal.append(encode(Noted(0, "", Text("journal.begun"))))
    journal.commit()
    with pytest.raises(CannotBeDone) as found:
        machine.start()
    assert found.value.why.key == "hall.no_hall"


def test_a_program_that_rules_otherwise_does_not_go_on() -> None:
    machine = Machine()
    machine.start()
    journal = Journal.open(machine.copies, STAMP)
    journal.append(encode(HallDid("2026-11-27T19:00:00+00:00", acts.Start(), ())))
    journal.commit()
    with pytest.raises(CannotBeDone) as found:
        machine.start()
    assert found.value.why.key == "hall.other_rulings"


def test_a_replay_does_all_acts_again_and_names_the_first_that_is_ruled_otherwise() -> None:
    machine = Machine()
    began(machine, *NAMES)
    replay = Replay()
    entries = [*recorded(machine)]
    assert [replay.take(number, entry) for number, entry in enumerate(entries)] == [None] * 15
    assert replay.events == 14
    found = replay.take(15, HallDid("", acts.Pause(), (Refused(Text("hall.over")),)))
    assert found is not None
    assert (found.number, found.decided) == (15, ())


# moves


def moving(machine: Machine) -> tuple[KeptHall, str]:
    """Return a hall of two tables of which a player has just been moved."""
    kept = began(machine, *NAMES)
    gone = [*kept.room.seating.tables[1].players.values()][:2]
    ruled = kept.handle(acts.ReportOut(tuple(acts.Lost(name, 100) for name in gone)))
    return kept, next(one.player for one in ruled if isinstance(one, Moved))


def test_a_move_is_open_until_somebody_says_that_the_player_sits() -> None:
    machine = Machine(terms(seats=6))
    kept, player = moving(machine)
    assert machine.look().hall.ways == kept.hall.ways
    assert player in kept.hall.ways
    assert kept.seated(player) == ()
    assert player not in kept.hall.ways
    assert player not in machine.look().hall.ways
    assert any(isinstance(entry, HallSeated) for entry in recorded(machine))
    assert refusal(kept.seated(player)) == "hall.not_moving"


def test_who_is_out_is_on_no_way_to_a_seat() -> None:
    kept, player = moving(Machine(terms(seats=6)))
    kept.handle(acts.ReportOut((acts.Lost(player, 1),)))
    assert player not in kept.hall.ways
