"""The installed program: whether it is as its maker has signed it."""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.outcome import marked_line, marked_texts
from firmware.console.command.prompts import request_answer
from firmware.console.text.clean_text import clean_words
from firmware.console.text.drawing import StatusMark
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.program import PROGRAM_ROOT
from firmware.shell.technician.answers import CurrentConfig
from firmware.shell.technician.requests import READER_ROLES, Configuration
from firmware.shell.trust.keys import fingerprint, read_public_key
from firmware.shell.trust.manifest import read_signed_manifest, seeded_digest, verify_tree
from firmware.shell.trust.trees import FileTree, FolderTree
from firmware.shell.trust.trust_errors import Mismatch, UntrustedText
from firmware.shell.words.os_words import os_reason

MAKER_KEY_FILE: Final = Path("/etc/croupier/maker.pub")
"""The path of the maker's public key, unless the configuration names another."""


class ProgramVerdict(msgspec.Struct, frozen=True):
    """The verification of the installed program; the digest uses the given seed."""

    version: str | None
    maker: str
    files: int
    mismatches: tuple[Mismatch, ...]
    digest: str | None = None


def _verify_installed(context: CommandContext, _arguments: Sequence[str]) -> ProgramVerdict:
    return _installed_program(context, None)


def _digest_installed(context: CommandContext, arguments: Sequence[str]) -> ProgramVerdict:
    return _installed_program(context, " ".join(arguments).encode())


def _installed_program(context: CommandContext, digest_seed: bytes | None) -> ProgramVerdict:
    maker_key_path = _maker_key_path(context)
    try:
        return verify_program(
            FolderTree(PROGRAM_ROOT), read_public_key(maker_key_path), digest_seed
        )
    except OSError as error:
        failed_path, failure_text = str(error.filename or maker_key_path), os_reason(error)
        raise RequestFailed(
            Text("console.journal.unreadable", {"path": failed_path, "reason": failure_text})
        ) from None


def _maker_key_path(context: CommandContext) -> Path:
    """Return the path of the maker's key, even if no table runs."""
    try:
        config_values = tomllib.loads(request_answer(context, Configuration(), CurrentConfig).text)
    except (RequestFailed, ValueError, RecursionError):
        return MAKER_KEY_FILE
    trust_section = config_values.get("trust")
    configured_path = trust_section.get("maker") if isinstance(trust_section, dict) else None
    return Path(configured_path) if isinstance(configured_path, str) else MAKER_KEY_FILE


def verify_program(
    program_tree: FileTree, maker_key: bytes, digest_seed: bytes | None
) -> ProgramVerdict:
    """Verify a program against its maker's signature; an altered one gets no digest.

    Raises OSError.
    """
    mismatches = verify_tree(program_tree, maker_key)
    try:
        signed_manifest = read_signed_manifest(program_tree, maker_key)
    except UntrustedText:
        return ProgramVerdict(None, fingerprint(maker_key), 0, mismatches)
    tree_digest = (
        None
        if digest_seed is None or mismatches
        else seeded_digest(digest_seed, program_tree, signed_manifest)
    )
    return ProgramVerdict(
        signed_manifest.version,
        fingerprint(maker_key),
        len(signed_manifest.files),
        mismatches,
        tree_digest,
    )


def _render_verdict(
    context: CommandContext, program_verdict: ProgramVerdict
) -> Iterator[StyledText]:
    words = context.words
    placeholders: TextValues = {
        "version": program_verdict.version or "–",
        "number": program_verdict.files,
    }
    yield marked_line(
        StatusMark.PLAIN, clean_words(words, "trust.maker", fingerprint=program_verdict.maker)
    )
    if program_verdict.mismatches:
        yield marked_line(
            StatusMark.PLAIN, clean_words(words, "console.journal.program", **placeholders)
        )
        yield from marked_texts(
            context, StatusMark.BAD, (mismatch.words for mismatch in program_verdict.mismatches)
        )
        yield marked_line(
            StatusMark.BAD,
            clean_words(words, "trust.not_as_signed", count=len(program_verdict.mismatches)),
        )
    else:
        yield marked_line(StatusMark.GOOD, clean_words(words, "trust.as_signed", **placeholders))
    if program_verdict.digest:
        yield marked_line(
            StatusMark.PLAIN, clean_words(words, "trust.digest", digest=program_verdict.digest)
        )


PROGRAM_COMMANDS: Final = (
    Command("manifest", _verify_installed, _render_verdict, roles=READER_ROLES),
    Command(
        "digest",
        _digest_installed,
        _render_verdict,
        (Parameter("seed", takes_rest=True),),
        READER_ROLES,
    ),
)
