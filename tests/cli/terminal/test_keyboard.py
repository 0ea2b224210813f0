"""The keyboard at a terminal table: digits and nothing else, and the terminal as it was."""

import os
import pty
import termios
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.terminal.keyboard import Keyboard
from tests.kits.waiting import until


def test_digits_read_terminal_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    received: list[int] = []
    with Path(os.ttyname(slave)).open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        before = termios.tcgetattr(stdin)
        with closing(Keyboard(received.append)):
            os.write(master, b"1x0 9\xe9\n")
            until("both digits", lambda: received == [1, 9])
        assert termios.tcgetattr(stdin) == before
    os.close(slave)
    os.close(master)
