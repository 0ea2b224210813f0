"""`croupier manifest`, `seal` and `update`: the signed files, and their verification."""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Annotated, Final

import msgspec

from firmware.cli.args.errors import complain
from firmware.cli.args.exits import BAD_INPUT, UNFIT, UNWELL
from firmware.cli.args.signature import How, apart
from firmware.cli.args.types import Folder, Socket
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import load
from firmware.shell.config.settings import Config
from firmware.shell.device.directories import given_directory, simulation_of, state_directory
from firmware.shell.device.program import ROOT
from firmware.shell.sockets.control import ask
from firmware.shell.sockets.line_client import NoTable
from firmware.shell.trust import errors, trees
from firmware.shell.trust.errors import Mismatch, TrustError, Untrusted
from firmware.shell.trust.keys import Device, fingerprint, read_public
from firmware.shell.trust.manifest import Manifest, read_signed, seeded_digest, verify_tree
from firmware.shell.trust.package import Package
from firmware.shell.trust.seal import check_seal, seal_file, sealed_paths
from firmware.shell.trust.seal import seal as seal_all
from firmware.shell.trust.versions import NotAsSigned, install
from firmware.shell.words.words import Words

MAKER: Final = Path("/etc/croupier/maker.pub")
VERSIONS: Final = Path("/opt/croupier/versions")
STATE: Final = Path("/var/lib/croupier")
"""Where systemd keeps the state of a real table."""
CLOSED: Final = "closed"
"""The phase of a table without bets and without an open round."""


class Verified(msgspec.Struct, frozen=True):
    """The output of `manifest --json`."""

    version: str | None
    maker: str
    files: int
    mismatches: tuple[Mismatch, ...]
    digest: str | None


@contextmanager
def _bad_input() -> Iterator[None]:
    """Have a key, a package or a file that can't be trusted end the command as bad input."""
    try:
        yield
    except TrustError as error:
        raise CannotBeDone(error.why) from None


@_bad_input()
@apart("root", "package")
def manifest(
    words: Words,
    *,
    maker: Path = MAKER,
    digest: Annotated[str | None, How(value="seed")] = None,
    root: Folder | None = None,
    package: Path | None = None,
    json: bool = False,
) -> int:
    """Verify a program; return 1 if it is not as signed, 3 if there is nothing signed."""
    with ExitStack() as stack:
        tree: trees.Tree = trees.Folder(root or ROOT)
        if package is not None:
            tree = stack.enter_context(closing(Package.open(package)))
        found = _verified(tree, read_public(maker), digest)
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        _say(words, _told(found))
    if not found.mismatches:
        return 0
    return UNFIT if found.mismatches[0].why == errors.ABSENT else UNWELL


@_bad_input()
def seal(words: Words, *, config: Path, state: Folder | None = None) -> int:
    """Seal a configuration, and print the changes since the last seal."""
    state = state or default_state(config)
    table = load(config)
    if table.trust is None:
        raise TrustError(Text("trust.no_trust"))
    try:
        device = Device.load(state)
    except FileNotFoundError:
        raise TrustError(Text("trust.no_device", {"path": str(state)})) from None
    changed = check_seal(config, table, device.public, state)
    _say(words, [Text("trust.device", {"fingerprint": fingerprint(device.public)})])
    _say(words, (mismatch.words for mismatch in changed))
    if changed:
        seal_all(config, table, device, state)
    _say(words, [Text("trust.sealed" if changed else "trust.sealed_already")])
    return 0


@_bad_input()
def update(
    words: Words,
    package: Path,
    *,
    maker: Path = MAKER,
    versions: Folder = VERSIONS,
    state: Folder | None = None,
    socket: Socket | None = None,
) -> int:
    """Put a package on trial for the next start; return 2 if it is refused, 3 if it can't be."""
    table = _running(socket)
    if table is not None and table.phase != CLOSED:
        raise TrustError(Text("trust.table_open"))
    os.umask(0o022)
    state = state or default_state(None)
    state.mkdir(parents=True, exist_ok=True)
    running = table.version if table else ""
    try:
        with closing(Package.open(package)) as opened:
            version = install(opened, read_public(maker), versions, state, running)
    except NotAsSigned as refused:
        lines = (words.say(mismatch.words) for mismatch in refused.mismatches)
        return complain("update", BAD_INPUT, *lines, words.say(refused.why))
    _say(words, [Text("trust.on_trial", {"version": version})])
    return 0


@_bad_input()
def seal_deck(deck: Path, path: Path, config: Config, state: Path, words: Words) -> int:
    """Seal a deck that was just enrolled, if its table is sealed; return 1 if it can't be."""
    if Path(os.path.abspath(deck)) not in sealed_paths(path, config):
        return 0
    try:
        others = seal_file(deck, path, config, Device.load(state), state)
    except FileNotFoundError:
        return 0
    _say(words, (mismatch.words for mismatch in others))
    _say(words, [Text("trust.deck_unsealed" if others else "trust.deck_sealed")])
    return UNWELL if others else 0


def default_state(config: Path | None) -> Path:
    """Return the state directory of the real table, or else of a simulated one."""
    real = STATE.exists() and given_directory() is None
    return STATE if real else state_directory(simulation_of(config, None))


def _verified(tree: trees.Tree, maker: bytes, seed: str | None) -> Verified:
    if seed == "":
        raise TrustError(Text("trust.no_seed"))
    mismatches = verify_tree(tree, maker)
    found = _signed(tree, maker)
    digest = None
    if found is not None and not mismatches and seed is not None:
        digest = seeded_digest(seed.encode(), tree, found)
    version, files = (found.version, len(found.files)) if found else (None, 0)
    return Verified(version, fingerprint(maker), files, mismatches, digest)


def _signed(tree: trees.Tree, maker: bytes) -> Manifest | None:
    try:
        return read_signed(tree, maker)
    except Untrusted:
        return None


def _told(found: Verified) -> Iterator[Text]:
    yield Text("trust.maker", {"fingerprint": found.maker})
    yield from (mismatch.words for mismatch in found.mismatches)
    if found.mismatches:
        yield Text("trust.not_as_signed", {"count": len(found.mismatches)})
    else:
        yield Text("trust.as_signed", {"version": found.version or "", "number": found.files})
    if found.digest:
        yield Text("trust.digest", {"digest": found.digest})


def _running(socket: Path | None) -> Status | None:
    try:
        return ask(socket or default_socket())
    except NoTable:
        return None


def _say(words: Words, texts: Iterable[Text]) -> None:
    for text in texts:
        print(words.say(text))
