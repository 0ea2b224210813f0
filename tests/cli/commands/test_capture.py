"""`croupier capture`: from a unit's own wire, or from a running table, whose cards stay masked."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.cli.args.exits import EXIT_BAD_INPUT, EXIT_UNAVAILABLE
from firmware.cli.commands.capture import parse_duration
from firmware.cli.main import main
from firmware.core.vocabulary.cards import parse_card
from firmware.shell.technician.technician_socket import TechnicianSocket
from sim.wires.pty import PtyWire
from tests.kits.offenders import each
from tests.kits.shell.part_bench import PartBench

DURATIONS = {"90s": 90, "10m": 600, "2h": 7200, "45": 45, "7s": 7}
STATUS = b"*X;1;001;  ;0;160;0\r\n"


class Wheel:
    """A wheel that says one line for each request."""

    def __init__(self) -> None:
        self.unsent = b""

    def receive(self, data: bytes) -> None:
        self.unsent += STATUS

    def transmit(self) -> bytes:
        sent, self.unsent = self.unsent, b""
        return sent


@contextmanager
def served_table(folder: Path) -> Iterator[PartBench]:
    """Serve the parts of a table to a technician, and let its buses take their turns."""
    bench, is_over = PartBench(), threading.Event()

    def run() -> None:
        while not is_over.wait(0.005):
            bench.run(20)

    served = TechnicianSocket(folder / "technician", bench.acts, lambda _note: None)
    buses = threading.Thread(target=run)
    buses.start()
    try:
        yield bench
    finally:
        is_over.set()
        buses.join()
        served.close()


@each("written", DURATIONS)
def test_duration_is_in_seconds(written: str) -> None:
    assert parse_duration(written) == DURATIONS[written]


@each("written", ("0s", "10x", "-5s", "1.5m", "8d", "200h"))
def test_no_duration_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=written):
        parse_duration(written)


def test_unit_on_its_own_wire_is_recorded_and_conforms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wire = PtyWire(Wheel(), 9600, tmp_path / "wheel")
    path = tmp_path / "wheel.capture"
    command = ["--lang", "en", "capture", "slingshot", "--port", str(tmp_path / "wheel")]
    assert main([*command, "--for", "1s", "--to", str(path)]) == 0
    wire.close()
    written = path.read_text(encoding="utf-8")
    assert ' out "*V' in written
    assert f' in "{STATUS.decode()[:-2]}' in written
    assert f"croupier conform slingshot {path}" in capsys.readouterr().out
    assert main(["conform", "slingshot", str(path)]) == 0


def test_part_of_a_running_table_is_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "chips.capture"
    command = ["capture", "chips", "--restart", "--socket", str(tmp_path / "control")]
    with served_table(tmp_path):
        assert main([*command, "--for", "1s", "--to", str(path)]) == 0
    assert " out 05 00 00 00" in path.read_text(encoding="utf-8")
    assert "croupier conform rr3036" in capsys.readouterr().out


def test_no_card_of_a_running_table_is_written(tmp_path: Path) -> None:
    path = tmp_path / "shoe.capture"
    command = ["capture", "shoe", "--socket", str(tmp_path / "control"), "--for", "1s"]
    with served_table(tmp_path) as bench:
        drawing = threading.Timer(0.3, lambda: bench.sim.shoe.draw(parse_card("4S")))
        bench.sim.shoe.power_on()
        drawing.start()
        assert main([*command, "--to", str(path)]) == 0
        drawing.join()
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "CARD" in line]
    assert lines
    assert all(" in ·· # " in line for line in lines)


def test_part_that_the_table_lacks_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wheel.capture"
    command = ["--lang", "en", "capture", "wheel", "--socket", str(tmp_path / "control")]
    with served_table(tmp_path):
        assert main([*command, "--to", str(path)]) == EXIT_BAD_INPUT
    assert "no such part" in capsys.readouterr().err
    assert not path.exists()


@each(
    "arguments, status, words",
    (
        (("slingshot", "--port", "/dev/nosuch"), EXIT_UNAVAILABLE, "/dev/nosuch"),
        (("mcp23017", "--port", "/dev/ttyS0"), EXIT_BAD_INPUT, "/dev/i2c-1"),
        (("nosuch", "--port", "/dev/ttyS0"), EXIT_BAD_INPUT, "those that can"),
        (("slingshot", "--port", "relative"), EXIT_BAD_INPUT, "relative"),
    ),
)
def test_wrong_wire_is_refused_and_leaves_no_file(
    arguments: tuple[str, ...],
    status: int,
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "a.capture"
    assert main(["--lang", "en", "capture", *arguments, "--to", str(path)]) == status
    assert words in capsys.readouterr().err
    assert not path.exists()


def test_file_that_is_there_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.capture"
    path.write_text("precious", encoding="utf-8")
    command = ["--lang", "en", "capture", "wheel", "--to", str(path)]
    assert main(command) == EXIT_BAD_INPUT
    assert "is there already" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "precious"
