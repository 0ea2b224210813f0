"""Reads the files of `croupier play`, all of them before the first is played."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from firmware.cli.play import play
from firmware.cli.script import ScriptError, read_scripts
from firmware.shell.config import DEFAULT_TABLE, load
from firmware.shell.words import Words

BAD_SCRIPT = 2


def play_files(paths: Sequence[Path], language: str) -> int:
    """Play every script of the files; return 2, having played none, if one is no script."""
    try:
        scripts = [found for path in paths for found in read_scripts(path)]
    except ScriptError as error:
        print(f"croupier play: {error}", file=sys.stderr)  # noqa: T201
        return BAD_SCRIPT
    config, words = load(DEFAULT_TABLE), Words.load(language)
    for line, script in scripts:
        play(script, line, config, words, _print)
    return 0


def _print(line: Mapping[str, Any]) -> None:
    sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
