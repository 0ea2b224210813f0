"""The campaigns of a table's dependability, one after the other.

Each part is a program of its own, so that none has the memory, the threads or the files of another.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent


class Part(NamedTuple):
    """One campaign: its program below this folder, and its size and seed."""

    name: str
    program: str
    arguments: Sequence[str]

    def command(self) -> list[str]:
        """Return how it is started."""
        return [sys.executable, str(HERE / self.program), *self.arguments]


PARTS: Final = (
    Part(
        "powercut",
        "powercut/powercut.py",
        ("--rounds", "200", "--seed", "1", "--processes", "2"),
    ),
    Part("kill", "kill/kill.py", ("--kills", "2000", "--seed", "1", "--processes", "4")),
    Part("bits", "bits/bits.py", ("--flips", "100000", "--seed", "15", "--processes", "2")),
    Part("soak", "powercut/soak.py", ("--rounds", "300000", "--seed", "1", "--processes", "2")),
    Part("faults", "faults/faults.py", ("--cases", "10000", "--seed", "1", "--processes", "2")),
    Part("examples", "examples.py", ("--processes", "2")),
)


def run(parts: Iterable[Part]) -> list[str]:
    """Run the parts, which print as they go; return the names of those that failed."""
    failed = []
    for part in parts:
        say(f"== {' '.join((part.name, *part.arguments))}")
        began = time.monotonic()
        status = subprocess.run(part.command(), check=False).returncode
        minutes = (time.monotonic() - began) / 60
        say(f"== {part.name}: {'failed' if status else 'passed'}, {minutes:.1f} minutes")
        if status:
            failed.append(part.name)
    return failed


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """Read the command line; return 1 where a part failed."""
    names = [part.name for part in PARTS]
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(names))
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(names):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    failed = run(p for p in PARTS if not asked.parts or p.name in asked.parts)
    say(f"failed: {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
