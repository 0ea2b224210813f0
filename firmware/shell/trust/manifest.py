"""The maker's manifest: every file that decides anything, signed, and the program held to it."""

import hmac
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from firmware.shell.trust import errors
from firmware.shell.trust.errors import Mismatch, Untrusted
from firmware.shell.trust.keys import fingerprint, verify
from firmware.shell.trust.trees import Folder, Tree, sha256, whole

MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "manifest.sig"
"""The signature of all octets of the manifest."""
SIGNED: Final = (MANIFEST, SIGNATURE)
KIND: Final = "croupier manifest 1"

VERSION: Final = re.compile(r"(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8})){2}", re.ASCII)
SHA256: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signed file; the digest is hex."""

    path: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the program, by a maker's fingerprint; files by their paths in order."""

    kind: str
    version: str
    maker: str
    files: tuple[File, ...]

    def text(self) -> bytes:
        """Return the one text that this manifest has."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def parse(text: bytes) -> Manifest:
    """Return the manifest that has this text. Raises ValueError on any other text."""
    manifest = msgspec.json.decode(text, type=Manifest)
    paths = [file.path for file in manifest.files]
    if manifest.kind != KIND or not VERSION.fullmatch(manifest.version):
        raise ValueError("not a manifest of this kind")
    if paths != sorted(set(paths)) or not all(map(_is_below, paths)):
        raise ValueError("paths out of order, or out of the root")
    if not all(file.size >= 0 and SHA256.fullmatch(file.sha256) for file in manifest.files):
        raise ValueError("a size or a digest is none")
    if manifest.text() != text:
        raise ValueError("not the text that a manifest has")
    return manifest


def newer(version: str, other: str) -> bool:
    """Return whether `version` comes after `other`: three numbers each. Raises ValueError."""
    one, two = ([int(number) for number in name.split(".")] for name in (version, other))
    return one > two


def read_signed(tree: Tree, maker: bytes) -> Manifest:
    """Return the manifest of a tree once its signature is proven. Raises Untrusted."""
    try:
        text, signature = whole(tree, MANIFEST), whole(tree, SIGNATURE)
    except FileNotFoundError as error:
        raise _untrusted(errors.ABSENT, Path(error.filename or MANIFEST).name) from None
    except OSError:
        raise _untrusted(errors.MALFORMED, MANIFEST) from None
    if not verify(maker, text, signature):
        raise _untrusted(_refusal(text, maker), SIGNATURE)
    try:
        return parse(text)
    except ValueError:
        raise _untrusted(errors.MALFORMED, MANIFEST) from None


def verify_tree(tree: Tree, maker: bytes) -> tuple[Mismatch, ...]:
    """Return every file that is not as the maker has signed it, changed, missing or too many."""
    try:
        manifest = read_signed(tree, maker)
        return tuple(_mismatches(tree, manifest))
    except Untrusted as refused:
        return (refused.mismatch,)


def verify_program(root: Path, maker: bytes) -> tuple[Mismatch, ...]:
    """Return every file below `root` that is not as the maker has signed it."""
    return verify_tree(Folder(root), maker)


def seeded_digest(seed: bytes, tree: Tree, manifest: Manifest) -> str:
    """Return HMAC-SHA256 under `seed`, hex, over the manifest, its signature and its files.

    Of each: its path, a zero octet, its size in 8 octets, its content. Raises OSError; ValueError
    where there is no seed.
    """
    if not seed:
        raise ValueError("a seed is needed")
    digest = hmac.new(seed, digestmod="sha256")
    for path in (*SIGNED, *(file.path for file in manifest.files)):
        digest.update(path.encode() + b"\0" + tree.size(path).to_bytes(8, "big"))
        for block in tree.blocks(path):
            digest.update(block)
    return digest.hexdigest()


def _mismatches(tree: Tree, manifest: Manifest) -> Iterator[Mismatch]:
    for file in manifest.files:
        why = _wrong(tree, file)
        if why is not None:
            yield Mismatch("program", why, file.path)
    known = {*SIGNED, *(file.path for file in manifest.files)}
    for path in sorted(set(tree.paths()) - known):
        yield Mismatch("program", errors.SURPLUS, path)


def _wrong(tree: Tree, file: File) -> str | None:
    try:
        as_signed = tree.size(file.path) == file.size and sha256(tree, file.path) == file.sha256
    except (FileNotFoundError, NotADirectoryError):
        return errors.MISSING
    except OSError:
        return errors.CHANGED
    return None if as_signed else errors.CHANGED


def _refusal(text: bytes, maker: bytes) -> str:
    """Return the kind of refusal: another maker's manifest, or an invalid signature."""
    try:
        claimed = parse(text).maker
    except ValueError:
        return errors.FORGED
    return errors.FORGED if claimed == fingerprint(maker) else errors.FOREIGN


def _untrusted(why: str, file: str) -> Untrusted:
    return Untrusted(Mismatch("program", why, file))


def _is_below(path: str) -> bool:
    pure = PurePosixPath(path)
    normal = str(pure) == path and path.isprintable() and "\\" not in path
    below = bool(pure.parts) and not pure.is_absolute() and ".." not in pure.parts
    return normal and below and path not in SIGNED
