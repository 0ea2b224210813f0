"""The rulings of a poker table in words."""

from collections.abc import Iterator, Mapping
from typing import Final

from firmware.core.poker_room.engine import rulings
from firmware.core.poker_room.engine.hands import LOW
from firmware.core.ranks.rank import COMBINATION_KEYS
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import Ruling

FREE_DECISIONS: Final = frozenset({"fold", "check"})
"""Decisions without an amount."""
HAND_KEYS: Final[Mapping[str, str]] = {
    **{combination.value: key for combination, key in COMBINATION_KEYS.items()},
    LOW: "combination.low",
}
"""Message keys by the name of a hand in `PotWon.hand`."""


def room_ruling_texts(ruling: Ruling) -> Iterator[Text]:
    """Yield a ruling in words; some rulings have none."""
    match ruling:
        case rulings.BlindsPosted(button_spot, small_blind_spot, big_blind_spot):
            key = "room.did.blinds" if small_blind_spot else "room.did.dead_blind"
            spots = {"button": button_spot, "small": small_blind_spot, "big": big_blind_spot}
            yield Text(
                key,
                {name: Text("hand.seat", {"spot": spot}) for name, spot in spots.items() if spot},
            )
        case rulings.PlayerDecided():
            yield _decided_text(ruling)
        case rulings.Mucked(spot) | rulings.HandRevived(spot):
            is_muck = isinstance(ruling, rulings.Mucked)
            yield Text("room.did.mucked" if is_muck else "room.did.revived", {"spot": spot})
        case rulings.HandShown(spot, cards):
            yield Text("room.did.shown", {"spot": spot, "card": _card_names(cards)})
        case _:
            yield from _card_text(ruling)
            yield from _alarm_text(ruling)
            yield from _money_texts(ruling)


def _card_text(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case rulings.DealtDown(count):
            yield Text("room.did.dealt_down", {"count": count})
        case rulings.CardBurned():
            yield Text("room.did.burned")
        case rulings.FlopScrambled(burn):
            yield Text("room.did.scrambled", {"card": _card_names((burn,))})
        case rulings.DealtAgain():
            yield Text("room.did.dealt_again")


def _alarm_text(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case rulings.AlarmRaised(_, reason):
            yield Text("view.alarm", {"words": reason})
        case rulings.AlarmResolved():
            yield Text("room.did.alarm_over")


def _money_texts(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case rulings.PotReported(number, cents, spots):
            spot_list = ", ".join(map(str, spots))
            yield Text("room.ask.pot", {"number": number, "cents": cents, "spots": spot_list})
        case rulings.PotWon():
            yield _won_text(ruling)
        case rulings.StackCorrected(spot, before_cents, cents):
            values = {"spot": spot, "before_cents": before_cents, "cents": cents}
            yield Text("room.did.corrected", values)
        case (
            rulings.ChipsReturned()
            | rulings.PotClosed()
            | rulings.JackpotDropped()
            | rulings.OddChipRemoved()
            | rulings.StackReported()
            | rulings.PlayerLeft()
            | rulings.TimeCharged()
        ):
            yield Text(RULING_KEYS[type(ruling)], _ruling_values(ruling))
        case rulings.PlayerEliminated(spot):
            yield Text("room.did.lost", {"spot": spot})


RULING_KEYS: Final[Mapping[type[Ruling], str]] = {
    rulings.ChipsReturned: "room.did.gave_back",
    rulings.PotClosed: "room.did.pot",
    rulings.JackpotDropped: "room.did.jackpot_drop",
    rulings.OddChipRemoved: "room.did.removed",
    rulings.StackReported: "room.did.stack",
    rulings.PlayerLeft: "room.did.left",
    rulings.TimeCharged: "room.did.charged",
}


def _ruling_values(ruling: Ruling) -> dict[str, str | int | Text]:
    """Return the values of a ruling for its message; amounts by a name ending in `cents`."""
    values = {
        field: getattr(ruling, field) for field in ruling.__struct_fields__ if field != "spots"
    }
    return {
        "commission_cents" if field == "commission" else field: value
        for field, value in values.items()
    }


def _decided_text(decision: rulings.PlayerDecided) -> Text:
    values: TextValues = {"spot": decision.spot, "what": decision_text(decision.do)}
    if decision.do in FREE_DECISIONS:
        return Text("room.did.spoke", values)
    return Text("room.did.spoke_to", {**values, "cents": decision.cents})


def decision_text(do: str) -> Text:
    """Return a decision, by its name in a script and in `PlayerDecision.do`, in words."""
    return Text(DECISION_KEYS[do])


DECISION_KEYS: Final = {
    "fold": "room.do.fold",
    "check": "room.do.check",
    "call": "room.do.call",
    "bet": "room.do.bet",
    "raise": "room.do.raise",
    "all_in": "room.do.all_in",
    "bring_in": "room.do.bring_in",
}


def _won_text(pot_won: rulings.PotWon) -> Text:
    values: dict[str, str | int | Text] = {
        "spot": pot_won.spot,
        "cents": pot_won.cents,
        "number": pot_won.pot,
    }
    if pot_won.hand is None:
        return Text("room.did.won", values)
    cards = _card_names(pot_won.cards or ())
    return Text("room.did.won_with", {**values, "hand": hand_text(pot_won.hand), "card": cards})


def hand_text(hand: str) -> Text:
    """Return a hand by the name it has in the regulation (67.103)."""
    return Text(HAND_KEYS[hand])


def _card_names(cards: tuple[Card, ...]) -> str:
    return " ".join(card.name for card in cards)
