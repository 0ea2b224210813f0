"""The versions of the program on a device: which one is accepted, and which one is on trial.

The versions are side by side in a folder that belongs to root and that the service only reads.
Three small files of the state directory, each just a version, decide which one runs:

    version.accepted   has verified and started; the highest one ever, since no older is promoted
    version.trial      is to be started once by the launcher, `systemd/croupier`
    version.tried      was started so; it is promoted when it is ready, and otherwise given up
"""

import os
import shutil
from pathlib import Path
from typing import Final

from firmware import __version__
from firmware.core.vocabulary.panel import Text
from firmware.shell.device.atomic_file import sync_folder, write_whole
from firmware.shell.trust.errors import Mismatch, TrustError
from firmware.shell.trust.manifest import MANIFEST, SIGNED, VERSION, Manifest, newer, verify_tree
from firmware.shell.trust.package import Package
from firmware.shell.trust.trees import Folder, whole

ACCEPTED: Final = "version.accepted"
TRIAL: Final = "version.trial"
TRIED: Final = "version.tried"


class NotAsSigned(TrustError):
    """A package that is not as its maker signed it; `mismatches` lists the differences."""

    def __init__(self, mismatches: tuple[Mismatch, ...]) -> None:
        super().__init__(Text("trust.bad_package", {"count": len(mismatches)}))
        self.mismatches = mismatches


def install(package: Package, maker: bytes, versions: Path, state: Path, running: str) -> str:
    """Put a package on trial for the next start of the service, and return its version.

    `running` is the version of the running table, or an empty text. Raises TrustError unless the
    package is whole, signed by `maker`, newer than `running` and than the accepted one; and
    OSError. The accepted version itself may be installed again if it is not whole any more. A power
    cut leaves the accepted one as it was, and nothing or all of the new one on trial.
    """
    mismatches = verify_tree(package, maker)
    if mismatches:
        raise NotAsSigned(mismatches)
    version = package.manifest.version
    mends = version == accepted(state) and not _holds(versions, package, maker)
    for floor in filter(None, {running, accepted(state)}):
        if not (newer(version, floor) or (mends and version == floor)):
            raise TrustError(Text("trust.not_newer", {"version": version, "floor": floor}))
    (state / TRIAL).unlink(missing_ok=True)
    _place(package, maker, versions, version)
    write_whole(state / TRIAL, _line(version))
    _retire(versions, {version, running, accepted(state)})
    return version


def accepted(state: Path) -> str:
    """Return the version that was accepted last, an empty text if none ever was."""
    return _read(state / ACCEPTED)


def on_trial(state: Path, version: str = __version__) -> bool:
    """Return whether this program is on trial: one that finds a round open must end."""
    try:
        return (state / TRIED).read_bytes() == _line(version)
    except FileNotFoundError:
        return False


def promote(state: Path, version: str = __version__) -> bool:
    """Accept this program, if it is on trial and newer, now that it has verified and started."""
    if not on_trial(state, version):
        return False
    before = accepted(state)
    risen = not before or newer(version, before)
    if risen:
        write_whole(state / ACCEPTED, _line(version))
    (state / TRIED).unlink()
    return risen


def _holds(versions: Path, package: Package, maker: bytes) -> bool:
    """Return whether the folder of a package's version is whole, and that package's."""
    there = Folder(versions / package.manifest.version)
    return not verify_tree(there, maker) and whole(there, MANIFEST) == whole(package, MANIFEST)


def _line(version: str) -> bytes:
    return version.encode() + b"\n"


def _read(path: Path) -> str:
    """Return the version that a file names. Raises TrustError if it names none."""
    try:
        version = path.read_bytes().decode("ascii", "replace").removesuffix("\n")
    except FileNotFoundError:
        return ""
    if not VERSION.fullmatch(version):
        raise TrustError(Text("trust.no_version", {"path": str(path)}))
    return version


def _place(package: Package, maker: bytes, versions: Path, version: str) -> None:
    """Unpack under a temporary name, sync, verify the result, and only then rename it."""
    new, final = versions / f"{version}.new", versions / version
    if new.exists():
        shutil.rmtree(new)
    try:
        _unpack(package, package.manifest, new)
    except OSError:  # of a full disk, which is not to stay full
        shutil.rmtree(new, ignore_errors=True)
        raise
    os.sync()
    mismatches = verify_tree(Folder(new), maker)
    if mismatches:
        raise NotAsSigned(mismatches)
    if final.exists():
        shutil.rmtree(final)
    new.rename(final)
    sync_folder(versions)


def _unpack(package: Package, manifest: Manifest, root: Path) -> None:
    root.mkdir(parents=True)
    for path in (*SIGNED, *(file.path for file in manifest.files)):
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            file.writelines(package.blocks(path))


def _retire(versions: Path, kept: set[str]) -> None:
    """Remove the versions that are neither accepted, nor running, nor on trial."""
    for folder in versions.iterdir():
        if folder.name not in kept and VERSION.fullmatch(folder.name.removesuffix(".new")):
            shutil.rmtree(folder)
