"""Serves the console on a serial port: a session for each person, ended if the line is lost."""

import time
from collections.abc import Callable
from typing import Final

from firmware.console.session.session import Session
from firmware.console.terminal.terminal import Terminal
from firmware.console.wires.wire import LineLost, PortWire, Wire
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.words.hardware_words import hardware_failure
from hal.errors import HardwareError
from hal.ports import SerialPort

FIRST_RETRY_S: Final = 0.5
MAX_RETRY_S: Final = 5.0
"""The first and the longest wait between two tries to open a missing port; each doubles it."""


class PortConsole:
    """A serial port, opened again whenever it is back; `log_text` receives messages for the log."""

    def __init__(
        self,
        serial_port: SerialPort,
        make_session: Callable[[Terminal], Session],
        log_text: Callable[[Text], None],
        sleep: Callable[[float], None] = time.sleep,
        make_terminal: Callable[[Wire], Terminal] = Terminal,
    ) -> None:
        self._serial_port = serial_port
        self._make_session = make_session
        self._log_text = log_text
        self._sleep = sleep
        self._make_terminal = make_terminal

    def serve_connection(self) -> None:
        """Open the port, and serve each person who presses ENTER there until the line is lost."""
        self._open_port()
        terminal = self._make_terminal(PortWire(self._serial_port))
        try:
            while True:
                terminal.wait_for_person()
                self._make_session(terminal).run()
        except LineLost:
            pass
        finally:
            terminal.close()
            self._serial_port.close()

    def _open_port(self) -> None:
        retry_s = 0.0
        while True:
            try:
                self._serial_port.reopen()
            except HardwareError as error:
                if not retry_s:  # logged once, not at each try
                    placeholders: TextValues = {
                        "path": self._serial_port.path,
                        "why": hardware_failure(error),
                    }
                    self._log_text(Text("console.serve.waits", placeholders))
                retry_s = min(max(2 * retry_s, FIRST_RETRY_S), MAX_RETRY_S)
                self._sleep(retry_s)
            else:
                self._log_text(Text("console.serve.serves", {"path": self._serial_port.path}))
                return
