"""The interface of a game to its table, and the behaviour that all games share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from firmware.core.game.conditions import Facts
from firmware.core.game.course import Choice, Decision, bank_name
from firmware.core.game.options import DEAL_ORDERS
from firmware.core.game.pack import GameRules
from firmware.core.game.score_text import score_of
from firmware.core.game.wagers import Wagers
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    CardRead,
    DrawnFor,
    ResultSeen,
    TicketClaimed,
    TicketOrdered,
)
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text, Ticket
from firmware.core.vocabulary.places import Stack


class DueCard(Protocol):
    """The card that the rules want next."""

    @property
    def words(self) -> Text:
        """Whose hand it goes to."""
        ...

    @property
    def nth(self) -> int:
        """The card's place in that hand, from 1."""
        ...

    @property
    def drawn(self) -> DrawnFor | None:
        """The name of that hand for a shoe that follows the game."""
        ...


class Game(Wagers):
    """One game at one table, round after round: it receives bets, cards and decisions, in order.

    A game gives the card or decision it waits for (`due`, `choices`), the public cards and result
    (`cards`, `result`), and the settlement so far (`lines`, which only grow within a round).
    """

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raise OptionRefused on an option that the articles or the game do not know."""
        super().__init__(rules, options)
        self.refusals: list[Text] = []
        """The reason for which a requested decision is refused."""
        self.finished = False
        self.voided = False

    @property
    def packs_alternate(self) -> bool:
        """Whether two packs alternate, so that each round is dealt from one."""
        return False

    @property
    def shuffled_each_round(self) -> bool:
        """Whether no two rounds are dealt from a pack without a shuffle between them."""
        return self.HAND_SHUFFLED or self.packs_alternate

    def cards_to_burn(self, first_card: Card | None) -> int:  # noqa: ARG002
        """Return how many cards of a new shoe are burnt before its first round; of a shoe whose
        first card is not drawn yet, as far as it is known.
        """
        return 0

    @property
    def deals_singly(self) -> bool:
        """Whether cards are dealt singly, in rounds, and not by packets."""
        return bool(self.options["deal"] == DEAL_ORDERS[1])

    # the round

    def open(self) -> None:
        """Begin a round: no bet but those that are carried over, no card."""
        if self.finished and not self.voided:
            self.carried = self.carries
        self.voided = False
        self.bets, self.lines, self.bet_moves, self.refusals = {}, [], {}, []
        self.finished = False
        self.jackpot.begin_round()

    def close(self, bets: Iterable[Bet]) -> None:
        """The bets of the round are these; each progressive one adds to the jackpot."""
        self.bets = {(bet.place, bet.bettor): bet.cents for bet in bets}
        if self.HIDDEN_SIDE_BETS:
            self.jackpot.add_bets(self.progressive_count(self.bets))

    def void(self) -> None:
        """The round is voided: nothing of the jackpot is paid, and no bet is carried over."""
        self.jackpot.won = NO_CENTS
        self.carried = {}
        self.voided = True

    @property
    def awaits_result(self) -> bool:
        """Whether an instrument's result is due."""
        return False

    @property
    def awaits_number(self) -> bool:
        """Whether a random number is due that the shell draws (48.1)."""
        return False

    def take_number(self, number: int) -> Decision:  # noqa: ARG002
        """Take a number that is due; return it as a decision. Raises Forbidden on any other."""
        raise Forbidden("why.no_result_due")

    def symbols_refusal(self, symbols: Symbols) -> Text | None:
        """Return why the instrument can't show this; None if it can."""
        raise NotImplementedError

    def result_refusal(self, result_seen: ResultSeen) -> Text | None:
        """Return why a result is impossible, for any bets; None if it is possible."""
        raise NotImplementedError

    def redeal(self) -> None:
        """Gather up the cards and deal again, with the same bets."""
        raise NotImplementedError

    def take_result(self, result_seen: ResultSeen) -> None:
        """Settle by a result that is due and possible."""
        raise NotImplementedError

    def take(self, event: CardRead) -> None:
        """Deal one card. Raises Forbidden if none is due."""
        raise NotImplementedError

    @property
    def due(self) -> DueCard | None:
        """The card that is due, if one is."""
        raise NotImplementedError

    @property
    def choices(self) -> Sequence[Choice]:
        """The open choices; the first one's spot is next."""
        return ()

    @property
    def asks_in_order(self) -> bool:
        """Return whether the choices are asked for; if not, the dealer turns to a spot himself."""
        return True

    def decide(self, decision: Decision) -> None:
        """Take one of `choices`, with chips that it allows. Raises Forbidden if its check fails."""
        raise NotImplementedError

    @property
    def may_pass(self) -> bool:
        """Whether the dealer may continue without an answer."""
        return False

    def skip_decision(self) -> None:
        """Continue without an answer: the spot declines."""
        raise NotImplementedError

    @property
    def current_call(self) -> Text | None:
        """The call in force, which the dealer makes once: "assurance" (25), the bank."""
        return None

    @property
    def winner(self) -> str | None:
        """The result in the terms of a shoe that follows the game, if there is one."""
        return None

    @property
    def awaits_facts(self) -> bool:
        """Whether a bet of the rule pack is decided by the facts of the finished round."""
        return False

    def facts(self, spot: int) -> Facts:  # noqa: ARG002
        """Return every one of `FACTS` of a finished round, as the bets at a spot see it."""
        return {}

    @classmethod
    def possible_facts(cls) -> Sequence[Facts] | None:
        """Return every combination of `FACTS` that a round may show; None if they are not
        listed.
        """
        return None

    def named_card(self, name: str, spot: int) -> Card | None:
        """Return one of `CARD_NAMES`, as the bets at a spot see it; None while it is not public."""
        hand, _, nth = name.partition(".")
        cards = self.cards.get(str(spot) if hand == "spot" else hand, ())
        return cards[int(nth) - 1] if int(nth) <= len(cards) else None

    def turn_up(self, name: str, spot: int) -> None:
        """Turn up the hand of one of `CARD_NAMES`, once the round is over."""

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """The public cards, hand by hand."""
        raise NotImplementedError

    def is_face_up(self, due_card: DueCard) -> bool:  # noqa: ARG002
        """Return whether a card that was due is dealt face up."""
        return True

    @property
    def dealt(self) -> Mapping[str, int]:
        """The number of cards in each hand, public or not; never their faces."""
        return {hand: len(cards) for hand, cards in self.cards.items() if cards}

    def sell_ticket(self, ticket_order: TicketOrdered, *, spot_exists: bool) -> Ticket:  # noqa: ARG002
        """Register a ticket of an existing spot. Raises Forbidden if it can't be played."""
        raise Forbidden("why.not_this_game", step="ticket")

    def claim_ticket(self, ticket_claim: TicketClaimed) -> Cents:  # noqa: ARG002
        """Return the payment of a ticket. Raises Forbidden if there is none."""
        raise Forbidden("why.not_this_game", step="ticket")

    def hand_stakes(self, stack: Stack) -> Mapping[int, Cents]:  # noqa: ARG002
        """Return the part of a stack on each of its spot's hands; none if it has one hand."""
        return {}

    def result(self) -> Text:
        """Return the results so far in words, as the displays show them."""
        raise NotImplementedError

    def score(self, hand: str) -> Text | None:  # noqa: ARG002
        """Return the score of a player's hand in `cards`, None if none is announced."""
        return None

    def scores(self) -> tuple[Text, ...]:
        """The players' scores that the dealer announces (11), if the result has none of them."""
        return tuple(score_of(hand, score) for hand, score in self._scored_hands())

    @property
    def hand_tallies(self) -> Mapping[str, Text]:
        """The score of each hand by its public cards, under its name in `cards`."""
        if not self.finished:
            return {}
        return dict(self._scored_hands())

    def _scored_hands(self) -> Iterator[tuple[str, Text]]:
        for hand, cards in self.cards.items():
            if cards and hand != "dealer":
                score = self.score(hand)
                if score is not None:
                    yield hand, score

    @property
    def results(self) -> Sequence[Text]:
        """The results so far; each is announced as it comes."""
        return (self.result(),) if self.finished else ()

    @property
    def settles_now(self) -> bool:
        """Whether the settled lines are taken and paid before anything else is dealt."""
        return self.finished

    @property
    def at_stake(self) -> Sequence[Bet]:
        """The bets on the next result without chips on the felt: tickets."""
        return ()

    def cards_gone_unread(self) -> int:
        """Return how many cards have left the pack without passing a reader that counts them."""
        return 0

    def status_lines(self) -> tuple[Text, ...]:
        """Values of the game that are always displayed: the point, the draw on sale."""
        return ()

    def card_lines(self) -> tuple[Text, ...]:
        """Return the public cards in words, hand by hand."""
        named = {name: " ".join(c.name for c in cards) for name, cards in self.cards.items()}
        of_no_spot = {"dealer": bank_name(self.bank_spot), "board": Text("hand.board")}
        return tuple(
            Text("cards.hand", {"hand": of_no_spot[name], "card": cards})
            if name in of_no_spot
            else Text("cards.spot", {"spot": name, "card": cards})
            for name, cards in named.items()
            if cards
        )
