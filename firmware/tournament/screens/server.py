"""Serves a tournament's screens to browsers: the page, and views as server-sent events.

A view is sent every second. A browser that receives none for longer says so.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from firmware.pages.static_files import page_files
from firmware.shell.words.house_words import house_phrases
from firmware.shell.words.languages import languages_with
from firmware.shell.words.page_templates import language_names, page_templates
from firmware.tournament.config import TournamentConfig
from firmware.tournament.screens.view import ScreenViews

PAGE_DIRECTORY: Final = Path(__file__).with_name("page")
VIEW_NAMES: Final = ScreenViews.__struct_fields__
PAGE_WORDS: Final = ("hall.screen.",)
"""Message keys of the page begin with these."""
FEED_INTERVAL_S: Final = 0.2
"""How often a browser's feed checks for a new view."""
STALE_AFTER_S: Final = 3.0
"""An older view is not sent to a new browser: its seconds are wrong."""


class EncodedViews(NamedTuple):
    """The views by screen as JSON, and when they were made."""

    encoded: Mapping[str, bytes]
    shown_at_s: float


class TournamentScreens:
    """The screens of a tournament. Thread-safe."""

    def __init__(
        self, config: TournamentConfig, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._config, self._monotonic = config, monotonic
        self._latest_views: EncodedViews | None = None

    def update(self, view: ScreenViews) -> None:
        """Show these views. Called every second, even if nothing has changed."""
        encoded = {
            view_name: self._encode_view(getattr(view, view_name)) for view_name in VIEW_NAMES
        }
        self._latest_views = EncodedViews(encoded, self._monotonic())

    @property
    def app(self) -> ASGIApp:
        return Starlette(
            routes=[
                Route("/", lambda _: RedirectResponse("clock")),
                *(Route(f"/{view_name}", _serve_document) for view_name in VIEW_NAMES),
                Route("/feed/{view}", self._serve_feed),
                Route("/languages", _serve_languages),
                Route("/words/{language}", self._serve_words),
                # last, as it matches every path
                Mount("/", page_files(PAGE_DIRECTORY)),
            ]
        )

    def _encode_view(self, view: msgspec.Struct) -> bytes:
        return msgspec.json.encode({"name": self._config.heading, "view": view})

    async def _serve_feed(self, request: Request) -> Response:
        view = request.path_params["view"]
        if view not in VIEW_NAMES:
            raise HTTPException(404)
        return StreamingResponse(self._view_events(view), media_type="text/event-stream")

    async def _serve_words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in languages_with("tournament_sheets"):
            raise HTTPException(404)
        phrases = house_phrases(self._config.rule_pack.words.get(language, {}), self._config.game)
        words = page_templates(language, None, PAGE_WORDS, phrases)
        return Response(msgspec.json.encode(words), media_type="application/json")

    async def _view_events(self, view: str) -> AsyncIterator[bytes]:
        """Yield the view of a screen when it changes, and a sign of life when it does not."""
        sent_views, current = None if self._is_fresh() else self._latest_views, b""
        while True:
            if self._latest_views is not None and self._latest_views is not sent_views:
                previous, sent_views, current = (
                    current,
                    self._latest_views,
                    self._latest_views.encoded[view],
                )
                yield b"event: same\ndata:\n\n" if current == previous else _view_event(current)
            await asyncio.sleep(FEED_INTERVAL_S)

    def _is_fresh(self) -> bool:
        return (
            self._latest_views is not None
            and self._monotonic() - self._latest_views.shown_at_s < STALE_AFTER_S
        )


def _view_event(encoded: bytes) -> bytes:
    return b"event: view\ndata: " + encoded + b"\n\n"


async def _serve_document(_request: Request) -> Response:
    return FileResponse(PAGE_DIRECTORY / "screen.html")


async def _serve_languages(_request: Request) -> Response:
    names = language_names("tournament_sheets")
    return Response(msgspec.json.encode(names), media_type="application/json")
