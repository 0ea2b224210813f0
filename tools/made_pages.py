"""Pages that are made from the program: written, or compared with those that are there."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


def write_or_check(texts: Mapping[Path, str], arguments: Sequence[str]) -> int:
    """Write each text to its path; with --check say instead which page is stale, and return 1 if
    one is.
    """
    if "--check" not in arguments:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return 0
    stale = [path.name for path, text in texts.items() if _written_text(path) != text]
    for name in stale:
        print(f"{name} is stale: run make pages", file=sys.stderr)  # noqa: T201
    return int(bool(stale))


def _written_text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
