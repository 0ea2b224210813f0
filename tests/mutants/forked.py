"""A trial in a process of its own, limited by processor time and never by the clock.

The forking process has imported the tests' other dependencies, and nothing of the project, so that
a trial starts at once.
"""

import ctypes
import os
import shutil
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from resource import RLIMIT_AS, RLIMIT_CORE, RLIMIT_CPU, setrlimit
from typing import NoReturn

import msgspec

from tests.mutants.trial import Ended, Trial, run

PR_SET_PDEATHSIG = 1
"""Of linux/prctl.h: whoever forked it has ended, and it ends too."""
MOST_OCTETS = 3 << 30
LOOKS_ASLEEP = 120
"""A trial that sleeps at so many looks in a row, without any work between them, never ends."""


class Forked:
    """A trial that runs."""

    def __init__(self, trial: Trial, seconds: int) -> None:
        self._scratch = Path(tempfile.mkdtemp(prefix="m"))
        self._pid = os.fork()
        if not self._pid:
            _be_tried(trial, self._scratch, seconds)
        self.said = ""
        """All that pytest said, when it has ended."""
        self._seen = ""
        self._asleep = 0

    def over(self) -> bool:
        """Say whether it has ended, after a look at it."""
        if self._asleep == LOOKS_ASLEEP:
            os.killpg(self._pid, signal.SIGKILL)
        self._look()
        return os.waitpid(self._pid, os.WNOHANG)[0] != 0

    def _look(self) -> None:
        state, *fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(") ")[2].split()
        seen = f"{state} {fields[10:12]}"
        self._asleep = self._asleep + 1 if state == "S" and seen == self._seen else 0
        self._seen = seen

    def ended(self) -> Ended | None:
        """Return how it ended; None if it was given up."""
        ended = self._scratch / "ended"
        found = msgspec.json.decode(ended.read_bytes(), type=Ended) if ended.exists() else None
        self.said = (self._scratch / "said").read_text(errors="replace")
        shutil.rmtree(self._scratch)
        return found


def _be_tried(trial: Trial, scratch: Path, seconds: int) -> NoReturn:
    try:
        os.setsid()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        setrlimit(RLIMIT_CPU, (seconds, seconds + 5))
        setrlimit(RLIMIT_AS, (MOST_OCTETS, MOST_OCTETS))
        setrlimit(RLIMIT_CORE, (0, 0))
        said = os.open(scratch / "said", os.O_WRONLY | os.O_CREAT)
        os.dup2(said, 1)
        os.dup2(said, 2)
        ended = run(trial, scratch)
        (scratch / "ended").write_bytes(msgspec.json.encode(ended))
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
