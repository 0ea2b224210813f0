"""Peers: games of others, each in a process of its own that plays and prints what it found."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VENV = HERE.parent / ".venv" / "peer"
LOCKS = (HERE / "peer_tools.txt", HERE / "peer.txt")


def played(name: str, rounds: int) -> dict[str, Any] | None:
    """Return what a peer found in so many rounds, None where it can't be had."""
    return ask_peer(name, str(rounds))


def ask_peer(name: str, *arguments: str, request_text: str = "") -> dict[str, Any] | None:
    """Return what a peer found, with these arguments and this input; None where it can't be had."""
    try:
        _install()
        script = HERE / f"peer_{name}.py"
        command = [str(VENV / "bin" / "python"), "-I", str(script), *arguments]
        done = subprocess.run(
            command, input=request_text, capture_output=True, check=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _install() -> None:
    made, locked = VENV / "made", "".join(lock.read_text() for lock in LOCKS)
    if made.exists() and made.read_text() == locked:
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)
    pip = [str(VENV / "bin" / "pip"), "install", "--quiet", "--no-deps", "--require-hashes"]
    for lock in LOCKS:
        command = [*pip, "--no-build-isolation", "-r", str(lock)]
        subprocess.run(command, check=True, capture_output=True)
    made.write_text(locked)
