"""Releases of the card's maker."""

from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.shell.trust.keys import read_private_key
from tests.kits.pi.built import MAKER
from tools.release import pack

START = "firmware/start.py"


def release_that_fails(version: str) -> bytes:
    """Return a release, signed as it should be, whose program ends as it starts."""
    with TemporaryDirectory() as folder:
        start, out = Path(folder) / "start.py", Path(folder) / "out"
        start.write_text('raise SystemExit("this release does not start")\n')
        pack(out, {START: start}, version, read_private_key(MAKER / "maker.key"))
        return out.read_bytes()
