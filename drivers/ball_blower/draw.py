"""One result from the lines of a draw."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from drivers.ball_blower.lines import BALLS, Ended, following
from firmware.core.vocabulary.events import Event, FaultRaised, ResultSeen

BLOWER: Final = "balls"
UNKNOWN: Final = FaultRaised(BLOWER, "spin_unknown")
NUMBERS: Final = frozenset(range(1, 81))


class Draws:
    """Follows the draws by their numbers; reports each that was ordered or under way, once.

    The end line names all twenty balls and must agree with the lines of the balls: it makes up for
    a lost one. A draw is `UNKNOWN` if its balls contradict each other, or if the blower goes on or
    rests without its end line. A draw that ended before the first line counts as reported.

    `health` counts the `draws` reported and the balls `made_up`.
    """

    def __init__(self, health: Counter[str]) -> None:
        self.last: int | None = None
        """The number of the last draw in a line."""
        self.under_way = False
        """Whether that draw is still to be reported."""
        self.ordered: int | None = None
        """A draw that was ordered and is in no line yet."""
        self._health = health
        self._balls: dict[int, int] = {}

    def rests(self, draw: int) -> Iterator[Event]:
        """Note that the blower rests without a result."""
        yield from self._left_behind(due=following(draw))
        self.last = draw

    def goes_on(self, draw: int) -> Iterator[Event]:
        """Note that a draw is under way."""
        if draw != self.last:
            yield from self._left_behind(due=draw)
            self.last, self.under_way, self.ordered = draw, True, None
            self._balls = {}

    def out(self, nth: int, ball: int) -> Iterator[Event]:
        """Note a ball of the draw under way."""
        if not self.under_way:
            return
        agrees = self._balls.setdefault(nth, ball) == ball and nth in range(1, BALLS + 1)
        if not agrees or not _possible(list(self._balls.values())):
            self.under_way = False
            yield UNKNOWN

    def ended(self, word: Ended) -> Iterator[Event]:
        """Process an end line; a draw that was reported before yields nothing."""
        if word.draw == self.last and self.under_way:
            yield self._result(word.balls)
        elif word.draw != self.last and word.draw == self.ordered and not self.under_way:
            self._balls = {}
            yield self._result(word.balls)
        else:
            yield from self._left_behind(due=following(word.draw))
        self.last, self.under_way = word.draw, False

    def _result(self, balls: tuple[int, ...]) -> Event:
        self.ordered = None
        if not _possible(balls) or any(balls[n - 1] != b for n, b in self._balls.items()):
            return UNKNOWN
        self._health["draws"] += 1
        self._health["made_up"] += BALLS - len(self._balls)
        return ResultSeen(tuple(str(ball) for ball in balls))

    def _left_behind(self, due: int) -> Iterator[Event]:
        """Give up a draw that was begun, or an ordered one other than `due`."""
        if self.under_way or self.ordered not in (None, due):
            self.under_way, self.ordered = False, None
            yield UNKNOWN


def _possible(balls: list[int] | tuple[int, ...]) -> bool:
    return len(set(balls)) == len(balls) and NUMBERS.issuperset(balls)
