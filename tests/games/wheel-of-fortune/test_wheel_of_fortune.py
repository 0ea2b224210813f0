"""La roue de fortune, articles 117 to 122: legal wheels."""

from itertools import pairwise

import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.games.wheel_of_fortune import arrange_symbols
from firmware.core.vocabulary.panel import Text
from tests.kits.games.reckoning.wheel_of_fortune import WHEELS
from tests.kits.games.scripts import play
from tests.kits.offenders import each

GAME = "wheel-of-fortune"


def refusal(segments: object) -> Text:
    with pytest.raises(OptionRefused) as refused:
        play(GAME, segments=segments)
    return refused.value.why


@each(
    "segment",
    [
        *([0, 5], [10, 0], [-1, 5], [10, -1], [True, 5], [10, 0.5], ["10", 5], [10], [10, 5, 1]),
        *(10, [61, 1], [10**18, 1]),
    ],
)
def test_117_segment_has_positive_parts_and_odds(segment: object) -> None:
    assert refusal({"star": [50, 1], "moon": segment}).key == "why.option_segments"


@each("parts", [8, 61])
def test_117_number_of_parts_is_limited(parts: int) -> None:
    why = refusal({"star": [parts - 1, 1], "moon": [1, 59]})
    assert (why.key, why.values["number"]) == ("why.parts_number", str(parts))
    assert (why.values["least"], why.values["most"], why.values["article"]) == ("9", "60", "117")


@each("segments", WHEELS)
def test_symbol_s_parts_are_all_round_the_wheel(segments: dict[str, list[int]]) -> None:
    order = arrange_symbols(segments)
    gaps = {symbol: longest_gap(order, symbol) for symbol in segments}
    even = {symbol: len(order) / many for symbol, (many, _) in segments.items()}
    assert [symbol for symbol in segments if gaps[symbol] >= 2 * even[symbol]] == [], gaps


def longest_gap(order: list[str], symbol: str) -> int:
    """Return the most steps from one part of a symbol to its next, once round."""
    round_ = [nth for nth, other in enumerate(order) if other == symbol]
    return max(b - a for a, b in pairwise([*round_, round_[0] + len(order)]))
