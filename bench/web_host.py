"""`croupier run --web` with a clock at its bus and at its service's loop, for `bench.web`.

    python -m bench.web_host FOLDER ARGUMENT…

What a light's write changed goes to a file of that folder; the service of the table is that of
`bench.console_service`, which hears its phases from a pipe there. Nothing of the program is
changed: three methods are met from outside.
"""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.cli.main import main as croupier
from sim.bench.sim_table import SimTable
from sim.web.bench.forkserver import ForkServer
from sim.web.bench.power import ServiceProcess

WRITES: Final = "writes.jsonl"
PHASES: Final = "phases"
FIGURES: Final = "figures.json"
BITS_A_BYTE: Final = 9
"""With its acknowledgement."""
START_AND_STOP: Final = 2
CLOCK_HZ: Final = 400_000


def wire_us(octets: int) -> float:
    """Return how long a write transfer of so many bytes behind its address is on the wire."""
    return ((octets + 1) * BITS_A_BYTE + START_AND_STOP) / CLOCK_HZ * 1e6


class Stamps:
    """Notes what each write to a light's chip changed: spot, colour, when, how long its wire."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", buffering=1)

    def meet(self, table: SimTable) -> None:
        """Stamp the writes at this table's bus."""
        write = table.i2c.write
        lamps = {chip.address for chip in table.lamps.chips}
        seen = {spot: table.spot_colour(spot) for spot in table.wiring.lights.spots}

        def stamped(address: int, data: bytes) -> None:
            write(address, data)
            at = time.monotonic_ns() / 1e6
            if address in lamps:
                for spot, before in seen.items():
                    colour = table.spot_colour(spot)
                    if colour != before:
                        seen[spot] = colour
                        note = {"at": at, "spot": spot, "rgb": colour, "us": wire_us(len(data))}
                        self._file.write(json.dumps(note) + "\n")

        table.i2c.write = stamped  # type: ignore[method-assign]


def meet_tables(stamps: Stamps) -> None:
    """Stamp the bus of every table that is made from now on."""
    make = SimTable.__init__

    def made(table: SimTable, *given: object, **more: object) -> None:
        make(table, *given, **more)  # type: ignore[arg-type]
        stamps.meet(table)

    SimTable.__init__ = made  # type: ignore[method-assign]


def time_service(folder: Path) -> None:
    """Have the service be the one whose loop is timed, its phases heard from a pipe.

    None is a fork of the loaded one: that would be one without a clock.
    """
    ForkServer.fork_service = lambda *_given: None  # type: ignore[method-assign]
    command = ServiceProcess._command  # noqa: SLF001

    def timed(process: ServiceProcess) -> list[str]:
        _python, _m, _main, *run = command(process)
        service = [sys.executable, "-m", "bench.console_service", str(folder / FIGURES), *run]
        return ["sh", "-c", 'exec "$@" < "$0"', str(folder / PHASES), *service]

    ServiceProcess._command = timed  # type: ignore[method-assign]  # noqa: SLF001


def main(arguments: Sequence[str]) -> int:
    """Serve the page of a table that is timed."""
    folder, *run = arguments
    meet_tables(Stamps(Path(folder) / WRITES))
    time_service(Path(folder))
    return croupier(["run", *run])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
