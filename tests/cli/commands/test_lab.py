"""`croupier lab`: what is typed reaches the simulated parts, and a host reads it by USB."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest

from firmware.cli.commands.lab_files import write_folder
from firmware.cli.commands.lab_hands import LabHands
from firmware.cli.commands.lab_view import LabView, screen_rows
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import load_config
from firmware.shell.words.words import Words
from sim.people.actor import Actor
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.usb.server import serve_usbip
from sim.web.bench.bench import Bench
from sim.web.bench.scene import SceneReader
from sim.web.bench.table_dir import Seating, TableDir
from sim.web.bench.usb_world import UsbWorld
from sim.web.hands.fault_injector import FaultInjector
from sim.web.messages.messages_out import LetterScreen, PixelScreen
from tests.kits.paths import ROOT
from tests.kits.processes import CROUPIER
from tests.kits.usb.usbip_host import UsbIpHost

BACCARAT = ROOT / "examples/baccarat.toml"
KEYS = 0x22
GPIOA, PULL_UPS = b"\x12", b"\x0c\xff\xff"


class Laboratory:
    """A table's parts, the hands at them and the view of them."""

    def __init__(self, world: UsbWorld, bench: Bench) -> None:
        self.world, self.bench = world, bench
        self.table = bench.sim_table
        faults = FaultInjector(bench)
        actor = Actor(bench.hands, bench.read_status)
        person = Person(actor, layout_of(bench.config), Random(1), rack=bench.rack)
        self.hands = LabHands(person, bench, faults, world.ports["i2c"])
        scenes = SceneReader(bench, faults.active_faults, lambda: 0)
        self.view = LabView(Words.load("en"), scenes, world.ports)

    def type(self, line: str) -> None:
        self.hands.apply(line.split())


@pytest.fixture(scope="module")
def laboratory() -> Iterator[Laboratory]:
    worlds: list[UsbWorld] = []

    def make_world(table_dir: TableDir) -> UsbWorld:
        worlds.append(UsbWorld(load_config(BACCARAT).wiring, table_dir.socket_path()))
        # Hands wait for a host to read what they did: here there is none.
        worlds[0].pass_time = lambda duration_ms: None  # type: ignore[method-assign]
        return worlds[0]

    with closing(Bench(Seating(config=BACCARAT), make_world)) as bench:
        bench.open()
        yield Laboratory(worlds[0], bench)


def test_chips_are_laid_and_taken(laboratory: Laboratory) -> None:
    laboratory.type("put 3 player 27,50")
    assert {
        (*stack[0], cents) for stack, cents in laboratory.bench.hands.amounts_on_felt().items()
    } == {(3, "player", 2750)}
    laboratory.type("take 3 player")
    assert not laboratory.bench.hands.amounts_on_felt()


def test_switch_and_door_stay_as_they_are_put(laboratory: Laboratory) -> None:
    laboratory.type("switch on")
    laboratory.type("door shoe open")
    assert laboratory.table.key_switch_on
    assert laboratory.table.is_open(Door.SHOE)
    laboratory.type("switch off")
    laboratory.type("door shoe shut")
    assert not laboratory.table.key_switch_on
    assert not laboratory.table.is_open(Door.SHOE)


def test_cable_is_pulled_and_plugged_in(laboratory: Laboratory) -> None:
    for part in ("shoe", "i2c"):
        laboratory.type(f"pull {part}")
        assert not laboratory.world.ports[part].is_plugged
        laboratory.type(f"plug {part}")
        assert laboratory.world.ports[part].is_plugged


def test_part_breaks_and_is_mended(laboratory: Laboratory) -> None:
    laboratory.type("break i2c stuck")
    assert laboratory.table.i2c.is_stuck
    laboratory.type("mend i2c stuck")
    assert not laboratory.table.i2c.is_stuck


def test_keys_and_cards_are_typed_by_their_names(
    laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[Key] = []
    monkeypatch.setattr(laboratory.table, "hold_key", pressed.append)
    drawn: list[object] = []
    monkeypatch.setattr(
        laboratory.table.shoe, "draw", lambda card, readable: drawn.append(card.name)
    )
    laboratory.type("confirm 7H no_more_bets")
    assert pressed == [Key.CONFIRM, Key.NO_MORE_BETS]
    assert drawn == ["7H"]


@pytest.mark.parametrize(
    "line",
    [
        *("foo", "put", "put 3 player", "put three player 25", "put 3 player free"),
        *("put 3 player -25", "put 3 player 0.001", "put 3 player nan", "put 3 player 1e999"),
        *("put 99 player 25", "put 3 nothing 25", "take 4 player", "door cellar open"),
        *("switch", "pull nothing", "break shoe nothing", "throw 17", "door shoe ajar"),
    ],
)
def test_line_that_is_no_act_is_refused_in_words(laboratory: Laboratory, line: str) -> None:
    with pytest.raises(RequestFailed) as refused:
        laboratory.type(line)
    for language in ("fr", "en"):
        assert Words.load(language).render(refused.value.why)


def test_view_says_once_what_has_changed_and_lasts(laboratory: Laboratory) -> None:
    laboratory.view.changes()
    assert "chips: not attached" in laboratory.view.changes()
    assert laboratory.view.changes() == []
    laboratory.type("pull chips")
    assert laboratory.view.changes() == []
    assert laboratory.view.changes() == ["chips: cable pulled"]
    laboratory.type("plug chips")


def test_view_says_who_is_attached(laboratory: Laboratory) -> None:
    port = laboratory.world.ports["chips"]
    with ExitStack() as stack:
        listener = stack.enter_context(closing(serve_usbip([port], "127.0.0.1", 0)))
        stack.enter_context(closing(UsbIpHost(("127.0.0.1", listener.tcp_port))))
        laboratory.view.changes()
        assert "chips: attached" in laboratory.view.changes()


def test_dots_are_braille_and_letters_letters() -> None:
    dots = PixelScreen(8, 4, lit=True, bits=bytes((0x81, 0x00, 0x00, 0x81)))
    assert screen_rows(dots) == ["\u2841\u2800\u2800\u2888"]
    letters = LetterScreen(lit=True, rows=(b"Hi \x00\xff",), glyphs=())
    assert screen_rows(letters) == ["Hi ··"]


def test_folder_has_what_the_pi_needs(laboratory: Laboratory, tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    config = tmp_path / "table.toml"
    text = BACCARAT.read_text()
    config.write_text(text.replace("usb-FTDI_FT232R_USB_UART_SHOE0001-if00-port0", "shoe"))
    for _ in range(2):  # the second time over the first
        write_folder(folder, config, laboratory.bench.table_dir, laboratory.world.ports)
    assert (folder / "table.toml").read_text() == text
    assert (folder / "chips.csv").read_text().count("\n") > 100
    assert "vhci" in (folder / "attach.py").read_text()


def test_folder_with_other_files_is_left_alone(laboratory: Laboratory, tmp_path: Path) -> None:
    (tmp_path / "thesis.odt").write_text("years")
    with pytest.raises(RequestFailed):
        write_folder(tmp_path, BACCARAT, laboratory.bench.table_dir, laboratory.world.ports)
    assert (tmp_path / "thesis.odt").read_text() == "years"


class Served:
    """`croupier lab`, served to whoever connects to `address`; `type` types a line."""

    def __init__(self, folder: Path) -> None:
        command = [*CROUPIER, "--lang", "en", "lab", str(BACCARAT), "--usbip", "127.0.0.1:0"]
        self.process = subprocess.Popen(
            command, cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        port = re.search(r"USB/IP at 127.0.0.1:(\d+)", self.read_until("USB/IP at"))
        assert port
        self.address = ("127.0.0.1", int(port[1]))

    def read_until(self, wanted: str) -> str:
        assert self.process.stdout
        return next(line for line in self.process.stdout if wanted in line)

    def type(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()


@pytest.mark.live
def test_host_reads_by_usb_what_was_typed(tmp_path: Path) -> None:
    with closing(Served(tmp_path)) as served, closing(UsbIpHost(served.address)) as host:

        def levels() -> bytes | None:
            host.control(0x41, 5, 0, KEYS, GPIOA)
            return host.control(0xC1, 6, 1, KEYS, 2)

        host.control(0x41, 7, 0, KEYS, PULL_UPS)
        before = levels()
        served.read_until("i2c: attached")
        served.type("switch on")
        served.type("nonsense")
        served.read_until("`nonsense`")
        after = levels()
    assert before == b"\xff\x9f"  # both doors are shut
    assert after == b"\xff\x8f"
