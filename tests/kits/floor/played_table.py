"""A table that has played some rounds: its bundle, and a ledger's database."""

from pathlib import Path
from random import Random
from typing import Final

from firmware.floor.uplink.journal_tail import segments_in
from firmware.shell.evidence.export import export_bundle
from firmware.shell.journal import DirectoryCopy
from tests.campaigns.floor.month_table import MonthTable
from tests.kits.floor.enrolled import House, house_of
from tests.kits.floor.stores import empty_store
from tests.kits.floor_wire import Engine as MessageEngine
from tests.kits.floor_wire import Uplink, open_ledger

MADE: Final = "2026-11-28T06:00:00+00:00"
ROUNDS: Final = 12


class Played:
    """A table's bundle, and a database that has all that the table has released."""

    def __init__(self, folder: Path, rounds: int = ROUNDS, seed: int = 1) -> None:
        self.url = f"sqlite:///{folder}/ledger.db"
        self.store = empty_store(folder / "ledger.db")
        table = MonthTable("table-7", "roulette", folder / "table", Random(seed), {})
        for _ in range(rounds):
            table.play([("red", 1000), ("straight:7", 500)])
        table.close()
        self.copies = [folder / "table" / name for name in ("first", "second")]
        self.bundle = folder / "bundle"
        copies = [DirectoryCopy(path) for path in self.copies]
        export_bundle(copies, self.bundle, table.device, MADE)
        self._send(house_of(("table-7",)))

    def _send(self, house: House) -> None:
        engine = MessageEngine()
        ledger = open_ledger(self.store, house)
        engine.drain(Uplink(self, "table-7", house))  # type: ignore[arg-type]
        engine.deliver(ledger)

    @property
    def identity(self) -> str:
        return segments_in(self.copies).live_header.identity.hex()
