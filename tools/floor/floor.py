"""`make floor`: the engine, a ledger, and simulated tables with their uplinks, until Ctrl-C."""

import argparse
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import tomlkit

from firmware.shell.config.config import default_document

GAMES: Final = ("baccarat", "roulette")
HOUSE: Final = "house"
ADDRESS: Final = "127.0.0.1:4222"
SAID_S: Final = 3.0
QUESTIONS: Final = {
    "facts": "SELECT table_name, count(*) FROM fact GROUP BY table_name",
    "records": "SELECT table_name, count(*) FROM record GROUP BY table_name",
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="make floor", description=__doc__)
    parser.add_argument("--engine", required=True, help="the nats-server")
    parser.add_argument("--folder", type=Path, default=Path(".floor"))
    parser.add_argument("--speed", default="5", help="how much faster than people they play")
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    folder.mkdir(exist_ok=True)
    with ExitStack() as running, suppress(KeyboardInterrupt):
        for name, command in _commands(folder, asked.engine, asked.speed):
            running.enter_context(_process(command, folder / f"{name}.log"))
        _watch(folder / "ledger.db")
    return 0


def _commands(folder: Path, engine: str, speed: str) -> Iterator[tuple[str, Sequence[str]]]:
    settings = folder / "nats.conf"
    store = f'jetstream {{ store_dir: "{folder}/engine", sync_interval: always }}'
    settings.write_text(f"listen: {ADDRESS}\n{store}\n", encoding="utf-8")
    yield "engine", [engine, "-c", str(settings)]
    database = f"sqlite:///{folder}/ledger.db"
    yield "ledger", _croupier("ledger", "--house", HOUSE, "--database", database)
    for game in GAMES:
        table = str(_table(folder, game))
        yield game, _croupier("run", "--config", table, "--plain", "--speed", speed)
        yield f"{game}-uplink", _croupier("uplink", "--config", table)


def _croupier(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "firmware.cli.main", *arguments]


def _table(folder: Path, game: str) -> Path:
    """Write the configuration of a game's table; its journal is in the folder."""
    document, file = default_document(game), folder / f"{game}.toml"
    document["control"] = {"socket": str(folder / f"{game}.sock")}
    document["floor"] = {"house": HOUSE, "name": game, "servers": [f"nats://{ADDRESS}"]}
    file.write_text(tomlkit.dumps(document), encoding="utf-8")
    return file


@contextmanager
def _process(command: Sequence[str], log: Path) -> Iterator[None]:
    own = {**os.environ, "XDG_STATE_HOME": str(log.parent)}
    with (
        log.open("ab") as out,
        subprocess.Popen(command, stdout=out, stderr=out, env=own) as process,  # noqa: S603
    ):
        try:
            yield
        finally:
            process.terminate()


def _watch(database: Path) -> None:
    """Say how far the ledger is, every few seconds."""
    while True:
        time.sleep(SAID_S)
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(database)) as ledger:
            said = {name: dict(ledger.execute(asked)) for name, asked in QUESTIONS.items()}
            sys.stdout.write(f"{time.strftime('%H:%M:%S')} {said}\n")


if __name__ == "__main__":
    raise SystemExit(main())
