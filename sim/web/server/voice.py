"""The table's voice on a page: an announcement as the file that a loudspeaker would play."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from hal.errors import HardwareError
from hal.pi.phrases import Phrases

RENDERED_S: Final = 10.0
"""How long one rendering may take."""

log = logging.getLogger(__name__)


class Voice:
    """Serves what a table has `announced` with a record, and nothing else: no page chooses words.

    `phrases` are those of the table that is seated now.
    """

    def __init__(
        self, announced: Callable[[int], str | None], phrases: Callable[[], Phrases]
    ) -> None:
        self._announced = announced
        self._phrases = phrases
        self._alone = asyncio.Lock()

    async def serve(self, request: Request) -> Response:
        """Answer with the announcement of the record at the end of the address."""
        record = request.path_params["record"]
        words = self._announced(record)
        if words is None:
            return PlainTextResponse("404: this record is no announcement\n", 404)
        try:
            async with self._alone:
                spoken = await asyncio.to_thread(_rendered, self._phrases(), words)
        except (HardwareError, OSError) as error:
            log.warning("record %d is not spoken: %s", record, error)
            return PlainTextResponse("503: the announcement could not be rendered\n", 503)
        return Response(spoken, media_type="audio/wav")


def _rendered(phrases: Phrases, words: str) -> bytes:
    if not phrases.has(words):
        phrases.render(words).wait(RENDERED_S)
    return phrases.path(words).read_bytes()
