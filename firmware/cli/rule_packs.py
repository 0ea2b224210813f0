"""The option `--rules`: a rule pack in place of the table's own."""

from pathlib import Path
from typing import Annotated

from firmware.cli.args.signature import Option
from firmware.shell.config.config import load_config
from firmware.shell.config.settings import Config
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.rules.rule_pack import RulePack

RulesFile = Annotated[Path, Option(value_key="command.value.file")]


def pack_of_file(rules: Path | None) -> RulePack | None:
    """Return the pack of a file, or of a name without a suffix. Raises RulesError."""
    return None if rules is None else find_pack(str(rules))


def config_and_pack(config: Path | None, rules: Path | None) -> tuple[Config | None, RulePack]:
    """Return the configuration, if one is named, and the pack that holds. Raises ConfigError or
    RulesError.
    """
    named_pack = pack_of_file(rules)
    if config is None:
        return None, named_pack or default_pack()
    table_config = load_config(config, named_pack)
    return table_config, table_config.rule_pack
