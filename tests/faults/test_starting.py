"""A part that comes up later than the program: no fault in its own time, and no play without it."""

from collections.abc import Callable

import pytest

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import Event, PartAnswered, PartAwaited
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.shell.parts.attached_part import START_GRACE_MS, START_RETRY_MS
from sim.wires.memory_port import PerfectWire
from tests.kits.faults.lasting_table import LastingTable
from tests.kits.faults.part_faults import Mute
from tests.kits.offenders import each

NOTICED_MS = 300
"""Longer than three unanswered exchanges with the chip reader."""
SWEPT_MS = 2000
BET = Cents(2500)
BANK = Place(1, "banker")


def mute(table: LastingTable) -> None:
    table.ports["chips"].impairment = Mute()


def unplug(table: LastingTable) -> None:
    table.ports["chips"].unplug()


def well(table: LastingTable) -> None:
    table.ports["chips"].plug()
    table.ports["chips"].impairment = PerfectWire()


each_silence = each("silence", [mute, unplug])


def waits(table: LastingTable) -> list[Event]:
    return [event for event in table.events if isinstance(event, PartAwaited | PartAnswered)]


def deal(table: LastingTable, names: str) -> None:
    for name in names.split():
        table.hands.draw_card(parse_card(name))


def in_mid_round() -> LastingTable:
    """Return a table with a bet on the bank, closed, and a card dealt to each hand."""
    table = LastingTable()
    table.start()
    table.run_for(SWEPT_MS)
    table.hands.press_key(Key.CONFIRM)
    table.hands.lay_chip(BANK, BET)
    table.hands.press_key(Key.NO_MORE_BETS)
    deal(table, "9S 2D")
    return table


@each_silence
def test_silence_in_start_time_is_no_fault(
    silence: Callable[[LastingTable], None],
) -> None:
    table = LastingTable()
    silence(table)
    table.start()
    table.run_for(START_GRACE_MS - NOTICED_MS)
    well(table)
    table.run_for(SWEPT_MS)
    assert waits(table) == [PartAwaited("chips"), PartAnswered("chips")]
    assert (table.faults(), table.core.state.running_phase) == ([], Phase.CLOSED)
    table.hands.press_key(Key.CONFIRM)
    assert (table.refusals(), table.core.state.running_phase) == ([], Phase.OPEN)


@each_silence
def test_longer_silence_is_lost_once(
    silence: Callable[[LastingTable], None],
) -> None:
    table = LastingTable()
    silence(table)
    table.start()
    table.run_for(START_GRACE_MS + NOTICED_MS)
    assert table.faults() == [("chips", "lost")]
    table.run_for(4 * START_GRACE_MS)
    assert table.faults() == [("chips", "lost")]
    assert table.core.state.device.trouble.lost_parts == {"chips": "lost"}
    well(table)
    table.run_for(START_GRACE_MS + SWEPT_MS)
    table.hands.press_key(Key.CONFIRM)
    assert (table.core.state.running_phase, waits(table)) == (Phase.CLOSED, [PartAwaited("chips")])


@pytest.mark.parametrize(
    ("language", "prompt"),
    [("fr", "Démarrage en cours : Lecteur de jetons…"), ("en", "Starting: Chip reader…")],
)
def test_no_opening_before_awaited_part(language: str, prompt: str) -> None:
    table = LastingTable(language)
    mute(table)
    table.start()
    table.run_for(NOTICED_MS)
    assert table.prompt() == prompt
    for key in (Key.CONFIRM, Key.NO_MORE_BETS, Key.CARDS_SHUFFLED):
        table.hands.press_key(key)
        assert table.core.state.stopped
    assert table.refusals() == ["why.starting"] * 3
    assert table.prompt() == prompt


def test_answering_parts_not_awaited() -> None:
    table = in_mid_round()
    assert waits(table) == []
    table.start()
    table.run_for(SWEPT_MS)
    assert waits(table) == []


@pytest.mark.parametrize("silent_ms", [NOTICED_MS, START_GRACE_MS - NOTICED_MS])
def test_round_resumes_when_part_answers(
    silent_ms: int,
) -> None:
    table = in_mid_round()
    mute(table)
    table.start()
    table.run_for(silent_ms)
    table.hands.press_key(Key.CONFIRM)
    assert table.refusals() == ["why.starting"]
    well(table)
    table.run_for(SWEPT_MS)
    assert table.core.state.felt.stacks == {(BANK, None): BET}
    assert table.prompt() == "Vérifier le tapis, puis CONFIRMER"
    table.hands.press_key(Key.CONFIRM)
    deal(table, "KH QC")
    assert (table.faults(), table.outcomes()) == ([], ["lose"])


@each_silence
def test_chips_moved_in_the_dark_show_first(
    silence: Callable[[LastingTable], None],
) -> None:
    table = in_mid_round()
    silence(table)
    table.start()
    table.run_for(NOTICED_MS)
    table.hands.lay_chip(BANK, BET)
    assert table.core.state.round.bets.late_stacks == {}
    well(table)
    table.run_for(SWEPT_MS)
    assert list(table.core.state.round.bets.late_stacks) == [(BANK, None)]


def test_restart_awaits_its_own_parts() -> None:
    table = in_mid_round()
    mute(table)
    table.start()
    table.run_for(NOTICED_MS)
    assert table.core.state.device.trouble.awaited == ("chips",)
    well(table)
    table.start()
    assert table.core.state.device.trouble.awaited == ()
    table.run_for(NOTICED_MS + START_RETRY_MS)
    assert waits(table) == []
