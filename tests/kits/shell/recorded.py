"""Golden rounds played at whole tables, and the journals that they leave."""

import json
from functools import cache
from typing import Any

import msgspec

from firmware.core.vocabulary.events import decode_plain
from firmware.shell.journal import JournalReader
from firmware.shell.rules.pack_files import home_pack
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from sim.play.play import ScriptRun
from sim.play.script_table import configure_table, script_table
from sim.play.virtual_table import VirtualTable

WORDS = Words.load("fr")


def evening(script: dict[str, Any]) -> tuple[VirtualTable, list[dict[str, Any]]]:
    """Play a script, once; return its table in the final state, and the output."""
    return _played(json.dumps(script))


@cache
def _played(script: str) -> tuple[VirtualTable, list[dict[str, Any]]]:
    read = msgspec.convert(json.loads(script), TableScript, dec_hook=decode_plain)
    said: list[dict[str, Any]] = []
    config = configure_table(script_table(read.game, home_pack(read.game)), read)
    played = ScriptRun(config, WORDS, lambda line: said.append(dict(line)))
    played.play_steps(read)
    return played._table, said


def reader_of(table: VirtualTable) -> JournalReader:
    """Return the journal of a table, as it is durable."""
    return JournalReader.over_copies(table.inline_table.loop._ledger._log._copies.copies_in_use)
