"""Serves the simulated parts of a table by USB, and lets a person act and watch."""

import random
import signal
import sys
import threading
import time
from collections.abc import Collection, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.commands.lab_files import MARK, write_folder
from firmware.cli.commands.lab_hands import LabHands
from firmware.cli.commands.lab_view import LOOK_INTERVAL_S, LabView
from firmware.cli.terminal.typed_keys import TypedLines
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import load_config
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import Words
from sim.people.actor import Actor
from sim.people.by_chance.make_croupier import make_croupier
from sim.people.deal import DealtCards
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.usb.port import UsbPort
from sim.usb.server import serve_usbip, serve_usbredir
from sim.usb.usbip import TCP_PORT, exported
from sim.web.bench.bench import Bench
from sim.web.bench.people import PeopleThread
from sim.web.bench.scene import SceneReader
from sim.web.bench.table_dir import Seating, TableDir
from sim.web.bench.usb_world import BUS, UsbWorld
from sim.web.hands.dispatcher import RandomPlay
from sim.web.hands.fault_injector import FaultInjector

LOOPBACK: Final = "127.0.0.1"


@dataclass(frozen=True)
class LabOptions:
    """The options of `croupier lab`."""

    config: Path
    usbip: str | None
    usbredir: Path | None
    without: str
    to: Path
    socket: Path | None
    people: bool


def serve_lab(words: Words, options: LabOptions) -> int:
    """Serve until stopped. Raises RequestFailed, CannotServe or OSError."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if options.people and options.socket is None:
        raise RequestFailed(Text("lab.people_need_socket"))
    left_out = frozenset(filter(None, options.without.split(",")))
    with ExitStack() as stack, suppress(KeyboardInterrupt):
        bench, world = _open_bench(stack, options.config, options.socket, left_out)
        write_folder(options.to, options.config, bench.table_dir, world.ports)
        print(words.render(Text("lab.written", {"path": str(options.to)})))
        _print_devices(words, bench, world)
        if options.usbredir is not None:
            _serve_qemu(stack, words, world.ports, options.usbredir)
        if options.usbip is not None or options.usbredir is None:
            _serve_pi(stack, words, world.ports, options.usbip or LOOPBACK, options.to)
        _act_and_watch(stack, words, bench, world, people=options.people)
    return 0


def _open_bench(
    stack: ExitStack, config: Path, socket: Path | None, left_out: Collection[str]
) -> tuple[Bench, UsbWorld]:
    """Build the parts and switch them on. Raises RequestFailed on a name that is no device's."""
    worlds, wiring = list[UsbWorld](), load_config(config).wiring

    def make_world(table_dir: TableDir) -> UsbWorld:
        worlds.append(UsbWorld(wiring, socket or table_dir.socket_path(), left_out))
        return worlds[0]

    bench = stack.enter_context(closing(Bench(Seating(config=config), make_world)))
    devices = (BUS, *bench.sim_table.far_ends)
    if unknown := sorted({*left_out} - {*devices}):
        values: TextValues = {"given": ", ".join(unknown), "known": ", ".join(devices)}
        raise RequestFailed(Text("lab.no_device", values))
    bench.open()
    return bench, worlds[0]


def _print_devices(words: Words, bench: Bench, world: UsbWorld) -> None:
    for bus_id, export in exported([*world.ports.values()]).items():
        number = export.port.device.serial_number
        print(f"  {bus_id}  {export.port.name}  {export.port.device.model.product_name}  {number}")
    if pins := ", ".join(map(str, sorted(bench.sim_table.input_lines()))):
        print(words.render(Text("lab.pins", {"pins": pins})))


def _serve_qemu(stack: ExitStack, words: Words, ports: Mapping[str, UsbPort], folder: Path) -> None:
    """Serve each device at a socket in a folder, and print the options of QEMU. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    print(words.render(Text("lab.qemu")))
    for name, port in ports.items():
        path = folder.resolve() / f"{name}.sock"
        stack.enter_context(closing(serve_usbredir(port, path)))
        print(f"  -chardev socket,id={name},path={path} -device usb-redir,chardev={name}")


def _serve_pi(
    stack: ExitStack, words: Words, ports: Mapping[str, UsbPort], typed: str, folder: Path
) -> None:
    """Serve all devices at a TCP address, and print the Pi's command. Raises CannotServe."""
    address, _, tcp_port = typed.partition(":")
    try:
        listener = serve_usbip([*ports.values()], address, int(tcp_port or TCP_PORT))
    except (OSError, ValueError) as error:
        why = os_reason(error) if isinstance(error, OSError) else Text("lab.no_tcp_port")
        raise CannotServe(Text("lab.no_address", {"address": typed, "why": why})) from None
    stack.enter_context(closing(listener))
    place = f"{address}:{listener.tcp_port}"
    print(words.render(Text("lab.at", {"address": place})))
    if address not in (LOOPBACK, "localhost"):
        print(words.render(Text("lab.no_password")))
    print(f"  sudo python3 {folder.name}/{MARK} {place}", flush=True)


def _act_and_watch(
    stack: ExitStack, words: Words, bench: Bench, world: UsbWorld, *, people: bool
) -> None:
    """Do the typed acts, have people play if wanted, print each change; until interrupted."""
    faults, chance = FaultInjector(bench), random.Random()  # noqa: S311 - simulated players
    person, hands_lock = _person(bench, chance), threading.RLock()
    hands = LabHands(person, bench, faults, world.ports.get(BUS))
    view = LabView(words, SceneReader(bench, faults.active_faults, lambda: 0), world.ports)

    def apply_line(line_words: list[str]) -> None:
        try:
            with hands_lock:
                hands.apply(line_words)
        except RequestFailed as refused:
            print(words.render(refused.why), flush=True)
        except ControlError:
            print(words.render(Text("lab.no_status")), flush=True)

    stack.enter_context(closing(TypedLines(apply_line)))
    if people:
        croupier = make_croupier(_person(bench, chance), chance, mishap_rate=0)
        thread = PeopleThread(RandomPlay(croupier), hands_lock, lambda: None)
        stack.callback(thread.stop_playing)
        thread.start_playing()
    while True:
        for line in view.changes():
            print(line, flush=True)
        time.sleep(LOOK_INTERVAL_S)


def _person(bench: Bench, chance: random.Random) -> Person:
    return Person(
        Actor(bench.hands, bench.read_status),
        layout_of(bench.config),
        chance,
        rack=bench.rack,
        dealt_cards=DealtCards(bench.game, chance),
    )
