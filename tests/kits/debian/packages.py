"""Packages of this tree, made as `make deb` makes them, in any version."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware import __version__
from tests.kits.paths import ROOT
from tools import make_deb, release

THIS = __version__
NEXT = "99.0.0"
LOCK = ROOT / "requirements" / "pi.txt"


@dataclass(frozen=True)
class Packer:
    """A maker, who has the libraries of a kind of table in a folder."""

    folder: Path
    sites: Path

    @property
    def key(self) -> Path:
        return self.folder / "maker.key"

    def deb(self, version: str, python: str, machine: str) -> Path:
        """Return a package."""
        sources = release.program(ROOT, make_deb.SIMULATION_PACKAGES)
        start = self.folder / "version.py"
        start.write_text(
            sources["firmware/__init__.py"].read_text().replace(f'"{THIS}"', f'"{version}"')
        )
        sources |= {"firmware/__init__.py": start}
        site = self.sites / f"site-{python}-{machine}"
        sources |= release.libraries(LOCK, python, [str(site)])
        out = self.folder / f"{version}-{python}-{machine}.croupier"
        release.pack(out, sources, version, release.read_private_key(self.key))
        folder = self.folder / f"debs-{len(list(self.folder.iterdir()))}"
        folder.mkdir()
        return make_deb.make(out, self.key.with_suffix(".pub"), folder)


def altered(deb: Path, folder: Path, change: Callable[[bytes], bytes]) -> Path:
    """Return a package with its release changed, packed again by whoever changed it."""

    def change_release(root: Path) -> None:
        release = root / "usr/share/croupier/release.croupier"
        release.write_bytes(change(release.read_bytes()))

    return repacked(deb, folder, change_release)


def repacked(deb: Path, folder: Path, change: Callable[[Path], None]) -> Path:
    """Return a package with a `change` of what it is made of, unpacked in `folder`."""
    subprocess.run(("dpkg-deb", "-R", deb, folder), check=True)
    change(folder)
    out = folder.with_suffix(".deb")
    subprocess.run(("dpkg-deb", "--root-owner-group", "-Znone", "-b", folder, out), check=True)
    return out
