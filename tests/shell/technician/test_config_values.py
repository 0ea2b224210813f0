"""One value of a configuration is set alone, and every comment is kept."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import parse_config
from firmware.shell.config_change.candidate import (
    KeyChange,
    _toml_value,
    key_changes,
    with_value,
)
from firmware.shell.words.templates import NO_BREAK
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.config_texts import TEXTS, said


def leaves(text: str) -> dict[str, Any]:
    def flat(table: dict[str, Any], path: str) -> Iterator[tuple[str, Any]]:
        for name, value in table.items():
            if isinstance(value, dict):
                yield from flat(value, f"{path}{name}.")
            else:
                yield path + name, value

    return dict(flat(tomllib.loads(text), ""))


def comments(text: str) -> list[str]:
    return [line.partition("#")[2] for line in text.splitlines() if "#" in line]


@each("name", TEXTS)
def test_comments_survive_every_value(name: str) -> None:
    text = TEXTS[name]
    for key, value in list(leaves(text).items())[:: examples(23, 1)]:
        other = 4711 if value != 4711 else 4712
        new = with_value(text, key, f" {other} ")
        assert key_changes(text, new) == (KeyChange(key, _toml_value(value), str(other)),)
        assert comments(new) == comments(text)
        assert len(new.splitlines()) <= len(text.splitlines())
        assert leaves(with_value(new, key, _toml_value(value))) == leaves(text)


values = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(values)
def test_value_is_written_as_toml(value: Any) -> None:
    assert tomllib.loads(f"x = {_toml_value(value)}") == {"x": value}


def test_new_key_needs_an_existing_table() -> None:
    text = with_value(TEXTS["baccarat.toml"], "table.implausible_cents", "500000")
    assert parse_config(text).table.implausible == 500000
    bare = text.replace('language = "fr"', "")
    assert parse_config(with_value(bare, "language", '"en"')).language == "en"


@each(
    "key, value, why",
    [
        ("tabel.name", '"x"', "technician.no_table"),
        ("table.name.x", "1", "technician.no_table"),
        ("table", "1", "technician.is_table"),
        ("limits.tie", "{}", "technician.is_table"),
        ("", "1", "technician.no_key"),
        ("table.", "1", "technician.no_key"),
        ("table.na me", "1", "technician.no_key"),
        ("table.name", "fr", "technician.no_value"),
        ("table.name", "", "technician.no_value"),
        ("table.name", '"a"\nx = 1', "technician.no_value"),
        ("table.name", "[" * 9999, "technician.no_value"),
        ("table.name", "1 # no", "technician.no_value"),
    ],
)
def test_unsettable_key_is_named(key: str, value: str, why: str) -> None:
    with pytest.raises(RequestFailed) as unsettable:
        with_value(TEXTS["baccarat.toml"], key, value)
    assert unsettable.value.why.key == why
    said([unsettable.value.why])


@given(st.text(max_size=30), st.text(max_size=30))
def test_strange_keys_are_refused(key: str, value: str) -> None:
    changed, lines = set_one(TEXTS["budget.toml"], key, value)
    assert len(changed) + len(lines) == 1
    assert changed in ([], [key])
    assert all(line.replace(NO_BREAK, " ").isprintable() for line in lines)


def set_one(text: str, key: str, value: str) -> tuple[list[str], list[str]]:
    """Return which keys are changed, or what is said."""
    try:
        new = with_value(text, key, value)
    except RequestFailed as unsettable:
        return [], said([unsettable.why])
    return [change.key for change in key_changes(text, new)], []
