"""An HTML document with its styles and its fonts in itself, and the tables of one."""

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import Final

from firmware.pages.http_headers import SHARED_FOLDER

STYLE_FOLDER: Final = Path(__file__).parent
HYPHEN_OF_NUMBER: Final = re.compile(r"(?<=\d)-(?=\w)")
LONG_NUMERATOR: Final = re.compile(r"(\d{8,})/")
WORD_JOINER: Final = "\u2060"
FONT_FILES: Final = {"Inter": "inter.woff2", "Cinzel": "cinzel.woff2"}


def printed_document(language: str, title: str, body: str, style: str) -> str:
    """Return a document with this HTML as its body, and this style."""
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )


def sheet_style(*other_files: str) -> str:
    """Return the style of every sheet, and those of other files beside it."""
    files = ("sheet.css", *other_files)
    return "".join((STYLE_FOLDER / file).read_text(encoding="utf-8") for file in files)


def html_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    kinds: Sequence[str] = (),
    row_ids: Sequence[str] = (),
    *,
    shows_ids: bool = False,
) -> str:
    """Return a table of texts; `kinds` are the classes of its columns, `row_ids` the anchors of its
    rows, if they have any, which may be shown below the first cell.
    """
    head = _html_row("th", columns, kinds)
    body = "".join(
        _html_row("td", row, kinds, row_id, row_id if shows_ids else "")
        for row, row_id in zip_longest(rows, row_ids, fillvalue="")
    )
    return f"<table>\n<thead>{head}</thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def embedded_fonts() -> str:
    """Return the style that has the fonts of the pages in itself."""
    return "".join(_font_face(family, file) for family, file in FONT_FILES.items())


def css_string(text: str) -> str:
    """Return a text as a string of a style sheet, with nothing in it that could end either."""
    letters = (
        letter if letter.isalnum() or letter in " .,:·/" else f"\\{ord(letter):x} "
        for letter in text
    )
    return f'"{"".join(letters)}"'


def _html_row(
    tag: str, cells: Sequence[str], kinds: Sequence[str], row_id: str = "", note: str = ""
) -> str:
    """Return a row with an anchor, if it has an id, and a note below its first cell."""
    texts = [_html_text(cell) for cell in cells]
    if note:
        texts[0] += f"<small>{escape(note)}</small>"
    html_cells = "".join(
        f'<{tag} class="{kind}">{text}</{tag}>' if kind else f"<{tag}>{text}</{tag}>"
        for text, kind in zip(texts, kinds or [""] * len(texts), strict=True)
    )
    anchor = f' id="{escape(row_id)}"' if row_id else ""
    return f"<tr{anchor}>{html_cells}</tr>\n"


def _html_text(text: str) -> str:
    """Return a text as HTML: a long fraction may be broken after its slash, 4-6 or 5-card never."""
    joined = HYPHEN_OF_NUMBER.sub(f"-{WORD_JOINER}", escape(text))
    return LONG_NUMERATOR.sub(r"\1/<wbr>", joined)


def _font_face(family: str, file: str) -> str:
    content = b64encode((SHARED_FOLDER / "fonts" / file).read_bytes()).decode()
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: 100 900;'
        f' src: url("data:font/woff2;base64,{content}") format("woff2"); }}\n'
    )
