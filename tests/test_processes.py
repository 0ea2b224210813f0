"""The kit of the processes can fail: it ends its processes, and reports errors."""

import subprocess
import sys
from contextlib import AbstractContextManager

import pytest

from tests.kits.processes import Running, ended, running
from tests.kits.waiting import PATIENCE_S, until

SPEAKS = "import sys, time; print('here', flush=True); print('woe', file=sys.stderr, flush=True); "
STAYS = f"{SPEAKS} time.sleep(3600)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {STAYS}"
FLOODS = "import sys; print('x' * 10**6, file=sys.stderr); print('y' * 10**6); print('done')"


def python(program: str) -> AbstractContextManager[Running]:
    return running(sys.executable, "-c", program)


def test_failing_block_reports_output() -> None:
    with pytest.raises(ZeroDivisionError) as failed, python(STAYS) as started:  # noqa: PT012
        started.says("here\n")
        started.complains("woe\n")
        raise ZeroDivisionError
    (account,) = failed.value.__notes__
    assert account.endswith("runs\n-- stdout --\nhere\n\n-- stderr --\nwoe\n")
    assert started.status == -15


def test_process_ignoring_signal_killed() -> None:
    with pytest.raises(subprocess.TimeoutExpired), python(DEAF) as started:  # noqa: PT012
        started.says("here\n")
        started.patience_s = 0.2
    assert started.status == -9


def test_ended_process_is_not_awaited() -> None:
    never = pytest.raises(AssertionError, match="ended with 0 and never said 'gone'")
    with never as failed, python(SPEAKS) as started:
        started.says("gone")
    assert "here" in failed.value.__notes__[0]


def test_wait_for_output_is_bounded() -> None:
    with python(STAYS) as started:
        started.patience_s = 0.2
        with pytest.raises(AssertionError, match="'gone', 1 times of the process: not within"):
            started.says("gone")
        started.patience_s = PATIENCE_S


def test_flood_on_pipes_blocks_nothing() -> None:
    with python(FLOODS) as started:
        started.says("done")
        assert started.ends() == 0
    assert (len(started.err), len(started.out)) == (10**6 + 1, 10**6 + 6)


def test_typed_input_is_read_to_its_end() -> None:
    script = ended("console", "--socket", "/nonexistent", typed="lang en\nhelp exit\n")
    assert "log out and leave" in script.out
    assert script.status == 0


def test_wait_reports_last_value() -> None:
    with pytest.raises(AssertionError, match="a lamp: not within 0 s; last seen: 'dark'"):
        until("a lamp", lambda: "dark", lambda seen: seen == "lit", most_s=0)
