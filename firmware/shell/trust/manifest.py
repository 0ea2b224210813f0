"""The maker's manifest: every file that decides anything, signed, and the program held to it."""

import hmac
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from firmware.shell.trust import trust_errors
from firmware.shell.trust.keys import fingerprint, is_signed_by
from firmware.shell.trust.trees import FileTree, FolderTree, file_sha256, whole_file
from firmware.shell.trust.trust_errors import Mismatch, UntrustedText

MANIFEST_FILE: Final = "manifest.json"
SIGNATURE_FILE: Final = "manifest.sig"
"""The signature of all octets of the manifest."""
SIGNED_FILES: Final = (MANIFEST_FILE, SIGNATURE_FILE)
MANIFEST_KIND: Final = "croupier manifest 1"

VERSION_PATTERN: Final = re.compile(r"(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8})){2}", re.ASCII)
SHA256_PATTERN: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


class SignedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signed file; the digest is hex."""

    path: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the program, by a maker's fingerprint; files by their paths in order."""

    kind: str
    version: str
    maker: str
    files: tuple[SignedFile, ...]

    def canonical_text(self) -> bytes:
        """Return the one text that this manifest has."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def parse_manifest(text: bytes) -> Manifest:
    """Return the manifest that has this text. Raises ValueError on any other text."""
    manifest = msgspec.json.decode(text, type=Manifest)
    paths = [file.path for file in manifest.files]
    if manifest.kind != MANIFEST_KIND or not VERSION_PATTERN.fullmatch(manifest.version):
        raise ValueError("not a manifest of this kind")
    if paths != sorted(set(paths)) or not all(map(_is_safe_path, paths)):
        raise ValueError("paths out of order, or out of the root")
    if not all(file.size >= 0 and SHA256_PATTERN.fullmatch(file.sha256) for file in manifest.files):
        raise ValueError("a size or a digest is none")
    # one text for one manifest: nothing can be hidden in spaces, order or double keys
    if manifest.canonical_text() != text:
        raise ValueError("not the text that a manifest has")
    return manifest


def is_newer(version: str, other_version: str) -> bool:
    """Return whether `version` is after `other_version`: three numbers each. Raises ValueError."""
    first_numbers, other_numbers = (
        [int(number) for number in name.split(".")] for name in (version, other_version)
    )
    return first_numbers > other_numbers


def read_signed_manifest(file_tree: FileTree, maker_key: bytes) -> Manifest:
    """Return the manifest of a tree once its signature is proven. Raises UntrustedText."""
    try:
        text, signature = (
            whole_file(file_tree, MANIFEST_FILE),
            whole_file(file_tree, SIGNATURE_FILE),
        )
    except FileNotFoundError as error:
        raise _untrusted(trust_errors.ABSENT, Path(error.filename or MANIFEST_FILE).name) from None
    except OSError:
        raise _untrusted(trust_errors.MALFORMED, MANIFEST_FILE) from None
    if not is_signed_by(maker_key, text, signature):
        raise _untrusted(_forgery_kind(text, maker_key), SIGNATURE_FILE)
    try:
        return parse_manifest(text)
    except ValueError:
        raise _untrusted(trust_errors.MALFORMED, MANIFEST_FILE) from None


def verify_tree(file_tree: FileTree, maker_key: bytes) -> tuple[Mismatch, ...]:
    """Return every file that is not as the maker has signed it, changed, missing or too many."""
    try:
        manifest = read_signed_manifest(file_tree, maker_key)
        return tuple(_file_mismatches(file_tree, manifest))
    except UntrustedText as untrusted:
        return (untrusted.mismatch,)


def verify_program(root_folder: Path, maker_key: bytes) -> tuple[Mismatch, ...]:
    """Return every file below `root_folder` that is not as the maker has signed it."""
    return verify_tree(FolderTree(root_folder), maker_key)


def seeded_digest(seed: bytes, file_tree: FileTree, manifest: Manifest) -> str:
    """Return HMAC-SHA256 under `seed`, hex, over the manifest, its signature and its files.

    Of each: its path, a zero octet, its size in 8 octets, its content. Raises OSError; ValueError
    where there is no seed.
    """
    if not seed:
        raise ValueError("a seed is needed")
    digest = hmac.new(seed, digestmod="sha256")
    for path in (*SIGNED_FILES, *(file.path for file in manifest.files)):
        digest.update(path.encode() + b"\0" + file_tree.size(path).to_bytes(8, "big"))
        for block in file_tree.blocks(path):
            digest.update(block)
    return digest.hexdigest()


def _file_mismatches(file_tree: FileTree, manifest: Manifest) -> Iterator[Mismatch]:
    for file in manifest.files:
        reason = _file_problem(file_tree, file)
        if reason is not None:
            yield Mismatch("program", reason, file.path)
    known_paths = {*SIGNED_FILES, *(file.path for file in manifest.files)}
    for path in sorted(set(file_tree.paths()) - known_paths):
        yield Mismatch("program", trust_errors.SURPLUS, path)


def _file_problem(file_tree: FileTree, file: SignedFile) -> str | None:
    try:
        is_as_signed = (
            file_tree.size(file.path) == file.size
            and file_sha256(file_tree, file.path) == file.sha256
        )
    except (FileNotFoundError, NotADirectoryError):
        return trust_errors.MISSING
    except OSError:
        return trust_errors.CHANGED
    return None if is_as_signed else trust_errors.CHANGED


def _forgery_kind(text: bytes, maker_key: bytes) -> str:
    """Return the kind of refusal: another maker's manifest, or an invalid signature."""
    try:
        claimed_maker = parse_manifest(text).maker
    except ValueError:
        return trust_errors.FORGED
    return trust_errors.FORGED if claimed_maker == fingerprint(maker_key) else trust_errors.FOREIGN


def _untrusted(reason: str, file: str) -> UntrustedText:
    return UntrustedText(Mismatch("program", reason, file))


def _is_safe_path(path: str) -> bool:
    pure_path = PurePosixPath(path)
    # no `//`, `.` or backslash: two spellings of one path would escape the comparison
    is_normal = str(pure_path) == path and path.isprintable() and "\\" not in path
    is_inside = (
        bool(pure_path.parts) and not pure_path.is_absolute() and ".." not in pure_path.parts
    )
    return is_normal and is_inside and path not in SIGNED_FILES
