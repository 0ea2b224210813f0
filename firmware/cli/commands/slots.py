"""`croupier slots`: status, acknowledgements and rulings of a bank of slot machines."""

import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from getpass import getpass
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from firmware.cli.args.errors import CannotServe, print_error
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.page_port import LOOPBACK, PagePort, listening_at
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath, PlainName, PositiveCount
from firmware.cli.sheets import print_sheet
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import NoServiceError
from firmware.shell.words.words import Words
from firmware.slots import requests
from firmware.slots.bank_sheet import bank_sheet
from firmware.slots.config import load_config
from firmware.slots.directories import bank_socket
from firmware.slots.loopback import send_test_message
from firmware.slots.requests import AnyBankRequest, BankAnswer, RequestRefused, query_bank
from firmware.slots.status import BankStatus
from firmware.slots.status_text import status_lines
from hal.clock import MonotonicClock
from hal.pi.ninth_bit_port import NinthBitPort

SAS_BAUD: Final = 19_200

PANEL_PORT: Final = 8091

PortPath = Annotated[str, Option(value_key="command.value.port")]


def print_status(words: Words, *, state: FolderPath | None = None, json: bool = False) -> int:
    """Print the status of the bank; return 1 if it has alarms."""
    bank_answer = _ask_bank(state, requests.StatusRequest())
    if not isinstance(bank_answer, BankStatus):
        return _print_answer(bank_answer, words)
    if json:
        print(msgspec.json.encode(bank_answer).decode())
    else:
        print("\n".join(_status_texts(bank_answer, words)))
    return EXIT_FINDINGS if bank_answer.alarms else 0


def serve_panel(
    words: Words,
    *,
    port: PagePort = PANEL_PORT,
    state: FolderPath | None = None,
) -> int:
    """Serve the panel to this machine until stopped; it reads only, and waits for a bank."""
    from firmware.slots.panel.server import PanelServer

    with listening_at(LOOPBACK, port):
        panel_server = PanelServer((LOOPBACK, port), bank_socket(state), words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with panel_server:
        print(words.render(Text("slots.panel_at", {"address": panel_server.address})), flush=True)
        panel_server.serve_forever()
    return 0


def print_rules(words: Words, *, config: Path) -> int:
    """Print the rules of a bank, as they are posted."""
    bank_config = load_config(config)
    print_sheet(bank_sheet(words.for_house(bank_config.rule_pack.words), bank_config))
    return 0


def acknowledge(
    words: Words, *, machine: PositiveCount, name: PlainName, state: FolderPath | None = None
) -> int:
    """Acknowledge an alarm after looking at the machine; two people must."""
    return _print_answer(
        _ask_bank(state, requests.AcknowledgeRequest(machine, name, _read_passphrase(words))), words
    )


def decide_game(
    words: Words,
    *,
    machine: PositiveCount,
    name: PlainName,
    by: Literal["machine", "player"],
    cents: PositiveCount | None = None,
    state: FolderPath | None = None,
) -> int:
    """Decide the oldest defective game of a machine."""
    decide_request = requests.DecisionRequest(machine, name, _read_passphrase(words), by, cents)
    return _print_answer(_ask_bank(state, decide_request), words)


def test_loop_back(words: Words, sends: PortPath, hears: PortPath) -> int:
    """Print whether a port sends SAS's ninth bit; return 1 if it does not."""
    wired_ports = NinthBitPort(sends, SAS_BAUD), NinthBitPort(hears, SAS_BAUD)
    with closing(wired_ports[0]), closing(wired_ports[1]):
        is_sound, loop_result = send_test_message(*wired_ports, MonotonicClock())
    print(words.render(loop_result))
    return 0 if is_sound else EXIT_FINDINGS


def _status_texts(bank_status: BankStatus, words: Words) -> Iterator[str]:
    """Yield the lines of a bank's status."""
    words = words.for_house(bank_status.house)
    condition_texts = (*bank_status.alarms, *bank_status.notes) or (Text("slots.well"),)
    return map(words.render, (*status_lines(bank_status, words), *condition_texts))


def _ask_bank(state_path: Path | None, bank_request: AnyBankRequest) -> BankAnswer:
    socket_path = bank_socket(state_path)
    try:
        return query_bank(socket_path, bank_request)
    except NoServiceError:
        raise CannotServe(Text("slots.no_service", {"path": str(socket_path)})) from None


def _print_answer(bank_answer: BankAnswer, words: Words) -> int:
    """Print the result of an act; return 1 if it is refused."""
    words = words.for_house(bank_answer.house)
    if isinstance(bank_answer, RequestRefused):
        return print_error("slots", EXIT_FINDINGS, words.render(bank_answer.reason))
    if not isinstance(bank_answer, BankStatus):
        print(words.render(bank_answer.message))
    return 0


def _read_passphrase(words: Words) -> str:
    if sys.stdin.isatty():
        return getpass(words.render(Text("console.ask_passphrase")))
    return sys.stdin.readline().rstrip("\n")
