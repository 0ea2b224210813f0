"""`croupier` in the process of the test: for what starts no table, and ends by itself."""

import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from firmware.cli.main import main
from tests.kits.processes import home


class Done(NamedTuple):
    status: int
    out: str
    err: str


def here(folder: Path, *command: str | Path) -> Done:
    """Run a command in this home; what a service takes for itself is given back."""
    interval, out, err = sys.getswitchinterval(), StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as kept, redirect_stdout(out), redirect_stderr(err):
        for taken in (sys, threading):
            kept.setattr(taken, "excepthook", taken.excepthook)
        kept.setattr(sys, "unraisablehook", sys.unraisablehook)
        kept.setattr("logging.raiseExceptions", True)
        kept.setenv("XDG_STATE_HOME", home(folder)["XDG_STATE_HOME"])
        try:
            status = main(list(map(str, command)))
        finally:
            sys.setswitchinterval(interval)
    return Done(status, out.getvalue(), err.getvalue())
