"""`croupier rules --html`, `--poster`: the sheet of a game as a file for a printer."""

from datetime import datetime
from pathlib import Path

from firmware import __version__
from firmware.cli.rules_page import Imprint, rules_page
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.config.settings import Config
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.words.day_text import day_text
from firmware.shell.words.text_table import PrintedSheet
from firmware.shell.words.typeset import typeset
from firmware.shell.words.words import Words


def print_document(
    file: Path, sheet: PrintedSheet, imprint: Imprint, words: Words, *, poster: bool, ids: bool
) -> None:
    """Write the document into a file, and print its name. Raises OSError."""
    page = rules_page(sheet, imprint, words.language, poster=poster, ids=ids)
    file.write_text(page, encoding="utf-8")
    print(words.render(Text("sheet.print.written", {"file": str(file)})))


def rules_imprint(
    words: Words, pack: RulePack, table_config: Config | None, config_file: Path | None
) -> Imprint:
    """Return the origin of a sheet: its rule pack and, for a table, its configuration's date."""

    def line(key: str, **values: str | Text) -> str:
        line_values: TextValues = {**values}
        return typeset(words.render(Text(key, line_values)), words.language)

    subtitle = ""
    if table_config and config_file:
        changed_on = datetime.fromtimestamp(config_file.stat().st_mtime).astimezone().date()
        subtitle = line(
            "sheet.print.table", table=table_config.table.name, day=day_text(changed_on)
        )
    return Imprint(
        article_heading=line("sheet.article"),
        subtitle=subtitle,
        articles=line("sheet.print.articles"),
        source=line("sheet.print.source", pack=pack.name, digest=pack.digest),
        version=line("sheet.print.version", version=__version__),
    )
