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
        heard = b""
        for _ in range(millis):
            self.now += 1
            heard += (said := self.sim.transmit())
            self.said += [(self.now, said)] if said else []
        return heard

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
        (b"*o 1159", b"*o 1159"),
        (b"*u 1", b"*u NO"),
        (b"*R", b"*R OK"),
        (b"*K", b"*K OK"),
        (b"*A", b"*A OK"),
        (b"*T S", b"*T OK"),
        (b"*q 1", b"*q OK"),
        (b"*F", b"*F BUSY"),
        (b"*P 0", b"*P OK"),
        (b"*P 1", b"*P NO"),
    ],
)
def test_every_command_is_answered(command: bytes, answer: bytes) -> None:
    assert Beside().ask(command) == [answer]


def test_non_command_is_not_answered() -> None:
    assert Beside().ask(b"*z") == Beside().ask(b"*o x") == Beside().ask(b"\xff") == []


def test_status_is_sent_on_request() -> None:
    wheel = Beside()
    wheel.wait(100)
    wheel.sim.receive(b"*X\r")
    wheel.sim.receive(b"\n")
    assert STATUS.fullmatch(wheel.wait(100))


def test_game_refuses_mode_and_start() -> None:
    wheel = Beside()
    assert wheel.ask(b"*o 1159") == [b"*o 1159"]
    assert wheel.ask(b"*u 1") == [b"*u OK"]
    assert wheel.ask(b"*u 1") == [b"*u NO"]
    assert wheel.ask(b"*o 1157") == [b"*o BUSY"]
    assert wheel.sim.slingshot_games.host_starts == 1


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
