"""A right configuration as text, changed, and what is refused of it."""

import pytest

from firmware.shell.config.config import parse_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.faults import ConfigError
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words

VALID = DEFAULT_TABLE.read_text(encoding="utf-8")
LINES = VALID.splitlines(keepends=True)
WORDS = [Words.load(language) for language in languages_with("configuration")]
Change = tuple[str, str]


def changed(*changes: Change) -> str:
    source = VALID
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def refusal(source: str) -> ConfigError:
    with pytest.raises(ConfigError) as refused:
        parse_config(source)
    return refused.value


CHIPS = "denominations_cents = [500000, 100000, 50000, 10000, 2500, 500, 100, 50]"
JOURNAL = 'copies = ["journal/first", "journal/second"]'
