"""The golden hands of the poker room and the golden evenings of tournaments, by their ids."""

import json
from pathlib import Path
from typing import Any, Final

from tests.kits.paths import GOLDEN

Golden = dict[str, Any]


def _lines(folder: Path) -> list[Golden]:
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.jsonl")))
    return [json.loads(line) for text in texts for line in text.splitlines()]


HAND_LINES: Final = _lines(GOLDEN / "poker-room" / "hands")
HANDS: Final = {hand["script"]["id"]: hand for hand in HAND_LINES}
EVENING_LINES: Final = _lines(GOLDEN / "holdem-tournament" / "evenings")
EVENINGS: Final = {evening["script"]["id"]: evening for evening in EVENING_LINES}
