"""The streams that the engine must have, and how long it retains their messages."""

from collections.abc import Iterable, Iterator
from typing import Final

from nats.js import JetStreamContext
from nats.js.api import RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import NotFoundError

from firmware.floor.places import ANY_PLACE, jackpot_subject, place_subject, subject_kind
from firmware.floor.wire import MESSAGES_PER_PLACE

RETENTION_DAYS: Final = 30
"""How long the engine retains messages that the ledger may not have yet."""
SECONDS_PER_DAY: Final = 86_400
OCTETS_PER_MIB: Final = 1 << 20
MAX_MESSAGE_SIZE: Final = 1 << 20
LINE_STREAM: Final = "LOT"
"""The signed lines of all jackpots: the order of their money, in which nothing is ever deleted."""


def stream_configs(replicas: int, store_mib: int | None = None) -> Iterator[StreamConfig]:
    """Yield the streams of an installation in which so many servers hold each message, and the
    lanes together at most so many MiB: beyond these the oldest messages go, which the ledger has,
    or which the tables send again.
    """
    lane_octets = {} if store_mib is None else {"max_bytes": store_mib * OCTETS_PER_MIB // 2}
    for lane_name in ("fact", "record"):
        yield _stream_config(
            lane_name,
            replicas,
            max_age=float(RETENTION_DAYS * SECONDS_PER_DAY),
            max_msgs_per_subject=MESSAGES_PER_PLACE,
            **lane_octets,
        )
    yield _line_stream_config(replicas)
    # only a journal's last watermark counts: an uplink that restarts reads it from here
    yield _stream_config("kept", replicas, max_msgs_per_subject=1)


def stream_for_subject(subject: str) -> str:
    """Return the name of the stream that holds a subject of tables."""
    return subject_kind(subject).upper()


async def create_missing_streams(
    jetstream: JetStreamContext, stream_configs: Iterable[StreamConfig]
) -> None:
    """Create the streams that are missing; existing ones stay as they are. Raises NatsError."""
    for stream_config in stream_configs:
        try:
            await jetstream.stream_info(stream_config.name or "")
        except NotFoundError:
            await jetstream.add_stream(stream_config)


def _stream_config(lane_name: str, replicas: int, **limits: float) -> StreamConfig:
    return StreamConfig(
        name=lane_name.upper(),
        subjects=[place_subject(lane_name, ANY_PLACE)],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        num_replicas=replicas,
        allow_direct=True,
        max_msg_size=MAX_MESSAGE_SIZE,
        **limits,  # type: ignore[arg-type]
    )


def _line_stream_config(replicas: int) -> StreamConfig:
    return StreamConfig(
        name=LINE_STREAM,
        subjects=[jackpot_subject("*", "line")],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        num_replicas=replicas,
        allow_direct=False,
        deny_delete=True,
        deny_purge=True,
        max_msg_size=MAX_MESSAGE_SIZE,
    )
