"""Makes the Debian package of a floor's servers, with dpkg-deb.

    python -m tools.make_floor_deb --site DIR --python 3.11 --machine x86_64 DIST

DIR has the libraries of `requirements/archive.txt` and `web.txt`, fetched for that Python and kind
of machine. The result is the same, octet for octet, for the same tree and libraries.
"""

import argparse
import gzip
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.shell.device.program import SIMULATION_PACKAGES
from tools.make_deb import (
    DEBIANS,
    MACHINES,
    MAINTAINER,
    CannotPack,
    Target,
    committed,
    completion,
    filled,
    put,
)
from tools.release import LIB, TREE, CannotRelease, libraries, program, version_of

PARTS: Final = TREE / "tools" / "floor_deb"
SCRIPTS: Final = ("postinst", "prerm", "postrm")
LOCKS: Final = ("archive", "web")
HOME: Final = "opt/croupier-floor"
UNITS: Final = (
    "croupier-ledger.service",
    "croupier-keeper@.service",
    "croupier-pit.service",
    "croupier-archive.timer",
)
"""Those that people switch on."""
STARTED: Final = ("croupier-archive.service",)
"""Those that another unit starts."""
SHARE: Final = "usr/share/croupier-floor"
DOCUMENTS: Final = "usr/share/doc/croupier-floor"
PLACES: Final = {
    **{f"systemd/{unit}": f"usr/lib/systemd/system/{unit}" for unit in (*UNITS, *STARTED)},
    "systemd/croupier-floor.sysusers": "usr/lib/sysusers.d/croupier-floor.conf",
    "tools/floor_deb/lintian-overrides": "usr/share/lintian/overrides/croupier-floor",
    "LICENSE": f"{DOCUMENTS}/copyright",
    "docs/en/archive.md": f"{DOCUMENTS}/archive.md",
    "docs/en/floor.md": f"{DOCUMENTS}/floor.md",
    "docs/en/floor-run.md": f"{DOCUMENTS}/floor-run.md",
    "docs/en/floor-watched.md": f"{DOCUMENTS}/floor-watched.md",
    "docs/fr/archives.md": f"{DOCUMENTS}/archives.md",
    "docs/fr/etage-service.md": f"{DOCUMENTS}/etage-service.md",
    "docs/fr/etage-surveille.md": f"{DOCUMENTS}/etage-surveille.md",
}
PRESSED: Final = {
    "CHANGELOG.md": f"{DOCUMENTS}/CHANGELOG.md.gz",
    "docs/reference/croupier.1": "usr/share/man/man1/croupier.1.gz",
    "docs/reference/croupier.fr.1": "usr/share/man/fr/man1/croupier.1.gz",
}


def sources(site: Path, python: str) -> dict[str, Path]:
    """Return the program without its simulation, and its libraries, by their paths in `lib`.
    Raises CannotRelease.
    """
    own = program(TREE, SIMULATION_PACKAGES)
    found = {name: path for name, path in own.items() if not name.startswith("systemd/")}
    for lock in LOCKS:
        locked = libraries(TREE / "requirements" / f"{lock}.txt", python, [os.fspath(site)])
        found |= {name.removeprefix(f"{LIB}/"): path for name, path in locked.items()}
    return found


def make(files: Mapping[str, Path], version: str, kind: Target, folder: Path) -> Path:
    """Make the package. Raises OSError or CalledProcessError."""
    out = folder / f"croupier-floor_{version}+deb{kind.debian}_{kind.architecture}.deb"
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        root.chmod(0o755)
        _fill(root, files)
        _describe(root, version, kind)
        environment = {**os.environ, "SOURCE_DATE_EPOCH": committed()}
        command = ("dpkg-deb", "--root-owner-group", "--build", made, os.fspath(out))
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603
    return out


def _fill(root: Path, files: Mapping[str, Path]) -> None:
    for name, source in files.items():
        put(root / HOME / "lib" / name, source.read_bytes())
    for source_name, place in PLACES.items():
        put(root / place, (TREE / source_name).read_bytes())
    for source_name, place in PRESSED.items():
        put(root / place, gzip.compress((TREE / source_name).read_bytes(), mtime=0))
    for source in sorted((TREE / "monitoring").iterdir()):
        put(root / SHARE / "monitoring" / source.name, source.read_bytes())
    put(root / "usr/share/bash-completion/completions/croupier", completion("bash"))
    launcher = root / HOME / "bin" / "croupier"
    put(launcher, (PARTS / "croupier").read_bytes())
    launcher.chmod(0o755)
    (root / "usr/bin").mkdir()
    (root / "usr/bin/croupier").symlink_to(f"/{HOME}/bin/croupier")


def _describe(root: Path, version: str, kind: Target) -> None:
    contents = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    sums = (
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"  # noqa: S324 - dpkg's own
        for path in contents
    )
    major, _, minor = kind.python.partition(".")
    values = {
        "VERSION": version,
        "DEBIAN": kind.debian,
        "ARCHITECTURE": kind.architecture,
        "MAINTAINER": MAINTAINER,
        "SIZE": str(sum(path.stat().st_size for path in contents) // 1024 + 1),
        "PYTHON": kind.python,
        "NEXT_PYTHON": f"{major}.{int(minor) + 1}",
    }
    put(root / "DEBIAN/md5sums", "".join(sums).encode())
    for name in ("control", *SCRIPTS):
        put(root / "DEBIAN" / name, filled(PARTS / name, values))
    for name in SCRIPTS:
        (root / "DEBIAN" / name).chmod(0o755)


def main() -> int:
    """Make a package; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_floor_deb")
    parser.add_argument("--site", type=Path, required=True)
    parser.add_argument("--python", choices=DEBIANS, required=True)
    parser.add_argument("--machine", choices=MACHINES, required=True)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    kind = Target(options.python, MACHINES[options.machine])
    try:
        files = sources(options.site, kind.python)
        out = make(files, version_of(TREE), kind, options.folder)
    except (CannotPack, CannotRelease, OSError, subprocess.CalledProcessError) as error:
        print(f"make_floor_deb: {error}", file=sys.stderr)  # noqa: T201
        return 1
    print(f"{out}: {out.stat().st_size} octets")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
