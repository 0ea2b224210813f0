import pytest

from drivers.wiring import Contact
from firmware.core.vocabulary.events import (
    Door,
    DoorMoved,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    PresenceSeen,
)
from tests.kits.drivers.inputs_bench import (
    DOORS,
    KEY_SWITCH,
    KEYS,
    PANEL,
    PLACES,
    panel,
    presence,
    running,
)
from tests.kits.offenders import each


@each("where", PLACES)
def test_each_place_is_covered_and_free(where: tuple[int, int]) -> None:
    table = running(presence())
    table.low(*where)
    assert table.run(60) == [PresenceSeen(PLACES[where], covered=True)]
    assert table.run(500) == []
    table.high(*where)
    assert table.run(60) == [PresenceSeen(PLACES[where], covered=False)]


@each("contact", KEYS)
def test_key_is_reported_on_press_only(contact: Contact) -> None:
    table = running(panel())
    table.low(*contact)
    assert table.run(500) == [KeyPressed(KEYS[contact])]
    table.high(*contact)
    assert table.run(500) == []


@pytest.mark.clause("ANZ 1.31.20")
def test_two_keys_at_once_both_count() -> None:
    table = running(panel())
    table.low(PANEL, 0)
    table.low(PANEL, 9)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0]), KeyPressed(KEYS[PANEL, 9])]


def test_key_switch_reported_on_and_off() -> None:
    table = running(panel())
    table.low(*KEY_SWITCH)
    assert table.run(60) == [KeySwitchTurned(on=True)]
    table.high(*KEY_SWITCH)
    assert table.run(60) == [KeySwitchTurned(on=False)]


@pytest.mark.clause("ANZ 1.18.1")
@each("contact", DOORS)
def test_open_contact_is_an_open_door(contact: Contact) -> None:
    table = running(panel())
    table.high(*contact)
    assert table.run(60) == [DoorMoved(DOORS[contact], open=True)]
    table.low(*contact)
    assert table.run(60) == [DoorMoved(DOORS[contact], open=False)]


@pytest.mark.clause("ANZ 1.18.2 still open")
@each("contact", DOORS)
def test_door_open_at_start_is_reported(contact: Contact) -> None:
    table = panel()
    table.high(*contact)
    table.start()
    assert table.run(60) == [DoorMoved(DOORS[contact], open=True)]


def test_first_stable_reading_reports_covered_places() -> None:
    table = presence()
    covered = [(0x20, 3), (0x20, 13), (0x21, 0)]
    for where in covered:
        table.low(*where)
    table.start()
    assert table.run(10) == []
    assert table.run(10) == [PresenceSeen(PLACES[where], covered=True) for where in covered]


def test_first_stable_reading_reports_no_press() -> None:
    table = panel()
    table.low(PANEL, 0)
    table.low(*KEY_SWITCH)
    table.high(PANEL, 12)
    table.start()
    assert table.run(60) == [KeySwitchTurned(on=True), DoorMoved(Door.LOGIC, open=True)]
    table.high(PANEL, 0)
    assert table.run(60) == []
    table.low(PANEL, 0)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]


def test_key_is_stuck_from_10_s_until_release() -> None:
    table = running(panel())
    table.low(PANEL, 4)
    assert table.run(25) == [KeyPressed(KEYS[PANEL, 4])]
    assert table.run(9_970) == []
    assert table.run(60) == [FaultRaised("keys", "stuck_key", {"key": "shuffled"})]
    assert table.run(30_000) == []
    table.high(PANEL, 4)
    assert table.run(60) == [FaultEnded("keys", "stuck_key")]
    table.low(PANEL, 4)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 4])]


def test_key_held_since_start_is_stuck_after_10_s() -> None:
    table = panel()
    table.low(PANEL, 0)
    table.start()
    assert table.run(11_000) == [FaultRaised("keys", "stuck_key", {"key": "no_more_bets"})]


def test_stuck_fault_ends_with_last_key() -> None:
    table = running(panel())
    table.low(PANEL, 0)
    table.low(PANEL, 1)
    assert [event for event in table.run(11_000) if isinstance(event, FaultRaised)] == [
        FaultRaised("keys", "stuck_key", {"key": "no_more_bets"}),
        FaultRaised("keys", "stuck_key", {"key": "confirm"}),
    ]
    table.high(PANEL, 0)
    assert table.run(60) == []
    table.high(PANEL, 1)
    assert table.run(60) == [FaultEnded("keys", "stuck_key")]


def test_key_released_while_chip_is_lost_ends_fault() -> None:
    table = running(panel())
    table.low(PANEL, 0)
    table.run(11_000)
    table.high(PANEL, 0)
    table.start()
    assert table.run(60) == [FaultEnded("keys", "stuck_key")]


def test_lost_chip_ends_key_holding() -> None:
    table = running(panel())
    table.low(PANEL, 0)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]
    table.now += 60_000
    table.start()
    assert table.run(9_900) == []
    table.high(PANEL, 0)
    assert table.run(60) == []


def test_new_start_reports_ended_states() -> None:
    table = running(panel())
    table.low(*KEY_SWITCH)
    table.high(PANEL, 13)
    table.run(60)
    table.high(*KEY_SWITCH)
    table.low(PANEL, 13)
    table.start()
    assert table.run(60) == [KeySwitchTurned(on=False), DoorMoved(Door.SHOE, open=False)]
