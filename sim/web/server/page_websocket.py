"""The conversation with one page, over its WebSocket."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.rate_limit import RateLimit
from firmware.shell.words.decode_words import decode_reason
from sim.web.messages.messages_in import AnyPageRequest, SetView
from sim.web.messages.messages_out import PageAnswer
from sim.web.session.pages import PageQueue

REQUESTS_PER_SECOND: Final = 50
"""The maximum for one page; faster ones wait in its connection."""
MAX_PENDING: Final = 8
"""Acts of one page that wait for their turn."""
MAX_UNREAD: Final = 32
"""Answers that a page may leave unread before it is listened to no more."""
MAX_INVALID_MESSAGES: Final = 100
"""Messages in a row that are none."""
UNREAD_POLL_S: Final = 0.1
FRAME_S: Final = 1 / 60
"""How long a screen shows a picture: messages that come meanwhile are drawn together."""
POLICY_VIOLATION_STATUS: Final = 1008
"""The close status for invalid messages (RFC 6455, 7.4.1: a violation)."""

ExecuteRequest = Callable[[AnyPageRequest], Awaitable[PageAnswer]]
RefuseRequest = Callable[[int, Text], PageAnswer]


class PageConnection:
    """Sends a page its messages, and executes its requests, until it leaves."""

    def __init__(
        self,
        websocket: WebSocket,
        page_queue: PageQueue,
        execute: ExecuteRequest,
        refuse_request: RefuseRequest,
    ) -> None:
        self._websocket = websocket
        self._page_queue = page_queue
        self._execute = execute
        self._refuse_request = refuse_request
        self._decoder: msgspec.json.Decoder[AnyPageRequest] = msgspec.json.Decoder(AnyPageRequest)
        self._request_pace = RateLimit(REQUESTS_PER_SECOND)
        self._pending_tasks: set[asyncio.Task[None]] = set()
        self._invalid_count = 0

    async def run(self) -> None:
        """Return when the page has gone, or has talked nonsense for too long."""
        tasks = {
            asyncio.create_task(self._send_messages()),
            asyncio.create_task(self._receive_requests()),
        }
        try:
            finished_tasks, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in finished_tasks:
                # Raises the error that has ended it, if there is one.
                task.result()
        except WebSocketDisconnect:
            pass
        finally:
            for task in (*tasks, *self._pending_tasks):
                task.cancel()

    async def _send_messages(self) -> None:
        while True:
            for message in await self._page_queue.next_messages():
                await self._websocket.send_text(message.decode())
            await asyncio.sleep(FRAME_S)

    async def _receive_requests(self) -> None:
        while self._invalid_count < MAX_INVALID_MESSAGES:
            await asyncio.sleep(self._request_pace.take_slot(time.monotonic()))
            while self._page_queue.unread_answers >= MAX_UNREAD:
                await asyncio.sleep(UNREAD_POLL_S)
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self._handle_message(message.get("text"))
        await self._websocket.close(POLICY_VIOLATION_STATUS)

    def _handle_message(self, message_text: str | None) -> None:
        request = self._decode_request(message_text)
        if request is None:
            self._invalid_count += 1
            return
        self._invalid_count = 0
        if isinstance(request, SetView):
            # Answered at once: it is the page's heartbeat, which must not wait for a long act.
            self._page_queue.set_view(request)
            self._page_queue.answer(PageAnswer(request.ref))
        elif len(self._pending_tasks) >= MAX_PENDING:
            self._page_queue.answer(self._refuse_request(request.ref, Text("web.busy")))
        else:
            task = asyncio.create_task(self._execute_and_answer(request))
            # The event loop has only a weak reference to its tasks.
            self._pending_tasks.add(task)
            task.add_done_callback(self._pending_tasks.discard)

    def _decode_request(self, message_text: str | None) -> AnyPageRequest | None:
        """Return the request; answer an invalid one."""
        if message_text is None:
            self._page_queue.answer(self._refuse_request(0, Text("web.binary")))
            return None
        try:
            return self._decoder.decode(message_text)
        except DECODE_ERRORS as error:
            reason = Text("web.malformed", {"why": decode_reason(error)})
            self._page_queue.answer(self._refuse_request(_request_ref(message_text), reason))
            return None

    async def _execute_and_answer(self, request: AnyPageRequest) -> None:
        self._page_queue.answer(await self._execute(request))


DECODE_ERRORS: Final = (msgspec.DecodeError, ValueError, RecursionError)


class _NumberedMessage(msgspec.Struct):
    """Any message with a number by which it can be answered."""

    ref: int = 0


def _request_ref(message_text: str) -> int:
    try:
        return msgspec.json.decode(message_text, type=_NumberedMessage).ref
    except DECODE_ERRORS:
        return 0
