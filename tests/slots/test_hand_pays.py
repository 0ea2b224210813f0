"""Hand pays from 51 to 52, in each way in which machines report them (SAS 6.02, 7.8 and 14)."""

from collections.abc import Callable
from itertools import product

import pytest

from drivers.sas.crc_bcd import with_crc
from firmware.core.vocabulary.panel import Text
from firmware.shell.device.program import present_program
from firmware.shell.journal import JournalReader
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from firmware.slots.alarms import bank_alarms
from firmware.slots.entries import (
    ExceptionReported,
    HandPayReported,
    MachineAcknowledged,
    decode_entry,
)
from firmware.slots.evidence import replay_entries
from hal.ninth_bit import Octet, encode_octet
from sim.slot_machine.hand_pays import SECURE_REPORTING, HandPayReporting, SimHandPay
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.slots.bank_world import BASE, BEGIN, BankWorld, terms

MET_MS, HEARD_MS = 12_000, 3000
REISSUE_MS, LONG_MS = 16_000, 80_000
WITH_AMOUNT = (*SECURE_REPORTING, HandPayReporting.LEGACY)
CREDITS, CENTS = 1000, 25_000
PENDING, RESET, CANCELLED = 0x51, 0x52, 0x55


def world_of(reporting: HandPayReporting) -> BankWorld:
    world = BankWorld(terms(1))
    world.machines[1].hand_pays.reporting = reporting
    world.run(MET_MS)
    return world


def shown(world: BankWorld) -> list[str]:
    return [alarm.key.removeprefix("slots.alarm.") for alarm in bank_alarms(world.state)]


def pending(reporting: HandPayReporting) -> list[str]:
    return ["hand_pay_of" if reporting in WITH_AMOUNT else "hand_pay"]


def entries(world: BankWorld) -> list[object]:
    records = JournalReader.over_copies(world.copies).records()
    return [decode_entry(record.payload) for record in records]


def exceptions(world: BankWorld, code: int) -> int:
    return sum(
        isinstance(entry, ExceptionReported) and entry.exception_code == code
        for entry in entries(world)
    )


def hides(code: int) -> Callable[[bytes], bytes]:
    """Return noise that makes no exception of this one."""
    hidden, instead = encode_octet(Octet(code)), encode_octet(Octet(0))
    return lambda data: instead if data == hidden else data


def play(world: BankWorld) -> None:
    world.machines[1].begin_game(3)
    world.run(HEARD_MS)
    world.machines[1].end_game()
    world.run(HEARD_MS)


@each("reporting", HandPayReporting)
def test_hand_pay_stands_until_reset_and_no_longer(reporting: HandPayReporting) -> None:
    world = world_of(reporting)
    world.machines[1].win_by_hand(CREDITS)
    world.run(LONG_MS)
    assert shown(world) == pending(reporting)
    assert exceptions(world, PENDING) == 1, "polled at once, it is not announced again"
    world.machines[1].hand_pay()
    world.run(HEARD_MS)
    assert shown(world) == []
    assert not world.machines[1].hand_pays.pending
    assert exceptions(world, RESET) == 1


@each(
    "report, kind, cents",
    [
        (SimHandPay(CREDITS), Text("slots.win.win"), CENTS),
        (SimHandPay(CREDITS, level=0x40), Text("slots.win.top"), CENTS),
        (SimHandPay(CREDITS, level=0x80), Text("slots.win.credits"), CENTS),
        (
            SimHandPay(CREDITS, level=0x20, group=7),
            Text("slots.win.progressive", {"level": 32, "group": 7}),
            CREDITS,
        ),
        (SimHandPay(CREDITS, level=0x33), Text("slots.win.unknown", {"level": "33"}), CENTS),
    ],
)
def test_amount_level_and_group_are_journaled_and_shown(
    report: SimHandPay, kind: Text, cents: int
) -> None:
    world = world_of(HandPayReporting.SECURE)
    world.machines[1].hand_pays.begin(report)
    world.run(HEARD_MS)
    (alarm,) = bank_alarms(world.state)
    assert (alarm.values["win"], alarm.values["amount_cents"]) == (kind, cents)
    (first, *_) = [entry for entry in entries(world) if isinstance(entry, HandPayReported)]
    assert first.report == (report.group, report.level, CREDITS, 0, 0)
    assert all(Words.load(language).render(alarm) for language in languages_with("slots"))


def test_partial_pay_is_shown_and_reset_to_credits_off() -> None:
    world = world_of(HandPayReporting.SECURE)
    world.machines[1].settings.resets_to_credits = True
    world.machines[1].hand_pays.begin(SimHandPay(CREDITS, partial_pay=8, reset_methods=1))
    world.run(HEARD_MS)
    (alarm,) = bank_alarms(world.state)
    assert alarm.key == "slots.alarm.hand_pay_credits"
    assert "$2.00" in Words.load("en").render(alarm)
    world.run(HEARD_MS)
    assert not world.machines[1].settings.resets_to_credits


@each("reporting", HandPayReporting)
def test_lost_reset_ends_by_what_the_machine_says_or_plays(reporting: HandPayReporting) -> None:
    world = world_of(reporting)
    world.machines[1].win_by_hand(CREDITS)
    world.run(REISSUE_MS)
    world.wire.bends = hides(RESET)
    world.machines[1].hand_pay()
    world.run(REISSUE_MS)
    assert exceptions(world, RESET) == 0
    says_zeros = reporting in (HandPayReporting.SECURE, HandPayReporting.LEGACY)
    assert shown(world) == ([] if says_zeros else pending(reporting))
    play(world)
    assert shown(world) == []


@each("reporting", HandPayReporting)
def test_lost_announcement_is_found_or_repeated(reporting: HandPayReporting) -> None:
    world = world_of(reporting)
    world.wire.bends = hides(PENDING)
    world.machines[1].win_by_hand(CREDITS)
    world.run(HEARD_MS)
    world.wire.bends = lambda data: data
    world.run(REISSUE_MS)
    is_silent = reporting not in WITH_AMOUNT
    assert shown(world) == ([] if is_silent else ["hand_pay_of"])
    world.machines[1].hand_pay()
    world.run(HEARD_MS)
    assert shown(world) == []


@each("reporting", HandPayReporting)
def test_next_hand_pay_at_once_is_pending_again(reporting: HandPayReporting) -> None:
    world, machine = world_of(reporting), None
    machine = world.machines[1]
    for credit_count in (CREDITS, CREDITS, 2 * CREDITS):
        machine.win_by_hand(credit_count)
        world.run(HEARD_MS)
        assert shown(world) == pending(reporting)
        machine.hand_pay()
        machine.win_by_hand(credit_count + 1)
        world.run(HEARD_MS)
        assert shown(world) == pending(reporting)
        machine.hand_pay()
        world.run(HEARD_MS)
        assert shown(world) == []


@each("reporting", SECURE_REPORTING)
def test_queued_hand_pays_of_a_cut_link_come_one_by_one(reporting: HandPayReporting) -> None:
    world = world_of(reporting)
    world.wire.taps[1].receives = False
    for credit_count in range(1, 6):
        world.machines[1].win_by_hand(credit_count)
        world.machines[1].hand_pay()
    world.run(HEARD_MS)
    world.wire.taps[1].receives = True
    world.run(4 * REISSUE_MS)
    assert not world.machines[1].hand_pays.pending
    play_state = world.machine().play_state
    assert (play_state.hand_pays_reported, play_state.hand_pay_cents) == (5, 15 * 25)
    assert exceptions(world, RESET) == 5
    assert "hand_pay_of" not in shown(world)


def test_zeros_where_none_is_pending_begin_nothing() -> None:
    world = world_of(HandPayReporting.SECURE)
    world.run(LONG_MS)
    assert shown(world) == []
    assert not [entry for entry in entries(world) if isinstance(entry, HandPayReported)]
    world.machines[1].exceptions.put_exception(PENDING)
    world.run(HEARD_MS)
    assert shown(world) == [], "an announcement of none is taken back by zeros"


@each("reporting", HandPayReporting)
def test_cancelled_credits_pay_no_jackpot(reporting: HandPayReporting) -> None:
    world = world_of(reporting)
    machine = world.machines[1]
    machine.begin_game(3)
    world.run(HEARD_MS)
    machine.jackpot.won_cents = BASE
    machine.exceptions.put_exception(0x56)
    machine.end_game()
    world.run(HEARD_MS)
    assert "lot_credited" in shown(world)
    machine.cancel_credits(CREDITS)
    world.run(HEARD_MS)
    machine.hand_pay()
    world.run(HEARD_MS)
    if reporting in WITH_AMOUNT:
        assert shown(world) == ["lot_credited"], "the machine says that it was cancelled credits"


@each("reporting", HandPayReporting)
def test_player_who_cancels_needs_no_pay(reporting: HandPayReporting) -> None:
    world = world_of(reporting)
    machine = world.machines[1]
    machine.cancel_credits(CREDITS)
    world.run(HEARD_MS)
    assert shown(world) == pending(reporting)
    machine.hand_pays.pending.clear()
    machine.exceptions.put_exception(CANCELLED)
    world.run(HEARD_MS)
    assert shown(world) == []


@each("reporting", HandPayReporting)
def test_machine_s_power_cut_changes_nothing(reporting: HandPayReporting) -> None:
    world = world_of(reporting)
    world.machines[1].win_by_hand(CREDITS)
    world.run(HEARD_MS)
    world.machines[1].cut_power()
    world.run(60_000)
    world.machines[1].restore_power()
    world.run(MET_MS)
    assert pending(reporting)[0] in shown(world)
    world.machines[1].hand_pay()
    world.run(HEARD_MS)
    assert pending(reporting)[0] not in shown(world)


def test_overflow_asks_for_a_hand_pay_whose_announcement_is_gone() -> None:
    world = world_of(HandPayReporting.LEGACY)
    world.wire.taps[1].receives = False
    world.machines[1].win_by_hand(CREDITS)
    for _ in range(40):
        world.machines[1].exceptions.put_exception(0x66)
    world.wire.taps[1].receives = True
    world.run(HEARD_MS)
    assert "hand_pay_of" in shown(world)


@pytest.mark.parametrize("reporting", WITH_AMOUNT)
def test_killed_host_forgets_no_hand_pay_and_keeps_none(reporting: HandPayReporting) -> None:
    """The host is killed behind each message, and before the answer to it arrives. A machine that
    answers no 1B has said 51 once: if the host is killed just then, nothing is left of it.
    """
    for messages in range(1, examples(8, 34)):
        world = world_of(reporting)
        begun = len(world.sent)
        world.machines[1].win_by_hand(CREDITS)
        while len(world.sent) < begun + messages:
            world.run(1)
        world.start()
        world.run(REISSUE_MS)
        assert shown(world)[:1] in (pending(reporting), ["hand_pay"]), messages
        world.machines[1].hand_pay()
        world.run(REISSUE_MS)
        play(world)
        assert shown(world) == [], messages


def test_host_killed_behind_any_poll_loses_no_jackpot() -> None:
    for messages in range(1, examples(8, 30)):
        world = world_of(HandPayReporting.SECURE)
        begun = len(world.sent)
        world.machines[1].win_jackpot()
        while len(world.sent) < begun + messages:
            world.run(1)
        world.start()
        world.run(REISSUE_MS)
        assert world.state.jackpots_won == 1, messages
        assert shown(world) == ["lot_won"], messages


@each("reporting, is_reset_first", product(SECURE_REPORTING, (False, True)))
def test_machine_met_in_a_hand_pay_is_asked(
    reporting: HandPayReporting, is_reset_first: bool
) -> None:
    world = BankWorld(terms(1))
    machine = world.machines[1]
    machine.hand_pays.reporting = reporting
    machine.win_by_hand(CREDITS)
    if is_reset_first:
        machine.hand_pay()
    world.run(MET_MS)
    assert shown(world) == ([] if is_reset_first else ["hand_pay_of"])
    assert world.machine().play_state.hand_pays_reported == 1


def test_report_is_polled_again_at_once_for_its_repetition() -> None:
    for reporting in WITH_AMOUNT:
        world = world_of(reporting)
        world.machines[1].win_by_hand(CREDITS)
        world.run(HEARD_MS)
        (hand_pay,) = world.machine().play_state.hand_pays
        assert hand_pay.is_repeated is (reporting is not HandPayReporting.SECURE_ONCE)


def test_two_people_do_not_end_a_pending_hand_pay() -> None:
    world = world_of(HandPayReporting.SECURE)
    world.machines[1].win_by_hand(CREDITS)
    world.run(HEARD_MS)
    for person in ("anne", "luc"):
        world.bank.take_entry(MachineAcknowledged(1, BEGIN, person))
    assert shown(world) == ["hand_pay_of"]


def test_hand_pay_of_an_older_machine_is_24_octets_less_ten() -> None:
    world = world_of(HandPayReporting.SECURE)
    world.machines[1].win_by_hand(CREDITS)
    full = b"".join(encode_octet(Octet(one)) for one in _report(CREDITS, bytes(10)))
    short = b"".join(encode_octet(Octet(one)) for one in _report(CREDITS, b""))
    world.wire.bends = lambda data: short if data == full else data
    world.run(HEARD_MS)
    assert shown(world) == ["hand_pay_of"]


def _report(credit_count: int, reserved: bytes) -> bytes:
    amount = bytes.fromhex(f"{credit_count:010}")
    return with_crc(b"\x01\x1b\0\0" + amount + bytes(3) + reserved)


def test_evidence_of_hand_pays_replays() -> None:
    world = world_of(HandPayReporting.SECURE)
    for _ in range(3):
        world.machines[1].win_by_hand(CREDITS)
        world.run(HEARD_MS)
        world.machines[1].hand_pay()
        world.run(HEARD_MS)
    world.start()
    records = JournalReader.over_copies(world.copies).records()
    account = replay_entries(records, present_program())
    assert account.problems == ()
    (counted,) = [one for one in account.statements if one.key == "slots.evidence.hand_pays"]
    assert counted.values == {"count": 3, "amount_cents": 3 * CENTS}
    assert world.machine().play_state.hand_pays_reported == 3
