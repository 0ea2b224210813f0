"""A shoe that another process plays: it writes Angel Eye frames into a pseudo-terminal."""

import os
import tty


class ExternalShoe:
    """Implements `sim.wires.far_end.FarEnd`: another process writes the bytes, to `path`.

    The table's bytes can be read from `path`, or are dropped without a reader.
    """

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        # Otherwise the line discipline would echo and translate octets.
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)

    def receive(self, data: bytes) -> None:
        """Pass the table's bytes on."""
        try:
            os.write(self._master, data)
        except BlockingIOError:
            return

    def transmit(self) -> bytes:
        """Return the other process's bytes."""
        try:
            return os.read(self._master, 4096)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        """Let the pseudo-terminal go."""
        os.close(self._master)
        os.close(self._slave)
