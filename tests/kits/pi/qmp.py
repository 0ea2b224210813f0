"""QEMU's monitor protocol, as far as a scenario needs it."""

import json
import socket
import time
from pathlib import Path
from typing import Any, Final

BEGINS_S: Final = 60.0
ANSWER_S: Final = 60.0


class Refused(Exception):
    """QEMU can't do what was asked; the message is its own."""


class Monitor:
    """A connection to the monitor of a QEMU at a Unix socket. Not thread-safe."""

    def __init__(self, path: Path) -> None:
        self._socket = _connected(path)
        self._lines = self._socket.makefile("rb")
        self._events: list[str] = []
        self._lines.readline()  # its greeting
        self.execute("qmp_capabilities")

    def execute(self, command: str, **arguments: Any) -> Any:
        """Return what a command returns. Raises Refused, OSError."""
        self._events.clear()
        request = {"execute": command, "arguments": arguments}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        while line := self._lines.readline():
            answer = json.loads(line)
            if "error" in answer:
                raise Refused(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
            self._events.append(answer["event"])
        raise ConnectionResetError(command)

    def wait_for(self, event: str) -> None:
        """Return once the event has come since the last command was given. Raises OSError."""
        if event in self._events:
            return
        while line := self._lines.readline():
            if json.loads(line).get("event") == event:
                return
        raise ConnectionResetError(event)

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


def _connected(path: Path) -> socket.socket:
    end = time.monotonic() + BEGINS_S
    while True:
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(ANSWER_S)
        try:
            client.connect(str(path))
        except OSError:
            client.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return client
