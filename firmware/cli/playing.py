"""Reads the files of `croupier play`, all of them before the first is played."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from firmware.cli.exits import INTERRUPTED
from firmware.cli.play import play
from firmware.cli.script import Script, ScriptError, read_scripts
from firmware.shell.config import DEFAULT_TABLE, load
from firmware.shell.rules import games
from firmware.shell.words import Words

UNPRINTED = 1
BAD_SCRIPT = 2


def play_files(paths: Sequence[Path], language: str) -> int:
    """Play every script of the files; return 2, having played none, if one is no script."""
    known = games()
    try:
        scripts = [found for path in paths for found in read_scripts(path, known)]
        return _play(scripts, language, sys.stdout.buffer)
    except ScriptError as error:
        _complain(str(error))
        return BAD_SCRIPT
    except KeyboardInterrupt:
        return INTERRUPTED


def _play(scripts: Sequence[tuple[int, Script]], language: str, out: BinaryIO) -> int:
    """Return UNPRINTED where what happened can't be printed; who stops reading has read enough."""

    def say(line: Mapping[str, Any]) -> None:
        out.write(msgspec.json.encode(line) + b"\n")

    config, words = load(DEFAULT_TABLE), Words.load(language)
    try:
        for line, script in scripts:
            play(script, line, config, words, say)
            out.flush()
    except OSError as error:
        _drop_output()
        if isinstance(error, BrokenPipeError):
            return 0
        _complain(str(error))
        return UNPRINTED
    return 0


def _drop_output() -> None:
    """Let what is still held back for a lost output go nowhere, without another error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _complain(what: str) -> None:
    print(f"croupier play: {what}", file=sys.stderr)  # noqa: T201
