"""Whatever is written in a configuration, it loads or is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shell.config.config import parse_config
from firmware.shell.config.faults import ConfigError
from tests.kits.examples import examples
from tests.kits.shell.config_text import LINES, VALID, WORDS

VALUES = st.sampled_from(
    [
        *("-1", "0", "1", "0x70", "0x20", "17", "9" * 30, f"0x{'F' * 5000}", "1.5", "nan", "inf"),
        *('""', '" "', '"/dev/x"', '"\\u0000"', '"fr"', "true", "false", "2007-11-30", "12:30:00"),
        *("[]", "[[]]", "[0x20]", "[0x40, 0x41]", '["a", "b"]', "[true]", "{}", "{a = 1}"),
    ]
)
ASSIGNMENTS = [number for number, line in enumerate(LINES) if " = " in line]


def check(source: str) -> None:
    """Load or refuse: anything else escapes. What is refused can be said."""
    said = [["loaded"]]
    try:
        parse_config(source)
    except ConfigError as error:
        said = [error.rendered_lines(words) for words in WORDS]
    assert all(said)


@given(number=st.sampled_from(ASSIGNMENTS), value=VALUES)
def test_any_value_loads_or_is_refused(number: int, value: str) -> None:
    name, _ = LINES[number].split(" = ")
    check("".join([*LINES[:number], f"{name} = {value}\n", *LINES[number + 1 :]]))


@given(at=st.integers(0, len(VALID)), length=st.integers(0, 12), text=st.text(max_size=8))
def test_any_typo_loads_or_is_refused(at: int, length: int, text: str) -> None:
    check(VALID[:at] + text + VALID[at + length :])


@given(st.permutations(range(len(LINES))), st.integers(0, len(LINES)))
def test_shuffled_lines_load_or_are_refused(order: list[int], remaining: int) -> None:
    check("".join(LINES[number] for number in order[:remaining]))


NESTED = "a." * examples(2_000, 9_000)


@pytest.mark.parametrize("source", [f"{NESTED}a = 1", f"[game]\n{NESTED}a = 1"])
def test_excessive_nesting_is_refused(source: str) -> None:
    check(source)
