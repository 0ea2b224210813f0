"""The `rules` section: the pack of the house."""

from pathlib import Path
from typing import Final

from firmware.shell.config.faults import ConfigError, ConfigFault
from firmware.shell.config.reader import SectionReader
from firmware.shell.rules.pack_files import ReadFile, default_pack, find_pack
from firmware.shell.rules.rule_pack import RulePack, RulesError

SECTION: Final = "rules"


def read_rule_pack(
    document: SectionReader, folder: Path | None, read: ReadFile = Path.read_bytes
) -> RulePack:
    """Return the pack that a table names, by its name or by a path from its folder; `read` reads a
    file of the house.

    Raises ConfigError if it can't be used: nothing else of the file can be judged then.
    """
    if not document.has(SECTION):
        return default_pack()
    with document.table(SECTION) as rules:
        reference = rules.text("pack")
    try:
        pack = find_pack(reference, folder, read)
        for game in pack.served_games:
            pack.rules(game)
    except RulesError as error:
        faults = [ConfigFault(f"{SECTION}.pack", fault) for fault in error.faults]
        raise ConfigError(faults) from None
    return pack
