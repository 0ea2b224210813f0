"""Golden rounds played at whole tables, and the journals that they leave."""

import json
from functools import cache
from typing import Any

import msgspec

from firmware.core.vocabulary.events import from_plain
from firmware.shell.journal import JournalReader
from firmware.shell.script import Script
from firmware.shell.words.words import Words
from sim.play.play import Evening
from sim.play.script_table import configured, script_table
from sim.play.virtual_table import VirtualTable

WORDS = Words.load("fr")


def evening(script: dict[str, Any]) -> tuple[VirtualTable, list[dict[str, Any]]]:
    """Play a script, once; return its table in the final state, and the output."""
    return _played(json.dumps(script))


@cache
def _played(script: str) -> tuple[VirtualTable, list[dict[str, Any]]]:
    read = msgspec.convert(json.loads(script), Script, dec_hook=from_plain)
    said: list[dict[str, Any]] = []
    config = configured(script_table(read.game), read)
    played = Evening(config, WORDS, lambda line: said.append(dict(line)))
    played.play(read)
    return played._table, said


def reader_of(table: VirtualTable) -> JournalReader:
    """Return the journal of a table, as it is durable."""
    return JournalReader.over(table.inline.loop._ledger._log._copies.live)
