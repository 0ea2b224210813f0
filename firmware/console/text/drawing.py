"""Rows of 80 columns: a sign, a label, and text that is folded or cut.

A severity has both a sign and a colour: on a plain terminal only the sign is left.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.console import RenderableType
from rich.text import Text as StyledText

SCREEN_WIDTH: Final = 80
LABEL_WIDTH: Final = 14
"""Columns before the text of a row: two for the sign, the rest for the label."""
MIN_TEXT_WIDTH: Final = 20
"""The least columns for the text of a row before its end."""
ELLIPSIS: Final = "…"

ConsoleOutput = Iterable[RenderableType]
"""The output, on 80 columns."""


class StatusMark(Enum):
    """The severity of a line: its sign and its colour."""

    BAD = "!!", "bold red"
    WARN = "! ", "yellow"
    GOOD = "ok", "green"
    PLAIN = "  ", ""
    HEAD = "  ", "bold"
    FAINT = "  ", "dim"

    def __init__(self, sign: str, style: str) -> None:
        self.sign = sign
        self.style = style


def labelled_row(
    status_mark: StatusMark,
    label_text: str,
    text: str,
    max_lines: int = SCREEN_WIDTH,
    end_text: str = "",
    *,
    is_loud: bool = False,
) -> StyledText:
    """Return a text after its sign and label, in at most `max_lines` lines.

    `end_text` is never cut; a long one has a line of its own. Sign and label have the colour of the
    severity; the text has it only if `is_loud`.
    """
    text_width = SCREEN_WIDTH - LABEL_WIDTH - 1
    width_beside_end = text_width - cell_len(end_text) - 2 if end_text else text_width
    last_width = width_beside_end if width_beside_end >= MIN_TEXT_WIDTH else text_width
    text_lines = _limit_lines(fold_text(text, last_width), max_lines, last_width)
    if end_text and last_width == width_beside_end:
        text_lines[-1] = f"{fit_text(text_lines[-1], last_width)}  {end_text}"
    elif end_text:
        text_lines.append(end_text)
    row_words = f"\n{' ' * LABEL_WIDTH}".join(text_lines)
    styled_row = StyledText(
        f"{status_mark.sign} {fit_text(label_text, LABEL_WIDTH - len(status_mark.sign) - 2)} "
    )
    styled_row.stylize(status_mark.style)
    return styled_row.append(row_words, status_mark.style if is_loud else "")


def indented_text(text: str, style: str = "", indent_width: int = 3) -> StyledText:
    """Return a text on as many lines as it needs, each indented by `indent_width` columns."""
    indent_text = " " * indent_width
    return StyledText(
        "\n".join(
            indent_text + folded_line
            for folded_line in fold_text(text, SCREEN_WIDTH - indent_width - 1)
        ),
        style,
    )


def hanging_text(styled_line: StyledText, indent_width: int) -> StyledText:
    """Return a line folded to the width, indented after the first, in one colour."""
    first_line, *other_lines = fold_text(styled_line.plain, SCREEN_WIDTH - 1)
    rest_lines = (
        fold_text(" ".join(other_lines), SCREEN_WIDTH - indent_width - 1) if other_lines else []
    )
    # the colour of the last span is that of the text, after a time or a number
    style = styled_line.spans[-1].style if styled_line.spans else styled_line.style
    return StyledText(f"\n{' ' * indent_width}".join([first_line, *rest_lines]), style)


def fold_text(text: str, width: int) -> list[str]:
    """Return a text in lines of `width` columns, broken at spaces; a long word is cut."""
    folded_lines: list[str] = []
    for word in text.split(" "):
        longer_line = f"{folded_lines[-1]} {word}" if folded_lines else word
        if cell_len(longer_line) <= width and folded_lines:
            folded_lines[-1] = longer_line
        else:
            folded_lines += chop_cells(word, width) or [""]
    return folded_lines


def clip_text(text: str, width: int) -> str:
    """Return a text on `width` columns at most; a cut is marked."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + ELLIPSIS


def fit_text(text: str, width: int) -> str:
    """Return a text on exactly `width` columns."""
    return set_cell_size(clip_text(text, width), width)


def _limit_lines(text_lines: list[str], max_lines: int, width: int) -> list[str]:
    if len(text_lines) <= max_lines:
        return text_lines
    return [*text_lines[: max_lines - 1], clip_text(text_lines[max_lines - 1] + " " * width, width)]
