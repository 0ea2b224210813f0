"""Which language the table in the browser speaks: that of who opens it, and one for all."""

from random import Random

import pytest

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from sim.web.bench.table_dir import Seating
from sim.web.messages.messages_in import SetLanguage
from sim.web.server.accept_language import preferred_language
from sim.web.session.host import TableHost
from sim.web.session.pages import OpenPages
from tests.kits.offenders import each
from tests.kits.paths import ROOT

HEADERS = {
    "en-CA,en;q=0.9,fr;q=0.4": "en",
    "fr-CA, fr;q=0.8, en-US;q=0.5, en;q=0.3": "fr",
    "en;q=0.2, fr;q=0.9": "fr",
    "EN-us": "en",
    "de-CH, fr; q=0.5": "fr",
    "pt-MO, en;q=0.9": "pt",
    "de, *;q=0.5": None,
    "en;q=0": None,
    "en;q=": None,
    "": None,
}


@each("header", HEADERS)
def test_browser_preference_is_used(header: str) -> None:
    assert preferred_language(header) == HEADERS[header]


@pytest.mark.parametrize("language", LANGUAGES)
def test_configured_language_is_fixed(
    language: str,
) -> None:
    host = TableHost(Seating(config=ROOT / "examples" / "rfid.toml"), OpenPages(), Random(1))
    try:
        before = host.language
        with pytest.raises(RequestFailed) as refused:
            host.execute(SetLanguage(language=language))  # type: ignore[arg-type]
        assert host.language == before
        assert "--lang" in Words.load(language).render(refused.value.why)
    finally:
        host.close()
