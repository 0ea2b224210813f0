"""The host on its wire: when it polls whom, and what it makes of answers that are none."""

from collections import defaultdict
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from drivers.sas.crc_bcd import with_crc
from firmware.slots.alarms import bank_alarms
from firmware.slots.config import MAX_MACHINES
from hal.ninth_bit import Octet, encode_octet
from hal.ports import Millis
from sim.slot_machine.exception_queue import EXCEPTION_QUEUE_SIZE
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.slots.bank_world import REGISTERED, BankWorld, terms

MINUTE = 60_000


def polled(world: BankWorld) -> dict[int, list[Millis]]:
    """Return when each machine was polled."""
    found = defaultdict(list)
    for at, sent in world.sent:
        if address := sent[0] & 0x7F:
            found[address].append(at)
    return found


def gaps(world: BankWorld) -> list[int]:
    return [later - at for times in polled(world).values() for at, later in pairwise(times)]


def keys(world: BankWorld) -> list[str]:
    return [alarm.key.removeprefix("slots.alarm.") for alarm in bank_alarms(world.state)]


@each("count, answer_ms", [(1, 1), (4, 19), (32, 3), (32, 19)])
def test_each_machine_is_polled_every_200_ms_to_5_s(count: int, answer_ms: int) -> None:
    world = BankWorld(terms(count), answer_ms=answer_ms)
    world.run(5000)
    assert len(polled(world)) == count
    assert min(gaps(world)) >= 200
    assert max(gaps(world)) <= 5000


def test_same_limit_if_all_fall_silent() -> None:
    world = BankWorld(terms(MAX_MACHINES))
    world.run(3000)
    for tap in world.wire.taps.values():
        tap.transmits = False
    world.run(15_000)
    assert max(gaps(world)) <= 5000


def test_late_answer_is_never_another_machine_s() -> None:
    world = BankWorld(terms(3), answer_ms=4)
    world.run(3000)
    world.reply_delay_ms = 45
    world.machines[1].exceptions.put_exception(0x11)
    world.run(20_000)
    assert not any(world.machine(at).conditions.open_doors for at in (2, 3))


def test_one_message_on_wire_at_a_time() -> None:
    world = BankWorld(terms(8))
    world.run(10_000)
    assert min(later - at for (at, _), (later, _) in pairwise(world.sent)) >= 2


def test_lone_machine_polls_alternate() -> None:
    world = BankWorld(terms(1))
    world.run(10_000)
    assert all(sent != later for (_, sent), (_, later) in pairwise(world.sent))


def test_exceptions_come_once_in_order() -> None:
    world, seen = BankWorld(terms(1)), []
    world.run(3000)
    take = world.bank.take_entry
    world.bank.take_entry = lambda entry: seen.append(entry) or take(entry)
    codes = [0x11, 0x12, 0x20, 0x20, 0x66]
    for code in codes:
        world.machines[1].exceptions.put_exception(code)
    world.run(8000)
    assert [entry.exception_code for entry in seen if hasattr(entry, "exception_code")] == codes


def test_spoilt_answer_repeated_first() -> None:
    world = BankWorld(terms(2))
    world.run(3000)
    world.machines[1].begin_game(3)
    world.wire.bends = lambda data: data[:-1] + bytes([data[-1] ^ 1]) if len(data) > 3 else data
    begun = len(world.sent)
    world.run(3000)
    asked = [sent for _, sent in world.sent[begun:]]
    first = asked.index(b"\x01\x19")
    assert asked[first : first + 3] == [b"\x01\x19"] * 3
    assert world.machine().meter_total(0) == 0, "no wrong amount was taken"
    world.run(30_000)
    assert "doubtful" in keys(world)
    world.wire.bends = lambda data: data
    world.run(3000)
    assert world.machine().meter_total(0) == 3
    assert keys(world) == []


def test_lost_exception_is_polled_again() -> None:
    world = BankWorld(terms(2))
    world.run(3000)
    world.machines[1].exceptions.put_exception(0x11)
    lost = iter([b"", b""])
    world.wire.bends = lambda data: next(lost, data)
    world.run(3000)
    assert keys(world) == ["open"]


def test_answer_of_another_machine_is_ignored() -> None:
    world = BankWorld(terms(1))
    world.run(3000)
    other = b"".join(
        encode_octet(Octet(one)) for one in with_crc(b"\x02\x19" + b"\x00\x00\x00\x99" * 5)
    )
    world.wire.bends = lambda data: other if len(data) > 3 else data
    world.run(10_000)
    assert world.machine().meter_total(0) == 0
    assert "doubtful" in keys(world)


def test_busy_machine_is_polled_later() -> None:
    world = BankWorld(terms(1))
    world.run(3000)
    world.machines[1].begin_game(2)
    world.wire.bends = lambda data: b"\x01\x00" if len(data) > 3 else data
    world.run(3000)
    assert world.machine().meter_total(0) == 0
    assert keys(world) == []
    world.wire.bends = lambda data: data
    world.run(3000)
    assert world.machine().meter_total(0) == 2


def test_lost_after_30_s_meters_remain() -> None:
    world = BankWorld(terms(2))
    world.run(3000)
    world.machines[1].begin_game(3)
    world.run(3000)
    world.wire.taps[1].transmits = False
    world.run(29_000)
    assert keys(world) == []
    world.run(5000)
    assert keys(world) == ["lost"]
    assert world.machine().meter_total(0) == 3
    world.wire.taps[1].transmits = True
    world.run(5000)
    assert keys(world) == []


def test_dead_wire_is_one_alarm_at_once() -> None:
    world, said = BankWorld(terms(3)), set[tuple[str, ...]]()
    world.run(3000)
    for tap in world.wire.taps.values():
        tap.transmits = False
    world.acting(33_000, lambda _now: said.add((*keys(world),)))
    assert said == {(), ("wire",)}
    world.wire.taps[2].transmits = True
    world.run(3000)
    assert keys(world) == ["lost"] * 2


def test_earlier_silent_machine_is_lost_alone() -> None:
    world = BankWorld(terms(3))
    world.run(3000)
    world.wire.taps[1].transmits = False
    world.run(25_000)
    for tap in world.wire.taps.values():
        tap.transmits = False
    world.run(7000)
    assert keys(world) == ["lost"]
    world.run(25_000)
    assert keys(world) == ["wire"]


def test_chirping_machine_opens_no_other_s_door() -> None:
    bank = replace(terms(1), machine={1: REGISTERED, 0x11: REGISTERED})
    world = BankWorld(bank)
    world.run(3000)
    world.wire.taps[0x11].receives = False
    world.run(10_000)
    assert keys(world) == ["deaf"]
    world.wire.taps[0x11].receives = True
    world.run(10_000)
    assert keys(world) == ["lot_unheard"], "it answers, and tells what it has missed"


def test_queue_overflow_is_an_alarm_until_two_check() -> None:
    world = BankWorld(terms(1))
    world.run(3000)
    for _ in range(EXCEPTION_QUEUE_SIZE + 1):
        world.machines[1].exceptions.put_exception(0x66)
    world.run(20_000)
    assert keys(world) == ["overflow"]


def test_no_lot_for_5_s_is_an_alarm_91() -> None:
    world = BankWorld(terms(2))
    world.run(3000)
    world.wire.taps[1].receives = False
    world.run(8000)
    world.wire.taps[1].receives = True
    world.run(3000)
    assert "lot_unheard" in keys(world)


def test_unpowered_opening_is_an_alarm() -> None:
    world = BankWorld(terms(1))
    world.run(3000)
    world.machines[1].cut_power()
    world.run(3000)
    world.machines[1].restore_power()
    world.machines[1].exceptions.put_exception(0x99)
    world.run(8000)
    assert keys(world) == ["opened_dark"]


def test_power_cut_leaves_machine_in_step() -> None:
    world = BankWorld(terms(1))
    world.run(3000)
    world.machines[1].cut_power()
    world.run(MINUTE)
    assert keys(world) == ["lost"]
    world.machines[1].restore_power()
    world.run(8000)
    assert keys(world) == []


@pytest.mark.parametrize("seed", range(examples(3, 200)))
def test_garbage_makes_no_wrong_amount(seed: int) -> None:
    world, chance = BankWorld(terms(2)), Random(seed)
    world.run(3000)
    world.wire.bends = lambda data: chance.randbytes(chance.randrange(2 * len(data)))
    for machine in world.machines.values():
        machine.begin_game(3)
    world.run(8000)
    assert [world.machine(at).meter_total(0) for at in (1, 2)] == [0, 0]
    assert world.state.jackpots_won == 0
    world.wire.bends = lambda data: data
    world.run(8000)
    assert [world.machine(at).meter_total(0) for at in (1, 2)] == [3, 3]


def test_stray_octets_change_nothing() -> None:
    world = BankWorld(terms(1))
    world.run(3000)
    before = world.bank.state.jackpot_thousandths
    world.host.receive(bytes(range(200)), world.now)
    world.run(3000)
    assert world.bank.state.jackpot_thousandths == before
