"""The lines of what only a poker table rules."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.core.poker_room.engine import rulings as r
from firmware.core.vocabulary.rulings import Ruling

Line = dict[str, Any]


def line_of(ruling: Ruling) -> Line | None:
    """Return the line of such a ruling, apart from an alarm, which needs words."""
    found = LINES.get(type(ruling))
    if found is None:
        return None
    name, told = found
    return {name: told(ruling)}


def _as_it_is(ruling: Ruling) -> Line:
    return {name: getattr(ruling, name) for name in ruling.__struct_fields__}


def _shown(shown: r.Shown) -> Line:
    return {"spot": shown.spot, "cards": [card.name for card in shown.cards]}


def _charged(charged: r.Charged) -> Line:
    return {**_as_it_is(charged), "article": "67.108"}


def _won(won: r.PotWon) -> Line:
    half = {} if won.half is None else {"half": won.half}
    cards = None if won.cards is None else [card.name for card in won.cards]
    of_pot = {"pot": won.pot, "spot": won.spot, "cents": won.cents, **half}
    return {**of_pot, "hand": won.hand, "cards": cards, "article": won.article}


def _over(over: r.AlarmOver) -> Line:
    return {"part": "table", "code": over.alarm.code}


LINES: Final[Mapping[type[Ruling], tuple[str, Callable[[Any], Line]]]] = {
    r.BlindsPosted: ("blinds", _as_it_is),
    r.Spoke: ("decided", _as_it_is),
    r.Mucked: ("mucked", _as_it_is),
    r.Shown: ("shown", _shown),
    r.GaveBack: ("returned", _as_it_is),
    r.PotClosed: ("pot", _as_it_is),
    r.PotWon: ("won", _won),
    r.Removed: ("removed", _as_it_is),
    r.StackIs: ("stack", _as_it_is),
    r.Lost: ("out", _as_it_is),
    r.Left: ("left", _as_it_is),
    r.Charged: ("commission", _charged),
    r.TakenBack: ("undone", _as_it_is),
    r.AlarmOver: ("cleared", _over),
}
