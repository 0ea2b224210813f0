"""The table's voice on a page: what was announced, rendered once; no page chooses the words."""

import asyncio
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from hal.pi.phrases import PhraseCache
from sim.web.messages.messages_out import EventMessage, EventsMessage
from sim.web.server.voice import VoiceFiles
from sim.web.session.pages import OpenPages
from tests.kits.hal.programs import ESPEAK, FAILS, WAVE, Programs

CLOSED = {"fr": "Rien ne va plus", "en": "No more bets"}
OPEN = {"fr": "Faites vos jeux", "en": "Place your bets"}
TOLD = (
    EventMessage(7, "", "ruling", "Announced", CLOSED),
    EventMessage(8, "", "card", "CardRead", {"fr": "Carte 1", "en": "Card 1"}),
    EventMessage(9, "", "ruling", "Announced", CLOSED),
    EventMessage(9, "", "ruling", "Announced", OPEN),
)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return Programs(tmp_path)


@pytest.fixture
def pages() -> OpenPages:
    """Pages that were notified of a night's first announcements."""
    pages = OpenPages()
    pages.publish(EventsMessage(TOLD))
    return pages


def asked(pages: OpenPages, folder: Path, record: int, language: str = "fr") -> Response:
    """Return the answer to a page that asks for the voice of a record."""
    voice = VoiceFiles(
        lambda one: pages.announced(one, language), lambda: PhraseCache(language, folder / "voice")
    )
    request = Request({"type": "http", "path_params": {"record": record}})
    return asyncio.run(voice.serve(request))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_announcement_in_table_language(
    programs: Programs, pages: OpenPages, tmp_path: Path, language: str
) -> None:
    answer = asked(pages, tmp_path, 7, language)
    assert (answer.status_code, answer.media_type, answer.body) == (200, "audio/wav", WAVE)
    assert programs.asked()[-1] == CLOSED[language]


def test_loudspeaker_file_rendered_once(
    programs: Programs, pages: OpenPages, tmp_path: Path
) -> None:
    asked(pages, tmp_path, 7)
    programs.put("espeak-ng", ESPEAK + FAILS)
    assert asked(pages, tmp_path, 7).body == WAVE
    assert PhraseCache("fr", tmp_path / "voice").is_rendered(CLOSED["fr"])


def test_last_announcement_is_spoken(programs: Programs, pages: OpenPages, tmp_path: Path) -> None:
    asked(pages, tmp_path, 9)
    assert programs.asked()[-1] == OPEN["fr"]


@pytest.mark.parametrize("record", [0, 8, 10])
def test_no_announcement_has_no_voice(
    programs: Programs, pages: OpenPages, tmp_path: Path, record: int
) -> None:
    assert asked(pages, tmp_path, record).status_code == 404
    assert not (programs.folder / "asked").exists()


def test_failed_rendering_is_retried(programs: Programs, pages: OpenPages, tmp_path: Path) -> None:
    programs.put("espeak-ng", ESPEAK + FAILS)
    answer = asked(pages, tmp_path, 7)
    assert answer.status_code == 503
    assert b"could not be rendered" in bytes(answer.body)
    programs.put("espeak-ng", ESPEAK)
    assert asked(pages, tmp_path, 7).status_code == 200


def test_missing_program_is_reported(
    programs: Programs, pages: OpenPages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(programs.folder))
    (programs.folder / "espeak-ng").unlink()
    assert b"could not be rendered" in bytes(asked(pages, tmp_path, 7).body)
