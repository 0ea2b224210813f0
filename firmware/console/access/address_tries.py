"""Wrong tries at passphrases by the address of a client, as a page of the network has them."""

from ipaddress import ip_address, ip_network
from typing import Final

from firmware.console.access.backoff import Backoff

MAX_ADDRESSES: Final = 1_000
"""The most addresses whose tries are counted; beyond it the one longest quiet is forgotten."""
IPV6_PREFIX_BITS: Final = 64
"""The part of an IPv6 address that is one client's: he chooses the rest himself."""


class AddressTries:
    """Counts wrong tries by address, in memory; a client without an address is not counted."""

    def __init__(self) -> None:
        self._tries_by_client: dict[str, Backoff] = {}

    def remaining_wait_ms(self, client_address: str, now_ms: int) -> int:
        """Return how long the next try from an address has to wait."""
        tries = self._tries_by_client.get(_client_of(client_address), Backoff())
        return tries.remaining_wait_ms(now_ms)

    def count_failure(self, client_address: str, now_ms: int) -> None:
        """Count a wrong try."""
        if not client_address:
            return
        client = _client_of(client_address)
        tries = self._tries_by_client.pop(client, Backoff())
        if len(self._tries_by_client) >= MAX_ADDRESSES:
            del self._tries_by_client[next(iter(self._tries_by_client))]
        self._tries_by_client[client] = tries.after_failure(now_ms)

    def forget(self, client_address: str) -> None:
        """Forget the wrong tries of an address, from which somebody has signed in."""
        self._tries_by_client.pop(_client_of(client_address), None)


def _client_of(client_address: str) -> str:
    try:
        address = ip_address(client_address)
    except ValueError:
        return client_address
    if address.version == 4:
        return client_address
    return str(ip_network((address, IPV6_PREFIX_BITS), strict=False))
