"""The two programs of a loudspeaker, replaced by scripts.

A script records its process, so that none is left running.
"""

import os
from pathlib import Path
from typing import Final

WAVE: Final = bytes.fromhex(
    "52494646 28000000 57415645 666D7420 10000000 0100 0100 22560000 44AC0000 0200 1000"
    "64617461 04000000 12345678"
)
"""Two samples at 22050 Hz, 16 bits, mono."""
ESPEAK: Final = """#!/bin/sh
echo $$ >> {folder}/processes
printf '%s\\n' "$@" > {folder}/asked
while [ $# -gt 1 ]; do [ "$1" = -w ] && out=$2; shift; done
cp {folder}/wave "$out"
"""
APLAY: Final = """#!/bin/sh
echo $$ >> {folder}/processes
echo "$@" >> {folder}/played
"""
HANGS: Final = "echo > {folder}/begun\nexec tail -f /dev/null\n"
FAILS: Final = "exit 1\n"


class Programs:
    """espeak-ng and aplay on a PATH of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "wave").write_bytes(WAVE)
        os.mkfifo(folder / "begun")
        self.put("espeak-ng", ESPEAK)
        self.put("aplay", APLAY)

    def put(self, name: str, script: str) -> None:
        program = self.folder / name
        program.unlink(missing_ok=True)
        program.write_text(script.format(folder=self.folder))
        program.chmod(0o755)

    def played(self) -> list[str]:
        return (self.folder / "played").read_text().splitlines()

    def asked(self) -> list[str]:
        return (self.folder / "asked").read_text().splitlines()

    def begun(self) -> None:
        """Return when a program that hangs has come so far."""
        (self.folder / "begun").read_bytes()

    def left(self) -> list[int]:
        """Return the processes that are still there, zombies included."""
        processes = self.folder / "processes"
        reported = processes.read_text().split() if processes.exists() else []
        return [int(process) for process in reported if Path("/proc", process).exists()]
