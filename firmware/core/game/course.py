"""The course of a round: a coroutine that yields each input it needs, in the order of its articles.

    def play_round(self):                             the table, meanwhile
        card = yield CourseWait(SpotCard(1, 1))       shows "carte 1 à la place 1"; sends the card
        decision = yield CourseWait(choices=...)      lights the keys; sends the decision
        self.pay(...)                                 sees a new line

A course yields a `CourseWait` and is sent the card, decision or result; when it returns, every bet
is settled. It validates nothing: before sending, the card game refuses an unexpected card, and the
table a decision that isn't open or chips of another amount than its cost.

Its frame is the state of the round, which can be neither copied nor written to disk. It need not
be: the same events drive a new course to the same point. So undoing a key, and resuming after a
power cut, both run a new course through the round again.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar, cast

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import DrawnFor, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text

DEALER: Final = 0
"""The dealer's place among the spots."""
BOARD: Final = -1
"""The place of the community cards, which are of no spot."""


def bank_name(bank: int) -> Text:
    """Return the name of the hand in the dealer's place: his own, or that of a player's bank."""
    return Text("hand.bank", {"spot": bank}) if bank else Text("hand.dealer")


class SpotCard(NamedTuple):
    """A card due: the `nth` of a spot's hand, or one that is burnt."""

    spot: int
    nth: int
    hand: int | None = None
    """The number of the hand, if the spot has several."""
    is_burnt: bool = False
    drawn: DrawnFor | None = None
    bank: int = DEALER
    """The spot whose player is the bank, if the card goes to the dealer's place."""

    @property
    def words(self) -> Text:
        """Whose hand it goes to."""
        if self.is_burnt:
            return Text("hand.burnt")
        if self.spot == BOARD:
            return Text("hand.board")
        if self.spot == DEALER:
            return bank_name(self.bank)
        if self.hand is not None:
            return Text("hand.spot_hand", {"spot": self.spot, "hand": self.hand})
        return Text("hand.spot", {"spot": self.spot})


class DecisionStake(NamedTuple):
    """Chips that a decision costs, at one place of its spot."""

    on: str
    least: Cents
    most: Cents
    step: Cents = Cents(1)
    """The step of a free amount: only its multiples are allowed."""

    @classmethod
    def exactly(cls, on: str, cents: Cents) -> "DecisionStake":
        """Return a stake of one amount and no other."""
        return cls(on, cents, cents)

    def allows(self, cents: Cents) -> bool:
        """Return whether these chips are what the decision costs."""
        return self.least <= cents <= self.most and not cents % self.step


class Decision(NamedTuple):
    """A decision: the choice, the chips laid for it, the cards named for it."""

    choice: "Choice"
    laid_cents: Mapping[str, Cents] = {}
    """By place; empty if the choice costs nothing."""
    low_hand: tuple[Card, ...] = ()

    @property
    def spot(self) -> int:
        """Whose decision it is."""
        return self.choice.spot

    @property
    def do(self) -> Key:
        """The key of the choice."""
        return self.choice.do

    def chips_laid(self, on: str) -> Cents:
        """Return the amount laid at a place."""
        return self.laid_cents.get(on, NO_CENTS)


DecisionCheck = Callable[[Decision], Text | None]


class Choice(NamedTuple):
    """A decision that is open. Its display must not reveal unseen cards."""

    spot: int
    do: Key
    stakes: tuple[DecisionStake, ...] = ()
    hand: int | None = None
    bettor: str | None = None
    about_bet: str = ""
    """The bet concerned, if a spot decides on several in turn."""
    names_cards: bool = False
    """Whether cards must be named with it (the low hand of a set)."""
    check: DecisionCheck | None = None
    """A further condition of the decision; it returns the reason for a refusal."""


class CourseWait(NamedTuple):
    """The input that a course waits for: a card, a decision, either of them, or a result."""

    due: SpotCard | None = None
    choices: Sequence[Choice] = ()
    may_pass: bool = False
    """Whether the dealer may continue without an answer: then None is sent."""
    awaits_result: bool = False
    """Whether it waits for a result of the game's instrument."""


CourseInput = Card | Decision | ResultSeen | None
StepResult = TypeVar("StepResult")
CourseSteps = Generator[CourseWait, CourseInput, StepResult]
"""Part of a course: it is sent a Card for `due`, a Decision for `choices`."""
Course = CourseSteps[None]
COURSE_OVER: Final = CourseWait()
_AWAIT_RESULT: Final = CourseWait(awaits_result=True)


def next_card(spot_card: SpotCard) -> CourseSteps[Card]:
    return cast("Card", (yield CourseWait(spot_card)))


def next_result() -> CourseSteps[ResultSeen]:
    return cast("ResultSeen", (yield _AWAIT_RESULT))


def next_decision(*choices: Choice) -> CourseSteps[Decision]:
    """Wait for one of these decisions."""
    return cast("Decision", (yield CourseWait(choices=choices)))
