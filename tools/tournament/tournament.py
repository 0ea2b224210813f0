"""`make tournament`: a hall and three simulated tables, to the winner, on this machine.

With a nats-server the hall is a process of its own, as on a floor; else all is in this process, and
the wire between them loses and doubles messages. With `--served` the tables are in service, each
with its journal, its simulated parts and people, and its uplink. At the end the screens stay, with
the prizes, until Ctrl-C.
"""

import argparse
import asyncio
import os
import shutil
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import nats

from firmware.cli.commands.tournament_screens import ScreensAddress, start_screens
from firmware.core.tournament import acts
from firmware.core.tournament.tournament import TournamentStage
from firmware.shell.sockets.line_socket import ControlError
from firmware.shell.words.words import Words
from firmware.tournament.config import load_config
from firmware.tournament.process import open_tournament, serve
from firmware.tournament.requests import GetReport, ask_tournament
from tools.floor.engine import server_file
from tools.floor.local_floor import print_line
from tools.floor.processes import Processes
from tools.tournament.files import Size, hall_file
from tools.tournament.kills import Kills, wait_for_hall
from tools.tournament.people import People, line_of
from tools.tournament.served import ServedTables
from tools.tournament.wires import LossyWire, NatsWire

SCREENS: Final = 8060
LANGUAGE: Final = "en"
"""The log's."""
STATUS_INTERVAL_S: Final = 3.0


def main() -> int:
    """Play a tournament, and show it until Ctrl-C; return 1 if chips are missing."""
    options = _arguments()
    folder = options.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.environ |= {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    file, server = folder / "tournament.toml", _free_address() if options.engine else None
    size = Size(options.players, options.seats, options.chips)
    hall_file(file, options.speed, server, size)
    people = People(folder, load_config(file), Random(options.seed), print_line)  # noqa: S311
    print_line(f"the screens: http://127.0.0.1:{options.port}/clock, seats and payouts")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(people.missing_chips))
    with suppress(KeyboardInterrupt):
        _play(people, options)
    return int(people.missing_chips != 0)


def _play(people: People, options: argparse.Namespace) -> None:
    """Play to the prizes, and show them until Ctrl-C."""
    if options.served:
        _served(people, options)
        return
    asyncio.run(_over_nats(people, options) if options.engine else _in_process(people, options))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make tournament", description=__doc__)
    parser.add_argument("--engine", type=Path, default=server_file(), help="the nats-server")
    parser.add_argument("--folder", type=Path, default=Path(".tournament"))
    parser.add_argument("--speed", type=float, default=100, help="how much faster than people")
    parser.add_argument("--players", type=int, default=27)
    parser.add_argument("--seats", type=int, default=10, help="of a table")
    parser.add_argument("--chips", type=int, default=10_000, help="of a player")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--port", type=int, default=SCREENS, help="of its screens, for a browser")
    parser.add_argument("--served", action="store_true", help="at tables that are in service")
    parser.add_argument("--kills", action="store_true", help="then: of all processes in turn")
    return parser.parse_args()


async def _in_process(people: People, options: argparse.Namespace) -> None:
    with open_tournament(people.setting, people.state) as service:
        start_screens(service, people.setting, ScreensAddress(port=options.port))
        serving = asyncio.create_task(serve(service, people.setting, _quiet))
        await asyncio.to_thread(people.begin, options.players)
        await people.play(LossyWire(service, people.chance), options.speed)
        _print_result(people, options, people.chips)
        await serving


async def _over_nats(people: People, options: argparse.Namespace) -> None:
    running = Processes(people.state)
    with running.all_ended():
        _begin(running, people, options)
        client = await nats.connect(_server(people), max_reconnect_attempts=-1)
        wire = NatsWire(client, people.state)
        people.begin(options.players)
        for table in people.tables:
            await wire.join(table)
        await people.play(wire, options.speed)
        await client.close()
        _print_result(people, options, people.chips)
        await asyncio.Event().wait()


def _served(people: People, options: argparse.Namespace) -> None:
    running = Processes(people.state)
    with running.all_ended():
        _begin(running, people, options)
        numbers = people.setting.tables.values()
        tables = ServedTables(people.state, _server(people), options.speed, numbers)
        people.register(options.players)
        tables.draw(options.chips)
        tables.begin(running)
        people.do(acts.StartPlay())
        kills = Kills(running, people.state)
        while (status := people.status()).stage != TournamentStage.OVER.name:
            print_line(line_of(status))
            people.colour_up(status)
            people.buy_again()
            with suppress(ControlError, OSError):
                people.name(status, tables.present())
            time.sleep(STATUS_INTERVAL_S)
            if options.kills:
                kills.look(time.monotonic(), [*status.tables])
        if kills.done:
            done = ", ".join(f"{name} {count}" for name, count in kills.done.items())
            print_line(f"killed: {done}")
        tables.end(running)
        _print_result(people, options, tables.reckon())
        signal.pause()


def _free_address() -> str:
    """Return an engine's address that is free: another tournament may be on, on this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"nats://127.0.0.1:{probe.getsockname()[1]}"


def _server(people: People) -> str:
    floor = people.setting.floor
    return floor.servers[0] if floor else ""


def _begin(running: Processes, people: People, options: argparse.Namespace) -> None:
    """Begin the engine and the hall, and wait until that answers."""
    host, port = _server(people).removeprefix("nats://").split(":")
    listen = ["-a", host, "-p", port, "-js", "-sd", str(people.state / "engine")]
    running.begin("engine", [str(options.engine), *listen])
    room = (
        "tournament",
        "serve",
        "--lang",
        LANGUAGE,
        "--config",
        str(people.state / "tournament.toml"),
    )
    own = ("--state", str(people.state), "--port", str(options.port))
    running.begin("tournament", [sys.executable, "-m", "firmware.cli.main", *room, *own])
    wait_for_hall(people.state)


def _print_result(people: People, options: argparse.Namespace, chips: int) -> None:
    """Print the report, whether the chips are those that were sold, and where the prizes are."""
    words = Words.load(LANGUAGE)
    for text in ask_tournament(people.state, GetReport()).texts:
        print_line(words.render(text))
    terms = people.setting.terms
    bought = terms.rebuy.chips * people.bought if terms.rebuy else 0
    sold = options.players * terms.chips + bought
    people.missing_chips = sold - chips
    print_line(f"chips: {chips:,} of {sold:,} that were sold")
    print_line(f"the prizes: http://127.0.0.1:{options.port}/payouts, until Ctrl-C")


def _quiet(_: object) -> None:
    """The hall's log is not shown: the people say how it is."""


if __name__ == "__main__":
    raise SystemExit(main())
