"""The rulings of a hall in words."""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware.core.tournament import rulings as r
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling

MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 24 * HOUR

NAMED: Final[dict[type[Ruling], str]] = {
    r.Seated: "seated",
    r.Placed: "placed",
    r.TableBroken: "broken",
    r.Coloured: "coloured",
    r.PaidBack: "paid_back",
    r.PrizeWon: "prize",
}
"""Rulings whose words have their fields, by the key of these."""

OWN: Final = {"player": "who"}
"""Words take a player's name for cards if it is under `player`."""


def hall_told(ruled: Iterable[Ruling]) -> Iterator[Text]:
    """Yield each ruling in words."""
    return map(_told, ruled)


def _told(ruling: Ruling) -> Text:
    match ruling:
        case Refused(words) | Announced(words):
            return words
        case r.LevelBegan():
            return level_told(ruling.number, ruling.blinds, ruling.ante, ruling.seconds)
        case r.BreakBegan(seconds):
            return Text("hall.told.break", {"span": span(seconds)})
        case r.Moved():
            return moved_told(ruling)
        case r.ProceedsTold():
            return proceeds_told(ruling)
    return _plain(ruling)


def _plain(ruling: Ruling) -> Text:
    match ruling:
        case r.HandForHand(on):
            return Text("hall.told.hand_for_hand" if on else "hall.told.hand_for_hand_over")
        case r.Raced(chips):
            return Text("hall.told.race", {"count": chips})
        case r.ProceedsShort():
            return Text("hall.proceeds")
        case r.TakenBack(what):
            return Text("hall.told.taken_back", {"what": what})
    named = {OWN.get(name, name): getattr(ruling, name) for name in ruling.__struct_fields__}
    return Text(f"hall.told.{NAMED[type(ruling)]}", named)


def level_told(number: int, blinds: tuple[int, int], ante: int, seconds: int) -> Text:
    """Return a level in words, with the time that it lasts or has left."""
    small, big = blinds
    values: Values = {"number": number, "small": small, "big": big, "span": span(seconds)}
    if ante:
        return Text("hall.told.level_ante", {**values, "ante": ante})
    return Text("hall.told.level", values)


def moved_told(moved: r.Moved) -> Text:
    (table, spot), (to_table, to_spot) = moved.origin, moved.to
    seats = {"table": table, "spot": spot, "to_table": to_table, "to_spot": to_spot}
    return Text("hall.told.moved", {"who": moved.player, **seats})


def proceeds_told(told: r.ProceedsTold) -> Text:
    sums = {f"{name}_cents": getattr(told, name) for name in told.__struct_fields__}
    return Text("hall.told.proceeds", sums)


def span(seconds: int) -> Text:
    """Return a length of time in words; of one in hours, or in days, no more than two units."""
    if seconds < MINUTE:
        return Text("console.span.seconds", {"seconds": seconds})
    if seconds < HOUR and seconds % MINUTE:
        return Text("hall.span", {"minutes": seconds // MINUTE, "seconds": seconds % MINUTE})
    if seconds < HOUR:
        return Text("console.span.minutes", {"minutes": seconds // MINUTE})
    if seconds < DAY:
        hours, rest = divmod(seconds, HOUR)
        return Text("console.span.hours", {"hours": hours, "minutes": rest // MINUTE})
    days, rest = divmod(seconds, DAY)
    return Text("console.span.days", {"days": days, "hours": rest // HOUR})
