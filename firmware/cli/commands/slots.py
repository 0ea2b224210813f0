"""`croupier slots`: what persons ask of a bank of slot machines."""

import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from getpass import getpass
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from firmware.cli.args.errors import CannotServe, complain
from firmware.cli.args.exits import UNWELL
from firmware.cli.args.page_port import LOOPBACK, PagePort, served_at
from firmware.cli.args.signature import How
from firmware.cli.args.types import Count, Folder, Name
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import NoTable
from firmware.shell.words.words import Words
from firmware.slots import requests
from firmware.slots.directories import bank_socket
from firmware.slots.loop_back import send_across
from firmware.slots.requests import Answer, Refused, Request, ask_bank
from firmware.slots.status import Status
from firmware.slots.status_text import bank_told
from hal.clock import MonotonicClock
from hal.pi.ninth_bit_port import NinthBitPort

BAUD: Final = 19_200

PANEL_PORT: Final = 8091

Port = Annotated[str, How(value="port")]


def status(words: Words, *, state: Folder | None = None, json: bool = False) -> int:
    """Print how the bank is; return 1 if anything is wrong."""
    found = _asked(state, requests.How())
    if not isinstance(found, Status):
        return _said(found, words)
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(told(found, words)))
    return UNWELL if found.alarms else 0


def panel(
    words: Words,
    *,
    port: PagePort = PANEL_PORT,
    state: Folder | None = None,
) -> int:
    """Serve the panel to this machine until stopped; it only reads, and waits for a bank."""
    from firmware.slots.panel.server import PanelServer

    with served_at(LOOPBACK, port):
        server = PanelServer((LOOPBACK, port), bank_socket(state), words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with server:
        print(words.say(Text("slots.panel_at", {"address": server.address})), flush=True)
        server.serve_forever()
    return 0


def looked(words: Words, *, machine: Count, name: Name, state: Folder | None = None) -> int:
    """Say that you have looked at a machine."""
    return _said(_asked(state, requests.Look(machine, name, _passphrase(words))), words)


def decide(
    words: Words,
    *,
    machine: Count,
    name: Name,
    by: Literal["machine", "player"],
    cents: Count | None = None,
    state: Folder | None = None,
) -> int:
    """Decide on the oldest defective game of a machine."""
    asked = requests.Decide(machine, name, _passphrase(words), by, cents)
    return _said(_asked(state, asked), words)


def loop_back(words: Words, sends: Port, hears: Port) -> int:
    """Say whether a port sends the ninth bit; return 1 if it does not."""
    ports = NinthBitPort(sends, BAUD), NinthBitPort(hears, BAUD)
    with closing(ports[0]), closing(ports[1]):
        good, found = send_across(*ports, MonotonicClock())
    print(words.say(found))
    return 0 if good else UNWELL


def told(found: Status, words: Words) -> Iterator[str]:
    """Yield the lines that say how a bank is."""
    said = (*found.alarms, *found.notes) or (Text("slots.well"),)
    return map(words.say, (*bank_told(found, words), *said))


def _asked(state: Path | None, request: Request) -> Answer:
    place = bank_socket(state)
    try:
        return ask_bank(place, request)
    except NoTable:
        raise CannotServe(Text("slots.no_service", {"path": str(place)})) from None


def _said(answer: Answer, words: Words) -> int:
    """Print that it is done, or why it is refused; return 1 if it is."""
    if isinstance(answer, Refused):
        return complain("slots", UNWELL, words.say(answer.why))
    if not isinstance(answer, Status):
        print(words.say(answer.said))
    return 0


def _passphrase(words: Words) -> str:
    if sys.stdin.isatty():
        return getpass(words.say(Text("console.ask_passphrase")))
    return sys.stdin.readline().rstrip("\n")
