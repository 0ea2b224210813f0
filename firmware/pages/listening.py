"""The socket at which a page is served, and its address for people."""

import socket
from typing import Final

STALLED_MS: Final = 10_000
"""How long a browser may leave output unread before the kernel disconnects it."""
UNREAD_OCTETS: Final = 128 << 10
"""The kernel's send buffer for a browser: more would be old when it is read."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there, at a free port if it is 0. Raises OSError.

    It names its protocol: only then does asyncio send each message at once (TCP_NODELAY).
    """
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_OCTETS)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
        listening.bind(address)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def url(listening: socket.socket) -> str:
    """Return what a person types to see the page."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
