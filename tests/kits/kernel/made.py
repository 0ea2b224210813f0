"""What `make campaign NAME=kernel` has made: kernels and disks."""

from pathlib import Path
from typing import Final, NamedTuple

from tests.kits.paths import ROOT

CACHE: Final = ROOT / ".kernel"


class Made(NamedTuple):
    """What a guest is made of; see tools/kernel."""

    kernel: Path
    image: Path
    stick: Path


def newest(suite: str) -> Made | None:
    """Return the newest guest of a Debian, None if there is none."""
    kernel, image = _newest("linux-*"), _newest(f"root-{suite}-*.img")
    return Made(kernel, image, image.with_suffix(".stick")) if kernel and image else None


def _newest(pattern: str) -> Path | None:
    found = sorted(CACHE.glob(pattern), key=lambda path: path.stat().st_mtime)
    return found[-1] if found else None
