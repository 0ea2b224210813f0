"""The installed program: whether it is as its maker has signed it."""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.text import Text as Ink

from firmware.console.command.command import Command, Context, Takes
from firmware.console.command.outcome import line, told
from firmware.console.command.prompts import asked
from firmware.console.text.clean import said
from firmware.console.text.drawing import Mark
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.device.program import ROOT
from firmware.shell.technician.answers import Set
from firmware.shell.technician.requests import READERS, Configuration
from firmware.shell.trust.errors import Mismatch, Untrusted
from firmware.shell.trust.keys import fingerprint, read_public
from firmware.shell.trust.manifest import read_signed, seeded_digest, verify_tree
from firmware.shell.trust.trees import Folder, Tree
from firmware.shell.words.os_words import os_reason

MAKER: Final = Path("/etc/croupier/maker.pub")
"""The path of the maker's public key, unless the configuration names another."""


class Signed(msgspec.Struct, frozen=True):
    """The verification of the installed program; the digest uses the given seed."""

    version: str | None
    maker: str
    files: int
    mismatches: tuple[Mismatch, ...]
    digest: str | None = None


def _manifest(context: Context, _args: Sequence[str]) -> Signed:
    return _program(context, None)


def _digest(context: Context, args: Sequence[str]) -> Signed:
    return _program(context, " ".join(args).encode())


def _program(context: Context, seed: bytes | None) -> Signed:
    path = _maker(context)
    try:
        return signed(Folder(ROOT), read_public(path), seed)
    except OSError as error:
        where, why = str(error.filename or path), os_reason(error)
        raise CannotBeDone(
            Text("console.journal.unreadable", {"path": where, "reason": why})
        ) from None


def _maker(context: Context) -> Path:
    """Return the path of the maker's key, even if no table runs."""
    try:
        found = tomllib.loads(asked(context, Configuration(), Set).text)
    except (CannotBeDone, ValueError, RecursionError):
        return MAKER
    trust = found.get("trust")
    named = trust.get("maker") if isinstance(trust, dict) else None
    return Path(named) if isinstance(named, str) else MAKER


def signed(tree: Tree, maker: bytes, seed: bytes | None) -> Signed:
    """Verify a program against its maker's signature; an altered one gets no digest.

    Raises OSError.
    """
    wrong = verify_tree(tree, maker)
    try:
        manifest = read_signed(tree, maker)
    except Untrusted:
        return Signed(None, fingerprint(maker), 0, wrong)
    digest = None if seed is None or wrong else seeded_digest(seed, tree, manifest)
    return Signed(manifest.version, fingerprint(maker), len(manifest.files), wrong, digest)


def _tell_signed(context: Context, found: Signed) -> Iterator[Ink]:
    words = context.words
    program: Values = {"version": found.version or "–", "number": found.files}
    yield line(Mark.PLAIN, said(words, "trust.maker", fingerprint=found.maker))
    if found.mismatches:
        yield line(Mark.PLAIN, said(words, "console.journal.program", **program))
        yield from told(context, Mark.BAD, (mismatch.words for mismatch in found.mismatches))
        yield line(Mark.BAD, said(words, "trust.not_as_signed", count=len(found.mismatches)))
    else:
        yield line(Mark.GOOD, said(words, "trust.as_signed", **program))
    if found.digest:
        yield line(Mark.PLAIN, said(words, "trust.digest", digest=found.digest))


PROGRAM: Final = (
    Command("manifest", _manifest, _tell_signed, roles=READERS),
    Command("digest", _digest, _tell_signed, (Takes("seed", rest=True),), READERS),
)
