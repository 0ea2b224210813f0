"""One contract for every line: the simulated ones, and rpi-lgpio's over a modelled GPIO chip."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from hal.errors import BoardUnfit, HardwareError
from hal.pi.board import PiBoard
from hal.pi.gpio import check_one_library
from hal.ports import InputLine, OutputLine, ToneLine
from sim.wires.lines import SimInput, SimOutput, SimTone
from tests.kits.hal.gpio_chip_model import INPUT, OUTPUT, PULL_NONE, PULL_UP, Lgpio

PIN = 17


@pytest.fixture
def no_gpio(mocker: MockerFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let RPi.GPIO be imported anew, and forgotten afterwards."""
    mocker.patch.dict(sys.modules)
    for name in ("RPi", "RPi.GPIO", "lgpio"):
        sys.modules.pop(name, None)
    monkeypatch.delenv("RPI_LGPIO_REVISION", raising=False)
    monkeypatch.setenv("RPI_LGPIO_CHIP", "0")


@pytest.fixture
def chip(no_gpio: None, mocker: MockerFixture, monkeypatch: pytest.MonkeyPatch) -> Lgpio:
    chip = Lgpio()
    mocker.patch.dict(sys.modules, {"lgpio": chip})
    monkeypatch.setenv("RPI_LGPIO_REVISION", "c03114")
    return chip


@pytest.fixture
def board(chip: Lgpio) -> Iterator[PiBoard]:
    board = PiBoard()
    yield board
    board.close()


on_both = pytest.mark.parametrize("kind", ["sim", "pi"])


@pytest.fixture
def contact(
    kind: str, request: pytest.FixtureRequest
) -> tuple[InputLine, Callable[[bool | None], None]]:
    """An input, and what sets its far end: low, high, or None for open."""
    if kind == "sim":
        line = SimInput()
        return line, lambda level: setattr(line, "high", level is not False)
    chip: Lgpio = request.getfixturevalue("chip")

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
        return line, lambda: line.high
    chip: Lgpio = request.getfixturevalue("chip")
    chip.driven[PIN] = 1
    return request.getfixturevalue("board").output(PIN), lambda: bool(chip.driven[PIN])


@pytest.fixture
def buzzer(kind: str, request: pytest.FixtureRequest) -> tuple[ToneLine, Callable[[], float]]:
    """A tone output, and the frequency at its far end."""
    if kind == "sim":
        line = SimTone()
        return line, lambda: line.hz
    chip: Lgpio = request.getfixturevalue("chip")
    board: PiBoard = request.getfixturevalue("board")
    return board.tone(PIN), lambda: chip.waves.get(PIN, (0, 0))[0]


@on_both
def test_an_open_contact_reads_high(
    contact: tuple[InputLine, Callable[[bool | None], None]],
) -> None:
    line, _ = contact
    assert line.level() is True


@on_both
def test_an_input_reads_what_is_at_its_end_each_time(
    contact: tuple[InputLine, Callable[[bool | None], None]],
) -> None:
    line, put = contact
    for level, seen in [(False, False), (True, True), (False, False), (None, True)]:
        put(level)
        assert line.level() is seen


@on_both
def test_an_output_is_low_when_opened_and_then_what_it_is_put_to(
    lamp: tuple[OutputLine, Callable[[], bool]],
) -> None:
    line, lit = lamp
    assert lit() is False
    for high in (True, True, False, True, False):
        line.put(high=high)
        assert lit() is high


@on_both
def test_a_tone_is_silent_when_opened_sounds_changes_and_falls_silent(
    buzzer: tuple[ToneLine, Callable[[], float]],
) -> None:
    line, heard = buzzer
    assert heard() == 0
    for hz in (440, 440, 880, 0, 0, 1, 10_000, 0):
        line.sound(hz)
        assert heard() == hz


def test_a_simulated_tone_remembers_every_change() -> None:
    line = SimTone()
    for hz in (440, 440, 880, 0, 0, 440):
        line.sound(hz)
    assert line.sounded == [440, 880, 0, 440]


def test_a_tone_is_a_square_wave(board: PiBoard, chip: Lgpio) -> None:
    board.tone(PIN).sound(523)
    assert chip.waves == {PIN: (523, 50)}


def test_lines_are_inputs_again_and_all_is_let_go_when_the_board_closes(
    board: PiBoard, chip: Lgpio
) -> None:
    board.input(4)
    board.output(22).put(high=True)
    board.tone(18).sound(880)
    claimed = {n: mode for n, mode in enumerate(chip.modes) if mode}
    assert claimed == {4: INPUT | PULL_UP, 22: OUTPUT | PULL_NONE, 18: OUTPUT | PULL_NONE}
    freed = []
    free = chip.gpio_free
    chip.gpio_free = lambda c, n: (freed.append((n, chip.modes[n])), free(c, n))[1]  # type: ignore[method-assign]
    board.close()
    board.close()
    assert sorted(freed) == [(n, INPUT | PULL_NONE) for n in (4, 18, 22)]
    assert (chip.modes, chip.waves, chip.open_chips) == ([0] * 54, {}, 0)


def test_a_board_can_be_opened_again_after_it_was_closed(chip: Lgpio) -> None:
    for _ in range(2):
        board = PiBoard()
        assert board.input(PIN).level()
        board.tone(18).sound(880)
        board.close()
    assert chip.open_chips == 0


def test_lines_with_a_pull_up_of_their_own_open_without_a_word(board: PiBoard) -> None:
    assert board.input(2).level()
    assert board.input(3).level()


@pytest.mark.parametrize("pin", [-1, 54, 99])
def test_a_pin_that_the_board_has_not_is_unfit(board: PiBoard, pin: int) -> None:
    for open_line in (board.input, board.output, board.tone):
        with pytest.raises(BoardUnfit, match=f"GPIO {pin}"):
            open_line(pin)


def test_a_line_that_another_program_holds_is_unfit(board: PiBoard, chip: Lgpio) -> None:
    chip.held_by_another.add(PIN)
    for open_line in (board.input, board.output, board.tone):
        with pytest.raises(BoardUnfit, match=f"GPIO {PIN}.*busy"):
            open_line(PIN)


def test_a_frequency_that_cant_be_sounded_is_a_hardware_error(board: PiBoard) -> None:
    line = board.tone(PIN)
    for hz in (10_001, -5):
        with pytest.raises(HardwareError, match=f"GPIO {PIN}"):
            line.sound(hz)
    line.sound(440)


def test_a_chip_that_fails_is_a_hardware_error_for_every_line(board: PiBoard, chip: Lgpio) -> None:
    contact, lamp, buzzer = board.input(4), board.output(22), board.tone(18)
    chip.broken = True
    with pytest.raises(HardwareError):
        contact.level()
    with pytest.raises(HardwareError):
        lamp.put(high=True)
    with pytest.raises(HardwareError):
        buzzer.sound(440)
    chip.broken = False


def test_a_chip_that_cant_be_opened_is_unfit_and_may_be_tried_again(
    board: PiBoard, chip: Lgpio
) -> None:
    chip.broken = True
    with pytest.raises(BoardUnfit, match="can not open gpiochip"):
        board.input(PIN)
    chip.broken = False
    assert board.input(PIN).level()


def test_a_machine_that_is_no_pi_is_unfit(no_gpio: None, mocker: MockerFixture) -> None:
    mocker.patch.dict(sys.modules, {"lgpio": Lgpio()})
    with pytest.raises(BoardUnfit, match="only be run on a Raspberry Pi"):
        PiBoard().input(PIN)


def test_a_machine_without_the_library_is_unfit(no_gpio: None, mocker: MockerFixture) -> None:
    mocker.patch.dict(sys.modules, {"RPi": None})
    with pytest.raises(BoardUnfit, match="RPi"):
        PiBoard().input(PIN)


def test_a_working_directory_where_lgpio_cant_make_its_pipe_is_unfit() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from hal.pi.board import PiBoard; PiBoard().input(17)"],
        cwd="/proc",
        env={"RPI_LGPIO_REVISION": "c03114"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stderr.splitlines()[-1].startswith("hal.errors.BoardUnfit: GPIO can't be used")
    assert ".lgd-nfy" in told.stderr


def test_a_board_that_needs_no_line_asks_for_no_library(no_gpio: None) -> None:
    board = PiBoard()
    board.serial("/dev/nowhere", 9600)
    board.close()
    assert "RPi.GPIO" not in sys.modules


def installed(mocker: MockerFixture, *names: str) -> None:
    def version(name: str) -> str:
        if name in names:
            return "0"
        raise metadata.PackageNotFoundError(name)

    mocker.patch("importlib.metadata.version", version)


def test_both_libraries_at_once_are_refused_with_the_remedy(
    mocker: MockerFixture, chip: Lgpio
) -> None:
    installed(mocker, "RPi.GPIO", "rpi-lgpio")
    with pytest.raises(BoardUnfit, match=r"overwrites.*Uninstall both"):
        check_one_library()
    with pytest.raises(BoardUnfit, match="overwrites"):
        PiBoard().input(PIN)
    assert chip.open_chips == 0


@pytest.mark.parametrize("names", [(), ("RPi.GPIO",), ("rpi-lgpio",)])
def test_one_library_or_none_passes(mocker: MockerFixture, names: tuple[str, ...]) -> None:
    installed(mocker, *names)
    check_one_library()


def test_the_distributions_are_found_under_the_names_that_they_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, name in [("RPi.GPIO-0.7.1", "RPi.GPIO"), ("rpi_lgpio-0.6", "rpi-lgpio")]:
        (tmp_path / f"{folder}.dist-info").mkdir()
        (tmp_path / f"{folder}.dist-info" / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {folder.rpartition('-')[2]}\n"
        )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BoardUnfit):
        check_one_library()
