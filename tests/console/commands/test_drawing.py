"""Rows of the console keep to 80 columns, with any content at their end."""

import pytest

from firmware.console.text.drawing import SCREEN_WIDTH, StatusMark, labelled_row


@pytest.mark.parametrize("length", [1, 40, 43, 44, 63, 65])
def test_row_end_is_never_cut(length: int) -> None:
    end = "e" * length
    lines = labelled_row(
        StatusMark.GOOD, "label", "some words of a status", end_text=end
    ).plain.split("\n")
    assert lines[0].startswith("ok label      some words of")
    assert lines[-1].endswith(end)
    assert max(map(len, lines)) < SCREEN_WIDTH
