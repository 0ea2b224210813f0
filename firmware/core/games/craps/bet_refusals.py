"""When a bet of Craps may be made, and odds up to how much (95.14 to 95.16)."""

from collections.abc import Mapping

from firmware.core.game.limits import BetRefusal
from firmware.core.game.pack_terms import StakeMultiple
from firmware.core.vocabulary.bets import base_bet_name, place_values
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack

CarriedBets = Mapping[Stack, Cents]
"""The bets that lay there before the roll."""


def time_refusal(bet_stack: Stack, carried: CarriedBets, point_number: int | None) -> str | None:
    """Return the message key by which a new bet is refused now, None if it may be made."""
    match bet_stack[0].on.partition(":"):
        case "pass" | "dont_pass", _, _ if point_number:
            return "why.come_out_only"
        case "come" | "dont_come", _, "" if not point_number:
            return "why.not_on_come_out"
        case "come" | "dont_come", _, come_number if come_number:
            return "why.moved_there"
        case _:
            return "why.main_missing" if lacks_main(bet_stack, carried) else None


def is_put_bet(on: str) -> bool:
    """Return whether it is a bet on a point or a number, which a house may take."""
    bet_name, _, number = on.partition(":")
    return bet_name == "pass" or (bet_name == "come" and bool(number))


def lacks_main(bet_stack: Stack, carried: CarriedBets) -> bool:
    """Article 95.16: odds need their main bet, with its number."""
    place, bettor = bet_stack
    bare_name, side_odds, bet_number = place.on.partition("_odds")
    return bool(side_odds) and (Place(place.spot, bare_name + bet_number), bettor) not in carried


def multiple_refusal(
    bet_stack: Stack,
    amount_cents: Cents,
    limits: Mapping[str, StakeMultiple],
    carried: CarriedBets,
    point_number: int | None,
) -> BetRefusal | None:
    """Return why odds are too much for their main bet, at a house that limits them so."""
    place, bettor = bet_stack
    multiple = limits.get(base_bet_name(place.on))
    if multiple is None:
        return None
    _, _, number = place.on.partition(":")
    main_name = f"{multiple.times_of}:{number}" if number else multiple.times_of
    main_cents = carried.get((Place(place.spot, main_name), bettor), NO_CENTS)
    most = multiple.by_point.get(number or str(point_number))
    if most is None or amount_cents <= most * main_cents:
        return None
    values = {**place_values(place), "count": most, "most_cents": most * main_cents}
    return BetRefusal(Text("why.above_multiple", values), multiple.article)
