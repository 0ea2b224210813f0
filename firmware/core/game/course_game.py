"""Games whose round is a course (see `firmware.core.game.course`)."""

from abc import abstractmethod
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, cast

from firmware.core.game.course import OVER, Came, Choice, Course, Decision, To, Wait
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet


class CourseGame(Game):
    """A game that is its course."""

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self._course: Course | None = None
        self._wait = OVER

    @abstractmethod
    def play(self) -> Course:
        """Lead a round from the close to the last settlement."""

    # the table's questions

    def open(self) -> None:
        """Begin a round."""
        super().open()
        self._course, self._wait = None, OVER

    def close(self, bets: Iterable[Bet]) -> None:
        """Take the bets and begin the course."""
        super().close(bets)
        self._course = self.play()
        self._go_on(None)

    def take_result(self, seen: ResultSeen) -> None:
        """Settle by a result that is due and possible."""
        self._go_on(seen)

    def decide(self, decision: Decision) -> None:
        """Take one of `choices`. Raises Forbidden, with its reason, if it can't be taken."""
        check = decision.choice.check
        refused = check(decision) if check else None
        if refused is not None:
            raise Forbidden(refused)
        self._lay(decision)
        self._go_on(decision)

    @property
    def may_pass(self) -> bool:
        """Whether the dealer may go on without an answer."""
        return self._wait.passes

    def pass_on(self) -> None:
        """Go on; a spot without an answer declines."""
        self._go_on(None)

    def _lay(self, decision: Decision) -> None:
        for on, cents in decision.laid.items():
            stack = Place(decision.spot, on), decision.choice.bettor
            self.bets[stack] = Cents(self.bets.get(stack, NOTHING) + cents)

    def _go_on(self, came: Came | None) -> None:
        course = cast("Generator[Wait, Came | None, None]", self._course)
        try:
            self._wait = course.send(came)
        except StopIteration:
            self._wait, self.finished = OVER, True

    @property
    def due(self) -> To | None:
        """The card that is due, if one is."""
        return self._wait.due

    @property
    def awaits_result(self) -> bool:
        """Whether an instrument's result is due."""
        return self._wait.result

    @property
    def choices(self) -> Sequence[Choice]:
        choices = self._wait.choices
        if self.ONE_BETTOR_A_SPOT is None or not choices:
            return choices
        return [choice._replace(bettor=self.bettor(choice.spot)) for choice in choices]

    # words of a course

    def bettor(self, spot: int) -> str | None:
        """Return the only possible bettor at a spot; None is the player seated there."""
        return next((bettor for place, bettor in self.bets if place.spot == spot), None)

    def laid(self, spot: int, on: str, bettor: str | None = None) -> Cents:
        """Return the amount at a place, of the only bettor or of the one named."""
        who = bettor if self.ONE_BETTOR_A_SPOT is None else self.bettor(spot)
        return self.bets.get((Place(spot, on), who), NOTHING)

    def bet(self, spot: int, on: str, bettor: str | None = None) -> Bet:
        """Return the bet at a place, of the only bettor or of the one named."""
        who = bettor if self.ONE_BETTOR_A_SPOT is None else self.bettor(spot)
        return Bet(Place(spot, on), self.laid(spot, on, who), who)

    def spots(self, *on: str) -> list[int]:
        """Return the spots with chips on one of these places, from the dealer's left."""
        return sorted({place.spot for place, _ in self.bets if not on or place.on in on})

    def pay(self, bet: Bet, name: str) -> None:
        """Pay a bet by the pack's odds of that name, less the house's commission."""
        pays = self.rules.pays[name]
        self.win(bet, pays.odds, pays.article, commission=self.commission(bet))

    def pay_by_table(self, bet: Bet, name: str, hand: str) -> None:
        """Pay a bet by a table of the pack; a hand without a line loses."""
        table = self.rules.tables[name]
        if hand in table.odds:
            self.win(bet, table.odds[hand], table.article)
        elif hand in table.prizes:
            self.prize(bet, table.prizes[hand], table.article)
        else:
            self.lose(bet, table.article)

    def result(self) -> Text:
        """Return the announcement of the round's end."""
        return Text("result.over")
