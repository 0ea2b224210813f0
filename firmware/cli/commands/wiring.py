"""`croupier wiring`: the parts of a table, their power, and how they are connected."""

from pathlib import Path

from firmware.cli.args.types import FolderPath
from firmware.cli.sheets import print_sheet
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load_config
from firmware.shell.wiring.wiring_pages import wiring_pages
from firmware.shell.wiring.wiring_sheet import parts_sheet
from firmware.shell.words.words import Words


def wiring(words: Words, config: Path, *, to: FolderPath | None = None) -> int:
    """Print a table's parts and power, or write its page and its drawings into a folder."""
    if to is None:
        print_sheet(parts_sheet(load_config(config), words))
        print(words.render(Text("wiring.more", {"file": str(config)})))
        return 0
    pages = wiring_pages(config, to)
    to.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (to / name).write_text(text, encoding="utf-8")
        print(to / name)
    return 0
