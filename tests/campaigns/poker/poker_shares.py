"""Shares of random hands that were played, a line each of a file: a run goes on from there."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from tests.kits.paths import ROOT

PLAYED: Final = (
    "firmware/core/poker_room/engine",
    "firmware/core/ranks",
    "tests/kits/games/poker_room",
)
"""The table and the second formulation."""


class Share(msgspec.Struct, frozen=True):
    """The hands of one game that were played with one seed; counts by name."""

    code: str
    """The digest of what was compared."""
    poker: str
    seed: int
    counted: dict[str, int]
    difference: str | None
    """The first script that came to something else, with both accounts."""
    seconds: float
    """Of a processor."""


class Shares:
    """Those in a file; what was played with other code does not count."""

    def __init__(self, path: Path) -> None:
        self.code = _digest()
        self._path = path
        lines = path.read_bytes().splitlines() if path.exists() else []
        shares = (msgspec.json.decode(line, type=Share) for line in lines)
        self._stored = {(one.poker, one.seed): one for one in shares if one.code == self.code}

    def lacks(self, job: tuple[str, int]) -> bool:
        """Say whether the hands of this game and seed are still to be played."""
        return job not in self._stored

    def store(self, share: Share) -> None:
        self._stored[share.poker, share.seed] = share
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(share) + b"\n")

    def of(self, jobs: Iterable[tuple[str, int]]) -> Iterator[Share]:
        """Yield those of these jobs that were played."""
        return (self._stored[job] for job in jobs if job in self._stored)


def _digest() -> str:
    whole = sha256()
    for folder in PLAYED:
        for path in sorted((ROOT / folder).glob("*.py")):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]
