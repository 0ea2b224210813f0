"""The exact-odds walk: every deal of a round, played by the game itself, with its number of orders.

A breadth-first search over the states of a round, from the closed bets to the last settlement:

    frontier      {no cards: 1 order}
       |  replay the steps of one representative, ask the game what it waits for
       |    a card     -> one next state for each kind of card left, orders x its cards left
       |    a decision -> one next state, by the constant play; `knowledge` is recorded
       |    finished   -> add orders / all orders to the chances of this settlement
       v
    next frontier equal states are merged: their orders are added

- A state is the cards of each hand and the knowledge at the decision, not their order: the first
  `unordered_cards` of a hand are sorted, so all deals of the same hands are one state with many
  orders. Later cards keep their place, since the rules may ask about the third card alone.
- Cards that the game cannot tell apart (`card_kind`) are one kind; a kind is dealt once, weighted
  by its cards left in the shoe.
- The game object can be neither copied nor rewound, so each state is replayed from the opening by
  one representative sequence of steps. Any order gives the same state, hence the same continuation.
- Counts are integers, and a finished state's probability is orders / perm(shoe size, cards dealt):
  an exact `Fraction`, whatever the number of cards dealt in this branch.
- One walk plays one constant decision. The results stay separate by knowledge, so `strategies`
  picks the best decision for each knowledge from the walks of all decisions.
- A card burnt unseen reveals nothing: it stays in the shoe, and any card represents it.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import perm
from typing import Any, NamedTuple

from firmware.core.game.course import Choice, Decision, SpotCard
from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import BetSettled

Knowledge = tuple[str, ...]
"""The player's knowledge at his decision; () in a round without one."""


class GroupProfit(NamedTuple):
    """The profit of a group of bets in units of one stake, before the house's commission."""

    profit: Fraction
    has_commission: bool = False
    """Whether a commission is due."""


class Branch(NamedTuple):
    """The results of a player with this knowledge, and its probability."""

    share: Fraction
    group_profits: Mapping[tuple[GroupProfit, ...], Fraction]
    """The probability of each combination of group profits; they sum to 1."""


Branches = Mapping[Knowledge, Branch]
WalkStep = Card | Decision


class RoundSetup(NamedTuple):
    """The round to walk: game, bets, groups, and how deals are merged."""

    game: Game
    bets: Sequence[Bet]
    bet_groups: Sequence[frozenset[str]]
    """Groups of bets that are settled together, by place name."""
    card_kind: Callable[[Card], Hashable]
    """The kind of a card: cards of one kind are equal to the game."""
    unordered_cards: int = 2
    """The number of cards of a hand whose order does not matter: those of the first deal."""
    knowledge: Callable[[Any], Knowledge] = lambda _: ()
    """The player's knowledge when he decides."""


class _DealState(NamedTuple):
    """The cards of each hand so far, and the knowledge at the decision, if it was made."""

    held_cards: tuple[tuple[str, str], ...] = ()
    """Pairs of hand and card."""
    knowledge: Knowledge = ()


class _ReachedState(NamedTuple):
    walk_steps: tuple[WalkStep, ...]
    deal_count: int


class Walk:
    """The results of a round by one constant decision."""

    def __init__(self, round_setup: RoundSetup, decision_key: Key | None = None) -> None:
        self._round_setup, self._decision_key = round_setup, decision_key
        # the first card of each kind represents it
        card_kinds: dict[Hashable, Card] = {}
        self._kind_of_card = {
            card: card_kinds.setdefault(round_setup.card_kind(card), card)
            for card in round_setup.game.pack
        }
        counts = Counter(self._kind_of_card[card] for card in round_setup.game.pack)
        self._shoe_counts = {card: count * round_setup.game.decks for card, count in counts.items()}
        self._shoe_size = sum(self._shoe_counts.values())
        self._chances_by_knowledge: dict[Knowledge, dict[tuple[GroupProfit, ...], Fraction]] = {}

    def branches(self) -> Branches:
        """Walk all deals; return the branches by knowledge."""
        self.walk_deals()
        return {
            knowledge: _make_branch(group_profits)
            for knowledge, group_profits in self._chances_by_knowledge.items()
        }

    def walk_deals(self) -> None:
        """Walk all deals to their ends."""
        frontier = {_DealState(): _ReachedState((), 1)}
        while frontier:
            next_frontier: dict[_DealState, _ReachedState] = {}
            for deal_state, reached_state in frontier.items():
                for next_state, walk_steps, deal_count in self._next_states(
                    deal_state, reached_state
                ):
                    # merge equal states: their futures are the same, so only the number of orders
                    # differs
                    earlier = next_frontier.get(next_state)
                    next_frontier[next_state] = _ReachedState(
                        walk_steps, deal_count + (earlier.deal_count if earlier else 0)
                    )
            frontier = next_frontier

    def _next_states(
        self, deal_state: _DealState, reached_state: _ReachedState
    ) -> Iterator[tuple[_DealState, tuple[WalkStep, ...], int]]:
        game = self._replay_steps(reached_state.walk_steps)
        if game.finished:
            self._record_end(deal_state, reached_state)
        elif game.choices:
            knowledge = self._round_setup.knowledge(game)
            decision = choose_key(game.choices, self._decision_key)
            yield (
                deal_state._replace(knowledge=knowledge),
                (*reached_state.walk_steps, decision),
                reached_state.deal_count,
            )
        elif isinstance(game.due, SpotCard) and game.due.is_burnt:
            yield (
                deal_state,
                # any card will do: a burnt card is not seen
                (*reached_state.walk_steps, next(iter(self._shoe_counts))),
                reached_state.deal_count,
            )
        else:
            yield from self._dealt_states(game, deal_state, reached_state)

    def _dealt_states(
        self, game: Game, deal_state: _DealState, reached_state: _ReachedState
    ) -> Iterator[tuple[_DealState, tuple[WalkStep, ...], int]]:
        hand = self._due_hand(game)
        held_counts = Counter(name for _, name in deal_state.held_cards)
        for card, count in self._shoe_counts.items():
            cards_left = count - held_counts[card.name]
            if cards_left:
                # sorted: two orders of the same cards are one state
                held_cards = tuple(sorted((*deal_state.held_cards, (hand, card.name))))
                yield (
                    deal_state._replace(held_cards=held_cards),
                    (*reached_state.walk_steps, card),
                    reached_state.deal_count * cards_left,
                )

    def _due_hand(self, game: Game) -> str:
        """Return the hand of the due card; each later card is a hand of its own, which preserves
        its order.
        """
        due_card = game.due
        if due_card is None:
            raise ValueError("the game waits for no card")
        hand = str(due_card.spot if isinstance(due_card, SpotCard) else due_card.drawn)
        return (
            hand if due_card.nth <= self._round_setup.unordered_cards else f"{hand} {due_card.nth}"
        )

    def _replay_steps(self, walk_steps: Iterable[WalkStep]) -> Game:
        game = self._round_setup.game
        # the one game object serves every state: a round in progress is abandoned here
        game.open()
        game.close(self._round_setup.bets)
        for walk_step in walk_steps:
            if isinstance(walk_step, Card):
                game.take(CardRead(walk_step))
            else:
                game.decide(walk_step)
        return game

    def _record_end(self, deal_state: _DealState, reached_state: _ReachedState) -> None:
        chance = Fraction(
            reached_state.deal_count, perm(self._shoe_size, len(deal_state.held_cards))
        )
        self.record_result(self._round_setup.game, deal_state.knowledge, chance)

    def record_result(self, game: Game, knowledge: Knowledge, chance: Fraction) -> None:
        """Add a settled round with its probability to the results."""
        lines = game.lines
        stake = self._round_setup.bets[0].cents
        group_profits = tuple(
            profit_of_group(lines, bet_group, stake) for bet_group in self._round_setup.bet_groups
        )
        chances_by_profit = self._chances_by_knowledge.setdefault(knowledge, {})
        chances_by_profit[group_profits] = (
            chances_by_profit.get(group_profits, Fraction(0)) + chance
        )


def choose_key(choices: Sequence[Choice], decision_key: Key | None) -> Decision:
    """Return the first choice of this key, with the most chips allowed."""
    choice = next(choice_of_key for choice_of_key in choices if choice_of_key.do is decision_key)
    return Decision(choice, {stake.on: stake.most for stake in choice.stakes})


def profit_of_group(
    lines: Iterable[BetSettled], bet_group: frozenset[str], stake: Cents
) -> GroupProfit:
    """Return the profit of a group of bets from the settled lines."""
    group_lines = [settled_line for settled_line in lines if settled_line.bet.place.on in bet_group]
    cents = sum(
        settled_line.returned + settled_line.paid - settled_line.bet.cents
        for settled_line in group_lines
    )
    return GroupProfit(
        Fraction(cents, stake), any(settled_line.commission for settled_line in group_lines)
    )


def _make_branch(group_profits: Mapping[tuple[GroupProfit, ...], Fraction]) -> Branch:
    share = sum(group_profits.values(), Fraction(0))
    return Branch(share, {profits: chance / share for profits, chance in group_profits.items()})
