"""The streams that the engine must have, and for how long it keeps their messages."""

from collections.abc import Iterator
from typing import Final

from nats.js import JetStreamContext
from nats.js.api import RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import NotFoundError

DAYS: Final = 30
"""For how long the engine keeps what the ledger may not have yet."""
DAY_S: Final = 86_400


def streams(replicas: int) -> Iterator[StreamConfig]:
    """Yield the streams of an installation with so many servers that hold each message."""
    for name in ("fact", "record"):
        yield _stream(name, replicas, max_age=float(DAYS * DAY_S))
    yield _stream("kept", replicas, max_msgs_per_subject=1)


def stream_of(subject: str) -> str:
    """Return the name of the stream that holds a subject, `floor.fact.table-7` for one."""
    return subject.split(".")[1].upper()


async def make_streams(engine: JetStreamContext, replicas: int) -> None:
    """Make the streams that are missing; the others stay as they are. Raises NatsError."""
    for wanted in streams(replicas):
        try:
            await engine.stream_info(wanted.name or "")
        except NotFoundError:
            await engine.add_stream(wanted)


def _stream(name: str, replicas: int, **limits: float) -> StreamConfig:
    return StreamConfig(
        name=name.upper(),
        subjects=[f"floor.{name}.*"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        num_replicas=replicas,
        allow_direct=True,
        **limits,  # type: ignore[arg-type]
    )
