"""The floor's units, begun by systemd: ledger, keeper, pit, archive and a table's uplink.

    python -m tests.campaigns.floor.floor_units

systemd is the first process of namespaces of its own, in a layer above this machine's root that is
gone afterwards. The files are those of the guide, with certificates and PostgreSQL. Whatever the
table's journal has must be in the database, the lot begun, the page served, the figures shown, the
log searchable by its fields; no unit must have ended, and the watchdog must be on in each. At last
all lines are of a day long past: the archive's unit moves them to its files.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.campaigns.floor.floor_compared import wanted_of
from tests.campaigns.floor.floor_evening import program
from tests.campaigns.floor.units_files import LAUNCHER, UNITS, Folder, begin, lay_out
from tests.campaigns.progress import say
from tests.kits.postgres import programs

BOOT: Final = Path(__file__).with_name("boot.sh")
APART: Final = ("--mount", "--pid", "--fork", "--uts", "--ipc", "--net", "--cgroup", "--kill-child")
LONGEST_S: Final = 180.0
ARCHIVED: Final = {
    "Result": "success",
    "User": "croupier-floor",
    "timer": "active",
    "files": "True",
    "fact": "0",
    "record": "0",
    "archived_day": "1",
}
"""How the archive's unit must end, and how many rows are left."""
INIT: Final = Path("/usr/lib/systemd/systemd")


def why_none() -> str | None:
    """Return why systemd can't be begun here, None if it can."""
    if os.geteuid() != 0:
        return "namespaces and layers of the root are root's"
    if not INIT.exists():
        return "no systemd"
    if programs() is None:
        return "no PostgreSQL"
    return None


def run(folder: Path) -> bool:
    """Run the campaign, print its figures, and return whether nothing was amiss."""
    root = Folder(folder / "put")
    disk = lay_out(root, program(), folder / "work")
    facts, released, _ = wanted_of(disk)
    disk.close()
    begin(root, len(facts), released)
    Folder(folder / "venv").put("bin/croupier", LAUNCHER, 0o755)
    _boot(folder)
    found = json.loads((folder / "out" / "seen.json").read_text())
    wanted = {"fact": len(facts), "record": released, "jackpot_line": 1, "page": 200}
    wanted |= {"connected": 3, "table_up": 1, "fields": 1}
    say(f"wanted: {wanted}\nseen: {found['seen']}")
    for unit, shown in found["units"].items():
        say(f"{unit}: {shown}")
    say(f"archive: {found['archived']}")
    sound = found["seen"] == wanted and _all_run(found["units"]) and found["archived"] == ARCHIVED
    if not sound:
        say((folder / "out" / "log").read_text())
    return sound


def _boot(folder: Path) -> None:
    """Have systemd do its work. Raises SystemExit if it did none."""
    for name in ("out", "layer"):
        (folder / name).mkdir()
    command = ("unshare", *APART, str(BOOT), str(folder), sys.prefix, "floor.target")
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S)
    if not (folder / "out" / "seen.json").exists():
        raise SystemExit(f"systemd did not begin:\n{done.stdout}{done.stderr}")


def _all_run(units: dict[str, Any]) -> bool:
    """Return whether every unit runs, as another user than root, and none has restarted."""
    return len(units) == len(UNITS) and all(
        shown["ActiveState"] == "active"
        and shown["Type"] == "notify"
        and shown["WatchdogUSec"] != "0"
        and shown["NRestarts"] == "0"
        and shown["User"] != "root"
        for shown in units.values()
    )


def main() -> int:
    """Return 1 if anything was amiss."""
    why = why_none()
    if why is not None:
        say(f"skipped: {why}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return int(not run(Path(folder)))


if __name__ == "__main__":
    raise SystemExit(main())
