"""The wiring page of a table, in both languages, and its drawings."""

import os
from collections.abc import Iterator
from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load_config
from firmware.shell.wiring.drawing import drawing
from firmware.shell.wiring.table_wires import Wires
from firmware.shell.wiring.wiring_sheet import rail_rows, wiring_sheet
from firmware.shell.words.languages import languages_with
from firmware.shell.words.text_table import SheetSection
from firmware.shell.words.words import Words


def wiring_pages(file: Path, folder: Path) -> dict[str, str]:
    """Return the page of a table for a folder, and its drawings, by their names.

    Raises ConfigError.
    """
    config = load_config(file)
    link = Path(os.path.relpath(file, folder)).as_posix()
    page = [f"Written by `croupier wiring` from [{file.name}]({link}); don't edit.", ""]
    pages = {}
    for language in languages_with("wiring"):
        words = Words.load(language, house=config.house_words)
        wires, sheet = Wires(config.wiring, words), wiring_sheet(config, words)
        description = words.render(Text("wiring.drawing"))
        picture = f"{file.stem}.{language}.svg"
        page += [f"# {sheet.title}\n", f"![{description}]({picture})\n"]
        for section in sheet.sections:
            page += _section_lines(section)
        pages[picture] = drawing(wires, description, _supplies(wires, words))
    pages[f"{file.stem}.md"] = "\n".join(page).rstrip() + "\n"
    return pages


def _section_lines(section: SheetSection) -> Iterator[str]:
    yield f"## {section.title}\n"
    if section.notes:
        yield "\n".join(section.notes) + "\n"
    yield f"| {' | '.join(section.columns)} |"
    yield f"| {' | '.join('---' for _ in section.columns)} |"
    yield from (f"| {' | '.join(row)} |" for row in section.rows)
    yield ""


def _supplies(wires: Wires, words: Words) -> list[tuple[str, str]]:
    """Return the supplies as the drawing has them: each with its load and its fuse."""
    fuse_word = words.render(Text("wiring.fuse_of"))
    return [
        (name, f"{load} + …" if besides != "–" else f"{load}, {fuse_word} {fuse}")
        for name, load, fuse, besides in rail_rows(wires, words)
    ]
