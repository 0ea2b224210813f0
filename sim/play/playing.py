"""Reads the files of `croupier play`, all of them before the first is played."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from firmware.cli.args.errors import complain
from firmware.cli.args.signature import Language
from firmware.shell.config.config import load
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import game_rules, games
from firmware.shell.script import BankScript, RoomScript, Script, TournamentScript
from firmware.shell.script_file import HALL_GAMES, ROOM_GAMES, AnyScript, read_scripts
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import LANGUAGES, Words
from sim.play.script_table import script_table

UNPRINTED = 1


def play_files(
    words: Words, files: tuple[Path, ...], config: Path | None, lang: Language | None
) -> int:
    """Play every script of the files at a table; return 2, having played none, if one is none."""
    known = (*games(), *ROOM_GAMES, *HALL_GAMES)
    scripts = [found for path in files for found in read_scripts(path, known)]
    played = {script.game for _, script in scripts if script.game in games()}
    tables = {game: load(config) if config else script_table(game) for game in played}
    own, printed = config is not None, Words.load(lang or LANGUAGES[0])
    try:
        _play(scripts, printed, tables, sys.stdout.buffer, own=own)
    except OSError as error:
        _drop_output()
        gone = isinstance(error, BrokenPipeError)
        return 0 if gone else complain("play", UNPRINTED, words.say(os_failure(error)))
    return 0


def _play(
    scripts: Sequence[tuple[int, AnyScript]],
    words: Words,
    tables: Mapping[str, Config],
    out: BinaryIO,
    *,
    own: bool,
) -> None:
    """Print every script's lines. Raises OSError if they can't be printed."""
    from sim.play.play import play  # a table's release lacks what it plays at

    def say(line: Mapping[str, Any]) -> None:
        out.write(msgspec.json.encode(line) + b"\n")

    for line, script in scripts:
        match script:
            case TournamentScript():
                from sim.play.tournament_script import play_tournament  # each loads its own

                play_tournament(script, line, words, say)
            case BankScript():
                from sim.play.tournament_script import play_bank

                play_bank(script, line, words, say)
            case RoomScript():
                from sim.play.poker_script import play_poker

                play_poker(script, line, words, say)
            case Script():
                play(script, line, _seating(script, tables[script.game], own=own), words, say)
        out.flush()


def _seating(script: Script, table: Config, *, own: bool) -> Config:
    """Return the table; without a configuration of the user's, one with the script's spots.

    More spots than the game may have are refused later, at a table with as many as it may.
    """
    if own or script.spots is None or script.spots <= table.table.spots:
        return table
    most = game_rules(script.game).seats_at(script.settings).most
    return script_table(script.game, min(script.spots, most))


def _drop_output() -> None:
    """Drop the remaining output, without another error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
