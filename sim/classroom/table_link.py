"""A connection to one table: the WebSocket of its pages, for the trainer with his secret."""

import asyncio
import time
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidURI, WebSocketException

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.classroom.received_state import ReceivedState
from sim.classroom.table_process import Address
from sim.web.messages.messages_in import PageRequest, SetView

RETRY_S: Final = 0.5
BEAT_S: Final = 2.0
PATIENCE_S: Final = 6.0
"""How long a table may leave the connection's beat unanswered before it is silent."""
ANSWER_TIMEOUT_S: Final = 30.0
LINK_ERRORS: Final = (OSError, WebSocketException, InvalidURI, TimeoutError)
Answer = Mapping[str, Any]
TableMessage = Any


class TableLink:
    """Follows a table, and sends it requests; it connects again whenever the connection is lost.

    Only the event loop's thread uses it. `on_change` is called after each change of the state.
    """

    def __init__(
        self, read_address: Callable[[], Address | None], secret: str, on_change: Callable[[], None]
    ) -> None:
        self._read_address = read_address
        self._secret = secret
        self._on_change = on_change
        self._connection: ClientConnection | None = None
        self._received = ReceivedState()
        self._answered_at = 0.0
        self._pending: dict[int, asyncio.Future[Answer]] = {}
        self._refs = count(1)

    @property
    def topics(self) -> Mapping[str, Any]:
        """The table's state by topic; empty without a connection."""
        return self._received.topics if self._connection else {}

    @property
    def is_connected(self) -> bool:
        return self._connection is not None

    @property
    def is_silent(self) -> bool:
        """Whether a connected table has not answered for too long."""
        return self.is_connected and time.monotonic() - self._answered_at > PATIENCE_S

    async def run(self) -> None:
        """Follow the table until cancelled."""
        while True:
            try:
                if address := self._read_address():
                    await self._follow(address)
            except LINK_ERRORS:
                pass
            finally:
                self._lose_connection()
            await asyncio.sleep(RETRY_S)

    async def request(self, request: PageRequest) -> Answer:
        """Return the answer to a request. Raises RequestFailed if it is refused or lost."""
        if self._connection is None:
            raise RequestFailed(Text("class.table_away"))
        ref = next(self._refs)
        self._pending[ref] = answer = asyncio.get_running_loop().create_future()
        message = msgspec.json.encode(msgspec.structs.replace(request, ref=ref))
        try:
            await self._connection.send(message.decode())
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                received: Answer = await answer
        except LINK_ERRORS:
            raise RequestFailed(Text("class.table_away")) from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # not this task, but the answer: the connection is lost
            raise RequestFailed(Text("class.table_away")) from None
        finally:
            self._pending.pop(ref, None)
        if refused := received.get("refused"):
            raise RequestFailed(msgspec.convert(refused, Text))
        return received

    async def _follow(self, address: Address) -> None:
        host, port = address
        url = f"ws://[{host}]:{port}/ws" if ":" in host else f"ws://{host}:{port}/ws"
        authorization = {"Authorization": f"Bearer {self._secret}"} if self._secret else {}
        async with connect(
            url, additional_headers=authorization, max_size=None, proxy=None
        ) as connection:
            self._received = ReceivedState()
            self._connection, self._answered_at = connection, time.monotonic()
            beat = asyncio.create_task(self._send_beats())
            try:
                async for message in connection:
                    self._take_message(msgspec.json.decode(message))
            except (ValueError, TypeError, LookupError) as error:
                # a message is missing, or another program is at this port
                raise ConnectionError(str(error)) from None
            finally:
                beat.cancel()

    async def _send_beats(self) -> None:
        while True:
            try:
                await self.request(SetView(frames_shown=False, visible=False))
            except RequestFailed:
                return
            await asyncio.sleep(BEAT_S)
            self._on_change()  # a silent table changes nothing by itself

    def _take_message(self, message: TableMessage) -> None:
        self._answered_at = time.monotonic()
        match message:
            case {"topic": "answer", "ref": int(ref)}:
                if (answer := self._pending.get(ref)) and not answer.done():
                    answer.set_result(message)
            case {"topic": "state"}:
                self._received.receive(message)
                self._on_change()

    def _lose_connection(self) -> None:
        was_connected, self._connection = self._connection is not None, None
        for answer in self._pending.values():
            answer.cancel()
        if was_connected:
            self._on_change()
