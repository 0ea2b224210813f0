"""Releases of the card's maker."""

import subprocess
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.shell.trust.keys import read_private_key
from firmware.shell.trust.manifest import SIGNED_FILES
from firmware.shell.trust.package import ReleasePackage
from tests.kits.pi.built import CACHE, MAKER
from tools.release import pack

START, VERSION_FILE = "firmware/start.py", "firmware/__init__.py"


def release_that_fails(version: str) -> bytes:
    """Return a release, signed as it should be, whose program ends as it starts."""
    with TemporaryDirectory() as folder:
        start, out = Path(folder) / "start.py", Path(folder) / "out"
        start.write_text('raise SystemExit("this release does not start")\n')
        pack(out, {START: start}, version, read_private_key(MAKER / "maker.key"))
        return out.read_bytes()


def newer_releases(folder: Path, versions: list[str]) -> None:
    """Write the card's release again under other versions, as `VERSION.croupier`."""
    with TemporaryDirectory() as name:
        room = Path(name)
        (deb,) = (CACHE / "dist").glob("*.deb")
        subprocess.run(["dpkg-deb", "--extract", deb, room / "deb"], check=True)  # noqa: S607
        release = room / "deb/usr/share/croupier/release.croupier"
        with closing(ReleasePackage.open(release)) as package:
            sources = _unpacked(package, room / "files")
            own = package.manifest.version
        text = sources[VERSION_FILE].read_text()
        for version in versions:
            sources[VERSION_FILE].write_text(text.replace(f'"{own}"', f'"{version}"'))
            moved = {
                path.replace(f"/versions/{own}/", f"/versions/{version}/"): file
                for path, file in sources.items()
            }
            key = read_private_key(MAKER / "maker.key")
            pack(folder / f"{version}.croupier", moved, version, key)


def _unpacked(package: ReleasePackage, folder: Path) -> dict[str, Path]:
    sources = {}
    for path in package.paths():
        if path not in SIGNED_FILES:
            sources[path] = folder / path
            sources[path].parent.mkdir(parents=True, exist_ok=True)
            sources[path].write_bytes(b"".join(package.blocks(path)))
    return sources
