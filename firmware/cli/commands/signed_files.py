"""`croupier manifest`, `seal` and `update`: the signed files, and their verification."""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Annotated, Final

import msgspec

from firmware.cli.args.errors import print_error
from firmware.cli.args.exits import EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_UNAVAILABLE
from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import FolderPath, SocketPath
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.backup.refresh import refresh_backup
from firmware.shell.config.config import load_config
from firmware.shell.config.settings import Config
from firmware.shell.device.directories import simulation_name, state_directory, systemd_directory
from firmware.shell.device.program import PROGRAM_ROOT
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import NoServiceError
from firmware.shell.trust import trees, trust_errors
from firmware.shell.trust.keys import DeviceKey, fingerprint, read_public_key
from firmware.shell.trust.manifest import Manifest, read_signed_manifest, seeded_digest, verify_tree
from firmware.shell.trust.package import ReleasePackage
from firmware.shell.trust.seal import check_seal, seal_file, sealed_paths
from firmware.shell.trust.seal import seal_config as seal_all
from firmware.shell.trust.trust_errors import Mismatch, TrustRefused, UntrustedText
from firmware.shell.trust.versions import NotAsSigned, install_package
from firmware.shell.words.words import Words

MAKER_KEY_FILE: Final = Path("/etc/croupier/maker.pub")
VERSIONS_DIRECTORY: Final = Path("/opt/croupier/versions")
STATE_DIRECTORY: Final = Path("/var/lib/croupier")
"""The unit's StateDirectory, of a real table."""
CLOSED_PHASE: Final = "closed"
"""The phase of a table without bets and without an open round."""


class ManifestVerdict(msgspec.Struct, frozen=True):
    """The output of `manifest --json`."""

    version: str | None
    maker: str
    files: int
    mismatches: tuple[Mismatch, ...]
    digest: str | None


@contextmanager
def _trust_errors_as_input() -> Iterator[None]:
    """Have a key, a package or a file that can't be trusted end the command as bad input."""
    try:
        yield
    except TrustRefused as error:
        raise RequestFailed(error.why) from None


@_trust_errors_as_input()
@mutually_exclusive("root", "package")
def verify_manifest(
    words: Words,
    *,
    maker: Path = MAKER_KEY_FILE,
    digest: Annotated[str | None, Option(value_key="command.value.seed")] = None,
    root: FolderPath | None = None,
    package: Path | None = None,
    json: bool = False,
) -> int:
    """Verify a program; return 1 if it is not as signed, 3 if there is nothing signed."""
    with ExitStack() as exit_stack:
        program_tree: trees.FileTree = trees.FolderTree(root or PROGRAM_ROOT)
        if package is not None:
            program_tree = exit_stack.enter_context(closing(ReleasePackage.open(package)))
        manifest_verdict = _verify_program(program_tree, read_public_key(maker), digest)
    if json:
        print(msgspec.json.encode(manifest_verdict).decode())
    else:
        _print_texts(words, _verdict_texts(manifest_verdict))
    if not manifest_verdict.mismatches:
        return 0
    return (
        EXIT_UNAVAILABLE
        if manifest_verdict.mismatches[0].why == trust_errors.ABSENT
        else EXIT_FINDINGS
    )


@_trust_errors_as_input()
def seal_config(words: Words, *, config: Path, state: FolderPath | None = None) -> int:
    """Seal a configuration, and print the changes since the last seal."""
    state = state or default_state_path(config)
    table_config = load_config(config)
    if table_config.trust is None:
        raise TrustRefused(Text("trust.no_trust"))
    try:
        device = DeviceKey.load(state)
    except FileNotFoundError:
        raise TrustRefused(Text("trust.no_device", {"path": str(state)})) from None
    changed_files = check_seal(config, table_config, device.public_key, state)
    _print_texts(words, [Text("trust.device", {"fingerprint": fingerprint(device.public_key)})])
    _print_texts(words, (mismatch.words for mismatch in changed_files))
    if changed_files:
        seal_all(config, table_config, device, state)
        _refresh_real_backup(config, table_config, state)
    _print_texts(words, [Text("trust.sealed" if changed_files else "trust.sealed_already")])
    return 0


@_trust_errors_as_input()
def install_update(
    words: Words,
    package: Path,
    *,
    maker: Path = MAKER_KEY_FILE,
    versions: FolderPath = VERSIONS_DIRECTORY,
    state: FolderPath | None = None,
    socket: SocketPath | None = None,
) -> int:
    """Put a package on trial for the next start; return 2 if it is refused, 3 if it can't be."""
    table_status = _running_status(socket)
    if table_status is not None and table_status.phase != CLOSED_PHASE:
        raise TrustRefused(Text("trust.table_open"))
    # an administrator installs it, the table's own user runs it: it must be readable to him
    os.umask(0o022)
    state = state or default_state_path(None)
    state.mkdir(parents=True, exist_ok=True)
    running_version = table_status.version if table_status else ""
    try:
        with closing(ReleasePackage.open(package)) as package_file:
            version = install_package(
                package_file, read_public_key(maker), versions, state, running_version
            )
    except NotAsSigned as not_as_signed:
        mismatch_lines = (words.render(mismatch.words) for mismatch in not_as_signed.mismatches)
        return print_error(
            "update", EXIT_BAD_INPUT, *mismatch_lines, words.render(not_as_signed.why)
        )
    _print_texts(words, [Text("trust.on_trial", {"version": version})])
    return 0


@_trust_errors_as_input()
def seal_deck(
    deck_path: Path, config_path: Path, config: Config, state_path: Path, words: Words
) -> int:
    """Seal a deck that was just enrolled, if its table is sealed; return 1 if it can't be."""
    if Path(os.path.abspath(deck_path)) not in sealed_paths(config_path, config):
        return 0
    try:
        other_mismatches = seal_file(
            deck_path, config_path, config, DeviceKey.load(state_path), state_path
        )
    # no key yet: the table's first start makes one, and seals every file
    except FileNotFoundError:
        return 0
    if not other_mismatches:
        _refresh_real_backup(config_path, config, state_path)
    _print_texts(words, (mismatch.words for mismatch in other_mismatches))
    _print_texts(words, [Text("trust.deck_unsealed" if other_mismatches else "trust.deck_sealed")])
    return EXIT_FINDINGS if other_mismatches else 0


def _refresh_real_backup(config_path: Path, config: Config, state_path: Path) -> None:
    """Bring the backup on the stick of a real table up to date; its next start would do it too."""
    if state_path == STATE_DIRECTORY:
        refresh_backup(config_path, state_path, config.journal.copies)


def default_state_path(config_file: Path | None) -> Path:
    """Return the state directory of the real table, or else of a simulated one."""
    is_real = STATE_DIRECTORY.exists() and systemd_directory() is None
    return STATE_DIRECTORY if is_real else state_directory(simulation_name(config_file, None))


def _verify_program(
    program_tree: trees.FileTree, maker_key: bytes, digest_seed: str | None
) -> ManifestVerdict:
    if digest_seed == "":
        raise TrustRefused(Text("trust.no_seed"))
    mismatches = verify_tree(program_tree, maker_key)
    signed_manifest = _signed_manifest(program_tree, maker_key)
    tree_digest = None
    if signed_manifest is not None and not mismatches and digest_seed is not None:
        tree_digest = seeded_digest(digest_seed.encode(), program_tree, signed_manifest)
    signed_version, file_count = (
        (signed_manifest.version, len(signed_manifest.files)) if signed_manifest else (None, 0)
    )
    return ManifestVerdict(
        signed_version, fingerprint(maker_key), file_count, mismatches, tree_digest
    )


def _signed_manifest(program_tree: trees.FileTree, maker_key: bytes) -> Manifest | None:
    try:
        return read_signed_manifest(program_tree, maker_key)
    except UntrustedText:
        return None


def _verdict_texts(manifest_verdict: ManifestVerdict) -> Iterator[Text]:
    yield Text("trust.maker", {"fingerprint": manifest_verdict.maker})
    yield from (mismatch.words for mismatch in manifest_verdict.mismatches)
    if manifest_verdict.mismatches:
        yield Text("trust.not_as_signed", {"count": len(manifest_verdict.mismatches)})
    else:
        yield Text(
            "trust.as_signed",
            {"version": manifest_verdict.version or "", "number": manifest_verdict.files},
        )
    if manifest_verdict.digest:
        yield Text("trust.digest", {"digest": manifest_verdict.digest})


def _running_status(control_socket: Path | None) -> Status | None:
    try:
        return query_status(control_socket or default_socket())
    except NoServiceError:
        return None


def _print_texts(words: Words, printed_texts: Iterable[Text]) -> None:
    for printed_text in printed_texts:
        print(words.render(printed_text))
