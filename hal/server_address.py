"""The address of a serial server's port, which may stand in place of a port's path."""

import re
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import Final, NamedTuple

PRIVATE_NETWORKS: Final = tuple(
    map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8"))
)
"""The networks of RFC 1918, and this machine itself."""
_FORM: Final = re.compile(r"socket://([0-9.]+):([1-9][0-9]{0,4})")
_LAST_TCP_PORT: Final = 65535


class ServerAddress(NamedTuple):
    """Where a serial server waits for its one client: raw octets over TCP."""

    host: IPv4Address
    tcp_port: int

    @property
    def is_private(self) -> bool:
        """Whether no other network reaches it."""
        return any(self.host in network for network in PRIVATE_NETWORKS)


def is_url(path: str) -> bool:
    """Return whether `path` is meant for a server, and is no path of this machine."""
    return "://" in path


def server_address(path: str) -> ServerAddress | None:
    """Return the address in `socket://ADDRESS:PORT`; None for anything else.

    A name is none: the thread that polls a part must not wait for its resolution.
    """
    form = _FORM.fullmatch(path)
    if form is None or int(form[2]) > _LAST_TCP_PORT:
        return None
    try:
        return ServerAddress(IPv4Address(form[1]), int(form[2]))
    except AddressValueError:
        return None
