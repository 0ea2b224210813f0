"""`croupier` in the process of the test: for commands that start no table, and
end by themselves.
"""

import gc
import sys
import threading
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

import pytest

from firmware.cli.main import main
from tests.kits.processes import home


class Done(NamedTuple):
    status: int
    out: str
    err: str


def here(folder: Path, *command: str | Path) -> Done:
    """Run a command in this home, between files; undo the process settings of a service.

    What was frozen stays so: a table would collect the objects of all tests, for most of a second.
    """
    interval = sys.getswitchinterval()
    with pytest.MonkeyPatch.context() as patches, ExitStack() as open_files:
        nothing, out, err = (
            open_files.enter_context(TemporaryFile("w+", encoding="utf-8")) for _ in range(3)
        )
        patches.setattr(sys, "stdin", nothing)
        for taken in (sys, threading):
            patches.setattr(taken, "excepthook", taken.excepthook)
        patches.setattr(sys, "unraisablehook", sys.unraisablehook)
        patches.setattr("logging.raiseExceptions", True)
        patches.setattr(gc, "unfreeze", lambda: None)
        patches.setenv("XDG_STATE_HOME", home(folder)["XDG_STATE_HOME"])
        try:
            with redirect_stdout(out), redirect_stderr(err):
                status = main(list(map(str, command)))
        finally:
            sys.setswitchinterval(interval)
        return Done(status, _said(out), _said(err))


def _said(file: IO[str]) -> str:
    file.seek(0)
    return file.read()
