"""The table's voice on a page: an announcement as the file that a loudspeaker would play."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from hal.errors import HardwareError
from hal.pi.phrases import PhraseCache

RENDERED_S: Final = 10.0
"""How long one rendering may take."""

logger = logging.getLogger(__name__)


class VoiceFiles:
    """Serves a table's announcements by their record, and nothing else: no page chooses words.

    `phrases` are those of the table that is seated now.
    """

    def __init__(
        self, announced: Callable[[int], str | None], phrases: Callable[[], PhraseCache]
    ) -> None:
        self._announced = announced
        self._phrases = phrases
        self._lock = asyncio.Lock()

    async def serve(self, request: Request) -> Response:
        """Answer with the announcement of the record at the end of the address."""
        record = request.path_params["record"]
        words = self._announced(record)
        if words is None:
            return PlainTextResponse("404: this record is no announcement\n", 404)
        try:
            # Several pages ask for a phrase at once: the first renders it, the others find it.
            async with self._lock:
                audio = await asyncio.to_thread(_render_phrase, self._phrases(), words)
        except (HardwareError, OSError) as error:
            logger.warning("record %d is not spoken: %s", record, error)
            return PlainTextResponse("503: the announcement could not be rendered\n", 503)
        return Response(audio, media_type="audio/wav")


def _render_phrase(phrases: PhraseCache, words: str) -> bytes:
    if not phrases.is_rendered(words):
        phrases.render(words).wait(RENDERED_S)
    return phrases.rendering_path(words).read_bytes()
