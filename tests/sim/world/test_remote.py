"""The board of a table in another process acts on that table as a local board would."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from hal.board_health import UNKNOWN_HEALTH, BoardHealth
from hal.errors import BoardUnfit, BusStuck, DeviceSilent, HardwareError
from hal.ports import Board, Speaker
from sim.bench.sim_table import SimTable
from sim.bench.sounds import BUZZES_HZ
from sim.world.remote_board import RemoteBoard
from sim.world.remote_wire import RemoteCommand, RemoteRequest
from sim.world.table_server import TableServer

CONFIG = load_config(DEFAULT_TABLE)
LAMPS, PRESENCE, NOBODY = 0x40, 0x20, 0x42


class Rig:
    def __init__(self, path: Path, carries: Callable[[RemoteRequest], bool]) -> None:
        self.table = SimTable(CONFIG.wiring)
        self.path = path
        self.carries = carries
        self.board = RemoteBoard(path)
        self.serve()

    def serve(self) -> None:
        self.server = TableServer(self.table, self.path, lambda request: self.carries(request))

    def close(self) -> None:
        self.board.close()
        self.server.close()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "far-end", lambda _request: True)
    yield rig
    rig.close()


def test_board_fulfils_its_contract(rig: Rig) -> None:
    board: Board = rig.board
    assert board.simulated
    assert board.clock.now() <= board.clock.now()
    assert board.serial("/dev/nothing", 4800).path == "/dev/nothing"


def test_health_is_that_of_the_tables_pi(rig: Rig) -> None:
    assert rig.board.health() == BoardHealth(under_voltage=False, slowed=False, celsius=48)
    rig.table.pi.has_weak_supply = rig.table.pi.is_hot = True
    assert rig.board.health() == BoardHealth(under_voltage=True, slowed=True, celsius=82)
    rig.server.close()
    assert rig.board.health() == UNKNOWN_HEALTH
    rig.serve()


def test_registers_read_back(rig: Rig) -> None:
    bus = rig.board.i2c(1)
    bus.write(LAMPS, bytes((0x02, 0xC2)))
    assert rig.table.lamps.chips[0].register(0x02) == 0xC2
    assert bus.write_read(LAMPS, b"\x02", 1) == b"\xc2"
    bus.write(LAMPS, b"\x02")
    assert bus.read(LAMPS, 1) == b"\xc2"
    bus.write(LAMPS, b"")


def test_empty_address_is_silent(rig: Rig) -> None:
    with pytest.raises(DeviceSilent) as caught:
        rig.board.i2c(1).write(NOBODY, b"\x00")
    assert caught.value.address == NOBODY


def test_stuck_bus_is_stuck_until_freed(rig: Rig) -> None:
    bus = rig.board.i2c(1)
    rig.table.i2c.is_stuck = True
    with pytest.raises(BusStuck, match="the data line is held low"):
        bus.read(LAMPS, 1)
    rig.table.i2c.is_stuck = False
    assert len(bus.read(LAMPS, 3)) == 3


@pytest.mark.parametrize("address", [0x07, 0x78])
def test_bad_address_is_an_error(rig: Rig, address: int) -> None:
    with pytest.raises(ValueError, match="no I2C address"):
        rig.board.i2c(1).write(address, b"\x00")


def test_read_of_nothing_is_an_error(rig: Rig) -> None:
    with pytest.raises(ValueError, match="at least one byte"):
        rig.board.i2c(1).read(LAMPS, 0)


def test_interrupt_low_until_chip_is_read(rig: Rig) -> None:
    bus, line = rig.board.i2c(1), rig.board.input(rig.table.wiring.presence.interrupt)
    chip = rig.table.felt.sensors.chips[PRESENCE]
    bus.write(PRESENCE, bytes((0x0C, 0xFF)))
    bus.write(PRESENCE, bytes((0x04, 0xFF)))
    assert line.level()
    chip.drive_pin(0, high=False)
    assert not line.level()
    bus.write_read(PRESENCE, b"\x12", 1)
    assert line.level()


def test_pin_without_line_is_refused(rig: Rig) -> None:
    with pytest.raises(BoardUnfit, match="pin 99"):
        rig.board.input(99)


def test_tone_sounds(rig: Rig) -> None:
    tone = rig.board.tone(18)
    tone.sound(2500)
    tone.sound(0)
    assert rig.table.sounds.tone.sounded == [2500, 0]


def test_buzzer_sounds(rig: Rig) -> None:
    buzzer = rig.board.output(18)
    buzzer.put(high=True)
    assert rig.table.sounds.frequency_hz == BUZZES_HZ
    buzzer.put(high=False)
    assert rig.table.sounds.frequency_hz == 0


def speaker(rig: Rig) -> Speaker:
    return rig.board.speaker("default", "fr", rig.path.parent)


def test_spoken_phrase_arrives(rig: Rig) -> None:
    voice = speaker(rig)
    voice.start()
    assert rig.table.sounds.speaker.played_phrases == []
    for phrase in ("Faites vos jeux", "Rien ne va plus, le numéro 17"):
        voice.play(phrase)
        assert voice.playing()
    assert rig.table.sounds.speaker.played_phrases == [
        "Faites vos jeux",
        "Rien ne va plus, le numéro 17",
    ]


def test_speaker_renders_then_plays(rig: Rig) -> None:
    voice = speaker(rig)
    voice.render("Impair")
    while voice.rendering():
        assert not voice.has("Impair")
    assert voice.has("Impair")
    assert rig.table.sounds.speaker.played_phrases == []


def test_unplugged_speaker_fails(rig: Rig) -> None:
    voice = speaker(rig)
    rig.table.sounds.speaker.unplugged = True
    voice.play("Rien ne va plus")
    with pytest.raises(HardwareError):
        voice.playing()
    with pytest.raises(HardwareError):
        voice.start()
    rig.table.sounds.speaker.unplugged = False
    with pytest.raises(HardwareError):
        voice.start()
    voice.start()
    voice.play("Faites vos jeux")
    assert rig.table.sounds.speaker.played_phrases == ["Faites vos jeux"]


def test_missing_table_is_a_stuck_bus(rig: Rig) -> None:
    bus, line = rig.board.i2c(1), rig.board.input(rig.table.wiring.keys.interrupt)
    rig.server.close()
    with pytest.raises(BusStuck):
        bus.read(LAMPS, 1)
    with pytest.raises(BusStuck):
        line.level()
    with pytest.raises(BusStuck):
        rig.board.tone(18).sound(1000)
    with pytest.raises(BusStuck):
        speaker(rig).play("Faites vos jeux")
    rig.serve()
    assert len(bus.read(LAMPS, 1)) == 1


def test_writes_outlive_their_client(rig: Rig) -> None:
    rig.board.i2c(1).write(LAMPS, bytes((0x02, 0xC2)))
    rig.board.close()
    assert rig.server.wait_for_disconnect(5)
    assert rig.table.lamps.chips[0].register(0x02) == 0xC2


def test_connected_client_is_not_gone(rig: Rig) -> None:
    rig.board.i2c(1).read(LAMPS, 1)
    assert not rig.server.wait_for_disconnect(0)


def test_blocked_transfer_is_not_made(rig: Rig) -> None:
    bus = rig.board.i2c(1)
    rig.carries = lambda request: request.command is not RemoteCommand.WRITE
    with pytest.raises(BusStuck):
        bus.write(LAMPS, bytes((0x02, 0xC2)))
    assert rig.table.lamps.chips[0].register(0x02) == 0xE2
    assert bus.write_read(LAMPS, b"\x02", 1) == b"\xe2"


def test_threads_get_own_answers(rig: Rig) -> None:
    bus = rig.board.i2c(1)
    bus.write(LAMPS, bytes((0x02, 0xC2)))
    bus.write(LAMPS, bytes((0x03, 0xC4)))
    wrong: list[bytes] = []

    def ask(register: int, holds: bytes) -> None:
        got = [bus.write_read(LAMPS, bytes((register,)), 1) for _ in range(200)]
        wrong.extend(answer for answer in got if answer != holds)

    threads = [
        threading.Thread(target=ask, args=(register, holds))
        for register, holds in ((0x02, b"\xc2"), (0x03, b"\xc4"), (0x05, b"\xe0"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
