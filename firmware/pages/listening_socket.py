"""The listening socket of a page server, and its address for people."""

import socket
from typing import Final

STALL_TIMEOUT_MS: Final = 10_000
"""How long a browser may leave output unread before the kernel disconnects it."""
SEND_BUFFER_SIZE: Final = 128 << 10
"""The kernel's send buffer for a browser: more would be old when it is read."""


def open_listening_socket(host_name: str, port_number: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one. Raises OSError.

    It names its protocol: only then does asyncio send each message at once (TCP_NODELAY).
    """
    address_family, _, _, _, address = socket.getaddrinfo(
        host_name, port_number, type=socket.SOCK_STREAM
    )[0]
    listening_socket = socket.socket(address_family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening_socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_SIZE)
        # else a vanished browser would hold its connection for a quarter of an hour
        listening_socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALL_TIMEOUT_MS)
        listening_socket.bind(address)
        listening_socket.listen()
    except OSError:
        listening_socket.close()
        raise
    return listening_socket


def page_address(listening_socket: socket.socket) -> str:
    """Return the page's address for a browser."""
    host_name, port_number = listening_socket.getsockname()[:2]
    return (
        f"http://[{host_name}]:{port_number}/"
        if ":" in host_name
        else f"http://{host_name}:{port_number}/"
    )
