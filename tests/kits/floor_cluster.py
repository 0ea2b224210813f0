"""A floor of processes: servers of the engine, a ledger, a lot's keeper, and an uplink a table.

On other hosts than this one they know each other by certificates, with the rights of the guide.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import tomlkit

from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.trust.keys import DeviceKey
from tests.kits.floor_processes import HERE, Host, Process, free_port
from tests.kits.floor_proofs import Proofs, between_servers, guarded
from tests.kits.floor_wire import HOUSE
from tools.floor.enrolled import admit_all, enrol, floor_section, key_file, people_folder
from tools.floor.jackpot import LOT, set_up_lot, terms

OFFICE: Final = "office"
"""The host of the ledger and of the keeper."""
Hosts = Callable[[str], Host]
"""The host of a server, of the office, or of a table."""


def server_name(number: int) -> str:
    return f"floor-{number}"


class Floor:
    """All processes of a floor, with their files in one folder."""

    def __init__(
        self,
        folder: Path,
        tables: Sequence[str],
        server: Path,
        servers: int = 1,
        hosts: Hosts = lambda _: HERE,
        database: str | None = None,
        certified: Sequence[str] = (),
    ) -> None:
        """Without `database` the ledger's is SQLite, in the folder. Tables that are `certified`
        have a certificate and an account, and no uplink of ours.
        """
        self.folder = folder
        self._hosts = hosts
        is_proven = certified or hosts(OFFICE) != HERE
        self.proofs = Proofs(folder / "proofs") if is_proven else None
        names = [server_name(number) for number in range(servers)]
        scheme = "tls" if self.proofs else "nats"
        self.urls = [f"{scheme}://{hosts(name).address}:{free_port()}" for name in names]
        routes = [f"nats://{hosts(name).address}:{free_port()}" for name in names]
        self.servers = [
            self._server(server, name, self._configuration(n, routes, [*tables, *certified]))
            for n, name in enumerate(names)
        ]
        self.database = database or f"sqlite:///{folder}/ledger.db"
        for service in ("ledger", "keeper"):
            enrol(folder, service, service, house=HOUSE, key=self.key(service))
        for table in certified:
            enrol(folder, table, house=HOUSE, key=self.key(table))
        self.ledger = self.croupier(
            "ledger",
            *("--house", HOUSE, "--database", self.database, "--replicas", str(servers)),
            *self.reaching("ledger"),
        )
        set_up_lot(folder)
        keys = ("--jackpot-key", str(key_file(folder, LOT)))
        stored = ("--store", self.database, "--terms", str(terms(folder)))
        self.keeper = self.croupier("keeper", LOT, *keys, *stored, *self.reaching("keeper"))
        self.uplinks = [
            self.croupier("uplink", "--config", str(self._table(table)), host=hosts(table))
            for table in tables
        ]
        admit_all(folder, self.database)

    @property
    def processes(self) -> list[Process]:
        return [*self.servers, self.ledger, self.keeper, *self.uplinks]

    def journal(self, table: str) -> Path:
        return self.folder / table

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    def _server(self, program: Path, name: str, file: Path) -> Process:
        return Process("server", [str(program), "-c", str(file)], self._log, self._hosts(name))

    def croupier(self, *arguments: str, host: Host | None = None) -> Process:
        """Return a process of ours on a host, the office if none is given."""
        line = [sys.executable, "-m", "tests.kits.other_clock", *arguments, "--lang", "en"]
        return Process(arguments[0], line, self._log, host or self._hosts(OFFICE))

    def reaching(self, who: str) -> list[str]:
        """Return the options by which the office's programs reach the engine."""
        people = ["--people", str(people_folder(self.folder))]
        if self.proofs is None:
            return [*people, "--key", str(self.key(who)), "--server", *self.urls]
        files = [(f"--{name}", str(file)) for name, file in _files(self.proofs, who)]
        return [*people, *chain(*files), "--server", *self.urls]

    def _configuration(self, number: int, routes: Sequence[str], tables: Sequence[str]) -> Path:
        name = server_name(number)
        file, own = self.folder / f"{name}.conf", self._hosts(name).address
        store = f'store_dir: "{self.folder}/engine-{number}", sync_interval: always'
        listen = f"server_name: {name}\nlisten: {_place(self.urls[number])}"
        text, cluster = f"{listen}\njetstream {{ {store} }}\n", ""
        if self.proofs is not None:
            proof = self.proofs.of(name, own)
            text, cluster = f"{text}{guarded(proof, tables)}\n", f"\n{between_servers(proof)}"
        if len(routes) > 1:
            listen = f"name: floor, listen: {_place(routes[number])}"
            text += f"cluster {{ {listen}, routes: [{', '.join(routes)}]{cluster} }}\n"
        file.write_text(text)
        return file

    def _table(self, table: str) -> Path:
        file, copies = self.folder / f"{table}.toml", self.journal(table)
        usual = DEFAULT_TABLE.read_text(encoding="utf-8").replace('"journal/', f'"{copies}/')
        copies.mkdir(parents=True, exist_ok=True)
        device = DeviceKey.enrol(copies).public_key
        enrol(self.folder, table, device=device, house=HOUSE, key=self.key(table))
        section = floor_section(self.folder, table, self.urls, HOUSE)
        if self.proofs is not None:
            section |= {name: str(file) for name, file in _files(self.proofs, table)}
        file.write_text(f"{usual}\n{tomlkit.dumps({'floor': section})}", encoding="utf-8")
        return file

    def key(self, name: str) -> Path:
        """Return the file of the key that signs a process's messages."""
        return key_file(self.folder, name) if self.proofs is None else self.proofs.of(name).key


def _files(proofs: Proofs, who: str) -> Iterator[tuple[str, Path]]:
    """Yield what is given to a program that connects, and under which names."""
    own = proofs.of(who)
    yield from (("ca", own.ca), ("certificate", own.certificate), ("key", own.key))


def _place(url: str) -> str:
    return url.partition("://")[2]
