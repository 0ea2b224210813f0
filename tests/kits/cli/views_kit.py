"""Tables to draw, in every language and at all sizes."""

import pytest

from firmware.cli.terminal.picture import MIN_TERMINAL_SIZE
from firmware.core.vocabulary.health import FaultStatus
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from tests.kits.cli.drawn_table import BIG
from tests.kits.faults.standing import words_of

SIZES = [MIN_TERMINAL_SIZE, (80, 40), (100, 30), BIG, (200, 60)]
IN_BOTH = pytest.mark.parametrize("language", LANGUAGES)
AT_ALL_SIZES = pytest.mark.parametrize("size", SIZES, ids=str)


def fault(code: str) -> FaultStatus:
    return FaultStatus("table", code, *map(Words.load("fr").render, words_of(code, "table")))
