"""An uncaught exception is written without its message, and leaves no core dump."""

import io
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.shell.device.crash import LONGEST_CHAIN, MAX_REPORTS, CrashFiles, traceback_lines

UNSEEN = "QS-0499AABBCCDDEE"
HEAD = f"""
import sys, threading, resource
from pathlib import Path
from firmware.shell.device.crash import install_hooks
install_hooks(Path(sys.argv[1]))
SECRET = {UNSEEN!r}

def first():
    card = SECRET
    raise ValueError(f"no card is written {{card}}")

def second():
    try:
        first()
    except ValueError as error:
        raise RuntimeError(SECRET) from error
"""
IN_MAIN = f"{HEAD}\nsecond()"
IN_THREAD = f"{HEAD}\nthread = threading.Thread(target=second)\nthread.start()\nthread.join()"
UNRAISABLE = f"""{HEAD}
class Shoe:
    def __repr__(self): return SECRET
    def __del__(self): second()
shoe = Shoe()
del shoe
"""
IN_LOG = f"""{HEAD}
import logging
logging.basicConfig()
logging.getLogger().warning("%d", SECRET)
second()
"""
WITHIN = f"{HEAD}\ntry:\n    first()\nexcept ValueError:\n    [].pop()"
DUMPS = f"{HEAD}\nprint(resource.getrlimit(resource.RLIMIT_CORE))"
INTERRUPTED = f"{HEAD}\nraise KeyboardInterrupt(SECRET)"


def run(program: str, directory: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, str(directory)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.clause("Practice crash file")
@pytest.mark.parametrize(
    ("program", "status"),
    [(IN_MAIN, 1), (IN_THREAD, 0), (UNRAISABLE, 0), (IN_LOG, 1), (WITHIN, 1)],
    ids=["main", "thread", "unraisable", "log", "within"],
)
def test_no_message_or_value_is_written(program: str, status: int, tmp_path: Path) -> None:
    ran = run(program, tmp_path)
    assert ran.returncode == status
    (file,) = tmp_path.iterdir()
    written = file.read_text(encoding="utf-8")
    assert UNSEEN not in written + ran.stdout + ran.stderr
    assert "builtins.ValueError\n  <string>:" in written
    assert " first\n" in written
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_remedy_is_in_both_languages(tmp_path: Path) -> None:
    (line,) = run(IN_MAIN, tmp_path).stderr.splitlines()
    assert line.startswith("croupier: La table s'est arrêtée sur une erreur")
    assert " / The table stopped at an error" in line
    assert line.count(str(tmp_path / "crash-1.txt")) == 2


def test_cause_comes_before_its_effect(tmp_path: Path) -> None:
    run(IN_MAIN, tmp_path)
    written = (tmp_path / "crash-1.txt").read_text(encoding="utf-8")
    assert written.index("ValueError") < written.index("RuntimeError")


def test_interruption_is_no_crash(tmp_path: Path) -> None:
    ran = run(INTERRUPTED, tmp_path)
    assert not list(tmp_path.iterdir())
    assert ran.stderr == ""


def test_unwritable_file_uses_stderr(tmp_path: Path) -> None:
    ran = run(IN_MAIN, tmp_path / "missing")
    assert "builtins.RuntimeError\n  <string>:" in ran.stderr
    assert UNSEEN not in ran.stderr


@pytest.mark.clause("Practice crash file")
def test_there_is_no_core_dump(tmp_path: Path) -> None:
    assert run(DUMPS, tmp_path).stdout == "(0, 0)\n"


def raised(message: str) -> BaseException:
    with pytest.raises(ValueError, match=message) as caught:
        raise ValueError(message)
    return caught.value


def test_only_the_newest_files_remain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "crash-test.txt").write_text("another's", encoding="utf-8")
    records = CrashFiles(tmp_path)
    for _ in range(MAX_REPORTS + 5):
        records.write_report(raised(UNSEEN))
    names = {f"crash-{number}.txt" for number in range(6, MAX_REPORTS + 6)}
    assert {path.name for path in tmp_path.iterdir()} == {"crash-test.txt", *names}
    assert UNSEEN not in capsys.readouterr().err


def test_circular_chain_ends() -> None:
    first, second = raised("a"), raised("b")
    first.__context__, second.__context__ = second, first
    assert len([line for line in traceback_lines(first) if not line.startswith(" ")]) == 2


def test_long_chain_is_cut() -> None:
    error = raised("a")
    for _ in range(3 * LONGEST_CHAIN):
        outer = raised("b")
        outer.__cause__ = error
        error = outer
    assert (
        len([line for line in traceback_lines(error) if not line.startswith(" ")]) == LONGEST_CHAIN
    )


@pytest.mark.parametrize("there", [True, False])
def test_closed_stderr_is_no_failure(
    there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed if there else None)
    CrashFiles(tmp_path).write_report(raised(UNSEEN))
    assert len(list(tmp_path.iterdir())) == 1
