"""Every campaign of the table's dependability, one after the other; its figures go into a page.

Each part is a program of its own, so that none has the memory, the threads or the files of another.
"""

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
PAGE: Final = HERE.parent.parent / "docs" / "en" / "dependability.md"
FIGURES: Final = (
    "<!-- made by campaign `dependability`: {} -->\n```text\n{}\n```\n<!-- end of {} -->"
)


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
    Part("bits", "bits/bits.py", ("--flips", "100000", "--seed", "1", "--processes", "2")),
    Part("soak", "powercut/soak.py", ("--rounds", "300000", "--seed", "1", "--processes", "2")),
    Part("faults", "faults/faults.py", ("--cases", "10000", "--seed", "1", "--processes", "2")),
    Part("examples", "examples.py", ("--processes", "2")),
)


def run(parts: Iterable[Part], page: Path) -> list[str]:
    """Run the parts and write what each printed last into the page; return those that failed."""
    failed = []
    for part in parts:
        say(f"== {' '.join((part.name, *part.arguments))}")
        began = time.monotonic()
        status, told = _run(part)
        minutes = (time.monotonic() - began) / 60
        say(f"== {part.name}: {'failed' if status else 'passed'}, {minutes:.1f} minutes")
        if status:
            failed.append(part.name)
        else:
            page.write_text(written(page.read_text(encoding="utf-8"), part, told), "utf-8")
    return failed


def written(page: str, part: Part, told: str) -> str:
    """Return the page with the figures of a part in their place. ValueError: it has no place."""
    figures = FIGURES.format(" ".join((part.name, *part.arguments)), told, part.name)
    place = rf"<!-- made by campaign `dependability`: {part.name}\b.*?<!-- end of {part.name} -->"
    page, found = re.subn(place, lambda _: figures, page, flags=re.DOTALL)
    if found != 1:
        raise ValueError(f"the page has no place for the figures of {part.name}")
    return page


def _run(part: Part) -> tuple[int, str]:
    """Have the part say its progress as it goes; return its status and its report.

    The report is what follows the last empty line, or all where there is none.
    """
    with subprocess.Popen(part.command(), stdout=subprocess.PIPE, text=True) as process:
        lines = []
        for line in process.stdout or ():
            say(line.rstrip("\n"))
            lines.append(line)
    return process.returncode, "".join(lines).strip().rpartition("\n\n")[2]


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """Read the command line; return 1 where a part failed."""
    names = [part.name for part in PARTS]
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(names))
    parser.add_argument("--page", type=Path, default=PAGE)
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(names):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    failed = run((p for p in PARTS if not asked.parts or p.name in asked.parts), asked.page)
    say(f"failed: {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
