"""`croupier manifest`, `seal` and `update`: what was signed, and whether it still is so."""

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from firmware.cli.commands.exits import BAD_INPUT, UNFIT, UNWELL
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import Config, ConfigError, load
from firmware.shell.device.directories import state_directory
from firmware.shell.device.program import ROOT
from firmware.shell.sockets.control import ask
from firmware.shell.sockets.line_socket import ControlError, NoTable
from firmware.shell.trust import errors
from firmware.shell.trust.errors import Mismatch, TrustError, Untrusted
from firmware.shell.trust.keys import Device, fingerprint, read_public
from firmware.shell.trust.manifest import Manifest, read_signed, seeded_digest, verify_tree
from firmware.shell.trust.package import Package
from firmware.shell.trust.seal import check_seal, seal_file, sealed_paths
from firmware.shell.trust.seal import seal as seal_all
from firmware.shell.trust.trees import Folder, Tree
from firmware.shell.trust.versions import Refused, install
from firmware.shell.words.words import Words

STATE: Final = Path("/var/lib/croupier")
"""Where systemd keeps the state of a real table."""
CLOSED: Final = "closed"
"""The phase of a table in which no bet lies and no round is open."""


@dataclass(frozen=True)
class ManifestOptions:
    """What the command line asked for: the installed program, another root, or a package."""

    maker: Path
    root: Path | None
    package: Path | None
    seed: str | None
    as_json: bool
    language: str


@dataclass(frozen=True)
class UpdateOptions:
    """What the command line asked for."""

    package: Path
    maker: Path
    versions: Path
    state: Path | None
    socket: Path | None
    language: str


class _Told(msgspec.Struct, frozen=True):
    """What `manifest --json` prints."""

    version: str | None
    maker: str
    files: int
    mismatches: tuple[Mismatch, ...]
    digest: str | None


def manifest(options: ManifestOptions) -> int:
    """Verify a program; return 1 if it is not as signed, 3 if there is nothing signed."""
    words = Words.load(options.language)
    return _guarded("manifest", words, lambda: _manifest(options, words))


def seal(path: Path, state: Path | None, language: str) -> int:
    """Seal the configuration at `path` anew, and say what has changed since the last seal."""
    words = Words.load(language)
    return _guarded("seal", words, lambda: _seal(path, state or default_state(), words))


def update(options: UpdateOptions) -> int:
    """Put a package on trial for the next start; return 2 if it is refused, 3 if it can't be."""
    words = Words.load(options.language)
    return _guarded("update", words, lambda: _update(options, words))


def seal_deck(deck: Path, path: Path, config: Config, state: Path, words: Words) -> int:
    """Seal a deck that was just enrolled, where its table is sealed; return 1 if it can't be."""
    if Path(os.path.abspath(deck)) not in sealed_paths(path, config):
        return 0
    return _guarded("deck", words, lambda: _seal_deck(deck, path, config, state, words))


def default_state() -> Path:
    """Return the state directory of the real table, or else of the simulated one."""
    real = STATE.exists() and "STATE_DIRECTORY" not in os.environ
    return STATE if real else state_directory(simulated=True)


def _guarded(command: str, words: Words, act: Callable[[], int]) -> int:
    try:
        return act()
    except ConfigError as error:
        return _complain(command, BAD_INPUT, *error.lines(words))
    except Refused as refused:
        lines = (words.say(mismatch.words) for mismatch in refused.mismatches)
        return _complain(command, BAD_INPUT, *lines, words.say(refused.why))
    except TrustError as error:
        return _complain(command, BAD_INPUT, words.say(error.why))
    except OSError as error:
        why = ": ".join(filter(None, (str(error.filename or ""), error.strerror or str(error))))
        return _complain(command, UNFIT, why)
    except ControlError as error:
        return _complain(command, UNFIT, str(error))


def _manifest(options: ManifestOptions, words: Words) -> int:
    if options.package is None:
        return _verify(Folder(options.root or ROOT), options, words)
    with closing(Package.open(options.package)) as package:
        return _verify(package, options, words)


def _verify(tree: Tree, options: ManifestOptions, words: Words) -> int:
    maker = read_public(options.maker)
    if options.seed == "":
        raise TrustError("trust.no_seed")
    mismatches = verify_tree(tree, maker)
    found = _signed(tree, maker)
    digest = None
    if found is not None and not mismatches and options.seed is not None:
        digest = seeded_digest(options.seed.encode(), tree, found)
    _report(found, maker, mismatches, digest, options, words)
    if not mismatches:
        return 0
    return UNFIT if mismatches[0].why == errors.ABSENT else UNWELL


def _signed(tree: Tree, maker: bytes) -> Manifest | None:
    try:
        return read_signed(tree, maker)
    except Untrusted:
        return None


def _report(
    found: Manifest | None,
    maker: bytes,
    mismatches: tuple[Mismatch, ...],
    digest: str | None,
    options: ManifestOptions,
    words: Words,
) -> None:
    count = len(found.files) if found else 0
    version = found.version if found else None
    if options.as_json:
        told = _Told(version, fingerprint(maker), count, mismatches, digest)
        _print(msgspec.json.encode(told).decode())
        return
    _say(words, [Text("trust.maker", {"fingerprint": fingerprint(maker)})])
    _say(words, (mismatch.words for mismatch in mismatches))
    if mismatches:
        _say(words, [Text("trust.not_as_signed", {"count": len(mismatches)})])
    else:
        _say(words, [Text("trust.as_signed", {"version": version or "", "number": count})])
    if digest:
        _say(words, [Text("trust.digest", {"digest": digest})])


def _seal(path: Path, state: Path, words: Words) -> int:
    config = load(path)
    if config.trust is None:
        raise TrustError("trust.no_trust")
    try:
        device = Device.load(state)
    except FileNotFoundError:
        raise TrustError("trust.no_device", path=str(state)) from None
    changed = check_seal(path, config, device.public, state)
    _say(words, [Text("trust.device", {"fingerprint": fingerprint(device.public)})])
    _say(words, (mismatch.words for mismatch in changed))
    if changed:
        seal_all(path, config, device, state)
    _say(words, [Text("trust.sealed" if changed else "trust.sealed_already")])
    return 0


def _seal_deck(deck: Path, path: Path, config: Config, state: Path, words: Words) -> int:
    try:
        others = seal_file(deck, path, config, Device.load(state), state)
    except FileNotFoundError:
        return 0
    _say(words, (mismatch.words for mismatch in others))
    _say(words, [Text("trust.deck_unsealed" if others else "trust.deck_sealed")])
    return UNWELL if others else 0


def _update(options: UpdateOptions, words: Words) -> int:
    table = _running(options.socket)
    if table is not None and table.phase != CLOSED:
        raise TrustError("trust.table_open")
    os.umask(0o022)
    state = options.state or default_state()
    state.mkdir(parents=True, exist_ok=True)
    running = table.version if table else ""
    with closing(Package.open(options.package)) as package:
        version = install(package, read_public(options.maker), options.versions, state, running)
    _say(words, [Text("trust.on_trial", {"version": version})])
    return 0


def _running(socket: Path | None) -> Status | None:
    from firmware.cli.commands.reading import default_socket

    try:
        return ask(socket or default_socket())
    except NoTable:
        return None


def _say(words: Words, texts: Iterable[Text]) -> None:
    for text in texts:
        _print(words.say(text))


def _print(text: str) -> None:
    print(text)  # noqa: T201


def _complain(command: str, status: int, *lines: str) -> int:
    for line in lines:
        print(f"croupier {command}: {line}", file=sys.stderr)  # noqa: T201
    return status
