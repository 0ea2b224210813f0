"""`make tournament`: a hall and three simulated tables, to the winner, on this machine.

With a nats-server the hall is a process of its own, as on a floor; else all is in this process, and
the wire between them loses and doubles messages.
"""

import argparse
import asyncio
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import nats

from firmware.cli.commands.room_screens import On, begin_screens
from firmware.floor.reaching import AGAIN_S
from firmware.hall.asking import TellReport, ask_hall
from firmware.hall.serving import opened, serve
from firmware.hall.setting import load_hall
from firmware.shell.sockets.line_socket import listens
from firmware.shell.words.words import Words
from tools.floor.engine import server_file
from tools.floor.processes import Processes
from tools.floor.running import say
from tools.tournament.people import People
from tools.tournament.wires import LossyWire, NatsWire, name_of

PORT: Final = 4333
SCREENS: Final = 8060
STARTS_S: Final = 30


def main() -> int:
    """Play a tournament; return 1 if chips are missing."""
    asked = _arguments()
    folder = asked.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    file = folder / "room.toml"
    file.write_text(_room(asked.speed, nats=asked.engine is not None))
    people = People(folder, load_hall(file, ()), Random(asked.seed), say)  # noqa: S311
    say(f"the screens: http://127.0.0.1:{asked.port}/clock, seats and payouts")
    playing = _over_nats if asked.engine else _in_process
    with suppress(KeyboardInterrupt):
        asyncio.run(playing(people, asked))
        return _told(people, asked.players)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make tournament", description=__doc__)
    parser.add_argument("--engine", type=Path, default=server_file(), help="the nats-server")
    parser.add_argument("--folder", type=Path, default=Path(".tournament"))
    parser.add_argument("--speed", type=float, default=100, help="how much faster than people")
    parser.add_argument("--players", type=int, default=27)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--port", type=int, default=SCREENS, help="of its screens, for a browser")
    return parser.parse_args()


def _room(speed: float, *, nats: bool) -> str:
    """Return the file of a hall whose levels last twenty minutes, at a speed."""
    blinds = [(25, 50), (50, 100), (75, 150), (100, 200), (200, 400), (400, 800), (800, 1600)]
    level, rest = max(1, round(1200 / speed)), max(1, round(600 / speed))
    levels = [f"{{ seconds = {level}, blinds = [{small}, {big}] }}" for small, big in blinds]
    levels.insert(3, f"{{ seconds = {rest}, break = true }}")
    tables = "\n".join(f"{name_of(number)} = {number}" for number in (1, 2, 3))
    server = f'[floor]\nhouse = "house"\nname = "room"\nservers = ["nats://127.0.0.1:{PORT}"]\n'
    return f"""tournament = "lions"
game = "holdem-tournament"

[options]
entry_cents = 5000
rebuy = {{ cents = 5000, chips = 10000, until_level = 2 }}
levels = [{", ".join(levels)}]

[tables]
{tables}

{server if nats else ""}"""


async def _in_process(people: People, asked: argparse.Namespace) -> None:
    with opened(people.setting, people.state) as service:
        begin_screens(service, people.setting.tournament, On(port=asked.port))
        serving = asyncio.create_task(serve(service, people.setting, _quiet))
        await asyncio.to_thread(people.begin, asked.players)
        await people.play(LossyWire(service, people.chance), asked.speed)
        serving.cancel()
        people.report = ask_hall(people.state, TellReport()).told


async def _over_nats(people: People, asked: argparse.Namespace) -> None:
    running = Processes(people.state)
    with running.all_ended():
        listen = ["-a", "127.0.0.1", "-p", str(PORT)]
        running.begin("engine", [str(asked.engine), *listen])
        room = ("room", "serve", "--config", str(people.state / "room.toml"))
        own = ("--state", str(people.state), "--port", str(asked.port))
        command = [sys.executable, "-m", "firmware.cli.main", *room, *own]
        running.begin("room", command)
        await _until_served(people.state / "room")
        client = await nats.connect(f"nats://127.0.0.1:{PORT}", max_reconnect_attempts=-1)
        wire = NatsWire(client)
        people.begin(asked.players)
        for table in people.tables:
            await wire.join(table)
        await people.play(wire, asked.speed)
        await client.close()
        people.report = ask_hall(people.state, TellReport()).told


async def _until_served(socket: Path) -> None:
    """Return once the hall answers. Raises TimeoutError."""
    end = time.monotonic() + STARTS_S
    while not listens(socket):
        if time.monotonic() > end:
            raise TimeoutError(f"the hall does not answer: {socket.parent}/room.log says why")
        await asyncio.sleep(AGAIN_S / 10)


def _told(people: People, players: int) -> int:
    """Print the report; return 1 if the chips are not those that were sold."""
    words = Words.load()
    for text in people.report:
        say(words.say(text))
    terms = people.setting.terms
    bought = terms.rebuy.chips * people.bought if terms.rebuy else 0
    sold = players * terms.chips + bought
    say(f"chips: {people.chips:,} of {sold:,} that were sold")
    return int(people.chips != sold)


def _quiet(_: object) -> None:
    """The hall's log is not shown: the people say how it is."""


if __name__ == "__main__":
    raise SystemExit(main())
