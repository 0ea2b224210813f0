"""A real browser at a real virtual table: for the tests of the page, its pictures and its bench."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
"""Debian's."""
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup",
)  # fmt: skip
"""The last: two pages of the address bar, loaded for each window, cost more than any of ours."""
ENDS_S = 20.0
"""How long a virtual table that is asked to end may take."""
_ADDRESS = re.compile(r"http://[^\s/]+:(\d+)/?")


class NotServed(Exception):
    """No virtual table was served; the message is what its program had to say."""


class Server:
    """A virtual table that is served by a process of its own. Raises NotServed."""

    def __init__(self, *arguments: str, port: int = 0, program: tuple[str, ...] = ()) -> None:
        command = program or (sys.executable, "-m", "firmware.cli.main", "run")
        self._process = subprocess.Popen(  # noqa: S603
            [*command, "--web", str(port), *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        self.output_text: list[str] = []
        """The lines that it has written."""
        self.port = self._await_address()
        self.address = f"http://127.0.0.1:{self.port}/"
        self._reader = threading.Thread(target=self._read_on, daemon=True)
        self._reader.start()

    def stop(self) -> int:
        """Have it end in order, as Ctrl-C does; return its exit status."""
        self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        finally:
            self._reader.join(ENDS_S)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()

    def _await_address(self) -> int:
        assert self._process.stdout is not None  # noqa: S101
        for line in self._process.stdout:
            self.output_text.append(line)
            if found := _ADDRESS.search(line):
                return int(found[1])
        self._process.wait()
        raise NotServed("".join(self.output_text))

    def _read_on(self) -> None:
        assert self._process.stdout is not None  # noqa: S101
        with self._process.stdout as lines:
            self.output_text.extend(lines)


@contextmanager
def serving(*arguments: str, port: int = 0, program: tuple[str, ...] = ()) -> Iterator[Server]:
    """Serve a virtual table with these arguments of `croupier run`. Raises NotServed."""
    server = Server(*arguments, port=port, program=program)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Debian's Chromium without a window. Raises playwright's Error where there is none."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
