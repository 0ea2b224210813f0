"""The answers to "why?": of a page `GET /why?lang=fr&message=prompt.pay&message=fault.lost`, of a
board `GET /settled?lang=fr`.
"""

import asyncio
from collections.abc import Callable, Collection
from http import HTTPStatus
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.why.spoken_answer import SpokenRounds
from firmware.shell.words.languages import LANGUAGES
from sim.web.messages.messages_out import Explanation
from sim.web.session.pages import encode_json

MOST_MESSAGES: Final = 20
"""Messages that are explained at once: more than a table shows."""
JSON_MEDIA_TYPE: Final = "application/json"


class Explanations:
    """Answers pages, one after the other: a crowd of pages asks the table once at a time."""

    def __init__(
        self,
        explain: Callable[[str, Collection[str]], Explanation],
        settled_bets: Callable[[str], SpokenRounds],
    ) -> None:
        """`explain` and `settled_bets` get a language, and may raise ControlError."""
        self._explain = explain
        self._settled_bets = settled_bets
        self._turn = asyncio.Lock()

    async def serve_page(self, request: Request) -> Response:
        messages = request.query_params.getlist("message")
        if len(messages) > MOST_MESSAGES:
            return PlainTextResponse("400: at most 20 messages\n", HTTPStatus.BAD_REQUEST)
        return await self._serve(request, lambda language: self._explain(language, messages))

    async def serve_board(self, request: Request) -> Response:
        return await self._serve(request, self._settled_bets)

    async def _serve(self, request: Request, answer: Callable[[str], msgspec.Struct]) -> Response:
        language = request.query_params.get("lang")
        if language not in LANGUAGES:
            return PlainTextResponse("400: lang\n", HTTPStatus.BAD_REQUEST)
        try:
            async with self._turn:
                content = encode_json(await asyncio.to_thread(answer, language))
        except (ControlError, RulesError) as error:
            return PlainTextResponse(f"503: {error}\n", HTTPStatus.SERVICE_UNAVAILABLE)
        return Response(content, media_type=JSON_MEDIA_TYPE)
