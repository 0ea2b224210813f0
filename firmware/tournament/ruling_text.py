"""The rulings of a tournament in words."""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware.core.tournament import rulings
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling

MINUTE_S: Final = 60
HOUR_S: Final = 3600
DAY_S: Final = 24 * HOUR_S

FIELD_RULINGS: Final[dict[type[Ruling], str]] = {
    rulings.SeatDrawn: "hall.told.seated",
    rulings.PlayerPlaced: "hall.told.placed",
    rulings.TableBroken: "hall.told.broken",
    rulings.ChipsExchanged: "hall.told.coloured",
    rulings.PaymentRefunded: "hall.told.paid_back",
    rulings.PrizeWon: "hall.told.prize",
    rulings.PlayerRenamed: "hall.told.renamed",
    rulings.PaymentDue: "hall.told.due",
}
"""The message key of each ruling whose placeholders are its fields."""

PLACEHOLDERS: Final = {"player": "who"}
"""Placeholders with another name than the field: `player` would be rendered as a card's holder."""


def ruling_texts(rulings: Iterable[Ruling]) -> Iterator[Text]:
    """Yield each ruling in words."""
    return map(_ruling_text, rulings)


def _ruling_text(ruling: Ruling) -> Text:
    match ruling:
        case Refused(words) | Announced(words):
            return words
        case rulings.LevelBegan():
            return level_text(ruling.number, ruling.blinds, ruling.ante, ruling.seconds)
        case rulings.BreakBegan(seconds):
            return Text("hall.told.break", {"span": duration_text(seconds)})
        case rulings.PlayerMoved():
            return move_text(ruling)
        case rulings.ProceedsReported():
            return proceeds_text(ruling)
    return _plain_text(ruling)


def _plain_text(ruling: Ruling) -> Text:
    match ruling:
        case rulings.HandForHandChanged(is_on):
            return Text("hall.told.hand_for_hand" if is_on else "hall.told.hand_for_hand_over")
        case rulings.OddChipsRaced(chips):
            return Text("hall.told.race", {"count": chips})
        case rulings.CharityShort():
            return Text("hall.proceeds")
        case rulings.ActUndone(description):
            return Text("hall.told.taken_back", {"what": description})
        case rulings.ActCorrected():
            return correction_text(ruling)
        case rulings.ChipsCorrected(player, chips):
            key = "hall.told.chips_more" if chips > 0 else "hall.told.chips_less"
            return Text(key, {"who": player, "chips": abs(chips)})
        case rulings.PrizeCorrected(player, cents):
            key = "hall.told.prize_more" if cents > 0 else "hall.told.prize_less"
            return Text(key, {"who": player, "cents": abs(cents)})
    values = {
        PLACEHOLDERS.get(field, field): getattr(ruling, field) for field in ruling.__struct_fields__
    }
    return Text(FIELD_RULINGS[type(ruling)], values)


def correction_text(correction: rulings.ActCorrected) -> Text:
    """Return a correction in words, with both persons and without its reason."""
    first, second = correction.persons
    values: TextValues = {"number": correction.number, "what": correction.description}
    values = {**values, "first": first, "second": second}
    if correction.corrected is None:
        return Text("hall.told.withdrawn", values)
    return Text("hall.told.corrected", {**values, "right": correction.corrected})


def level_text(number: int, blinds: tuple[int, int], ante: int, seconds: int) -> Text:
    """Return a level in words, with its duration or the time left."""
    small_blind, big_blind = blinds
    values: TextValues = {
        "number": number,
        "small": small_blind,
        "big": big_blind,
        "span": duration_text(seconds),
    }
    if ante:
        return Text("hall.told.level_ante", {**values, "ante": ante})
    return Text("hall.told.level", values)


def move_text(move: rulings.PlayerMoved) -> Text:
    (table, spot), (to_table, to_spot) = move.origin, move.to
    seats = {"table": table, "spot": spot, "to_table": to_table, "to_spot": to_spot}
    return Text("hall.told.moved", {"who": move.player, **seats})


def proceeds_text(proceeds: rulings.ProceedsReported) -> Text:
    amounts = {f"{field}_cents": getattr(proceeds, field) for field in proceeds.__struct_fields__}
    return Text("hall.told.proceeds", amounts)


def duration_text(seconds: int) -> Text:
    """Return a duration in words: seconds, minutes, or hours or days with the next smaller unit."""
    if seconds < MINUTE_S:
        return Text("console.span.seconds", {"seconds": seconds})
    if seconds < HOUR_S and seconds % MINUTE_S:
        return Text("hall.span", {"minutes": seconds // MINUTE_S, "seconds": seconds % MINUTE_S})
    if seconds < HOUR_S:
        return Text("console.span.minutes", {"minutes": seconds // MINUTE_S})
    if seconds < DAY_S:
        hours, remainder = divmod(seconds, HOUR_S)
        return Text("console.span.hours", {"hours": hours, "minutes": remainder // MINUTE_S})
    days, remainder = divmod(seconds, DAY_S)
    return Text("console.span.days", {"days": days, "hours": remainder // HOUR_S})
