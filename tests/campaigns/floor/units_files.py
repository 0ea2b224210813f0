"""The files of a server of the floor and of a table on one machine, as the guide has them."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from firmware.floor.roster.enrolment import Role
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.trust.keys import create_key
from tests.kits.floor_kit import open_entries
from tests.kits.floor_proofs import Proofs, guarded
from tests.kits.floor_wire import HOUSE, TABLE, Disk, started
from tests.kits.paths import ROOT
from tests.kits.postgres import programs
from tools.floor.enrolled import enrol, key_file, people_folder
from tools.floor.jackpot import LOT, set_up_lot, terms

UNITS: Final = ("croupier-ledger", "croupier-pit", f"croupier-keeper@{LOT}", "croupier-uplink")
ENROLLED: Final[dict[str, Role]] = {
    "ledger": "ledger",
    "keeper": "keeper",
    "pit": "pit",
    TABLE: "table",
}
DATABASE: Final = "postgresql+psycopg://ledger@127.0.0.1/postgres"
ADDRESS: Final = "127.0.0.1:4222"
METRICS_PORTS: Final = {"ledger": 9101, "keeper": 9102, "pit": 9103}
SETTINGS: Final = Path("/etc/croupier")
JOURNAL: Final = Path("/var/lib/croupier/journal")
PYTHON: Final = "/opt/croupier-floor/bin/python"
OWNERS: Final = f"""set -eu
cd {SETTINGS}
chown -R croupier-floor keys lot.key pit-chain.key archive.key retention.toml
chown -R croupier {JOURNAL.parent}
chmod 700 {JOURNAL.parent}
"""
LAUNCHER: Final = f"""#!{PYTHON}
import sys
sys.path.insert(0, "/opt/croupier-source")
from firmware.cli.main import main
sys.exit(main())
"""
ENGINE: Final = """[Service]
ExecStart=/opt/nats-server -c /etc/croupier/nats.conf
StateDirectory=nats
"""
POSTGRES: Final = """[Service]
Type=forking
User=postgres
RuntimeDirectory=floor-database
ExecStartPre={place}/initdb -D /run/floor-database/data -U ledger -A trust
ExecStart={place}/pg_ctl -D /run/floor-database/data -w -l /run/floor-database/log \
-o "-c unix_socket_directories=/run/floor-database" start
"""
ADMIT: Final = """[Unit]
Requires=floor-database.service
After=floor-database.service
[Service]
Type=oneshot
RemainAfterExit=yes
User=croupier-floor
ExecStart=/opt/croupier-floor/bin/croupier floor admit --database {database} --people {people} \\
{enrolments}
"""
ADMITTED: Final = "[Unit]\nRequires=floor-admit.service\nAfter=floor-admit.service\n"
"""The enrolments come before the processes that look themselves up in them, as in the guide."""
LOOK: Final = """[Service]
Type=oneshot
ExecStart={python} /opt/units_seen.py {database} {facts} {records} {units}
ExecStopPost=/bin/systemctl exit 0
TimeoutStartSec=120
"""
TARGET: Final = "[Unit]\nWants=systemd-journald.service dbus.service {units}\n"


class Folder(NamedTuple):
    """What is laid over a root."""

    path: Path

    def put(self, path: str | Path, text: str, mode: int = 0o644) -> None:
        file = self.path / str(path).lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(mode)

    def copy(self, source: Path, path: str | Path) -> None:
        place = self.path / str(path).lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, place)


def lay_out(root: Folder, engine: Path, work: Path) -> Disk:
    """Put all files there, for a server of the engine; return the journal of the table."""
    _programs(root, engine)
    _keys(root, work)
    for name, text in _settings():
        root.put(SETTINGS / name, text, 0o600)
    return _table(root)


def begin(root: Folder, facts: int, records: int) -> None:
    """Put the units there that begin the others, and look for so many facts and records."""
    units = " ".join(f"{unit}.service" for unit in UNITS)
    asked = {"python": PYTHON, "database": DATABASE, "facts": facts, "records": records}
    own = {
        "floor-engine.service": ENGINE,
        "floor-database.service": POSTGRES.format(place=programs()),
        "floor-admit.service": _admission(),
        "floor-look.service": LOOK.format(units=units, **asked),
    }
    for name, text in own.items():
        root.put(f"/etc/systemd/system/{name}", text)
    for unit in ("croupier-ledger.service", f"croupier-keeper@{LOT}.service"):
        root.put(f"/etc/systemd/system/{unit}.d/admitted.conf", ADMITTED)
    root.put("/etc/systemd/system/floor.target", TARGET.format(units=" ".join([*own, units])))


def _admission() -> str:
    people = SETTINGS / "people"
    enrolments = " ".join(f"{people}/{name}.enrolment" for name in ENROLLED)
    return ADMIT.format(database=DATABASE, people=people, enrolments=enrolments)


def _programs(root: Folder, engine: Path) -> None:
    units = [f"croupier-{unit}.service" for unit in ("ledger", "pit", "keeper@", "uplink")]
    for name in (*units, "croupier-archive.service", "croupier-archive.timer"):
        root.copy(ROOT / "systemd" / name, f"/etc/systemd/system/{name}")
    for accounts in ("croupier", "croupier-floor"):
        root.copy(ROOT / "systemd" / f"{accounts}.sysusers", f"/etc/sysusers.d/{accounts}.conf")
    for package in ("firmware", "hal", "drivers", "sim"):
        root.copy(ROOT / package, f"/opt/croupier-source/{package}")
    root.put("/opt/croupier/croupier", LAUNCHER, 0o755)
    root.put("/owners", OWNERS)
    root.copy(Path(__file__).with_name("units_seen.py"), "/opt/units_seen.py")
    root.copy(engine, "/opt/nats-server")


def _keys(root: Folder, work: Path) -> None:
    proofs = Proofs(work / "proofs")
    owners = {name: proofs.of(name) for name in ("floor-1", "ledger", "keeper", "pit", TABLE)}
    guard = guarded(owners["floor-1"], [TABLE]).replace(f"{work}/proofs", f"{SETTINGS}/keys")
    store = 'jetstream { store_dir: "/var/lib/nats", sync_interval: always }'
    root.put(
        SETTINGS / "nats.conf",
        f"server_name: floor-1\nlisten: {ADDRESS}\n{store}\n{guard}\n",
    )
    set_up_lot(work)
    root.copy(work / "proofs", SETTINGS / "keys")
    for name, role in ENROLLED.items():
        enrol(work, name, role, house=HOUSE, key=owners[name].key)
    root.copy(people_folder(work), SETTINGS / "people")
    root.copy(key_file(work, LOT), SETTINGS / "lot.key")
    root.copy(key_file(work, "pit-chain"), SETTINGS / "pit-chain.key")
    root.copy(terms(work), SETTINGS / "grand.terms")
    create_key(work / "archive.key")
    root.copy(work / "archive.key", SETTINGS / "archive.key")


def _settings() -> Iterator[tuple[str, str]]:
    """Yield the files of the units' settings."""
    archive = {
        "DATABASE": DATABASE,
        "KEY": f"{SETTINGS}/archive.key",
        "RETENTION": f"{SETTINGS}/retention.toml",
    }
    yield "archive.env", _setting_lines(archive)
    yield "retention.toml", "row_days = 3\n"
    more = {
        "ledger": {
            "HOUSE": HOUSE,
            "PEOPLE": f"{SETTINGS}/people",
            "REPLICAS": "1",
            "STORE_MIB": "512",
        },
        "pit": {"HOST": "127.0.0.1", "PIT_KEY": f"{SETTINGS}/pit-chain.key"},
        "keeper": {
            "JACKPOT_KEY": f"{SETTINGS}/lot.key",
            "TERMS": f"{SETTINGS}/grand.terms",
        },
    }
    for who, own in more.items():
        options = f"--metrics {METRICS_PORTS[who]}"
        settings = {
            "OPTIONS": options,
            "DATABASE": DATABASE,
            "SERVERS": f"tls://{ADDRESS}",
            **_proof(who),
            **own,
        }
        name = f"keeper-{LOT}.env" if who == "keeper" else f"{who}.env"
        yield name, _setting_lines(settings)


def _setting_lines(settings: Mapping[str, str]) -> str:
    return "".join(f"{name}={value}\n" for name, value in settings.items())


def _proof(who: str) -> dict[str, str]:
    keys = SETTINGS / "keys"
    return {
        "CA": f"{keys}/ca.pem",
        "CERTIFICATE": f"{keys}/{who}.pem",
        "KEY": f"{keys}/{who}.key",
    }


def _table(root: Folder) -> Disk:
    disk = Disk(root.path / str(JOURNAL).lstrip("/"))
    disk.write([started(), *open_entries("sic-bo", 300)])
    usual = DEFAULT_TABLE.read_text(encoding="utf-8").replace('"journal/', f'"{JOURNAL}/')
    proof = "".join(f'{key.lower()} = "{file}"\n' for key, file in _proof(TABLE).items())
    names = f'house = "{HOUSE}"\nname = "{TABLE}"\npeople = "{SETTINGS}/people"\nservers = ["tls://{ADDRESS}"]\n'
    root.put(SETTINGS / "table.toml", f"{usual}\n[floor]\n{names}{proof}")
    return disk
