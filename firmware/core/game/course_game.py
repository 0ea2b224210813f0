"""Games whose round is a course (see `firmware.core.game.course`)."""

from abc import abstractmethod
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, cast

from firmware.core.game.course import (
    COURSE_OVER,
    Choice,
    Course,
    CourseInput,
    CourseWait,
    Decision,
    SpotCard,
)
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place


class CourseGame(Game):
    """A game that is its course."""

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self._course: Course | None = None
        self._awaiting = COURSE_OVER

    @abstractmethod
    def play_round(self) -> Course:
        """Lead a round from the close to the last settlement."""

    # the table's questions

    def open(self) -> None:
        """Begin a round."""
        super().open()
        self._course, self._awaiting = None, COURSE_OVER

    def close(self, bets: Iterable[Bet]) -> None:
        """Take the bets and begin the course."""
        super().close(bets)
        self._course = self.play_round()
        self._advance_course(None)

    def take_result(self, result_seen: ResultSeen) -> None:
        """Settle by a result that is due and possible."""
        self._advance_course(result_seen)

    def decide(self, decision: Decision) -> None:
        """Take one of `choices`. Raises Forbidden, with its reason, if it can't be taken."""
        decision_check = decision.choice.check
        check_refusal = decision_check(decision) if decision_check else None
        if check_refusal is not None:
            raise Forbidden(check_refusal)
        # before the course continues: it may settle the bet that the decision has raised
        self._add_stakes(decision)
        self._advance_course(decision)

    @property
    def may_pass(self) -> bool:
        """Whether the dealer may continue without an answer."""
        return self._awaiting.may_pass

    def skip_decision(self) -> None:
        """Continue without an answer: the spot declines."""
        self._advance_course(None)

    def _add_stakes(self, decision: Decision) -> None:
        for on, cents in decision.laid_cents.items():
            stack = Place(decision.spot, on), decision.choice.bettor
            self.bets[stack] = Cents(self.bets.get(stack, NO_CENTS) + cents)

    def _advance_course(self, course_input: CourseInput | None) -> None:
        course = cast("Generator[CourseWait, CourseInput | None, None]", self._course)
        try:
            self._awaiting = course.send(course_input)
        except StopIteration:  # the course has returned: every bet is settled
            self._awaiting, self.finished = COURSE_OVER, True

    @property
    def due(self) -> SpotCard | None:
        """The card that is due, if one is."""
        return self._awaiting.due

    @property
    def awaits_result(self) -> bool:
        """Whether an instrument's result is due."""
        return self._awaiting.awaits_result

    @property
    def choices(self) -> Sequence[Choice]:
        choices = self._awaiting.choices
        if self.SOLE_BETTOR_ARTICLE is None or not choices:
            return choices
        return [choice._replace(bettor=self.bettor(choice.spot)) for choice in choices]

    # words of a course

    def bettor(self, spot: int) -> str | None:
        """Return the only possible bettor at a spot; None is the player seated there."""
        return next((bettor for place, bettor in self.bets if place.spot == spot), None)

    def laid_amount(self, spot: int, on: str, bettor: str | None = None) -> Cents:
        """Return the amount at a place, of the only bettor or of the one named."""
        bettor_name = bettor if self.SOLE_BETTOR_ARTICLE is None else self.bettor(spot)
        return self.bets.get((Place(spot, on), bettor_name), NO_CENTS)

    def bet(self, spot: int, on: str, bettor: str | None = None) -> Bet:
        """Return the bet at a place, of the only bettor or of the one named."""
        bettor_name = bettor if self.SOLE_BETTOR_ARTICLE is None else self.bettor(spot)
        return Bet(Place(spot, on), self.laid_amount(spot, on, bettor_name), bettor_name)

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
