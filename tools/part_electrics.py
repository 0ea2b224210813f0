"""Writes the electrical facts into docs/en/parts/*.md, between their marks; or checks them."""

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from drivers.electrics import ELECTRICS
from firmware.core.vocabulary.panel import Text
from firmware.shell.wiring.electrics_words import facts
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tools.made_pages import write_or_check

PARTS: Final = Path(__file__).parent.parent / "docs" / "en" / "parts"
BLOCK: Final = re.compile(
    r"(?<=<!-- electrics: )([\w-]+) -->\n.*?(?=<!-- end of electrics -->)", re.S
)
"""The kind of part, and what is written of it."""
WIDTH: Final = 110


def with_facts(text: str) -> str:
    """Return a page with each block as the facts have it."""
    return BLOCK.sub(lambda block: f"{block[1]} -->\n{facts_block(block[1])}\n", text)


def facts_block(kind: str) -> str:
    """Return the facts of a kind of part as a list."""
    return "\n".join(
        textwrap.fill(
            f"- {name}: {fact}",
            WIDTH,
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for name, fact in facts(ELECTRICS[kind], Words.load("en"))
    )


def parts_page() -> str:
    """Return the page of all kinds of part, in French and then in English."""
    return "\n".join(_every_part()).rstrip() + "\n"


def _every_part() -> Iterator[str]:
    """Yield the page of all kinds of part, in French and then in English."""
    yield "Written by `make pages` from `drivers/electrics.py`; don't edit.\n"
    for language in languages_with("wiring"):
        words = Words.load(language)
        yield f"# {words.render(Text('wiring.electrics'))}\n"
        yield f"{words.render(Text('wiring.electrics_how'))}\n"
        for kind, electrics in ELECTRICS.items():
            yield f"## {kind}\n"
            yield from (
                "- " + words.render(Text("language.named", {"name": name, "fact": fact}))
                for name, fact in facts(electrics, words)
            )
            yield ""


def main(arguments: list[str]) -> int:
    """Write the facts into the pages, or say which are stale."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PARTS.glob("*.md"))}
    return write_or_check({path: with_facts(text) for path, text in texts.items()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
