"""The head office's streams, made and read in its own network: prints a line of JSON.

python -m tests.campaigns.floor.office_streams ADDRESS PROPERTY…
"""

import asyncio
import sys
from hashlib import sha256
from urllib.request import urlopen

import msgspec
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.api import ExternalStream, StreamConfig, StreamSource
from nats.js.errors import NotFoundError

from firmware.floor.envelope import HEAD_BYTES
from firmware.floor.head_office.forwarded import ForwardedMessage, joined_files
from tests.campaigns.floor.property_clusters import CLIENT_PORT, MONITOR_PORT

STREAMS = {"ALL_ALARM": "ALARM", "ALL_SEALED": "SEALED"}
"""The stream of a property, by that of the head office."""
FETCHED = 500


class OfficeView(msgspec.Struct):
    """What the head office has: digests of sealed files, alarms by subject, kinds of subjects."""

    files: dict[str, str]
    alarms: dict[str, dict[str, object]]
    kinds: list[str]
    property_streams: dict[str, list[str]]
    """The streams that it can see at each property."""
    link_octets: dict[str, int]
    """What each property has sent over its link."""


async def look(address: str, properties: list[str]) -> OfficeView:
    client = Client()
    await client.connect(f"nats://office:office@{address}:{CLIENT_PORT}")
    property_streams = {name: await _streams_of(client, name) for name in properties}
    # a source that finds no stream is tried again more and more rarely, up to two minutes apart
    if all(streams == [*STREAMS.values()] for streams in property_streams.values()):
        await _create_streams(client, properties)
    alarms, sealed = [await _messages(client, name) for name in STREAMS]
    files = {
        f"{file.property_name} {file.day}.{file.number}": sha256(file.octets).hexdigest()
        for file in joined_files(sealed)
    }
    view = OfficeView(
        files,
        {subject: msgspec.json.decode(payload) for subject, payload in alarms},
        sorted({subject.split(".")[1] for subject, _ in (*sealed, *alarms)}),
        property_streams,
        _link_octets(address),
    )
    await client.close()
    return view


async def _create_streams(client: Client, properties: list[str]) -> None:
    jetstream = client.jetstream()
    for name, stream in STREAMS.items():
        sources = [
            StreamSource(name=stream, external=ExternalStream(api=f"$JS.{each}.API"))
            for each in properties
        ]
        try:
            await jetstream.stream_info(name)
        except NotFoundError:
            await jetstream.add_stream(
                StreamConfig(name=name, sources=sources, max_msgs_per_subject=1)
            )


async def _messages(client: Client, name: str) -> list[ForwardedMessage]:
    jetstream = client.jetstream()
    state = (await jetstream.stream_info(name)).state
    found = []
    for sequence in range(max(1, state.first_seq), state.last_seq + 1):
        try:
            message = await jetstream.get_msg(name, sequence)
        except NotFoundError:  # a later one of its subject has replaced it
            continue
        payload = (message.data or b"")[HEAD_BYTES:].partition(b"\n")[2]
        found.append(ForwardedMessage(str(message.subject), payload))
    return found


async def _streams_of(client: Client, property_name: str) -> list[str]:
    """Return the streams of a property that it lets the head office see."""
    try:
        answer = await client.request(f"$JS.{property_name}.API.STREAM.NAMES", b"", timeout=2)
    except NatsError:
        return []
    return sorted(msgspec.json.decode(answer.data).get("streams") or [])


def _link_octets(address: str) -> dict[str, int]:
    with urlopen(f"http://{address}:{MONITOR_PORT}/leafz") as answer:
        links = msgspec.json.decode(answer.read()).get("leafs") or []
    octets: dict[str, int] = {}
    for link in links:
        name = str(link.get("name", "?")).rpartition("-")[0]
        octets[name] = octets.get(name, 0) + link["in_bytes"] + link["out_bytes"]
    return octets


if __name__ == "__main__":
    print(msgspec.json.encode(asyncio.run(look(sys.argv[1], sys.argv[2:]))).decode())  # noqa: T201
