"""Where the project's own files are, and those beside it."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "examples"
GOLDEN: Final = ROOT / "tests" / "games"
"""A folder of golden rounds for each game."""
SHARED_ROUNDS: Final = ROOT.parent / "shared" / "rounds"
"""Public rounds, where they are there."""
