"""A technician's acts on a part run in its bus's turn, and disturb no round."""

from collections.abc import Sequence

import pytest

from firmware.core.vocabulary.events import FaultRaised, PresenceSeen
from firmware.core.vocabulary.places import Place
from firmware.shell.technician.answers import ActDone, BusDevices, Refusal, SensorLevels, WireFrames
from firmware.shell.technician.bus_scan import SHARED_DEVICES
from firmware.shell.technician.requests import (
    Calibrate,
    ReadLevels,
    RestartPart,
    ScanBus,
    SendFrame,
    TechnicianRequest,
    WatchWires,
)
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.shell.part_bench import PartBench


def up(example: str = "baccarat") -> PartBench:
    bench = PartBench(example)
    bench.sim.shoe.power_on()
    return bench.run(1500)


def refusal(answer: object) -> str:
    assert isinstance(answer, Refusal)
    assert all(Words.load(language).render(answer.why) for language in languages_with("technician"))
    return answer.why.key.removeprefix("technician.")


def note(answer: object) -> str:
    assert isinstance(answer, ActDone)
    (said,) = (Words.load("en").render(one) for one in answer.notes)
    Words.load("fr").render(answer.notes[0])
    return said


# in a round


@pytest.mark.clause("Practice console")
@each(
    "request_",
    [RestartPart(part="keys"), ScanBus(), SendFrame(part="chips"), Calibrate(part="presence")],
)
def test_open_round_is_not_disturbed(request_: TechnicianRequest) -> None:
    bench = up()
    bench.idle = False
    before = bench.sim.i2c.bytes_moved
    starts = bench.attached("keys").selftest.test_count
    assert refusal(bench.ask(request_)) == "round_open"
    assert bench.sim.i2c.bytes_moved - before < 200
    assert bench.attached("keys").selftest.test_count == starts


@each(
    "request_",
    [
        RestartPart(part="lamps"),
        SendFrame(part="", frame="X"),
        ReadLevels(part="i2c"),
        WatchWires(parts=("lamps",)),
    ],
)
def test_unknown_part_is_refused(request_: TechnicianRequest) -> None:
    assert refusal(up().ask(request_)) == "no_part"


def test_bus_scan_in_a_stopped_round() -> None:
    bench = up()
    bench.idle, bench.stopped = False, True
    assert isinstance(bench.ask(ScanBus()), BusDevices)
    assert refusal(bench.ask(SendFrame(part="chips"))) == "round_open"


# starting again


def test_part_is_restarted_and_tested() -> None:
    bench = up()
    before = bench.attached("lights").selftest.test_count
    assert note(bench.ask(RestartPart(part="lights"))) == "Lights: settings read back and right"
    assert bench.attached("lights").selftest.test_count == before + 1
    assert not any(isinstance(event, FaultRaised) for event in bench.events)


def test_lost_part_retried_in_a_round_too() -> None:
    bench = up()
    bench.sim.i2c.unplugged.add(bench.sim.displays.figures)
    bench.run(3000)
    bench.idle = False
    assert not bench.attached("figures").is_up
    assert note(bench.ask(RestartPart(part="figures"))) == (
        "Figures: missing (`no answer at I2C address 0x73`)"
    )
    bench.sim.i2c.unplugged.clear()
    assert note(bench.ask(RestartPart(part="figures"))).startswith("Figures: ")
    assert bench.attached("figures").is_up


# who is on the bus


class Stranger:
    """A chip that answers at one address and does nothing."""

    def __init__(self, address: int) -> None:
        self.addresses = (address,)
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def read(self, count: int) -> bytes:
        return bytes(count)

    def reset(self) -> None:
        """It has no state."""


def found(bench: PartBench) -> dict[int, tuple[bool, str, str]]:
    answer = bench.ask(ScanBus())
    assert isinstance(answer, BusDevices)
    assert [one.address for one in answer.devices] == sorted(
        {one.address for one in answer.devices}
    )
    return {one.address: (one.answers, one.part, one.kind) for one in answer.devices}


def test_configured_parts_found_by_name() -> None:
    assert found(up()) == {
        0x20: (True, "presence", "mcp23017"),
        0x21: (True, "presence", "mcp23017"),
        0x22: (True, "keys", "mcp23017"),
        0x3C: (True, "dealer_display", "ssd1306"),
        0x3D: (True, "payout_display", "ssd1306"),
        0x40: (True, "lights", "pca9685"),
        0x41: (True, "lights", "pca9685"),
        0x73: (True, "figures", "ht16k33"),
    }
    assert found(up("budget"))[0x24] == (True, "shoe", "pn532-i2c")
    assert found(up("budget"))[0x23] == (True, "shuffler", "contacts")
    assert found(up("odds-only"))[0x5B] == (True, "presence", "mpr121")


def test_missing_and_foreign_chips_listed() -> None:
    bench, stranger = up(), Stranger(0x29)
    bench.sim.i2c.unplugged.add(bench.sim.displays.figures)
    bench.sim.i2c.attach_chip(stranger)
    devices = found(bench)
    assert devices[0x73] == (False, "figures", "ht16k33")
    assert devices[0x29] == (True, "", "")
    assert stranger.written == [b""]


def test_unset_pca9685_known_by_all_call() -> None:
    bench = up()
    bench.attached("lights").restart(bench.clock.now() + 10_000)
    for chip in bench.sim.chips["lights"]:
        chip.reset()
    assert found(bench)[0x70] == (True, "", SHARED_DEVICES)


def test_scan_spreads_over_bus_turns() -> None:
    bench = up()
    written = watched(bench)
    bench.turns.clear()
    bench.ask(ScanBus())
    assert bench.turns == ["i2c"] * 14
    assert {address for address, data in written if not data} == set(range(0x08, 0x78))


def watched(bench: PartBench) -> Sequence[tuple[int, bytes]]:
    written: list[tuple[int, bytes]] = []
    write = bench.sim.i2c.write

    def noted(address: int, data: bytes) -> None:
        written.append((address, data))
        write(address, data)

    bench.sim.i2c.write = noted  # type: ignore[method-assign]
    return written


def test_scan_disturbs_no_part() -> None:
    bench = up("budget")
    bench.ask(ScanBus())
    bench.run(3000)
    assert all(one.is_up and not one.losses for bus in bench.buses for one in bus.attached)


def test_stuck_bus_is_a_refusal() -> None:
    bench = up()
    bench.sim.i2c.is_stuck = True
    assert refusal(bench.ask(ScanBus())) == "wire_failed"


# sending


FRAMES = [
    ("baccarat", "chips", "GetReaderInformation", "Get Reader Information = OK"),
    ("rfid", "shoe", "GetFirmwareVersion", "GetFirmwareVersion = 32 01 06 07"),
    ("rfid", "shoe", "GetGeneralStatus", "GetGeneralStatus = 00 01 00 00"),
    ("budget", "shoe", "GetFirmwareVersion", "GetFirmwareVersion = 32 01 06 07"),
    ("rfid", "shuffler", "ST", "SR"),
    ("roulette", "wheel", "X", "*X "),
]


@each("example, part, frame, answer", FRAMES)
def test_sent_frame_and_answer_traced(example: str, part: str, frame: str, answer: str) -> None:
    bench = up(example)
    begun = bench.ask(WatchWires(parts=(part,)))
    assert isinstance(begun, WireFrames)
    octets = bench.attached(part).part.frames[frame].hex(" ").upper()
    assert note(bench.ask(SendFrame(part=part, frame=frame))).endswith(f"{frame} sent ({octets})")
    bench.run(1500)
    reported = bench.ask(WatchWires(parts=(part,), after=begun.next))
    assert isinstance(reported, WireFrames)
    assert any(one.way == "out" and octets in one.octets for one in reported.frames)
    assert any(one.way == "in" and one.said.startswith(answer) for one in reported.frames)
    assert bench.attached(part).is_up
    assert not bench.attached(part).losses


def test_forbidden_frame_names_the_allowed() -> None:
    bench = up()
    assert refusal(bench.ask(SendFrame(part="lights", frame="X"))) == "no_frames"
    assert refusal(bench.ask(SendFrame(part="shoe", frame="LK"))) == "no_frames"
    answer = bench.ask(SendFrame(part="chips", frame="Close RF"))
    assert refusal(answer) == "no_frame"
    assert isinstance(answer, Refusal)
    assert answer.why.values["names"] == "GetReaderInformation"


def test_nothing_is_sent_to_a_lost_part() -> None:
    bench = up()
    bench.ports["chips"].unplug()
    bench.run(1000)
    assert refusal(bench.ask(SendFrame(part="chips", frame="GetReaderInformation"))) == "part_is"


# levels


def levels(bench: PartBench) -> dict[str, tuple[int, bool]]:
    answer = bench.ask(ReadLevels(part="presence"))
    assert isinstance(answer, SensorLevels)
    assert {(one.touch, one.release) for one in answer.levels} == {(12, 6)}
    return {one.name: (one.value, one.touched) for one in answer.levels}


def test_electrode_has_place_and_level() -> None:
    bench = up("odds-only")
    assert set(levels(bench).values()) == {(0, False)}
    bench.sim.felt.sensors.cover(Place(3, "banker"), is_covered=True)
    bench.run(100)
    reported = levels(bench)
    assert reported.pop("3 banker") == (60, True)
    assert set(reported.values()) == {(0, False)}


def test_reading_levels_hides_no_change() -> None:
    bench = up("odds-only")
    bench.sim.felt.sensors.cover(Place(1, "player"), is_covered=True)
    levels(bench)
    bench.run(100)
    assert PresenceSeen(Place(1, "player"), covered=True) in bench.events


def test_levels_may_be_read_in_a_round() -> None:
    bench = up("odds-only")
    bench.idle = False
    assert levels(bench)


def test_calibration_is_to_present_levels() -> None:
    bench = up("odds-only")
    (chip, *_) = bench.sim.chips["presence"]
    chip.drift_reading(0, -9)
    bench.run(100)
    assert (9, False) in levels(bench).values()
    assert note(bench.ask(Calibrate(part="presence"))) == (
        "Felt sensors: settings read back and right"
    )
    assert {abs(value) < 4 for value, _ in levels(bench).values()} == {True}


def test_part_without_levels_says_so() -> None:
    bench = up()
    for request in (ReadLevels(part="presence"), Calibrate(part="lights")):
        assert refusal(bench.ask(request)) == "no_levels"
    assert bench.attached("lights").is_up


def test_lost_sensors_have_no_levels() -> None:
    bench = up("odds-only")
    bench.sim.i2c.unplugged.update(bench.sim.chips["presence"])
    bench.run(1000)
    assert refusal(bench.ask(ReadLevels(part="presence"))) == "part_is"


def test_silent_sensors_are_a_refusal() -> None:
    bench = up("odds-only")
    bench.sim.i2c.unplugged.update(bench.sim.chips["presence"])
    assert refusal(bench.ask(ReadLevels(part="presence"))) == "wire_failed"
