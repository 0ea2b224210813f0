"""Reads the files of `croupier play`, all of them before the first is played."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from firmware.cli.args.errors import print_error
from firmware.cli.args.signature import Language
from firmware.shell.config.config import load_config
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import game_rules, games_in_pack
from firmware.shell.script import BankScript, PokerScript, TableScript, TournamentScript
from firmware.shell.script_file import POKER_GAMES, TABLELESS_GAMES, AnyScript, read_scripts
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import LANGUAGES, Words
from sim.play.script_table import script_of_house, script_table

OUTPUT_FAILED = 1


def play_files(
    words: Words, files: tuple[Path, ...], config: Path | None, lang: Language | None
) -> int:
    """Play every script of the files; return 2, having played none, if one is invalid."""
    known = (*games_in_pack(), *POKER_GAMES, *TABLELESS_GAMES)
    scripts = [numbered_script for path in files for numbered_script in read_scripts(path, known)]
    played_games = {script.game for _, script in scripts if script.game in games_in_pack()}
    house = load_config(config) if config else None
    tables = {game: house or script_table(game) for game in played_games}
    printed = Words.load(lang or LANGUAGES[0])
    try:
        _play_scripts(scripts, printed, tables, house, sys.stdout.buffer)
    except OSError as error:
        _drop_output()
        # `croupier play FILE | head` closes the pipe early, and is no failure.
        pipe_closed = isinstance(error, BrokenPipeError)
        return (
            0
            if pipe_closed
            else print_error("play", OUTPUT_FAILED, words.render(os_failure(error)))
        )
    return 0


def _play_scripts(
    scripts: Sequence[tuple[int, AnyScript]],
    words: Words,
    tables: Mapping[str, Config],
    house: Config | None,
    output: BinaryIO,
) -> None:
    """Print every script's lines, at the house's table if one is given.

    Raises OSError if they can't be printed.
    """
    from sim.play.play import play_script  # a table's release has no far ends

    def print_line(line: Mapping[str, Any]) -> None:
        output.write(msgspec.json.encode(line) + b"\n")

    for line, script in scripts:
        match script:
            case TournamentScript():
                from sim.play.tournament_script import play_tournament  # each loads its own

                play_tournament(script, line, words, print_line)
            case BankScript():
                from sim.play.slot_script import play_bank

                play_bank(script, line, words, print_line)
            case PokerScript():
                from sim.play.poker_script import play_poker

                play_poker(script, line, words, print_line, house)
            case TableScript():
                table = tables[script.game]
                if house:
                    script = script_of_house(script, house)
                else:
                    table = _table_with_spots(script, table)
                play_script(script, line, table, words, print_line)
        # If the pipe's reader has gone, the next script is not played in vain.
        output.flush()


def _table_with_spots(script: TableScript, table: Config) -> Config:
    """Return the default table with the script's spots.

    More spots than the game may have are refused later, at a table with as many as it may.
    """
    if script.spots is None or script.spots <= table.table.spots:
        return table
    max_spots = game_rules(script.game).seats_at(script.game_options).most
    return script_table(script.game, min(script.spots, max_spots))


def _drop_output() -> None:
    """Drop the remaining output, without another error."""
    # Python flushes stdout at exit: without this the closed pipe would fail again there.
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, sys.stdout.fileno())
    os.close(null_device)
