"""Serves the console on a serial port: starts a session for each connection, ends lost ones."""

import time
from collections.abc import Callable
from typing import Final

from firmware.console.session.session import Session
from firmware.console.terminal.terminal import Terminal
from firmware.console.wires.wire import Lost, PortWire, Wire
from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.words.hardware_words import hardware_failure
from hal.errors import HardwareError
from hal.ports import SerialPort

FIRST_S: Final = 0.5
LONGEST_S: Final = 5.0
"""How often a port that is away is tried, at first and at last."""


class Served:
    """A serial port, opened again whenever it is back; `note` receives messages for the log."""

    def __init__(
        self,
        port: SerialPort,
        session: Callable[[Terminal], Session],
        note: Callable[[Text], None],
        sleep: Callable[[float], None] = time.sleep,
        terminal: Callable[[Wire], Terminal] = Terminal,
    ) -> None:
        self._port = port
        self._session = session
        self._note = note
        self._sleep = sleep
        self._terminal = terminal

    def once(self) -> None:
        """Wait for the port, and serve each person who presses ENTER there until he is lost."""
        self._open()
        terminal = self._terminal(PortWire(self._port))
        try:
            while True:
                terminal.meet()
                self._session(terminal).run()
        except Lost:
            pass
        finally:
            terminal.close()
            self._port.close()

    def _open(self) -> None:
        waited_s = 0.0
        while True:
            try:
                self._port.reopen()
            except HardwareError as error:
                if not waited_s:
                    values: Values = {"path": self._port.path, "why": hardware_failure(error)}
                    self._note(Text("console.serve.waits", values))
                waited_s = min(max(2 * waited_s, FIRST_S), LONGEST_S)
                self._sleep(waited_s)
            else:
                self._note(Text("console.serve.serves", {"path": self._port.path}))
                return
