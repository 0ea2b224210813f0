"""Makes a Debian package of a release for a table, with dpkg-deb.

    python -m tools.make_deb croupier-V.croupier maker.pub DIR

The kind of machine and the Debian that it is for follow from the release's compiled libraries. The
result is the same, octet for octet, for the same release and tree.
"""

import argparse
import gzip
import io
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from contextlib import closing, redirect_stdout
from email.utils import formatdate
from pathlib import Path
from typing import Final, NamedTuple

from firmware.cli.main import main as croupier
from firmware.shell.device.program import SIMULATION_PACKAGES
from firmware.shell.trust.keys import read_public_key
from firmware.shell.trust.manifest import Manifest, verify_tree
from firmware.shell.trust.package import ReleasePackage
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.words.words import Words
from tools.release import TREE, is_below

PARTS: Final = TREE / "tools" / "deb"
SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm")
MACHINES: Final = {"aarch64": "arm64", "x86_64": "amd64"}
DEBIANS: Final = {"3.11": "12", "3.13": "13"}
_COMPILED: Final = re.compile(r"\.cpython-3(\d+)-(\w+)-linux-gnu\.so$")
MAINTAINER: Final = "The maker of this table <maker@croupier.example>"

_STICK: Final = r"dev-disk-by\x2dlabel-croupier\x2dtwo"
_PLACES: Final = {
    "systemd/croupier": "opt/croupier/croupier",
    "systemd/croupier.service": "usr/lib/systemd/system/croupier.service",
    "systemd/croupier-console.service": "usr/lib/systemd/system/croupier-console.service",
    "systemd/croupier-board.service": "usr/lib/systemd/system/croupier-board.service",
    "systemd/croupier-uplink.service": "usr/lib/systemd/system/croupier-uplink.service",
    "systemd/media-croupier.mount": "usr/lib/systemd/system/media-croupier.mount",
    "systemd/croupier-stick.conf": f"usr/lib/systemd/system/{_STICK}.device.d/60-croupier.conf",
    "systemd/croupier.sysusers": "usr/lib/sysusers.d/croupier.conf",
    "systemd/croupier.rules": "usr/lib/udev/rules.d/60-croupier.rules",
    "systemd/croupier.preset": "usr/lib/systemd/system-preset/60-croupier.preset",
    "systemd/croupier-watchdog.conf": "usr/lib/systemd/system.conf.d/60-croupier-watchdog.conf",
    "tools/deb/croupier.tmpfiles": "usr/lib/tmpfiles.d/croupier.conf",
    "tools/deb/lintian-overrides": "usr/share/lintian/overrides/croupier",
    "LICENSE": "usr/share/doc/croupier/copyright",
    "docs/en/technician.md": "usr/share/doc/croupier/technician.md",
    "docs/fr/technicien.md": "usr/share/doc/croupier/technicien.md",
    "examples/chips.csv": "usr/share/croupier/tables/chips.csv",
}
_PRESSED: Final = {
    "CHANGELOG.md": "usr/share/doc/croupier/CHANGELOG.md.gz",
    "docs/reference/croupier.1": "usr/share/man/man1/croupier.1.gz",
    "docs/reference/croupier.fr.1": "usr/share/man/fr/man1/croupier.1.gz",
}
_COMPLETIONS: Final = {
    "bash": "usr/share/bash-completion/completions/croupier",
    "zsh": "usr/share/zsh/vendor-completions/_croupier",
    "fish": "usr/share/fish/vendor_completions.d/croupier.fish",
}
_OF_A_REAL_TABLE: Final = {
    "trust": 'maker = "/etc/croupier/maker.pub"',
    "console": 'port = "/dev/croupier-console"',
}


class CannotPack(Exception):
    """The release is not one for a table; the message says why."""


class Target(NamedTuple):
    """What the release's compiled libraries run on."""

    python: str
    architecture: str

    @property
    def debian(self) -> str:
        """The release of Debian that has this Python."""
        return DEBIANS[self.python]


def target(manifest: Manifest) -> Target:
    """Return what a release is for. Raises CannotPack if it has a simulation or no one target."""
    if any(is_below(file.path, SIMULATION_PACKAGES) for file in manifest.files):
        raise CannotPack("it has the simulation: pack it with --lock pi")
    found = {match.groups() for file in manifest.files if (match := _COMPILED.search(file.path))}
    kinds = {Target(f"3.{minor}", MACHINES.get(machine, machine)) for minor, machine in found}
    if len(kinds) != 1:
        raise CannotPack(f"its libraries are for {len(kinds)} kinds of machine: {sorted(kinds)}")
    (kind,) = kinds
    if kind.architecture not in MACHINES.values() or kind.python not in DEBIANS:
        raise CannotPack(f"no Debian for Python {kind.python} on {kind.architecture} is known")
    return kind


def make(release: Path, maker: Path, folder: Path) -> Path:
    """Make the package. Raises CannotPack, TrustRefused, OSError or CalledProcessError."""
    with closing(ReleasePackage.open(release)) as package:
        if mismatches := verify_tree(package, read_public_key(maker)):
            raise CannotPack(Words.load("en").render(mismatches[0].words))
        manifest = package.manifest
    kind = target(manifest)
    name = f"croupier_{manifest.version}+deb{kind.debian}_{kind.architecture}.deb"
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        root.chmod(0o755)
        _fill(root, release, maker)
        _describe(root, manifest.version, kind)
        out = folder / name
        environment = {**os.environ, "SOURCE_DATE_EPOCH": committed()}
        command = ("dpkg-deb", "--root-owner-group", "--build", made, os.fspath(out))
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603
    return out


def _fill(root: Path, release: Path, maker: Path) -> None:
    put(root / "usr/share/croupier/release.croupier", release.read_bytes())
    put(root / "usr/share/croupier/maker.pub", maker.read_bytes())
    for source, place in _PLACES.items():
        put(root / place, (TREE / source).read_bytes())
    (root / "opt/croupier/croupier").chmod(0o755)
    for source, place in _PRESSED.items():
        put(root / place, gzip.compress((TREE / source).read_bytes(), mtime=0))
    for shell, place in _COMPLETIONS.items():
        put(root / place, completion(shell))
    for table in sorted((TREE / "examples").glob("*.toml")):
        text = of_a_real_table(table.read_text())
        put(root / "usr/share/croupier/tables" / table.name, text.encode())
    (root / "usr/bin").mkdir()
    (root / "usr/bin/croupier").symlink_to("/opt/croupier/croupier")


def of_a_real_table(configuration: str) -> str:
    """Return a configuration with a maker's key and the console's port, if it names none."""
    named = tomllib.loads(configuration)
    missing = (
        f"\n[{name}]\n{key}\n" for name, key in _OF_A_REAL_TABLE.items() if name not in named
    )
    return configuration + "".join(missing)


def _changelog(version: str, kind: Target) -> bytes:
    """Return what Debian's policy wants of a package, from which apt reads its history."""
    when = formatdate(int(committed()))
    text = f"croupier ({version}+deb{kind.debian}) stable; urgency=medium\n\n"
    return f"{text}  * See CHANGELOG.md.gz.\n\n -- {MAINTAINER}  {when}\n".encode()


def _describe(root: Path, version: str, kind: Target) -> None:
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    put(
        root / "usr/share/doc/croupier/changelog.gz",
        gzip.compress(_changelog(version, kind), mtime=0),
    )
    minor = int(kind.python.partition(".")[2])
    values = {
        "VERSION": version,
        "DEBIAN": kind.debian,
        "ARCHITECTURE": kind.architecture,
        "MAINTAINER": MAINTAINER,
        "SIZE": str(size // 1024 + 1),
        "PYTHON": kind.python,
        "NEXT_PYTHON": f"3.{minor + 1}",
    }
    for name in ("control", *SCRIPTS):
        put(root / "DEBIAN" / name, filled(PARTS / name, values))
    for name in SCRIPTS:
        (root / "DEBIAN" / name).chmod(0o755)


def filled(template: Path, values: Mapping[str, str]) -> bytes:
    """Return a file whose `@NAME@`s have their values."""
    return re.sub(r"@([A-Z_]+)@", lambda key: values[key[1]], template.read_text()).encode()


def put(place: Path, content: bytes) -> None:
    """Write a file that anybody may read, and its folders."""
    place.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    place.write_bytes(content)
    place.chmod(0o644)


def completion(shell: str) -> bytes:
    """Return what `croupier completion` prints."""
    with redirect_stdout(io.StringIO()) as script:
        if croupier(["completion", shell]):
            raise CannotPack(f"no completion for {shell}")
    return script.getvalue().encode()


def committed() -> str:
    """Return the time of the tree's commit, in seconds, which every file of the package gets."""
    command = ("git", "log", "-1", "--format=%ct")
    done = subprocess.run(command, cwd=TREE, check=True, capture_output=True, text=True)  # noqa: S603
    return done.stdout.strip()


def main() -> int:
    """Make a package; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_deb")
    for name in ("release", "maker", "folder"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    try:
        out = make(options.release, options.maker, options.folder)
    except TrustRefused as error:
        return _complain(Words.load("en").render(error.why))
    except (CannotPack, OSError, subprocess.CalledProcessError) as error:
        return _complain(f"{options.release}: {error}")
    print(f"{out}: {out.stat().st_size} octets")  # noqa: T201
    return 0


def _complain(why: str) -> int:
    print(f"make_deb: {why}", file=sys.stderr)  # noqa: T201
    return 1


if __name__ == "__main__":
    sys.exit(main())
