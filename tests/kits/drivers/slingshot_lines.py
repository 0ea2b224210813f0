"""Lines of a wheel, by its state."""

from firmware.core.vocabulary.events import (
    NoMoreBetsSeen,
    NoResultSeen,
    ResultSeen,
)
from tests.kits.drivers.slingshot_bench import Bench

CLOSED_BETS = NoMoreBetsSeen()
SAME_WAY = NoResultSeen("same_direction")
NOT_LAUNCHED = NoResultSeen("failed_launch")
BALL_OUT = NoResultSeen("ball_out")
SPEED = NoResultSeen("rotor_speed")


def result(symbol: str) -> ResultSeen:
    return ResultSeen((symbol,))


def rolling(game: int = 12) -> Bench:
    """A wheel in state 4, the ball in play."""
    bench = Bench()
    assert bench.follow(2, 3, 4, game=game) == [CLOSED_BETS]
    return bench


UP_TO = {1: [1], 2: [2], 3: [2, 3], 4: [2, 3, 4], 5: [2, 3, 4, 5], 6: [2, 6]}
