"""Serves a tournament's screens to browsers: their page, and their views as these change.

The hall shows its view each second. A browser that hears nothing for longer says so.
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

from firmware.pages.files import page_files
from firmware.shell.words.spoken import spoken
from firmware.shell.words.words import LANGUAGES
from firmware.tournament.screens.view import HallView

PAGE: Final = Path(__file__).with_name("page")
VIEWS: Final = HallView.__struct_fields__
SPOKEN: Final = ("hall.screen.",)
"""The words of the page begin so."""
LOOKS_S: Final = 0.2
"""How often a browser's feed looks for something that is new."""
STALE_S: Final = 3.0
"""A view is no longer shown to a new browser after so long: its seconds have passed."""


class Shown(NamedTuple):
    """The view of each screen as it is sent, and since when."""

    told: Mapping[str, bytes]
    at: float


class Screens:
    """The screens of a hall. Safe from any thread."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._name, self._clock = name, clock
        self._shown: Shown | None = None

    def show(self, view: HallView) -> None:
        """Show a view from now on. Called each second, also if it is the same."""
        told = {name: self._told(getattr(view, name)) for name in VIEWS}
        self._shown = Shown(told, self._clock())

    @property
    def app(self) -> ASGIApp:
        return Starlette(
            routes=[
                Route("/", lambda _: RedirectResponse("clock")),
                *(Route(f"/{name}", _document) for name in VIEWS),
                Route("/feed/{view}", self._feed),
                Route("/words/{language}", _words),
                Mount("/", page_files(PAGE)),
            ]
        )

    def _told(self, view: msgspec.Struct) -> bytes:
        return msgspec.json.encode({"name": self._name, "view": view})

    async def _feed(self, request: Request) -> Response:
        view = request.path_params["view"]
        if view not in VIEWS:
            raise HTTPException(404)
        return StreamingResponse(self._states(view), media_type="text/event-stream")

    async def _states(self, view: str) -> AsyncIterator[bytes]:
        """Yield the view of a screen whenever it is new, and a sign of life if it is the same."""
        seen, told = None if self._is_fresh() else self._shown, b""
        while True:
            if self._shown is not None and self._shown is not seen:
                was, seen, told = told, self._shown, self._shown.told[view]
                yield b"event: same\ndata:\n\n" if told == was else _event(told)
            await asyncio.sleep(LOOKS_S)

    def _is_fresh(self) -> bool:
        return self._shown is not None and self._clock() - self._shown.at < STALE_S


def _event(told: bytes) -> bytes:
    return b"event: view\ndata: " + told + b"\n\n"


async def _document(_request: Request) -> Response:
    return FileResponse(PAGE / "screen.html")


async def _words(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise HTTPException(404)
    words = spoken(language, None, SPOKEN)
    return Response(msgspec.json.encode(words), media_type="application/json")
