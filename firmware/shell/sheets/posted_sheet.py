"""The rules of a table as its boards and pages show them, in the language of a reader."""

from collections.abc import Callable, Mapping
from functools import cache

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.settings import Config
from firmware.shell.words.languages import Language
from firmware.shell.words.page_templates import language_names
from firmware.shell.words.text_table import PrintedSheet
from firmware.shell.words.typeset import typeset_sheet
from firmware.shell.words.words import Words


class PostedSheet(msgspec.Struct, frozen=True):
    """The sheet of the rules in force, and the languages in which there is one."""

    language: str
    languages: Mapping[str, str]
    """Their names in themselves, by code."""
    pack: str
    """The name of the rule pack."""
    digest: str
    """Its SHA-256, hex."""
    id_heading: str
    """The heading of the ids of sentences."""
    sheet: PrintedSheet


PostRules = Callable[[Language], PostedSheet]
"""Returns the sheet in a language."""


def rules_poster(config: Config) -> PostRules:
    """Return a function that gives the sheet of a table in a language; a sheet is made once."""
    languages = language_names("rule_sheet")

    @cache
    def posted_in(language: Language) -> PostedSheet:
        # its modules would make every start of a table longer, and most are never asked
        from firmware.shell.sheets.book_sheet import every_table_sheet
        from firmware.shell.sheets.table_sheet import table_sheet

        words, pack = Words.load(language), config.rule_pack
        sheet = table_sheet(config.table.game, words, pack, config)
        sections = (*sheet.sections, *every_table_sheet(words).sections)
        sheet = msgspec.structs.replace(sheet, sections=sections)
        return PostedSheet(
            language=language,
            languages=languages,
            pack=pack.name,
            digest=pack.digest,
            id_heading=words.render(Text("sheet.id")),
            sheet=typeset_sheet(sheet, language),
        )

    return posted_in
