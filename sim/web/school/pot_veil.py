"""A poker table while its pots are divided blind: one heap in the middle, and nobody has won it."""

from collections import Counter
from itertools import compress
from typing import Any, Final

from msgspec.structs import replace

from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import SpotLight
from firmware.core.vocabulary.poker_status import PokerStatus, PotStatus
from firmware.core.vocabulary.status import SpotStatus, Status

POT_LINE: Final = "room.ask.pot"
"""The line of the dealer's display on a pot and who may win it."""


def status_without_pots(status: Status) -> Status:
    """Return the status of a game that is played, in which nothing says how the pots divide."""
    is_shown = [key != POT_LINE for key in status.dealer_keys]
    return replace(
        status,
        room=status.room and _undivided(status.room),
        dealer=(*compress(status.dealer, is_shown), *status.dealer[len(is_shown) :]),
        dealer_keys=tuple(compress(status.dealer_keys, is_shown)),
        tally={},
        result=None,
    )


def veiled_seats(status: Status) -> dict[str, Any]:
    """Return the fields of a status that show the seats of a won game, and not who has won it."""
    return {
        "room": status.room and _undivided(status.room),
        "spots": {spot: _without_win(seat) for spot, seat in status.spots.items()},
    }


def _undivided(room_status: PokerStatus) -> PokerStatus:
    won: Counter[int] = Counter()
    for share in room_status.won:
        won[share.spot] += share.cents
    heap = Cents(sum(pot.cents for pot in room_status.pots))
    return replace(
        room_status,
        pots=(PotStatus(heap, ()),) if heap else (),
        won=(),
        commission=NO_CENTS,
        for_jackpot=NO_CENTS,
        seats={
            spot: replace(seat, cents=Cents(seat.cents - won[spot]))
            for spot, seat in room_status.seats.items()
        },
    )


def _without_win(seat: SpotStatus) -> SpotStatus:
    is_won = seat.light == SpotLight.WIN.value
    return SpotStatus(SpotLight.PLACED.value if is_won else seat.light, pulsing=False, bets=())
