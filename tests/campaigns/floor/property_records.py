"""Facts and records at a property's engine: `… property_records ADDRESS PROPERTY`."""

import asyncio
import sys

from nats.aio.client import Client

from firmware.floor.streams import create_missing_streams, stream_configs

MESSAGES = 200


async def publish(address: str, property_name: str) -> None:
    client = Client()
    await client.connect(address)
    jetstream = client.jetstream()
    await create_missing_streams(jetstream, stream_configs(3, 64))
    for number in range(MESSAGES):
        lane = ("fact", "record")[number % 2]
        await jetstream.publish(f"floor.{lane}.{property_name}.main.table-1", bytes(400))
    await client.close()


if __name__ == "__main__":
    asyncio.run(publish(*sys.argv[1:]))
