"""Machines on which a former host has left settings: put back, or reported (SAS 6.02)."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from drivers.sas import polls
from drivers.sas.crc_bcd import with_crc
from drivers.sas.exception_table import EXCEPTION_ROWS
from drivers.sas.exceptions import EXCEPTIONS, STOPS_PLAY
from firmware.shell.journal import JournalReader
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from firmware.slots.alarms import bank_alarms, bank_notes
from firmware.slots.entries import (
    ExceptionReported,
    MachineAcknowledged,
    SettingReported,
    decode_entry,
)
from firmware.slots.entry_effects import apply_entry
from firmware.slots.state import new_bank_state
from firmware.slots.status import make_bank_status
from firmware.slots.terms import GameTerms
from hal.ninth_bit import Octet, encode_octet
from sim.slot_machine.machine import Cabinet, SimSlotMachine
from sim.slot_machine.settings import LOCKED, NOT_LOCKED, MachineSettings
from tests.kits.offenders import each
from tests.kits.slots.bank_world import BEGIN, REGISTERED, BankWorld, terms

MET_MS, HEARD_MS = 12_000, 3000
IDLE_REPLIES = (b"\x00", b"\x1f", with_crc(b"\x01\xff\x00"), with_crc(b"\x01\xff\x1f"), b"")
"""Of a machine to which nothing has happened; recorded ones, and none (12.6)."""


def world_with(settings: MachineSettings) -> BankWorld:
    return BankWorld(terms(1), [SimSlotMachine(Cabinet(1), settings=settings)])


def alarms(world: BankWorld) -> list[str]:
    return [alarm.key.removeprefix("slots.alarm.") for alarm in bank_alarms(world.state)]


def notes(world: BankWorld) -> list[str]:
    return [note.key.removeprefix("slots.note.") for note in bank_notes(world.state)]


def after_codes(world: BankWorld, *codes: int) -> BankWorld:
    for code in codes:
        world.machines[1].exceptions.put_exception(code)
        world.run(1000)
    return world


def settings_journaled(world: BankWorld) -> list[tuple[str, bool]]:
    records = JournalReader.over_copies(world.copies).records()
    found = [decode_entry(record.payload) for record in records]
    return [(one.setting, one.is_on) for one in found if isinstance(one, SettingReported)]


@each(
    "left_on",
    [
        MachineSettings(real_time=True),
        MachineSettings(transfer_lock=LOCKED),
        MachineSettings(transfer_lock=0x40),
        MachineSettings(sound_off=True),
        MachineSettings(bills_off=True),
        MachineSettings(in_maintenance=True),
        MachineSettings(auto_rebet=True),
        MachineSettings(real_time=True, transfer_lock=LOCKED, in_maintenance=True),
        *(MachineSettings(real_time=True, idle_reply=reply) for reply in IDLE_REPLIES),
    ],
)
def test_setting_of_former_host_is_put_back(left_on: MachineSettings) -> None:
    world = world_with(left_on)
    world.machines[1].begin_game(3)
    world.run(MET_MS)
    assert replace_idle(world.machines[1].settings) == MachineSettings()
    assert (alarms(world), notes(world)) == ([], [])
    assert world.machine().play_state.current_game is not None, "its event was taken"


def replace_idle(settings: MachineSettings) -> MachineSettings:
    settings.idle_reply = b"\x00"
    return settings


def test_machine_shut_down_by_former_host_is_started() -> None:
    world = BankWorld(terms(1))
    world.machines[1].shut_down = True
    world.run(MET_MS)
    assert not world.machines[1].shut_down


def test_machine_unlike_its_registration_is_not_started() -> None:
    for shut_down in (False, True):
        bank = replace(terms(1), shut_down=shut_down)
        world = BankWorld(bank, [SimSlotMachine(Cabinet(1, pay_table="OTHER"), shut_down=True)])
        world.run(MET_MS)
        assert world.machines[1].shut_down


@each(
    "settings, note",
    [
        (MachineSettings(is_registered=True), "registered"),
        (MachineSettings(cashes_out_to_host=True), "host_cashout"),
        *((MachineSettings(ticket_bits=1 << bit), "tickets") for bit in range(6)),
    ],
)
def test_setting_that_is_another_host_s_is_reported(settings: MachineSettings, note: str) -> None:
    world = world_with(settings)
    world.run(MET_MS)
    assert notes(world) == [note]
    assert (note, True) in settings_journaled(world)
    assert all(
        Words.load(one).render(bank_notes(world.state)[0]) for one in languages_with("slots")
    )


def test_registered_game_that_is_switched_off_is_reported() -> None:
    games = {1: GameTerms("A", 9012), 2: GameTerms("B", 9200)}
    bank = replace(terms(1), machine={1: replace(REGISTERED, games=games)})
    machine = SimSlotMachine(Cabinet(1, games=(("A", 9012), ("B", 9200))))
    machine.meters |= {game: machine.meters[0].copy() for game in (1, 2)}
    machine.settings.games_off = {2}
    world = BankWorld(bank, [machine])
    world.run(MET_MS)
    assert notes(world) == ["games_off"]
    machine.settings.games_off = set()
    after_codes(world, 0x3C).run(MET_MS)
    assert notes(world) == []


def test_real_time_events_are_journaled_and_switched_off() -> None:
    world = world_with(MachineSettings(real_time=True))
    after_codes(world, 0x11).run(HEARD_MS)
    assert alarms(world) == ["open"]
    assert settings_journaled(world)[:2] == [("real_time", True), ("real_time", False)]


@each("address", (0x01, 0x11, 0x13, 0x17, 0x51, 0x70, 0x7E))
def test_real_time_address_is_never_an_exception(address: int) -> None:
    bank = replace(terms(1), machine={address: REGISTERED}, progressive=None)
    machine = SimSlotMachine(Cabinet(address), settings=MachineSettings(real_time=True))
    world = BankWorld(bank, [machine])
    for code in (0x7E, 0x7F, 0x88, 0x4F, 0x66):
        machine.exceptions.put_exception(code)
    world.run(MET_MS)
    assert alarms(world) == []
    records = JournalReader.over_copies(world.copies).records()
    found = [decode_entry(record.payload) for record in records]
    reported = [one.exception_code for one in found if isinstance(one, ExceptionReported)]
    assert reported == [0x7E, 0x7F, 0x4F, 0x66]


def test_rom_signature_for_another_host_changes_nothing() -> None:
    world = BankWorld(terms(1))
    world.run(MET_MS)
    world.machines[1].settings.rom_signature = b"\x12\x34"
    world.run(HEARD_MS)
    assert (alarms(world), world.machines[1].settings.rom_signature) == ([], b"")
    assert world.host.messages[1].counts["ROM signature"] == 1


ALL_COMMANDS = frozenset(
    {0x04, 0x06, 0x0B, 0x0E, 0x1B, 0x56, 0x74, 0x7B, 0xA0, 0xA8, 0xAA, 0x54, 0x84, 0x85}
)


@each("is_refusing", (False, True))
def test_older_machine_without_any_of_these_is_hosted(is_refusing: bool) -> None:
    settings = MachineSettings()
    if is_refusing:
        settings.refused_commands = ALL_COMMANDS
    else:
        settings.ignored_commands = ALL_COMMANDS
    world = world_with(settings)
    links = set[str]()
    world.acting(60_000, lambda _now: links.add(world.machine().conditions.link_state))
    assert links == {"new", "up"}
    assert (alarms(world), notes(world)) == ([], ["no_hand_pay_report"])
    begun = len(world.sent)
    world.machines[1].begin_game(2)
    world.run(10_000)
    commands = {sent[1] for _, sent in world.sent[begun:] if sent[0] == 1}
    assert not commands & {0x04, 0x06, 0x0B, 0x0E, 0x1B, 0x74, 0x7B, 0xA0, 0xAA}
    assert world.machine().meter_total(0) == 2
    world.machines[1].settings = MachineSettings()
    after_codes(world, 0x3C).run(MET_MS)
    assert notes(world) == [], "after 3C it is asked again"


def test_another_machine_at_the_address_counts_nothing() -> None:
    world = BankWorld(terms(1))
    world.run(MET_MS)
    world.machines[1].begin_game(3)
    world.run(HEARD_MS)
    before = world.state.jackpot_thousandths
    world.wire.taps[1].transmits = False
    world.run(40_000)
    other = SimSlotMachine(Cabinet(1, serial_number="OTHER9"))
    other.meters[0][0] = 4
    world.wire.taps[1].machine = other
    world.wire.taps[1].transmits = True
    world.run(MET_MS)
    assert "replaced" in alarms(world)
    (alarm,) = [alarm for alarm in bank_alarms(world.state) if "replaced" in alarm.key]
    assert alarm.values["serial"] == "OTHER9"
    other.begin_game(3)
    world.run(HEARD_MS)
    assert world.machine().contributions.withheld_cents == 75
    for person in ("anne", "luc"):
        world.bank.take_entry(MachineAcknowledged(1, BEGIN, person))
    assert world.state.jackpot_thousandths - before == 10 * 75 + 10 * 25, "its play, and one coin"


@each("row", EXCEPTION_ROWS)
def test_every_exception_of_the_standard_is_shown_or_kept(row: object) -> None:
    state = new_bank_state(terms(1))
    apply_entry(state, ExceptionReported(1, BEGIN, row.code, row.meaning))
    texts = [*bank_alarms(state), *bank_notes(state)]
    assert all(
        Words.load(language).render(one) for language in languages_with("slots") for one in texts
    )
    if row.meaning.value in ("attention", "components", "tilt", "memory"):
        (alarm,) = [one for one in texts if one.key == "slots.alarm.attention"]
        assert alarm.values["code"] == f"{row.code:02X}"
        assert alarm.values["name"].key == f"slots.code.{row.code:02x}"


def test_attended_alarm_ends_by_counterpart_game_or_person() -> None:
    world = BankWorld(terms(1))
    world.run(4000)
    for begins, ends in ((0x1B, 0x1C), (0x71, 0x72), (0x75, 0x76), (0x82, 0x83), (0x84, 0x85)):
        assert alarms(after_codes(world, begins)) == ["attention"]
        assert alarms(after_codes(world, ends)) == []
    for code in STOPS_PLAY:
        assert alarms(after_codes(world, code)) == ["attention"]
        assert alarms(after_codes(world, 0x7E, 0x7F)) == []
    assert alarms(after_codes(world, 0x61, 0x27)) == ["attention", "attention"]
    assert world.machine().needs_acknowledgement
    assert not world.machine().needs_two_people
    world.bank.take_entry(MachineAcknowledged(1, BEGIN, "anne"))
    assert alarms(world) == []


def test_undefined_exceptions_are_shown_by_number() -> None:
    world = BankWorld(terms(1))
    world.run(4000)
    for code in {*range(256)} - EXCEPTIONS.keys():
        after_codes(world, code)
        (note,) = bank_notes(world.state)
        assert (note.key, note.values["codes"]) == ("slots.note.unknown", f"{code:02X}")
        assert alarms(world) == []
        world.bank.take_entry(MachineAcknowledged(1, BEGIN, "anne"))
        assert bank_notes(world.state) == []


def test_repeated_request_is_journaled_once() -> None:
    world = BankWorld(terms(1))
    world.run(4000)
    taken = world.bank.entries_taken
    after_codes(world, *[0x57] * 5, *[0x3F] * 5, *[0x1F] * 5)
    assert world.bank.entries_taken == taken + 2
    assert (alarms(world), notes(world)) == (["attention"], ["no_validation_id"])


def test_unknown_frame_is_shown_with_its_octets() -> None:
    world = BankWorld(terms(1))
    world.run(MET_MS)
    frame = with_crc(b"\x01\x2f\x02\x00\x00")
    unknown = b"".join(encode_octet(Octet(octet)) for octet in frame)
    world.wire.bends = lambda data: unknown if len(data) > 20 else data
    world.run(2000)
    status = make_bank_status(world.bank, messages=world.host.messages)
    (note,) = [note for note in status.notes if note.key == "slots.note.unknown_message"]
    assert note.values["octets"].startswith("01 2F 02")


@pytest.mark.parametrize("act", [SimSlotMachine.begin_game, SimSlotMachine.raise_tilt])
def test_locked_machine_is_freed_when_it_says_so(act: Callable[..., None]) -> None:
    world = BankWorld(terms(1))
    world.run(MET_MS)
    world.machines[1].settings.transfer_lock = LOCKED
    act(world.machines[1], 0x20)
    world.run(10_000)
    assert world.machines[1].settings.transfer_lock == NOT_LOCKED
    assert (notes(world), settings_journaled(world)[-1]) == ([], ("transfer_lock", False))
    assert polls.TRANSFER_LOCK in {sent[1] for _, sent in world.sent if len(sent) > 1}
