"""One contract for every line: the simulated ones, rpi-lgpio's and gpiod's over modelled chips."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import metadata, util
from pathlib import Path

import pytest
from gpiod import _ext
from pytest_mock import MockerFixture

from hal.errors import BoardUnfit, HardwareError
from hal.pi import gpio, gpiod_header, square_wave
from hal.pi.board import PiBoard
from hal.ports import InputLine, OutputLine, ToneLine
from sim.wires.lines import SimInput, SimOutput, SimTone
from tests.kits.hal import gpiod_chip_model
from tests.kits.hal.gpio_chip_model import Lgpio
from tests.kits.hal.gpio_far_end import FarEnd
from tests.kits.hal.gpiod_chip_model import Gpiod
from tests.kits.hal.rushed_time import RushedTime

PIN = 17

needs_rpi_gpio = pytest.mark.skipif(
    util.find_spec("RPi") is None, reason="rpi-lgpio can't be had for this Python"
)
RPI_GPIO = pytest.param("rpi_gpio", marks=needs_rpi_gpio)
on_each = pytest.mark.parametrize("kind", ["sim", RPI_GPIO, "gpiod"])
on_each_library = pytest.mark.parametrize("kind", [RPI_GPIO, "gpiod"])
on_rpi_gpio = pytest.mark.parametrize("kind", [RPI_GPIO])
on_gpiod = pytest.mark.parametrize("kind", ["gpiod"])


@pytest.fixture
def no_gpio(mocker: MockerFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let RPi.GPIO be imported again, and forgotten afterwards."""
    mocker.patch.dict(sys.modules)
    for name in ("RPi", "RPi.GPIO", "lgpio"):
        sys.modules.pop(name, None)
    monkeypatch.delenv("RPI_LGPIO_REVISION", raising=False)
    monkeypatch.setenv("RPI_LGPIO_CHIP", "0")


def installed(mocker: MockerFixture, *names: str) -> None:
    def version(name: str) -> str:
        if name in names:
            return "1.2"
        raise metadata.PackageNotFoundError(name)

    mocker.patch("importlib.metadata.version", version)


@pytest.fixture
def rpi_gpio(no_gpio: None, mocker: MockerFixture, monkeypatch: pytest.MonkeyPatch) -> Lgpio:
    installed(mocker, "rpi-lgpio", "gpiod")
    chip = Lgpio()
    mocker.patch.dict(sys.modules, {"lgpio": chip})
    monkeypatch.setenv("RPI_LGPIO_REVISION", "c03114")
    return chip


@pytest.fixture
def gpiod(mocker: MockerFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gpiod:
    installed(mocker, "gpiod")
    time = RushedTime()
    machine = Gpiod(tmp_path, time)
    machine.fit(0, "raspberrypi-exp-gpio")
    machine.fit(4, "pinctrl-rp1")
    monkeypatch.setattr(gpiod_header, "DEVICE_DIR", tmp_path)
    monkeypatch.setattr(square_wave, "Event", time.event)
    monkeypatch.setattr(square_wave, "monotonic", time.monotonic)
    monkeypatch.setattr(_ext, "Chip", partial(gpiod_chip_model.Chip, machine))
    monkeypatch.setattr(_ext, "LineConfig", gpiod_chip_model.Config)
    monkeypatch.setattr(_ext, "LineSettings", gpiod_chip_model.Settings)
    return machine


@pytest.fixture
def chip(kind: str, request: pytest.FixtureRequest) -> FarEnd:
    found: FarEnd = request.getfixturevalue(kind)
    return found


@pytest.fixture
def board(chip: FarEnd) -> Iterator[PiBoard]:
    board = PiBoard()
    yield board
    board.close()


@pytest.fixture
def contact(
    kind: str, request: pytest.FixtureRequest
) -> tuple[InputLine, Callable[[bool | None], None]]:
    """An input, and what sets its far end: low, high, or None for open."""
    if kind == "sim":
        line = SimInput()
        return line, lambda level: setattr(line, "is_high", level is not False)
    chip: FarEnd = request.getfixturevalue("chip")

    def put(level: bool | None) -> None:
        chip.contacts.pop(PIN, None)
        if level is not None:
            chip.contacts[PIN] = int(level)

    return request.getfixturevalue("board").input(PIN), put


@pytest.fixture
def lamp(kind: str, request: pytest.FixtureRequest) -> tuple[OutputLine, Callable[[], bool]]:
    """An output, and what its far end gets."""
    if kind == "sim":
        line = SimOutput()
        return line, lambda: line.is_high
    chip: FarEnd = request.getfixturevalue("chip")
    chip.driven[PIN] = 1
    return request.getfixturevalue("board").output(PIN), lambda: bool(chip.driven[PIN])


@pytest.fixture
def buzzer(kind: str, request: pytest.FixtureRequest) -> tuple[ToneLine, Callable[[], float]]:
    """A tone output, and the frequency at its far end."""
    if kind == "sim":
        line = SimTone()
        return line, lambda: line.frequency_hz
    chip: FarEnd = request.getfixturevalue("chip")
    board: PiBoard = request.getfixturevalue("board")
    return board.tone(PIN), lambda: chip.sounding(PIN)


@on_each
def test_an_open_contact_reads_high(
    contact: tuple[InputLine, Callable[[bool | None], None]],
) -> None:
    line, _ = contact
    assert line.level() is True


@on_each
def test_input_reads_its_current_level(
    contact: tuple[InputLine, Callable[[bool | None], None]],
) -> None:
    line, put = contact
    for level, seen in [(False, False), (True, True), (False, False), (None, True)]:
        put(level)
        assert line.level() is seen


@on_each
def test_output_opens_low_then_follows(
    lamp: tuple[OutputLine, Callable[[], bool]],
) -> None:
    line, lit = lamp
    assert lit() is False
    for high in (True, True, False, True, False):
        line.put(high=high)
        assert lit() is high


@on_each
def test_tone_starts_and_ends_silent(
    buzzer: tuple[ToneLine, Callable[[], float]],
) -> None:
    line, received = buzzer
    assert received() == 0
    for hz in (440, 440, 880, 0, 0, 1, 10_000, 0):
        line.sound(hz)
        assert received() == hz


def test_simulated_tone_records_changes() -> None:
    line = SimTone()
    for hz in (440, 440, 880, 0, 0, 440):
        line.sound(hz)
    assert line.sounded == [440, 880, 0, 440]


@on_rpi_gpio
def test_tone_is_a_square_wave(board: PiBoard, chip: Lgpio) -> None:
    board.tone(PIN).sound(523)
    assert chip.waves == {PIN: (523, 50)}


@on_each_library
def test_close_releases_lines_as_inputs(board: PiBoard, chip: FarEnd) -> None:
    board.input(4)
    board.output(22).put(high=True)
    board.tone(18).sound(880)
    assert chip.claimed() == {4: "pulled-up input", 22: "output", 18: "output"}
    board.close()
    board.close()
    assert chip.freed == dict.fromkeys((4, 18, 22), "input")
    assert (chip.claimed(), chip.sounding(18), chip.open_chips) == ({}, 0, 0)


@on_each_library
def test_board_reopens_after_close(chip: FarEnd) -> None:
    for _ in range(2):
        board = PiBoard()
        assert board.input(PIN).level()
        board.tone(18).sound(880)
        board.close()
    assert chip.open_chips == 0


@on_each_library
def test_lines_with_own_pull_up_open_silently(board: PiBoard) -> None:
    assert board.input(2).level()
    assert board.input(3).level()


@on_each_library
@pytest.mark.parametrize("pin", [-1, 54, 99])
def test_absent_pin_is_unfit(board: PiBoard, pin: int) -> None:
    for open_line in (board.input, board.output, board.tone):
        with pytest.raises(BoardUnfit, match=f"GPIO {pin}"):
            open_line(pin)


@on_each_library
def test_line_in_use_elsewhere_is_unfit(board: PiBoard, chip: FarEnd) -> None:
    chip.held_by_another.add(PIN)
    for open_line in (board.input, board.output, board.tone):
        with pytest.raises(BoardUnfit, match=f"GPIO {PIN}.*busy"):
            open_line(PIN)


@on_each_library
def test_unplayable_frequency_is_a_hardware_error(board: PiBoard) -> None:
    line = board.tone(PIN)
    for hz in (10_001, -5):
        with pytest.raises(HardwareError, match=f"GPIO {PIN}"):
            line.sound(hz)
    line.sound(440)


@on_each_library
def test_failed_chip_is_hardware_error(board: PiBoard, chip: FarEnd) -> None:
    contact, lamp, buzzer = board.input(4), board.output(22), board.tone(18)
    chip.broken = True
    with pytest.raises(HardwareError):
        contact.level()
    with pytest.raises(HardwareError):
        lamp.put(high=True)
    with pytest.raises(HardwareError):
        buzzer.sound(440)
    chip.broken = False


@on_rpi_gpio
def test_unopenable_chip_may_be_retried(board: PiBoard, chip: FarEnd) -> None:
    chip.broken = True
    with pytest.raises(BoardUnfit, match="can not open gpiochip"):
        board.input(PIN)
    chip.broken = False
    assert board.input(PIN).level()


@needs_rpi_gpio
def test_machine_other_than_pi_is_unfit(no_gpio: None, mocker: MockerFixture) -> None:
    installed(mocker, "rpi-lgpio")
    mocker.patch.dict(sys.modules, {"lgpio": Lgpio()})
    with pytest.raises(BoardUnfit, match="only be run on a Raspberry Pi"):
        PiBoard().input(PIN)


def test_unloadable_rpi_gpio_is_unfit(no_gpio: None, mocker: MockerFixture) -> None:
    installed(mocker, "rpi-lgpio")
    mocker.patch.dict(sys.modules, {"RPi": None})
    with pytest.raises(BoardUnfit, match="RPi"):
        PiBoard().input(PIN)


@needs_rpi_gpio
def test_directory_without_lgpio_pipe_is_unfit() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", "from hal.pi.board import PiBoard; PiBoard().input(17)"],
        cwd="/proc",
        env={"RPI_LGPIO_REVISION": "c03114"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.stderr.splitlines()[-1].startswith("hal.errors.BoardUnfit: GPIO can't be used")
    assert ".lgd-nfy" in answer.stderr


def test_no_lines_need_no_library(no_gpio: None) -> None:
    board = PiBoard()
    board.serial("/dev/nowhere", 9600)
    board.close()
    assert "RPi.GPIO" not in sys.modules


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("rpi-lgpio", "gpiod"), "rpi-lgpio 1.2"),
        (("RPi.GPIO", "gpiod"), "RPi.GPIO 1.2"),
        (("gpiod",), "gpiod 1.2"),
        ((), "None"),
    ],
)
def test_rpi_gpio_comes_before_gpiod(
    mocker: MockerFixture, names: tuple[str, ...], found: str
) -> None:
    installed(mocker, *names)
    assert str(gpio.gpio_library()) == found


def test_missing_library_is_unfit(mocker: MockerFixture) -> None:
    installed(mocker)
    with pytest.raises(BoardUnfit, match="install rpi-lgpio or gpiod"):
        PiBoard().input(PIN)


def test_unloadable_gpiod_is_unfit(mocker: MockerFixture) -> None:
    installed(mocker, "gpiod")
    mocker.patch.dict(sys.modules, {"hal.pi.gpiod_header": None})
    with pytest.raises(BoardUnfit, match="gpiod can't be used"):
        PiBoard().input(PIN)


@on_gpiod
def test_header_chip_is_found_by_label(board: PiBoard, chip: Gpiod) -> None:
    board.input(PIN)
    assert chip.open_chips == 1


@on_gpiod
def test_machine_without_header_chip_is_no_pi(board: PiBoard, chip: Gpiod) -> None:
    chip.labels = dict.fromkeys(chip.labels, "INT34C6:00")
    with pytest.raises(BoardUnfit, match="no GPIO chip of a Raspberry Pi"):
        board.input(PIN)
    assert chip.open_chips == 0
