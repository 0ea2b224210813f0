"""Writes docs/reference/errors.md from the catalogue of faults; --check says if it is stale."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.faults import FAULT_KINDS, PART_WORDS
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.catalogue import FaultEntry, fault_entry
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tools.made_pages import write_or_check

PAGE: Final = Path(__file__).parent.parent / "docs" / "reference" / "errors.md"
HEAD: Final = """\
# Errors · Pannes

Written by `python -m tools.error_pages` from the catalogue of faults; don't edit.

Every fault of a table: under its code, its place, the words on the displays, who may clear it, and
the technician's steps, in order. Commands in `this type` are the console's; there `explain CODE`
shows the same with the names of the present fault, for which `…` and *Part* stand here. The
dealer's display after a failure: [part-faults.md](part-faults.md).

Toutes les pannes d'une table : sous son code, son lieu, les mots des écrans, qui peut l'effacer, et
les gestes du technicien, dans l'ordre. Les commandes en `ce caractère` sont celles de la console ;
`explain CODE` y affiche de même avec les noms de la panne présente.
"""
LABELS: Final = {
    "fr": ("Arrête le jeu", "N'arrête pas le jeu", "Effacée par", "Lieu"),
    "en": ("Stops the deal", "Does not stop the deal", "Cleared by", "Place"),
}


def page() -> str:
    """Return the whole page."""
    index = ", ".join(f"[`{code}`](#{code})" for code in sorted(FAULT_KINDS))
    spoken = [Words.load(language) for language in reversed(languages_with("fault_steps"))]
    sections = [
        line for code in sorted(FAULT_KINDS) for line in _section(fault_entry(code), spoken)
    ]
    return "\n".join((HEAD, index, *sections)) + "\n"


def _section(found: FaultEntry, spoken: list[Words]) -> Iterator[str]:
    yield from ("", f"## {found.code}")
    for words in spoken:
        stops, goes_on, clears, place = LABELS[words.language]
        where = ", ".join(
            f"{words.render(Text(PART_WORDS[one]))} (`{one}`)" for one in found.part_names
        )
        yield from ("", f"**{words.render(found.fault_text)}** → {words.render(found.remedy)}", "")
        yield "- " + words.render(Text("language.named", {"name": place, "fact": where}))
        yield f"- {stops if found.stops_table else goes_on}"
        yield "- " + words.render(
            Text("language.named", {"name": clears, "fact": found.cleared_by})
        )
        yield ""
        yield from (f"{n}. {words.render(step)}" for n, step in enumerate(found.steps, 1))


def main(arguments: list[str]) -> int:
    """Write the page, or say that it is stale."""
    return write_or_check({PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
