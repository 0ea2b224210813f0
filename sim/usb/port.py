"""The socket that a simulated device is plugged into, and its cable."""

import os
import threading

from sim.usb.device import UsbDevice


class UsbPort:
    """A device on a cable that can be pulled. `name` is the port's.

    `in_use` is held by the session that serves the device.
    """

    def __init__(self, name: str, device: UsbDevice) -> None:
        self.name = name
        self.device = device
        self._insertions = 1
        self.insertion: int | None = 1
        """The number of times that the cable was put in; None while it is pulled."""
        self.announced: int | None = None
        """The insertion that the host was informed of; None while it knows of no device."""
        self.in_use = threading.Lock()
        self.event = os.eventfd(0, os.EFD_NONBLOCK)
        """Readable when the session has something to look at."""
        device.bell.answered = self.ring

    @property
    def is_plugged(self) -> bool:
        return self.insertion is not None

    def plug(self) -> None:
        """Put the cable in: the device is powered up."""
        self.device.reset()
        self._insertions += 1
        self.insertion = self._insertions
        self.ring()

    def unplug(self) -> None:
        """Pull the cable."""
        self.insertion = None
        self.ring()

    def ring(self) -> None:
        """Have the session look; from any thread."""
        os.eventfd_write(self.event, 1)

    def quiet(self) -> None:
        """Make `event` unreadable until the next ring."""
        try:
            os.eventfd_read(self.event)
        except BlockingIOError:
            return

    def close(self) -> None:
        """Pull the cable for good."""
        self.device.bell.answered = lambda: None
        os.close(self.event)
