"""Games of wheels, dice and balls: a round has bets, one result, and a settlement of each bet."""

from collections.abc import Iterator, Mapping, Sequence

from firmware.core.game.course import Course, a_result
from firmware.core.game.course_game import CourseGame
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead, ResultSeen
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Bet


class InstrumentGame(CourseGame):
    """A game with one instrument; `shown` is the last result, empty if there is none."""

    INSTRUMENT: Instrument
    LAYOUT = True

    shown: Symbols = ()

    def play(self) -> Course:
        """Wait for the result, then settle every bet."""
        seen = yield from a_result()
        self.shown = seen.symbols
        self.settle(seen.symbols)

    def settle(self, symbols: Symbols) -> None:
        """Settle every bet by the result; a bet without a line is carried over."""
        raise NotImplementedError

    def laid_bets(self) -> Iterator[Bet]:
        for (place, bettor), cents in self.bets.items():
            yield Bet(place, cents, bettor)

    def impossible(self, seen: ResultSeen) -> Text | None:
        """Return why a result can be none."""
        why = self.unknown(seen.symbols)
        return why or self.invalid(seen)

    def invalid(self, seen: ResultSeen) -> Text | None:  # noqa: ARG002
        """Return why a result that the instrument can show does not count."""
        return None

    def open(self) -> None:
        """Begin a round: nothing is shown."""
        super().open()
        self.shown = ()

    def take(self, event: CardRead) -> None:  # noqa: ARG002
        """No card is ever due."""
        raise Forbidden("why.no_card_due")

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """No card is ever public."""
        return {}

    def cards_told(self) -> tuple[Text, ...]:
        """The last result."""
        return (self.result(),) if self.shown else ()

    def result(self) -> Text:
        """The last result, as a `result`."""
        return Text("result.shown", {"result": " ".join(self.shown)})
