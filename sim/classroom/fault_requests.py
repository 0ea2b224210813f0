"""The faults that a trainer throws into a table, as requests of its pages."""

from collections.abc import Mapping
from typing import Any, Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.classroom.requests import FaultKind
from sim.web.messages.messages_in import (
    DrawCard,
    InjectFault,
    LayChips,
    PageRequest,
    RaiseClaim,
    SwitchPower,
)

Topics = Mapping[str, Any]
FRAGILE_PARTS: Final = ("shoe", "wheel", "balls", "chips")
"""The parts that a trainer breaks, the first of them that a table has."""
BREAKAGES: Final = ("unplug", "silent", "mute")
"""The faults of a part, the first of them that it has; else its first that lasts."""
BETS_OPEN: Final = "place_bets"


def fault_request(kind: FaultKind, topics: Topics, *, is_active: bool) -> PageRequest:
    """Return the request. Raises RequestFailed if this fault can't be at this table now."""
    match kind:
        case "late":
            return _late_bet(topics)
        case "unread":
            if not topics["hello"]["pack"]:
                raise RequestFailed(Text("person.no_cards"))
            return DrawCard(readable=False)
        case "power":
            return SwitchPower(is_on=not is_active)
        case "part":
            return _broken_part(topics, is_active=is_active)
        case "claim":
            return RaiseClaim(spot=_claiming_spot(topics) if is_active else None)


def _late_bet(topics: Topics) -> LayChips:
    """Return a bet like the first one on the felt, of a player who has none."""
    status = topics["status"]["status"]
    if status is None or status["ask"]["do"] == BETS_OPEN:
        raise RequestFailed(Text("class.bets_open"))
    chips = topics["scene"]["chips"]
    if not chips:
        raise RequestFailed(Text("class.no_bets"))
    first_bet = chips[0]
    betting_spots = {bet["spot"] for bet in chips}
    free_spots = [int(spot) for spot in status["spots"] if int(spot) not in betting_spots]
    spot = free_spots[0] if free_spots else first_bet["spot"]
    return LayChips(spot=spot, bet_name=first_bet["on"], cents=first_bet["cents"])


def _broken_part(topics: Topics, *, is_active: bool) -> InjectFault:
    parts = {part["name"]: part["breaks"] for part in topics["hello"]["parts"]}
    for part in FRAGILE_PARTS:
        lasting = [fault["how"] for fault in parts.get(part, ()) if fault["lasts"]]
        if lasting:
            named = [fault_name for fault_name in BREAKAGES if fault_name in lasting]
            fault_name = (named or lasting)[0]
            return InjectFault(part=part, fault_name=fault_name, active=is_active)
    raise RequestFailed(Text("class.no_fragile_part"))


def _claiming_spot(topics: Topics) -> int:
    chips = topics["scene"]["chips"]
    return chips[0]["spot"] if chips else 1
