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
from firmware.shell.device.atomic_file import sync_directory, write_atomically
from firmware.shell.trust.manifest import (
    MANIFEST_FILE,
    SIGNED_FILES,
    VERSION_PATTERN,
    Manifest,
    is_newer,
    verify_tree,
)
from firmware.shell.trust.package import ReleasePackage
from firmware.shell.trust.trees import FolderTree, whole_file
from firmware.shell.trust.trust_errors import Mismatch, TrustRefused

ACCEPTED_FILE: Final = "version.accepted"
TRIAL_FILE: Final = "version.trial"
TRIED_FILE: Final = "version.tried"


class NotAsSigned(TrustRefused):
    """A package that is not as its maker signed it; `mismatches` lists the differences."""

    def __init__(self, mismatches: tuple[Mismatch, ...]) -> None:
        super().__init__(Text("trust.bad_package", {"count": len(mismatches)}))
        self.mismatches = mismatches


def install_package(
    package: ReleasePackage, maker_key: bytes, versions: Path, state_directory: Path, running: str
) -> str:
    """Put a package on trial for the next start of the service, and return its version.

    `running` is the version of the running table, or an empty text. Raises TrustRefused unless the
    package is whole, signed by `maker_key`, newer than `running` and than the accepted one; and
    OSError. The accepted version itself may be installed again if it is not whole any more. A power
    cut leaves the accepted one as it was, and nothing or all of the new one on trial.
    """
    mismatches = verify_tree(package, maker_key)
    if mismatches:
        raise NotAsSigned(mismatches)
    version = package.manifest.version
    repairs_accepted = version == accepted_version(state_directory) and not _is_installed(
        versions, package, maker_key
    )
    for minimum_version in filter(None, {running, accepted_version(state_directory)}):
        if not (
            is_newer(version, minimum_version) or (repairs_accepted and version == minimum_version)
        ):
            raise TrustRefused(
                Text("trust.not_newer", {"version": version, "floor": minimum_version})
            )
    # before the files change: a trial of a version half replaced must not start
    (state_directory / TRIAL_FILE).unlink(missing_ok=True)
    _install_files(package, maker_key, versions, version)
    write_atomically(state_directory / TRIAL_FILE, _version_line(version))
    _remove_versions(versions, {version, running, accepted_version(state_directory)})
    return version


def accepted_version(state_directory: Path) -> str:
    """Return the version that was accepted last, an empty text if none ever was."""
    return _read_version(state_directory / ACCEPTED_FILE)


def is_on_trial(state_directory: Path, version: str = __version__) -> bool:
    """Return whether this program is on trial."""
    try:
        return (state_directory / TRIED_FILE).read_bytes() == _version_line(version)
    except FileNotFoundError:
        return False


def require_own_round(
    state_directory: Path, round_version: str, version: str = __version__
) -> None:
    """Raise TrustRefused if this program is on trial and may not go on with an open round.

    The version that began a round finishes it: that is the accepted one, if there is any. On a new
    card there is none, and the round is that of the dead one, begun by `round_version`.
    """
    if not is_on_trial(state_directory, version):
        return
    if accepted_version(state_directory):
        raise TrustRefused(Text("trust.table_open"))
    if round_version != version:
        raise TrustRefused(Text("trust.other_round", {"version": round_version, "own": version}))


def promote_version(state_directory: Path, version: str = __version__) -> bool:
    """Accept this program, if it is on trial and newer, now that it has verified and started."""
    if not is_on_trial(state_directory, version):
        return False
    accepted_before = accepted_version(state_directory)
    is_promoted = not accepted_before or is_newer(version, accepted_before)
    if is_promoted:
        write_atomically(state_directory / ACCEPTED_FILE, _version_line(version))
    (state_directory / TRIED_FILE).unlink()
    return is_promoted


def _is_installed(versions: Path, package: ReleasePackage, maker_key: bytes) -> bool:
    """Return whether the folder of a package's version is whole, and that package's."""
    installed_tree = FolderTree(versions / package.manifest.version)
    return not verify_tree(installed_tree, maker_key) and whole_file(
        installed_tree, MANIFEST_FILE
    ) == whole_file(package, MANIFEST_FILE)


def _version_line(version: str) -> bytes:
    return version.encode() + b"\n"


def _read_version(path: Path) -> str:
    """Return the version that a file names. Raises TrustRefused if it names none."""
    try:
        version = path.read_bytes().decode("ascii", "replace").removesuffix("\n")
    except FileNotFoundError:
        return ""
    if not VERSION_PATTERN.fullmatch(version):
        raise TrustRefused(Text("trust.no_version", {"path": str(path)}))
    return version


def _install_files(package: ReleasePackage, maker_key: bytes, versions: Path, version: str) -> None:
    """Unpack under a temporary name, sync, verify the result, and only then rename it."""
    temporary_folder, version_folder = versions / f"{version}.new", versions / version
    if temporary_folder.exists():
        shutil.rmtree(temporary_folder)
    try:
        _unpack_files(package, package.manifest, temporary_folder)
    except OSError:  # of a full disk, which is not to stay full
        shutil.rmtree(temporary_folder, ignore_errors=True)
        raise
    # all files with one call, before anything depends on them
    os.sync()
    # what is on the disk is checked, not what was read from the package
    mismatches = verify_tree(FolderTree(temporary_folder), maker_key)
    if mismatches:
        raise NotAsSigned(mismatches)
    if version_folder.exists():
        shutil.rmtree(version_folder)
    temporary_folder.rename(version_folder)
    sync_directory(versions)


def _unpack_files(package: ReleasePackage, manifest: Manifest, target_folder: Path) -> None:
    target_folder.mkdir(parents=True)
    for path in (*SIGNED_FILES, *(file.path for file in manifest.files)):
        target_path = target_folder / path
        target_path.parent.mkdir(parents=True, exist_ok=True)
        with target_path.open("xb") as file:
            file.writelines(package.blocks(path))


def _remove_versions(versions: Path, versions_in_use: set[str]) -> None:
    """Remove the versions that are neither accepted, nor running, nor on trial."""
    for folder in versions.iterdir():
        if folder.name not in versions_in_use and VERSION_PATTERN.fullmatch(
            folder.name.removesuffix(".new")
        ):
            shutil.rmtree(folder)
