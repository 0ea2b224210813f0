"""How many connections a page server has, in all and of one client."""

from asyncio import BaseTransport
from collections.abc import Collection
from typing import Any, Final, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol

USUAL_CONNECTIONS: Final = 100


class ConnectionLimits(NamedTuple):
    """The most connections at once; of one address, except of a trusted proxy's."""

    most: int = USUAL_CONNECTIONS
    most_of_client: int = USUAL_CONNECTIONS
    proxy_addresses: Collection[str] = ()

    def server_options(self) -> dict[str, Any]:
        """Return uvicorn's options. The connection that is one too many of its client is closed, so
        that no client takes those of all others.
        """
        limits = self

        class LimitedProtocol(H11Protocol):
            def connection_made(self, transport: BaseTransport) -> None:
                super().connection_made(transport)  # type: ignore[arg-type]
                client = self.client[0] if self.client else ""
                if client not in limits.proxy_addresses and _count_of(self, client) > (
                    limits.most_of_client
                ):
                    transport.close()

        return {"http": LimitedProtocol, "limit_concurrency": self.most}


def _count_of(protocol: H11Protocol, client_address: str) -> int:
    return sum(
        connection.client is not None and connection.client[0] == client_address
        for connection in protocol.connections
        if isinstance(connection, H11Protocol)
    )
