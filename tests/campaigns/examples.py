"""Every test, with all the examples that a campaign gives it.

    python -m tests.campaigns.examples --processes 2 [TEST ...]

`make test` gives a costly property a share of its examples (`tests.kits.examples`).
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence


def run(tests: Sequence[str], processes: int) -> int:
    """Have pytest print as it goes, and its figures last; return its status."""
    pytest = [sys.executable, "-m", "pytest", "-q", *tests]
    spread = ["--numprocesses", str(processes), "--dist", "worksteal"]
    environment = os.environ | {"CROUPIER_CAMPAIGN": "1"}
    last_line = ""
    with subprocess.Popen(
        [*pytest, *spread], stdout=subprocess.PIPE, text=True, env=environment
    ) as running:
        for last_line in running.stdout or ():
            sys.stdout.write(last_line)
            sys.stdout.flush()
    sys.stdout.write("\n" + last_line)
    return running.returncode


def main() -> int:
    """Read the command line; return pytest's status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tests", nargs="*", metavar="TEST")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    return run(options.tests, options.processes)


if __name__ == "__main__":
    sys.exit(main())
