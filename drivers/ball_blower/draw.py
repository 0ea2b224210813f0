"""One result from the lines of a draw."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from drivers.ball_blower.lines import BALLS_DRAWN, DrawEnded, following
from firmware.core.vocabulary.events import Event, FaultRaised, ResultSeen

BLOWER_PART: Final = "balls"
UNKNOWN_SPIN: Final = FaultRaised(BLOWER_PART, "spin_unknown")
NUMBERS: Final = frozenset(range(1, 81))


class DrawTracker:
    """Follows the draws by their numbers; reports each that was ordered or under way, once.

    The end line names all twenty balls and must agree with the lines of the balls: it makes up for
    a lost one. A draw is `UNKNOWN_SPIN` if its balls contradict each other, or if the next draw
    begins or the blower rests before its end line. A draw that ended before the first line counts
    as reported.

    `health` counts the `draws` reported and the balls `made_up`.
    """

    def __init__(self, health: Counter[str]) -> None:
        self.last_draw: int | None = None
        """The number of the last draw in a line."""
        self.is_running = False
        """Whether that draw is still to be reported."""
        self.ordered_draw: int | None = None
        """A draw that was ordered and is in no line yet."""
        self._health = health
        self._balls_seen: dict[int, int] = {}

    def note_rest(self, draw_number: int) -> Iterator[Event]:
        """Note that the blower rests without a result."""
        yield from self._give_up_draw(due=following(draw_number))
        self.last_draw = draw_number

    def note_progress(self, draw_number: int) -> Iterator[Event]:
        """Note that a draw is under way."""
        if draw_number != self.last_draw:
            yield from self._give_up_draw(due=draw_number)
            self.last_draw, self.is_running, self.ordered_draw = draw_number, True, None
            self._balls_seen = {}

    def note_ball(self, ball_position: int, ball: int) -> Iterator[Event]:
        """Note a ball of the draw under way."""
        if not self.is_running:
            return
        is_consistent = self._balls_seen.setdefault(
            ball_position,
            ball,
            # A line may be repeated, but not with another ball.
        ) == ball and ball_position in range(1, BALLS_DRAWN + 1)
        if not is_consistent or not _possible(list(self._balls_seen.values())):
            self.is_running = False
            yield UNKNOWN_SPIN

    def note_end(self, message: DrawEnded) -> Iterator[Event]:
        """Process an end line; a draw that was reported before yields nothing."""
        if message.draw_number == self.last_draw and self.is_running:
            yield self._report_result(message.balls)
        elif (
            message.draw_number != self.last_draw
            and message.draw_number == self.ordered_draw
            and not self.is_running
        ):
            self._balls_seen = {}
            yield self._report_result(message.balls)
        else:
            yield from self._give_up_draw(due=following(message.draw_number))
        self.last_draw, self.is_running = message.draw_number, False

    def _report_result(self, balls: tuple[int, ...]) -> Event:
        self.ordered_draw = None
        if not _possible(balls) or any(
            balls[position - 1] != drawn_ball for position, drawn_ball in self._balls_seen.items()
        ):
            return UNKNOWN_SPIN
        self._health["draws"] += 1
        self._health["made_up"] += BALLS_DRAWN - len(self._balls_seen)
        return ResultSeen(tuple(str(ball) for ball in balls))

    def _give_up_draw(self, due: int) -> Iterator[Event]:
        """Give up a draw that was begun, or an ordered one other than `due`."""
        if self.is_running or self.ordered_draw not in (None, due):
            self.is_running, self.ordered_draw = False, None
            yield UNKNOWN_SPIN


def _possible(balls: list[int] | tuple[int, ...]) -> bool:
    return len(set(balls)) == len(balls) and NUMBERS.issuperset(balls)
