"""Notifications to systemd: ready, status, alive."""

import contextlib
import os
import socket
from collections.abc import Mapping
from typing import Final

from hal.ports import NEVER, Millis

FEEDINGS_A_PERIOD: Final = 4
"""In a period of the watchdog."""


class SystemdNotifier:
    """Speaks the protocol of sd_notify(3); does nothing without a service manager.

    The watchdog is fed four times in each of its periods, so that of its ten seconds more than
    seven are left to a turn of the loop in which both disks are late: it takes four. The notifier
    never waits. A message that can't be sent is lost: a manager that misses it restarts the
    service, which is the remedy.
    """

    due: Millis = NEVER
    """When the watchdog must be fed next; NEVER without one or before `ready`."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Read NOTIFY_SOCKET and WATCHDOG_USEC as systemd sets them."""
        self._address = _socket_address(environment.get("NOTIFY_SOCKET", ""))
        self._feed_period = Millis(
            int(environment.get("WATCHDOG_USEC", "0")) // 1000 // FEEDINGS_A_PERIOD
        )
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(0)

    def ready(self, now: Millis) -> None:
        """Report that the table is in service; from now on the watchdog must be fed."""
        self._send("READY=1")
        if self._feed_period:
            self.due = now

    def feed(self, now: Millis) -> None:
        """Feed the watchdog if it is due."""
        if now >= self.due:
            self._send("WATCHDOG=1")
            self.due = Millis(now + self._feed_period)

    def status(self, words: str) -> None:
        """Show one line of `words` in the service manager's status."""
        self._send(f"STATUS={' '.join(words.splitlines())}")

    def stopping(self) -> None:
        """Report that the table goes out of service; the watchdog is no longer fed."""
        self._send("STOPPING=1")
        self.due = NEVER

    def close(self) -> None:
        """Close the socket; closing twice is no error."""
        self._socket.close()

    def _send(self, message: str) -> None:
        if self._address:
            with contextlib.suppress(OSError):
                self._socket.sendto(message.encode(), self._address)


def _socket_address(name: str) -> str:
    """Return `name` as the kernel takes it: a path, or an abstract name written with an @."""
    # sd_notify(3): an @ means the zero octet of the abstract namespace
    return "\0" + name[1:] if name.startswith("@") else name
