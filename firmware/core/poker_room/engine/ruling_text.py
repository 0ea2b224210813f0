"""What a poker table rules, in words."""

from collections.abc import Iterator, Mapping
from typing import Final

from firmware.core.poker_room.engine import rulings as r
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling

WORDLESS: Final = frozenset({"fold", "check"})
"""Decisions that cost nothing."""


def room_told(ruling: Ruling) -> Iterator[Text]:
    """Yield such a ruling in words."""
    match ruling:
        case r.BlindsPosted(button, small, big):
            key = "room.did.blinds" if small else "room.did.dead_blind"
            yield Text(key, {"button": button, "small": small or 0, "big": big})
        case r.Spoke():
            yield _spoke(ruling)
        case r.Mucked(spot) | r.Revived(spot):
            did = "mucked" if isinstance(ruling, r.Mucked) else "revived"
            yield Text(f"room.did.{did}", {"spot": spot})
        case r.Shown(spot, cards):
            yield Text("room.did.shown", {"spot": spot, "card": _named(cards)})
        case r.DealtDown(count):
            yield Text("room.did.dealt_down", {"count": count})
        case r.Burned():
            yield Text("room.did.burned")
        case r.DealtAgain():
            yield Text("room.did.dealt_again")
        case _:
            yield from _alarm(ruling)
            yield from _money(ruling)


def _alarm(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case r.AlarmRaised(_, why):
            yield Text("view.alarm", {"words": why})
        case r.AlarmOver():
            yield Text("room.did.alarm_over")


def _money(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case r.PotIs(number, cents, spots):
            said = ", ".join(map(str, spots))
            yield Text("room.ask.pot", {"number": number, "cents": cents, "spots": said})
        case r.PotWon():
            yield _won(ruling)
        case r.StackCorrected(spot, before, cents):
            values = {"spot": spot, "before_cents": before, "cents": cents}
            yield Text("room.did.corrected", values)
        case r.GaveBack() | r.PotClosed() | r.Removed() | r.StackIs() | r.Left() | r.Charged():
            yield Text(f"room.did.{DID[type(ruling)]}", _values(ruling))
        case r.Lost(spot):
            yield Text("room.did.lost", {"spot": spot})


DID: Final[Mapping[type[Ruling], str]] = {
    r.GaveBack: "gave_back",
    r.PotClosed: "pot",
    r.Removed: "removed",
    r.StackIs: "stack",
    r.Left: "left",
    r.Charged: "charged",
}


def _values(ruling: Ruling) -> dict[str, str | int | Text]:
    """Return a ruling's values, money by a name that says so."""
    values = {name: getattr(ruling, name) for name in ruling.__struct_fields__ if name != "spots"}
    return {"commission_cents" if name == "commission" else name: v for name, v in values.items()}


def _spoke(spoke: r.Spoke) -> Text:
    what = Text(f"room.do.{spoke.do}")
    if spoke.do in WORDLESS:
        return Text("room.did.spoke", {"spot": spoke.spot, "what": what})
    return Text("room.did.spoke_to", {"spot": spoke.spot, "what": what, "cents": spoke.cents})


def _won(won: r.PotWon) -> Text:
    values: dict[str, str | int | Text] = {
        "spot": won.spot,
        "cents": won.cents,
        "number": won.pot,
    }
    if won.hand is None:
        return Text("room.did.won", values)
    cards = _named(won.cards or ())
    return Text("room.did.won_with", {**values, "hand": hand_told(won.hand), "card": cards})


def hand_told(hand: str) -> Text:
    """Return a hand as the regulation names it (67.103)."""
    return Text(f"combination.{hand}")


def _named(cards: tuple[Card, ...]) -> str:
    return " ".join(card.name for card in cards)
