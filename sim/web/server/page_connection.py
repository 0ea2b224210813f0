"""The conversation with one page, over its WebSocket."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.pace import Pace
from firmware.shell.words.decode_words import decode_reason
from sim.web.messages.messages_in import AnyAct, Look
from sim.web.messages.messages_out import Answer
from sim.web.session.pages import Page

ACTS_A_SECOND: Final = 50
"""The maximum for one page; faster ones wait in its connection."""
MOST_PENDING: Final = 8
"""Acts of one page that wait for their turn."""
MOST_UNREAD: Final = 32
"""Answers that a page may leave unread before it is listened to no more."""
MOST_BAD: Final = 100
"""Messages in a row that are none."""
UNREAD_S: Final = 0.1
NONSENSE: Final = 1008
"""The close status for invalid messages (RFC 6455, 7.4.1: a violation)."""

Do = Callable[[AnyAct], Awaitable[Answer]]
Refuse = Callable[[int, Text], Answer]


class Talk:
    """Sends a page its messages, and executes its requests, until it leaves."""

    def __init__(self, wire: WebSocket, page: Page, do: Do, refuse: Refuse) -> None:
        self._wire = wire
        self._page = page
        self._do = do
        self._refuse = refuse
        self._decoder: msgspec.json.Decoder[AnyAct] = msgspec.json.Decoder(AnyAct)
        self._pace = Pace(ACTS_A_SECOND)
        self._pending: set[asyncio.Task[None]] = set()
        self._bad = 0

    async def run(self) -> None:
        """Return when the page has gone, or has talked nonsense for too long."""
        both = {asyncio.create_task(self._tell()), asyncio.create_task(self._hear())}
        try:
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except WebSocketDisconnect:
            pass
        finally:
            for task in (*both, *self._pending):
                task.cancel()

    async def _tell(self) -> None:
        while True:
            message = await self._page.read()
            await self._wire.send_text(message.decode())

    async def _hear(self) -> None:
        while self._bad < MOST_BAD:
            await asyncio.sleep(self._pace.wait_s(time.monotonic()))
            while self._page.unread >= MOST_UNREAD:
                await asyncio.sleep(UNREAD_S)
            message = await self._wire.receive()
            if message["type"] == "websocket.disconnect":
                return
            self._take(message.get("text"))
        await self._wire.close(NONSENSE)

    def _take(self, said: str | None) -> None:
        act = self._understood(said)
        if act is None:
            self._bad += 1
            return
        self._bad = 0
        if isinstance(act, Look):
            self._page.inside = act.inside
            self._page.answer(Answer(act.ref))
        elif len(self._pending) >= MOST_PENDING:
            self._page.answer(self._refuse(act.ref, Text("web.busy")))
        else:
            task = asyncio.create_task(self._answer(act))
            self._pending.add(task)
            task.add_done_callback(self._pending.discard)

    def _understood(self, said: str | None) -> AnyAct | None:
        """Return the request; answer an invalid one."""
        if said is None:
            self._page.answer(self._refuse(0, Text("web.binary")))
            return None
        try:
            return self._decoder.decode(said)
        except NO_ACT as error:
            why = Text("web.malformed", {"why": decode_reason(error)})
            self._page.answer(self._refuse(_ref(said), why))
            return None

    async def _answer(self, act: AnyAct) -> None:
        self._page.answer(await self._do(act))


NO_ACT: Final = (msgspec.DecodeError, ValueError, RecursionError)


class _Numbered(msgspec.Struct):
    """Any message with a number by which it can be answered."""

    ref: int = 0


def _ref(said: str) -> int:
    try:
        return msgspec.json.decode(said, type=_Numbered).ref
    except NO_ACT:
        return 0
