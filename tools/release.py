"""Makes the maker's key, and releases signed with it.

    python -m tools.release key DIR
    python -m tools.release pack --key DIR/maker.key --version V croupier-V.croupier

A release holds the four rooms, `systemd/` and, in `lib/`, the distributions that the program runs
on, as the lock has put them into the environment that runs this, or into a folder (`--site`) for
another Python or kind of machine. A release for a table (`--lock pi`) goes without the simulation.
With `--byte-code` it has byte code beside its sources (`tools/byte_code.py`).
"""

import argparse
import hashlib
import re
import sys
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import Distribution, PackagePath
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from packaging.requirements import Requirement

from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.device.program import SIMULATION_PACKAGES, program_files
from firmware.shell.trust.keys import (
    create_key,
    fingerprint,
    public_octets,
    read_private_key,
    write_public_key,
)
from firmware.shell.trust.manifest import (
    MANIFEST_FILE,
    MANIFEST_KIND,
    SIGNATURE_FILE,
    Manifest,
    SignedFile,
    parse_manifest,
)
from firmware.shell.trust.package import TAR_END, tar_header, tar_padding
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.words.words import Words
from tools.byte_code import PYTHON_PREFIX, VERSIONS, byte_code, imported_library

TREE: Final = Path(__file__).parents[1]
LAUNCH: Final = "systemd"
LIB: Final = "lib"
NOT_OF_A_WHEEL: Final = {"direct_url.json", "uv_cache.json", "INSTALLER", "REQUESTED", "RECORD"}
"""Files of an installation; RECORD has the digests of scripts that name the maker's own folders."""
HERE: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
_VERSION: Final = re.compile(r'(?m)^__version__ = "(.+)"$')


class CannotRelease(Exception):
    """The tree or the environment is not fit for a release; the message says why."""


def make_maker(directory: Path) -> None:
    """Make `maker.key`, which never leaves the maker, and `maker.pub`. Raises FileExistsError.

    The folder is made too, for its owner alone, if it does not exist.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    create_key(directory / "maker.key")
    public = public_octets(read_private_key(directory / "maker.key"))
    write_public_key(directory / "maker.pub", public)
    _print(f"{directory / 'maker.pub'}: {fingerprint(public)}")


def pack(out: Path, sources: Mapping[str, Path], version: str, key: Ed25519PrivateKey) -> None:
    """Write a package of files by their paths. Raises OSError or ValueError."""
    contents = {path: sources[path].read_bytes() for path in sorted(sources)}
    files = tuple(
        SignedFile(path, len(content), hashlib.sha256(content).hexdigest())
        for path, content in contents.items()
    )
    text = Manifest(MANIFEST_KIND, version, fingerprint(public_octets(key)), files).canonical_text()
    parse_manifest(text)
    members = {SIGNATURE_FILE: key.sign(text), MANIFEST_FILE: text, **contents}
    blocks = (
        tar_header(path, len(content)) + content + tar_padding(len(content))
        for path, content in members.items()
    )
    write_atomically(out, b"".join(blocks) + TAR_END)


def program(tree: Path, without: tuple[str, ...] = ()) -> dict[str, Path]:
    """Return the program's own files and those that start it; `without` some of its folders."""
    paths = (*program_files(tree), *(tree / LAUNCH).iterdir())
    named = {path.relative_to(tree).as_posix(): path for path in paths}
    return {name: path for name, path in named.items() if not is_below(name, without)}


def is_below(path: str, folders: tuple[str, ...]) -> bool:
    """Return whether a path is in one of the folders."""
    return path.startswith(tuple(f"{folder}/" for folder in folders))


def version_of(tree: Path) -> str:
    """Return the version that the tree says it is."""
    found = _VERSION.search((tree / "firmware" / "__init__.py").read_text())
    if found is None:
        raise CannotRelease("firmware/__init__.py names no version")
    return found[1]


def libraries(lock: Path, python: str, places: list[str]) -> dict[str, Path]:
    """Return the files of every distribution of a lock that this `python` needs, as fetched.

    They are looked for in `places`. Raises CannotRelease if one is missing or of another version.
    """
    kind = {"python_version": python, "python_full_version": f"{python}.0"}
    locked = map(Requirement, re.findall(r"(?m)^[^\s#][^\\\n]*", lock.read_text()))
    needed = [line for line in locked if line.marker is None or line.marker.evaluate(kind)]
    return dict(pair for line in needed for pair in _files(_found(line, lock, places)))


def _found(locked: Requirement, lock: Path, places: list[str]) -> Distribution:
    found = next(iter(Distribution.discover(name=locked.name, path=places)), None)
    if found is None:
        raise CannotRelease(f"{locked.name} is not installed here; make install LOCK=...")
    if not locked.specifier.contains(found.version, prereleases=True):
        raise CannotRelease(f"{locked.name} {found.version} is installed, but {lock} has another")
    return found


def _files(needed: Distribution) -> Iterator[tuple[str, Path]]:
    """Yield the files of a distribution but for byte code, scripts and what an installer noted."""
    for path in needed.files or ():
        script = ".." in path.parts or path.parts[0] == "bin"
        if script or path.suffix == ".pyc" or path.name in NOT_OF_A_WHEEL:
            continue
        place = Path(str(needed.locate_file(path)))
        _check(path, place)
        yield f"{LIB}/{path.as_posix()}", place


def _check(path: PackagePath, place: Path) -> None:
    """Hold a file to the digest that its wheel's RECORD gives it."""
    if path.hash is None:
        return
    digest = hashlib.new(path.hash.mode, place.read_bytes()).digest()
    if urlsafe_b64encode(digest).rstrip(b"=").decode() != path.hash.value:
        raise CannotRelease(f"{place} is not as its wheel has it")


def main(arguments: Sequence[str]) -> int:
    """Make a key or a release; return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except TrustRefused as error:
        return _complain(Words.load("en").render(error.why))
    except (CannotRelease, OSError, ValueError) as error:
        return _complain(str(error))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.release")
    acts = parser.add_subparsers(required=True, metavar="ACT")
    key = acts.add_parser("key", help="make the maker's key")
    key.add_argument("directory", type=Path, metavar="DIR")
    key.set_defaults(run=lambda options: make_maker(options.directory))
    release = acts.add_parser("pack", help="make a release of this tree")
    release.add_argument("out", type=Path, metavar="OUT")
    release.add_argument("--key", type=Path, required=True)
    release.add_argument("--version", required=True, help="as the tree says it, on purpose")
    release.add_argument("--lock", choices=("run", "pi"), default="pi")
    release.add_argument("--site", type=Path, help="a folder of libraries for another machine")
    release.add_argument("--python", default=HERE, help="of the table, such as 3.13")
    release.add_argument(
        "--byte-code", metavar="PYTHON", help="the table's Python, to compile with"
    )
    release.add_argument("--tree", type=Path, default=TREE)
    release.set_defaults(run=_pack)
    return parser


def _pack(options: argparse.Namespace) -> None:
    tree_version = version_of(options.tree)
    if tree_version != options.version:
        raise CannotRelease(f"firmware/__init__.py says {tree_version}, not {options.version}")
    lock = TREE / "requirements" / f"{options.lock}.txt"
    without = SIMULATION_PACKAGES if options.lock == "pi" else ()
    places = [str(options.site)] if options.site else sys.path
    sources = program(options.tree, without) | libraries(lock, options.python, places)
    with tempfile.TemporaryDirectory() as folder:
        if options.byte_code:
            python, work = options.byte_code, Path(folder).resolve()
            library = imported_library(sources, python)
            sources |= byte_code(sources, VERSIONS / tree_version, python, work)
            sources |= byte_code(library, PYTHON_PREFIX, python, work)
        pack(options.out, sources, tree_version, read_private_key(options.key))
    _print(
        f"{options.out}: {tree_version}, {len(sources)} files, {options.out.stat().st_size} octets"
    )


def _complain(why: str) -> int:
    print(f"release: {why}", file=sys.stderr)  # noqa: T201
    return 1


def _print(text: str) -> None:
    print(text)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
