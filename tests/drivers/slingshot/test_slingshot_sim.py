"""The simulated wheel sends the recorded lines of a real one, at its pace."""

import re

from sim.machines.slingshot import SimSlingShot
from tests.kits.offenders import each

STATUS = re.compile(rb"\*X;([1-6]);(\d{3});([ \d]{2});([0-9A-F]);(\d{3});([01])\r\n")


class Beside:
    """A wheel, its time, and all that it has said."""

    def __init__(self) -> None:
        self.now = 1000
        self.sim = SimSlingShot(lambda: self.now)
        self.said: list[tuple[int, bytes]] = []

    def wait(self, millis: int) -> bytes:
        """Let it turn; return what it says in that time."""
        received = b""
        for _ in range(millis):
            self.now += 1
            received += (said := self.sim.transmit())
            self.said += [(self.now, said)] if said else []
        return received

    def ask(self, command: bytes) -> list[bytes]:
        """Return what it answers, its own status lines left out."""
        self.wait(200)
        self.sim.receive(command + b"\r\n")
        return [line for line in self.wait(100).split(b"\r\n") if line and line[1:2] != b"X"]


def test_status_in_22_ms_every_500_ms() -> None:
    wheel = Beside()
    wheel.wait(2900)
    ends = [at for at, said in wheel.said if said.endswith(b"\n")]
    assert [at - 1000 for at in ends] == [22, 522, 1022, 1522, 2022, 2522]
    assert len([1 for at, _ in wheel.said if at < 1100]) == 21


def test_states_last_the_recorded_times() -> None:
    wheel = Beside()
    wheel.wait(100)
    wheel.sim.spin("9")
    lines = wheel.wait(60_000).splitlines(keepends=True)
    bare = lines.index(b" 9\r\n")
    states = [STATUS.fullmatch(line) for line in lines if line != b" 9\r\n"]
    assert all(states)
    counts = [sum(m is not None and int(m[1]) == state for m in states) for state in range(1, 7)]
    assert counts == [0, 18 + 30, 8, 53, 11, 0]
    assert lines[bare - 1].startswith(b"*X;4;001;  ;0;160;1")
    assert lines[bare + 2] == b"*X;5;001; 9;0;160;1\r\n"
    assert lines[-1] == b"*X;2;002; 9;0;160;1\r\n"


@each(
    "command, answer",
    [
        (b"*V", b"*V V2.50 simulated SlingShot 2"),
        (b"*S", b"*S V2.50"),
        (b"*O", b"*O 2 1 60 1157"),
        (b"*o 1159", b"*o BUSY"),
        (b"*u 1", b"*u NO"),
        (b"*R", b"*R OK"),
        (b"*K", b"*K OK"),
        (b"*A", b"*A OK"),
        (b"*T S", b"*T s 16.0 18.0"),
        (b"*T Z", b"*T z 37"),
        (b"*q 1", b"*q OK"),
        (b"*F", b"*F BUSY"),
        (b"*P 0", b"*P OK"),
        (b"*P 1", b"*P NO"),
    ],
)
def test_every_command_is_answered(command: bytes, answer: bytes) -> None:
    assert Beside().ask(command) == [answer]


def test_non_command_is_not_answered() -> None:
    assert (
        Beside().ask(b"*z")
        == Beside().ask(b"*T y")
        == Beside().ask(b"*o x")
        == Beside().ask(b"\xff")
        == []
    )


def test_status_is_sent_on_request() -> None:
    wheel = Beside()
    wheel.wait(100)
    wheel.sim.receive(b"*X\r")
    wheel.sim.receive(b"\n")
    assert STATUS.fullmatch(wheel.wait(100))


def test_mode_is_taken_while_closed_only() -> None:
    wheel = Beside()
    assert wheel.ask(b"*o 1159") == [b"*o BUSY"]
    assert wheel.ask(b"*P 0") == [b"*P OK"]
    assert wheel.ask(b"*o 1159") == [b"*o 1159"]
    assert wheel.ask(b"*P 1") == [b"*P OK"]
    wheel.wait(9000)
    assert wheel.ask(b"*u 1") == [b"*u OK"]
    assert wheel.ask(b"*u 1") == [b"*u NO"]
    assert wheel.ask(b"*o 1157") == [b"*o BUSY"]
    assert wheel.sim.slingshot_games.host_starts == 1


def test_jammed_launcher_warns_in_state_2_then_closes() -> None:
    wheel = Beside()
    wheel.sim.jam_launcher()
    wheel.sim.spin("9")
    said = wheel.wait(90_000)
    assert re.search(rb"\*X;2;001;  ;8;160;0\r\n", said)
    assert not re.search(rb"\*X;[^26]", said)
    assert wheel.sim.state == 6


def test_freed_launcher_throws() -> None:
    wheel = Beside()
    wheel.sim.jam_launcher()
    wheel.sim.spin("9")
    wheel.wait(30_000)
    wheel.sim.free_launcher()
    wheel.wait(40_000)
    assert wheel.sim.slingshot_games.fallen_numbers == ["9"]


def test_wheel_without_its_ball_closes_after_75_s() -> None:
    wheel = Beside()
    wheel.sim.remove_ball()
    wheel.wait(74_000)
    assert wheel.sim.state == 2
    wheel.wait(2000)
    assert wheel.sim.state == 6


def test_ball_that_is_back_keeps_the_wheel_open() -> None:
    wheel = Beside()
    wheel.sim.remove_ball()
    wheel.wait(74_000)
    wheel.sim.return_ball()
    wheel.wait(10_000)
    assert wheel.sim.state == 2


@each("warned", range(16))
def test_every_sum_of_warnings_is_said(warned: int) -> None:
    wheel = Beside()
    wheel.sim.warn_of(warned)
    assert f"*X;2;001;  ;{warned:X};160;0".encode() in wheel.wait(100)


def test_newer_program_says_more() -> None:
    wheel = Beside()
    wheel.sim.firmware.more_fields, wheel.sim.firmware.version = ";3", "V3.01 newer"
    wheel.sim.show_state("7")
    assert b"*X;7;001;  ;0;160;0;3" in wheel.wait(600)
    assert wheel.ask(b"*V") == [b"*V V3.01 newer"]


def test_busy_wheel_says_so() -> None:
    wheel = Beside()
    wheel.sim.firmware.is_busy = True
    for command in (b"*O", b"*o 1159", b"*P 0", b"*u 1", b"*T Z"):
        assert wheel.ask(command)[0].endswith(b" BUSY")


def test_closed_wheel_is_opened() -> None:
    wheel = Beside()
    assert wheel.ask(b"*P 0") == [b"*P OK"]
    assert wheel.sim.state == 6
    assert wheel.ask(b"*P 1") == [b"*P OK"]
    assert wheel.sim.state == 1
    wheel.wait(9000)
    assert wheel.sim.state == 2


def test_plays_by_itself_until_stopped() -> None:
    wheel = Beside()
    wheel.sim.speed_up(10)
    wheel.sim.play_continuously()
    wheel.wait(20_000)
    assert len(wheel.sim.slingshot_games.fallen_numbers) == 4
    wheel.sim.stop_after_game()
    wheel.wait(20_000)
    assert len(wheel.sim.slingshot_games.fallen_numbers) == 5
    assert wheel.sim.slingshot_games.slingshot_game.number == 6


def test_switched_on_wheel_is_silent_at_first() -> None:
    wheel = Beside()
    wheel.sim.power_cycle()
    assert wheel.wait(2900) == b""
    assert wheel.wait(700).startswith(b"*X;6;001;  ;0;000;")
