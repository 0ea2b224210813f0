"""Games of wheels, dice and balls: a round has bets, one result, and a settlement of each bet."""

from collections.abc import Iterator, Mapping, Sequence

from firmware.core.game.course import Course, next_result
from firmware.core.game.course_game import CourseGame
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead, ResultSeen
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.panel import Text


class InstrumentGame(CourseGame):
    """A game with one instrument; `last_symbols` is the round's result, empty before it."""

    INSTRUMENT: Instrument
    SHARED_LAYOUT = True

    last_symbols: Symbols = ()

    def play_round(self) -> Course:
        """Wait for the result, then settle every bet."""
        result_seen = yield from next_result()
        self.last_symbols = result_seen.symbols
        self.settle_bets(result_seen.symbols)

    def settle_bets(self, symbols: Symbols) -> None:
        """Settle every bet by the result; a bet without a line is carried over."""
        raise NotImplementedError

    def laid_bets(self) -> Iterator[Bet]:
        for (place, bettor), cents in self.bets.items():
            yield Bet(place, cents, bettor)

    def result_refusal(self, result_seen: ResultSeen) -> Text | None:
        """Return why a result is impossible or void, for any bets; None if it counts."""
        why = self.symbols_refusal(result_seen.symbols)
        return why or self.void_result_reason(result_seen)

    def void_result_reason(self, result_seen: ResultSeen) -> Text | None:  # noqa: ARG002
        """Return why a result that the instrument can show does not count."""
        return None

    def open(self) -> None:
        """Begin a round: nothing is shown."""
        super().open()
        self.last_symbols = ()

    def take(self, event: CardRead) -> None:  # noqa: ARG002
        """No card is ever due."""
        raise Forbidden("why.no_card_due")

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """No card is ever public."""
        return {}

    def card_lines(self) -> tuple[Text, ...]:
        """The last result."""
        return (self.result(),) if self.last_symbols else ()

    def result(self) -> Text:
        """The last result, as a `result`."""
        return Text("result.shown", {"result": " ".join(self.last_symbols)})
