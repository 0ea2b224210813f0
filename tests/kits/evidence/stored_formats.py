"""One small journal of each kind, as the present program writes it, to be kept for ever.

`python -m tests.kits.evidence.stored_formats` writes them into the folder of the present format,
once for each released one: of each kind a copy of the journal without the zeros at its segments'
ends, a bundle of evidence, and the device's public key.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from firmware.core.tournament import acts
from firmware.shell.journal import JournalReader
from firmware.shell.journal.header import FORMAT_VERSION
from firmware.slots.config import BankConfig
from firmware.slots.entries import BankCheckpoint, BankRegistered, decode_entry
from firmware.slots.open_bank import open_bank
from firmware.tournament.config import load_config
from firmware.tournament.process import open_tournament
from firmware.tournament.requests import ApplyAct, DrawSeats
from tests.kits.paths import EXAMPLES, ROOT
from tests.kits.processes import ended, home
from tests.kits.slots.bank_world import BankWorld, terms

FORMATS: Final = ROOT / "tests" / "shell" / "journal" / "formats"
"""A folder of each format, with one of each kind."""
TABLES: Final = {"table": "baccarat", "decisions": "blackjack", "poker": "poker-room"}
"""By kind, the game of a table."""
TOURNAMENT: Final = EXAMPLES / "tournament" / "tournament.toml"
KINDS: Final = (*TABLES, "tournament", "bank")


def main() -> None:
    """Write the journals of the present format. Raises FileExistsError if they are kept."""
    (FORMATS / str(FORMAT_VERSION)).mkdir(parents=True)
    with TemporaryDirectory() as folder:
        for kind, game in TABLES.items():
            _store_format(kind, *_played_table(Path(folder) / kind, game))
        _store_format("tournament", *_played_tournament(Path(folder) / "tournament"))
        _store_format("bank", *_played_bank(Path(folder) / "bank"))


def _played_table(folder: Path, game: str) -> tuple[Path, list[Path]]:
    """Play a few rounds; return the state directory, and the journal's copies."""
    folder.mkdir()
    options = ("--game", game, "--rounds", "2", "--speed", "200", "--seed", "1")
    run = ended("run", *options, env=home(folder))
    assert run.status == 0, run.account()
    state = next((folder / "state").glob("croupier/simulation/*"))
    return state, sorted((state / "journal").iterdir())


def _played_tournament(state: Path) -> tuple[Path, list[Path]]:
    config = load_config(TOURNAMENT)
    with open_tournament(config, state) as service:
        for player in ("Anne Roy", "Luc Côté", "Zoé Roy"):
            service.answer(ApplyAct(acts.Register(player, config.terms.entry_cents, 34)))
        service.answer(DrawSeats())
        service.answer(ApplyAct(acts.StartPlay()))
        service.answer(ApplyAct(acts.NoteIncident("Une carte tombée")))
        service.answer(ApplyAct(acts.ReportEliminated((acts.EliminatedPlayer("Zoé Roy", 100),))))
    return state, sorted(path.parent for path in state.rglob("*.seg"))


def _played_bank(state: Path) -> tuple[Path, list[Path]]:
    """Have a bank record what another one has received from its simulated machines."""
    world = BankWorld(terms(2))
    world.run(3000)
    for machine in world.machines.values():
        machine.begin_game(3)
        machine.open_door()
        machine.close_door()
        machine.end_game(1)
    world.run(3000)
    with open_bank(BankConfig(world.terms), state, is_simulated=True) as bank:
        for _, payload in JournalReader.over_copies(world.copies).records():
            entry = decode_entry(payload)
            if not isinstance(entry, BankCheckpoint | BankRegistered):
                bank.take_entry(entry)
    return state, sorted(path.parent for path in state.rglob("*.seg"))


def _store_format(kind: str, state: Path, copies: list[Path]) -> None:
    folder = FORMATS / str(FORMAT_VERSION) / kind
    (folder / "copy").mkdir(parents=True)
    for segment in copies[0].glob("*.seg"):
        (folder / "copy" / segment.name).write_bytes(segment.read_bytes().rstrip(b"\0"))
    bundle = ("-o", str(folder / "bundle.evidence"), "--state", str(state))
    run = ended("export", "--journal", *map(str, copies), *bundle, env=home(state.parent))
    assert run.status == 0, run.account()
    shutil.copy(state / "device.pub", folder)


if __name__ == "__main__":
    main()
