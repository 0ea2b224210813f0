"""Reads the files of `croupier play`, all of them before the first is played."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

from firmware.cli.args.errors import print_error
from firmware.cli.rule_packs import config_and_pack
from firmware.shell.config.settings import Config
from firmware.shell.rules.pack_files import find_pack, program_games
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.script import BankScript, PokerScript, TableScript, TournamentScript
from firmware.shell.script_file import POKER_GAMES, TABLELESS_GAMES, AnyScript, read_scripts
from firmware.shell.words.languages import LANGUAGES, Language
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words
from sim.play.script_table import script_of_house, script_table

OUTPUT_FAILED = 1


def play_files(
    words: Words,
    files: tuple[Path, ...],
    config: Path | None,
    rules: Path | None,
    lang: Language | None,
) -> int:
    """Play every script of the files; return 2, having played none, if one is invalid."""
    house, rule_pack = config_and_pack(config, rules)
    scripts = [read_script for path in files for read_script in _read_file(path, rule_pack)]
    printed = Words.load(lang or LANGUAGES[0])
    try:
        _play_scripts(scripts, printed, house, sys.stdout.buffer)
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


class ReadScript(NamedTuple):
    """A script, its line, and its rule pack."""

    line: int
    script: AnyScript
    rule_pack: RulePack


def _read_file(path: Path, rule_pack: RulePack) -> Iterator[ReadScript]:
    """Yield the scripts of a file, each by its own pack or by the one that holds.

    Raises ScriptError or RulesError.
    """
    known = (*program_games(), *POKER_GAMES, *TABLELESS_GAMES)
    for line, script in read_scripts(path, known):
        own_pack = rule_pack
        if isinstance(script, TableScript):
            if script.rules is not None:
                own_pack = find_pack(script.rules, path.parent)
            own_pack.rules(script.game)
        yield ReadScript(line, script, own_pack)


def _play_scripts(
    scripts: Sequence[ReadScript], words: Words, house: Config | None, output: BinaryIO
) -> None:
    """Print every script's lines, at the house's table if one is given.

    Raises OSError if they can't be printed.
    """
    from sim.play.play import play_script  # a table's release has no far ends

    def print_line(line: Mapping[str, Any]) -> None:
        output.write(msgspec.json.encode(line) + b"\n")

    table_of_game = cache(script_table)
    for line, script, rule_pack in scripts:
        match script:
            case TournamentScript():
                from sim.play.tournament_script import play_tournament  # each loads its own

                play_tournament(script, line, words, print_line)
            case BankScript():
                from sim.play.slot_script import play_bank

                play_bank(script, line, words, print_line)
            case PokerScript():
                from sim.play.poker_script import play_poker

                play_poker(script, line, words, print_line, house, rule_pack)
            case TableScript():
                if house and rule_pack == house.rule_pack:
                    table, script = house, script_of_house(script, house)
                else:
                    switches = _switches_of(script, rule_pack)
                    table = table_of_game(script.game, rule_pack, **switches)
                    table = _table_with_spots(script, table, switches)
                play_script(script, line, table, words, print_line)
        # If the pipe's reader has gone, the next script is not played in vain.
        output.flush()


def _switches_of(script: TableScript, rule_pack: RulePack) -> dict[str, Any]:
    """Return the options of a script by which its table may have other keys."""
    allowed = rule_pack.rules(script.game).switches
    return {
        name: value
        for name, value in script.options.items()
        if name in allowed and value in allowed[name].allowed
    }


def _table_with_spots(script: TableScript, table: Config, switches: Mapping[str, Any]) -> Config:
    """Return the default table with the script's spots.

    More spots than the game may have are refused later, at a table with as many as it may.
    """
    if script.spots is None or script.spots <= table.table.spots:
        return table
    max_spots = table.game_rules.seats_at(script.game_options).most
    return script_table(script.game, table.rule_pack, min(script.spots, max_spots), **switches)


def _drop_output() -> None:
    """Drop the remaining output, without another error."""
    # Python flushes stdout at exit: without this the closed pipe would fail again there.
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, sys.stdout.fileno())
    os.close(null_device)
