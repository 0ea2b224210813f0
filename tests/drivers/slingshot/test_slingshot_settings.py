"""What the wheel is: its firmware, its mode and its pockets."""

import pytest

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from tests.kits.drivers.slingshot_bench import V250, Bench, Pit, line
from tests.kits.offenders import each

SWAPPED = FaultRaised("wheel", "swapped")
MODE_ENDED = FaultEnded("wheel", "wheel_mode")
POCKETS_ENDED = FaultEnded("wheel", "wheel_pockets")


def mode(code: str) -> FaultRaised:
    return FaultRaised("wheel", "wheel_mode", {"code": code})


def pockets(code: str) -> FaultRaised:
    return FaultRaised("wheel", "wheel_pockets", {"code": code})


def answers(
    version: str = V250, mode_text: str = "2 1 60 1157", count: str = "37"
) -> dict[bytes, bytes]:
    return {
        b"*V": f"*V {version}\r\n".encode(),
        b"*O": f"*O {mode_text}\r\n".encode(),
        b"*T Z": f"*T z {count}\r\n".encode(),
    }


def sent(bench: Bench, command: bytes) -> int:
    return bench.commands.count(command)


def test_wheel_as_wanted_is_asked_and_left_alone() -> None:
    bench = Bench()
    assert bench.answer(answers(), line(2), 10) == []
    assert bench.commands == [b"*V", b"*V", b"*O", b"*T Z"]
    assert bench.wheel.identity == V250
    assert bench.wheel._spin_tracker.alternates


def test_identity_needs_two_equal_answers() -> None:
    bench = Bench()
    bench.be(2)
    for version in (V250, V250.replace("50", "51"), V250):
        bench.run(200)
        bench.receive(f"*V {version}\r\n".encode(), each=5)
        assert bench.wheel.identity == ""
    bench.run(200)
    bench.receive(f"*V {V250}\r\n".encode())
    assert bench.wheel.identity == V250


def test_longer_version_is_an_identity() -> None:
    bench = Bench()
    bench.answer(answers("V3.10 " + "x" * 200), line(2), 3)
    assert bench.wheel.identity == "V3.10 " + "x" * 200


def test_another_wheel_at_the_plug_is_noticed() -> None:
    pit = Pit()
    pit.settle()
    pit.bench.port.unplug()
    pit.run(100)
    pit.sim.firmware.version = "V2.51 another"
    pit.bench.port.plug()
    assert SWAPPED in pit.run(3000)


def test_other_firmware_in_mid_evening_is_noticed() -> None:
    bench = Bench()
    bench.answer(answers(), line(2), 5)
    assert bench.answer(answers("V2.60"), line(2), 65) == [SWAPPED]


# --- the mode


@each(
    "host_started, wrong, state",
    [
        *((True, "1157", state) for state in range(1, 6)),
        *((False, wrong, 2) for wrong in ("1159", "128", "0")),
    ],
)
def test_other_mode_is_a_fault_as_long_as_answered(
    host_started: bool, wrong: str, state: int
) -> None:
    bench = Bench(host_started=host_started)
    bench.be(state)
    assert bench.answer(answers(mode_text=f"{state} 1 60 {wrong}"), line(state), 70) == [
        mode(wrong)
    ]
    assert not any(command.startswith(b"*o") for command in bench.commands)
    right = "1159" if host_started else "1157"
    assert bench.answer(answers(mode_text=f"{state} 1 60 {right}"), line(state), 65) == [MODE_ENDED]


def test_mode_changed_in_mid_evening_is_found_within_a_minute() -> None:
    bench = Bench(host_started=True)
    well = answers(mode_text="2 1 60 1159")
    assert bench.answer(well, line(2), 300) == []
    assert bench.answer(answers(mode_text="2 1 60 1157"), line(2), 62) == [mode("1157")]


def test_one_answer_of_another_mode_is_damage() -> None:
    bench = Bench()
    bench.be(2)
    for said in (b"*V V2.50\r\n", b"*V V2.50\r\n", b"*O 2 1 60 1159\r\n", b"*O 2 1 60 1157\r\n"):
        bench.run(200)
        assert bench.receive(said, each=5) == []


def test_throw_that_was_not_ordered_asks_the_mode_at_once() -> None:
    bench = Bench(host_started=True)
    bench.answer(answers(mode_text="2 1 60 1159"), line(2), 5)
    bench.commands.clear()
    assert bench.answer(answers(mode_text="3 1 60 1157"), line(3), 3) == [mode("1157")]
    assert bench.wheel.health["unordered_throws"] == 1


@pytest.mark.parametrize("host_started", [False, True])
def test_closed_wheel_is_set_to_the_mode(host_started: bool) -> None:
    pit = Pit(host_started=host_started)
    pit.sim.close_table()
    pit.sim.use_mode(128)
    events = pit.run(5000)
    assert pit.sim.slingshot_games.mode == (1159 if host_started else 1157)
    assert events.index(mode("128")) < events.index(MODE_ENDED)


def test_busy_wheel_is_set_later() -> None:
    pit = Pit()
    pit.sim.close_table()
    pit.sim.use_mode(128)
    pit.settle()
    pit.sim.use_mode(0)
    pit.bench.wheel._setup_sequence.ask_again(pit.bench.now)
    pit.run(200)
    pit.sim.firmware.is_busy = True
    pit.run(20_000)
    assert pit.bench.wheel.health["mode_busy"] > 0
    pit.sim.firmware.is_busy = False
    pit.run(20_000)
    assert pit.sim.slingshot_games.mode == 1157


def test_mode_is_set_five_times_at_most() -> None:
    bench = Bench()
    refusing = {**answers(mode_text="6 1 60 5"), b"*o 1157": b"*o 1157\r\n"}
    events = bench.answer(refusing, line(6), 50)
    assert events.count(mode("5")) == 1
    assert MODE_ENDED not in events
    assert sent(bench, b"*o 1157") == 5


def test_unanswered_questions_end() -> None:
    bench = Bench()
    bench.answer({}, line(2), 50)
    assert (sent(bench, b"*V"), sent(bench, b"*O"), sent(bench, b"*T Z")) == (5, 5, 5)
    bench.commands.clear()
    bench.answer({}, line(2), 120)
    assert (sent(bench, b"*V"), sent(bench, b"*O"), sent(bench, b"*T Z")) == (2, 2, 2)


def test_modeless_wheel_is_polled() -> None:
    pit = Pit()
    pit.sim.use_mode(0)
    pit.sim.spin("17")
    pit.run(20_000)
    assert pit.bench.wheel.health["stale"] == 0


# --- the pockets


@each("numbers, answered", [(37, "38"), (38, "37"), (37, "36"), (37, "0"), (38, "100")])
def test_other_pockets_are_refused(numbers: int, answered: str) -> None:
    bench = Bench(numbers=numbers)
    assert bench.answer(answers(count=answered), line(2), 70) == [pockets(answered)]
    assert bench.answer(answers(count=str(numbers)), line(2), 62) == [POCKETS_ENDED]


def test_old_wheel_that_tells_no_pockets_is_no_fault_but_said() -> None:
    bench = Bench()
    old = {command: said for command, said in answers().items() if command != b"*T Z"}
    assert bench.answer(old, line(2), 20) == []
    assert bench.wheel.health["pockets_unknown"] == 1
    bench.answer(answers(), line(2), 62)
    assert "pockets_unknown" not in bench.wheel.health


@each("state", [3, 4])
def test_pockets_changed_in_mid_round(state: int) -> None:
    bench = Bench()
    bench.answer(answers(), line(2), 50)
    events: list[Event] = bench.answer(answers(count="38"), line(state), 15)
    assert pockets("38") in events
