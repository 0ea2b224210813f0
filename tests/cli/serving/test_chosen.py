"""Which table is served, and in which language: the option's, the configured one, the system's."""

from pathlib import Path

import pytest

from firmware.cli.serving.table_config import choose_config
from firmware.core.vocabulary.refusal import RequestFailed
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES

FRENCH = EXAMPLES / "baccarat.toml"


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("chosen") / "table.toml"
    text = FRENCH.read_text(encoding="utf-8")
    assert 'language = "fr"' in text
    path.write_text(text.replace('language = "fr"', 'language = "en"'), encoding="utf-8")
    return path


@each(
    "configured, option, system, spoken",
    [
        ("en", "fr", "en_CA", "fr"),
        ("fr", "en", "fr_CA", "en"),
        ("en", None, "fr_CA", "en"),
        ("fr", None, "en_CA", "fr"),
        (None, "fr", "en_CA", "fr"),
        (None, None, "en_CA", "en"),
        (None, None, "fr_CA", "fr"),
        (None, None, "C", "fr"),
    ],
)
def test_option_overrides_configuration(
    configured: str | None,
    option: str | None,
    system: str,
    spoken: str,
    english: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    path = {"en": english, "fr": FRENCH, None: None}[configured]
    assert choose_config(path, None, option).language == spoken


def test_table_of_another_game_refused() -> None:
    with pytest.raises(RequestFailed):
        choose_config(FRENCH, "keno", None)
