"""Every deal of a round, played by the game itself, with the number of ways in which each comes.

The game is led from its bets to its last settlement line once for each state that can be reached:
the cards of every hand, in any order if they are of the first deal, and what was decided. Cards
that the game treats alike are one kind. Decisions are made by one constant way to play; the ends of
the round are kept apart by what the player knew then, so that another play can be chosen for each.

A card that is burnt unseen tells nothing, and is left in the shoe.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import perm
from typing import Any, NamedTuple

from firmware.core.game.course import Choice, Decision, To
from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Bet, BetSettled

Known = tuple[str, ...]
"""What a player knows at his decision; empty in a round without one."""


class End(NamedTuple):
    """What some bets bring together, in units of one stake, before the house's commission."""

    profit: Fraction
    charged: bool = False
    """Whether they pay a commission."""


class Branch(NamedTuple):
    """How a player who knows this ends, and how often he does."""

    share: Fraction
    ends: Mapping[tuple[End, ...], Fraction]
    """The probabilities of the ends of each group of bets; they sum to 1."""


Branches = Mapping[Known, Branch]
Step = Card | Decision


class Round(NamedTuple):
    """What is dealt and bet, and how it is looked at."""

    game: Game
    bets: Sequence[Bet]
    groups: Sequence[frozenset[str]]
    """Bets whose ends count together, each by the name of its place."""
    alike: Callable[[Card], Hashable]
    """Cards of one worth are of one kind to this game."""
    first: int = 2
    """How many cards of a hand are of no order: those of the first deal."""
    known: Callable[[Any], Known] = lambda _: ()
    """What the player knows when he decides."""


class _State(NamedTuple):
    """The hands so far, and what was known at the decision if it has been made."""

    held: tuple[tuple[str, str], ...] = ()
    """Each card with its hand."""
    known: Known = ()


class _Reached(NamedTuple):
    steps: tuple[Step, ...]
    ways: int


class Walk:
    """The ends of a round, played one way; `branches` is what is found."""

    def __init__(self, of: Round, do: Key | None = None) -> None:
        self._of, self._do = of, do
        kinds: dict[Hashable, Card] = {}
        self._kinds = {card: kinds.setdefault(of.alike(card), card) for card in of.game.pack}
        counts = Counter(self._kinds[card] for card in of.game.pack)
        self._shoe = {card: count * of.game.decks for card, count in counts.items()}
        self._cards = sum(self._shoe.values())
        self._ends: dict[Known, dict[tuple[End, ...], Fraction]] = {}

    def branches(self) -> Branches:
        """Play every deal."""
        reached = {_State(): _Reached((), 1)}
        while reached:
            later: dict[_State, _Reached] = {}
            for state, so_far in reached.items():
                for then, steps, ways in self._after(state, so_far):
                    before = later.get(then)
                    later[then] = _Reached(steps, ways + (before.ways if before else 0))
            reached = later
        return {known: _branch(ends) for known, ends in self._ends.items()}

    def _after(
        self, state: _State, so_far: _Reached
    ) -> Iterator[tuple[_State, tuple[Step, ...], int]]:
        game = self._led(so_far.steps)
        if game.finished:
            self._end(state, so_far)
        elif game.choices:
            known = self._of.known(game)
            decision = decided(game.choices, self._do)
            yield state._replace(known=known), (*so_far.steps, decision), so_far.ways
        elif isinstance(game.due, To) and game.due.burnt:
            yield state, (*so_far.steps, next(iter(self._shoe))), so_far.ways
        else:
            yield from self._dealt(game, state, so_far)

    def _dealt(
        self, game: Game, state: _State, so_far: _Reached
    ) -> Iterator[tuple[_State, tuple[Step, ...], int]]:
        hand = self._hand(game)
        gone = Counter(name for _, name in state.held)
        for card, count in self._shoe.items():
            left = count - gone[card.name]
            if left:
                held = tuple(sorted((*state.held, (hand, card.name))))
                yield state._replace(held=held), (*so_far.steps, card), so_far.ways * left

    def _hand(self, game: Game) -> str:
        """Return the hand of the card that is due; a later card is a hand of its own."""
        due = game.due
        if due is None:
            raise ValueError("the game waits for no card")
        hand = str(due.spot if isinstance(due, To) else due.drawn)
        return hand if due.nth <= self._of.first else f"{hand} {due.nth}"

    def _led(self, steps: Iterable[Step]) -> Game:
        game = self._of.game
        game.open()
        game.close(self._of.bets)
        for step in steps:
            if isinstance(step, Card):
                game.take(CardRead(step))
            else:
                game.decide(step)
        return game

    def _end(self, state: _State, so_far: _Reached) -> None:
        lines = self._of.game.lines
        stake = self._of.bets[0].cents
        ends = tuple(end(lines, group, stake) for group in self._of.groups)
        chance = Fraction(so_far.ways, perm(self._cards, len(state.held)))
        of = self._ends.setdefault(state.known, {})
        of[ends] = of.get(ends, Fraction(0)) + chance


def decided(choices: Sequence[Choice], do: Key | None) -> Decision:
    """Return the first choice of this key, with all the chips that it may take."""
    choice = next(one for one in choices if one.do is do)
    return Decision(choice, {stake.on: stake.most for stake in choice.stakes})


def end(lines: Iterable[BetSettled], group: frozenset[str], stake: Cents) -> End:
    """Return what the lines of these bets bring together."""
    own = [line for line in lines if line.bet.place.on in group]
    cents = sum(line.returned + line.paid - line.bet.cents for line in own)
    return End(Fraction(cents, stake), any(line.commission for line in own))


def _branch(ends: Mapping[tuple[End, ...], Fraction]) -> Branch:
    share = sum(ends.values(), Fraction(0))
    return Branch(share, {each: chance / share for each, chance in ends.items()})
