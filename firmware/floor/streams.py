"""The streams that the engine must have, and how long it retains their messages."""

from collections.abc import Iterator
from typing import Final

from nats.js import JetStreamContext
from nats.js.api import RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import NotFoundError

RETENTION_DAYS: Final = 30
"""How long the engine retains messages that the ledger may not have yet."""
SECONDS_PER_DAY: Final = 86_400


def stream_configs(replicas: int) -> Iterator[StreamConfig]:
    """Yield the streams of an installation in which so many servers hold each message."""
    for lane_name in ("fact", "record"):
        yield _stream_config(lane_name, replicas, max_age=float(RETENTION_DAYS * SECONDS_PER_DAY))
    # only a journal's last watermark counts: an uplink that starts anew reads it from here
    yield _stream_config("kept", replicas, max_msgs_per_subject=1)


def stream_for_subject(subject: str) -> str:
    """Return the name of the stream that holds a subject, `floor.fact.table-7` for one."""
    return subject.split(".")[1].upper()


async def create_missing_streams(jetstream: JetStreamContext, replicas: int) -> None:
    """Create the streams that are missing; existing ones stay as they are. Raises NatsError."""
    for stream_config in stream_configs(replicas):
        try:
            await jetstream.stream_info(stream_config.name or "")
        except NotFoundError:
            await jetstream.add_stream(stream_config)


def _stream_config(lane_name: str, replicas: int, **limits: float) -> StreamConfig:
    return StreamConfig(
        name=lane_name.upper(),
        subjects=[f"floor.{lane_name}.*"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        num_replicas=replicas,
        allow_direct=True,
        **limits,  # type: ignore[arg-type]
    )
