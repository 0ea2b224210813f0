"""The won pots of a poker table as settled bets: what goes to each seat, and into the drop box.

A poker table says all of it in one prompt, and no part of it sees the chips that are pushed; so the
examiner marks all pushes together, by the felt, as the dealer confirms them.
"""

from collections import Counter

from msgspec.structs import replace

from firmware.core.poker_room.engine.closed_games import POT
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import SpotLight
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.poker_status import PokerStatus
from firmware.core.vocabulary.status import BetStatus, SpotStatus, Status
from sim.people.pot_chips import DROP_BOX, is_won


def with_pot_shares(status: Status) -> Status:
    """Return a status in which each share of a won pot, and the commission, is a bet that is paid;
    the status itself if no pot is won.
    """
    room_status = status.room
    if room_status is None or not is_won(room_status):
        return status
    spots = dict(status.spots)
    for place, cents in pot_shares(room_status).items():
        share = BetStatus(place.on, NO_CENTS, outcome="win", paid=cents, due=cents)
        spots[place.spot] = SpotStatus(SpotLight.WIN.value, pulsing=False, bets=(share,))
    return replace(status, spots=spots)


def pot_shares(room_status: PokerStatus) -> dict[Place, Cents]:
    """Return where the chips of the won pots go: the commission first, then by spot."""
    shares: Counter[int] = Counter()
    for share in room_status.won:
        shares[share.spot] += share.cents
    drop = Cents(room_status.commission + room_status.for_jackpot)
    return {
        **({DROP_BOX: drop} if drop else {}),
        **{Place(spot, POT): Cents(cents) for spot, cents in sorted(shares.items())},
    }
