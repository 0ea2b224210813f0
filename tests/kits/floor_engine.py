"""A real server of the engine with certificates, users.conf, and the streams of the floor."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import nats
from nats.aio.client import Client

from firmware.floor.connection import inbox_prefix, tls_context
from firmware.floor.streams import create_missing_streams, stream_configs
from firmware.shell.config.settings import Certificates
from tests.kits.floor_processes import Process, free_port
from tests.kits.floor_proofs import Proofs, guarded
from tools.floor.engine import server_file


class CertifiedEngine:
    """A server that asks for certificates, with an authority and another one."""

    def __init__(self, folder: Path, tables: Iterable[str], limits: str = "") -> None:
        self.ours, self.other = Proofs(folder / "ours"), Proofs(folder / "other")
        self.address = f"tls://127.0.0.1:{free_port()}"
        file = folder / "nats.conf"
        file.write_text(
            f"listen: {self.address.removeprefix('tls://')}\n"
            f'jetstream {{ store_dir: "{folder}/js", {limits} }}\n'
            f"{guarded(self.ours.of('server'), tables)}\n"
        )
        self.process = Process("server", [str(server_file()), "-c", str(file)], folder / "log")

    def begin(self) -> None:
        """Begin the server, and make its streams."""
        self.process.begin()
        asyncio.run(self._make_streams())

    async def connect(self, name: str, certificates: Certificates | None = None) -> Client:
        """Return a connection, once the server is there. Raises NatsError if it is refused."""
        return await nats.connect(
            self.address,
            tls=tls_context(certificates or self.ours.of(name)),
            inbox_prefix=inbox_prefix(name),
            error_cb=_ignore,
            max_reconnect_attempts=50,
            reconnect_time_wait=0.1,
        )

    async def counts(self, stream: str) -> dict[str, int]:
        """Return how many messages a stream has of each subject."""
        ledger = await self.connect("ledger")
        info = await ledger.jetstream().stream_info(stream, subjects_filter=">")
        await ledger.close()
        return dict(info.state.subjects or {})

    async def _make_streams(self) -> None:
        ledger = await self.connect("ledger")
        await create_missing_streams(ledger.jetstream(), stream_configs(1))
        await ledger.close()


async def _ignore(_: Exception) -> None: ...
