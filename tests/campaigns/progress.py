"""What a campaign prints while it runs."""

import sys


def say(line: str) -> None:
    """Print a line at once, whatever reads it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
