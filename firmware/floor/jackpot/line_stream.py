"""The engine's stream of a jackpot's signed lines: the order of the money, replicated, for good.

Each line is one message on `floor.lot.LOT.line`. A line is appended only behind the last message
that its keeper has read, so that of two keepers one appends, and the other reads.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.errors import APIError, NotFoundError

from firmware.floor.envelope import sealed_payload
from firmware.floor.jackpot.signed_line import SignedLine, decode_line, encode_line
from firmware.floor.places import jackpot_subject
from firmware.floor.run_sender import RunSender
from firmware.floor.streams import LINE_STREAM

LINE: Final = "line"
EXPECTED_SEQUENCE_HEADER: Final = "Nats-Expected-Last-Subject-Sequence"
# JetStream's error codes, its JSStreamWrongLastSequenceErrF and JSNoMessageFoundErr
WRONG_LAST_SEQUENCE: Final = 10071
NO_MESSAGE: Final = 10037
ANSWER_TIMEOUT_S: Final = 5.0
NO_SEQUENCE: Final = 0
"""The sequence of a subject without messages."""

Result = TypeVar("Result")


class StreamAway(Exception):
    """The stream does not answer, or refuses: its content is not known."""


class StreamAhead(Exception):
    """The stream has a message that the keeper has not read."""


class StreamedLine(NamedTuple):
    """A message of the stream; `signed_line` is None if it is no line."""

    sequence: int
    signed_line: SignedLine | None


class LineStream(Protocol):
    """The lines of one jackpot, in order."""

    def read(self, sequence: int) -> StreamedLine | None:
        """Return the first message at or after a sequence. Raises StreamAway."""

    def append(self, signed_line: SignedLine, last_sequence: int) -> int:
        """Append a line behind the message of that sequence; return its own. Raises StreamAhead,
        StreamAway.
        """


def lines_after(line_stream: LineStream, sequence: int) -> Iterator[StreamedLine]:
    """Yield the messages behind a sequence. Raises StreamAway."""
    while (streamed := line_stream.read(sequence + 1)) is not None:
        yield streamed
        sequence = streamed.sequence


class NatsLineStream:
    """The stream at NATS JetStream, for a keeper that works in another thread than the client's."""

    def __init__(self, client: Client, jackpot_name: str, sender: RunSender) -> None:
        self._jetstream = client.jetstream(timeout=ANSWER_TIMEOUT_S)
        self._loop = asyncio.get_running_loop()
        self._subject = jackpot_subject(jackpot_name, LINE)
        self._sender = sender

    def read(self, sequence: int) -> StreamedLine | None:
        try:
            message = self._awaited(
                lambda: self._jetstream.get_msg(
                    LINE_STREAM, sequence, subject=self._subject, direct=False, next=True
                )
            )
        except NotFoundError:
            return None
        return StreamedLine(message.seq or NO_SEQUENCE, _read_line(message.data or b""))

    def append(self, signed_line: SignedLine, last_sequence: int) -> int:
        sealed = self._sender.seal(self._subject, encode_line(signed_line))
        headers = {EXPECTED_SEQUENCE_HEADER: str(last_sequence)}
        stored = self._awaited(
            lambda: self._jetstream.publish(self._subject, sealed, headers=headers)
        )
        return int(stored.seq)

    def _awaited(self, request: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """Wait for an answer in the client's loop, from the keeper's thread."""
        try:
            return asyncio.run_coroutine_threadsafe(request(), self._loop).result()
        except NotFoundError as error:
            if error.err_code != NO_MESSAGE:
                raise StreamAway from error
            raise
        except APIError as error:
            if error.err_code == WRONG_LAST_SEQUENCE:
                raise StreamAhead from None
            raise StreamAway from error
        except (NatsError, OSError, TimeoutError) as error:
            raise StreamAway from error


def _read_line(octets: bytes) -> SignedLine | None:
    """Return the line of a message. The keeper verifies its signature, which outlives the floor key
    of its sender.
    """
    payload = sealed_payload(octets)
    if payload is None:
        return None
    try:
        return decode_line(payload)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
