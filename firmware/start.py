"""Starts a released version: `python3 -I -S -B VERSION/firmware/start.py COMMAND...`.

It imports nothing but the standard library, the program in this folder and its own `lib`.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "lib")]
    from firmware.cli.main import main

    sys.exit(main())
