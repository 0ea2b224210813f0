"""Baccara, articles 27 to 37. Two hands are dealt, the Player's and the Bank's; 9 is the best."""

from collections.abc import Mapping, Sequence
from enum import IntEnum, auto
from types import MappingProxyType
from typing import Final, NamedTuple

from firmware.core.game.conditions import FactKind, Facts
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.game.traits import card_names
from firmware.core.games.baccarat_hands import (
    BANK_DRAWS,
    CARD_POINTS,
    HAND_FACTS,
    HANDS,
    hand_points,
    possible_rounds,
    round_facts,
    winning_hand,
)
from firmware.core.state_machine import Machine, Row, row
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead, DrawnFor
from firmware.core.vocabulary.panel import Text

BURN: Final = "burn"
"""The switch: how many cards of a new shoe are burnt."""
NO_BURN: Final = "none"
BY_FIRST_CARD: Final = "first_card"
"""The first card, face up, and as many as its value; a figure counts 10."""
BY_PACKS: Final = "packs"
"""As many as there are packs."""
SEVERAL_BETTORS: Final = "several_bettors"
"""The switch: whether more than one player may bet at a spot."""
COMMISSION_DUE: Final = "commission_due"
"""The switch: when a commission is collected."""
AT_ONCE: Final = "once"
AT_SHOES_END: Final = "shoe"
"""It is marked at the seat until then."""


class DealPhase(IntEnum):
    """The hand that gets the next card."""

    PLAYER_FIRST = auto()
    BANK_FIRST = auto()
    PLAYER_SECOND = auto()
    BANK_SECOND = auto()
    PLAYER_THIRD = auto()
    BANK_THIRD = auto()
    FINISHED = auto()


HAND_KEYS: Final[Mapping[DrawnFor, str]] = {
    DrawnFor.PLAYER: "hand.player",
    DrawnFor.BANKER: "hand.banker",
}
WINNER_KEYS: Final[Mapping[str, str]] = {
    "player": "winner.player",
    "banker": "winner.banker",
    "tie": "winner.tie",
}
"""By the winning hand."""


class DueCard(NamedTuple):
    """The next card by the rules."""

    drawn: DrawnFor
    nth: int

    @property
    def words(self) -> Text:
        """The name of the card's hand."""
        return Text(HAND_KEYS[self.drawn])


DUE_CARDS: Final[Mapping[DealPhase, DueCard]] = {
    DealPhase.PLAYER_FIRST: DueCard(DrawnFor.PLAYER, 1),
    DealPhase.BANK_FIRST: DueCard(DrawnFor.BANKER, 1),
    DealPhase.PLAYER_SECOND: DueCard(DrawnFor.PLAYER, 2),
    DealPhase.BANK_SECOND: DueCard(DrawnFor.BANKER, 2),
    DealPhase.PLAYER_THIRD: DueCard(DrawnFor.PLAYER, 3),
    DealPhase.BANK_THIRD: DueCard(DrawnFor.BANKER, 3),
}


class Baccarat(Game):
    """One table's game of Baccara, round after round."""

    BETS = ("player", "banker", "tie")
    BETS_WITH_ODDS = BETS
    OWN_OPTIONS = MappingProxyType({"variant": ("midi", "grand")})
    """Article 28."""
    SWITCHES = MappingProxyType(
        {
            BURN: (NO_BURN, BY_FIRST_CARD, BY_PACKS, *range(1, 9)),
            SEVERAL_BETTORS: (False, True),
            COMMISSION_DUE: (AT_ONCE, AT_SHOES_END),
        }
    )
    CLOSES_ON_FIRST_CARD = True
    """Article 30: a bet is placed before the first card is drawn."""
    SOLE_BETTOR_ARTICLE: str | None = "29"
    FOLLOWED_BY_SHOE = True
    FACTS = MappingProxyType(
        {"winner": FactKind.WORD, "margin": FactKind.NUMBER, "cards": FactKind.NUMBER}
        | {f"{hand}.{fact}": kind for hand in HANDS for fact, kind in HAND_FACTS.items()}
    )
    CARD_NAMES = card_names(player=3, banker=3)
    ALWAYS_DEALT = card_names(player=2, banker=2)

    def __init__(self, rules: GameRules, options: Mapping[str, object]) -> None:
        """Raise OptionRefused on an option that the article or the game does not know."""
        super().__init__(rules, options)
        if self.options[SEVERAL_BETTORS]:
            self.SOLE_BETTOR_ARTICLE = None
        self.player: list[Card] = []
        self.bank: list[Card] = []
        self.phase = DealPhase.PLAYER_FIRST

    # the interface to the table

    @classmethod
    def marks_commission(cls, options: Mapping[str, object]) -> bool:
        """Return whether commissions wait for the end of the shoe."""
        return cls.switch_value(COMMISSION_DUE, options) == AT_SHOES_END

    def cards_to_burn(self, first_card: Card | None) -> int:
        """Return how many cards of a new shoe are burnt, the first one among them."""
        match self.options[BURN]:
            case int(count):
                return count
            case "packs":
                return self.decks
            case "first_card":
                # cards that count nothing in a hand are burnt as ten
                return 1 + (CARD_POINTS[first_card.rank] or 10 if first_card else 0)
        return 0

    def open(self) -> None:
        """Begin a round with empty hands."""
        super().open()
        self.player, self.bank = [], []
        self.phase = DealPhase.PLAYER_FIRST

    def take(self, event: CardRead) -> None:
        """Deal one card; settle after the last one. Raises Forbidden if no card is due."""
        if not MACHINE.fire_event(self, event):
            raise Forbidden("why.no_card_due")
        self.finished = self.phase is DealPhase.FINISHED
        if self.finished:
            self._settle_bets()

    @property
    def due(self) -> DueCard | None:
        """The next card; None if no card is due."""
        return DUE_CARDS.get(self.phase)

    @property
    def winner(self) -> str:
        """The higher hand: player, banker or tie (32 to 34)."""
        return winning_hand(hand_points(self.player), hand_points(self.bank))

    @property
    def cards(self) -> dict[str, list[Card]]:
        """The hands; every card of Baccara is public as soon as it is drawn."""
        return {"player": self.player, "banker": self.bank}

    def facts(self, spot: int) -> Facts:  # noqa: ARG002
        """Return the facts of both hands, the same for all."""
        return round_facts(self.player, self.bank)

    @classmethod
    def possible_facts(cls) -> Sequence[Facts]:
        """Return the facts of every round, deals of the same points and pairs being one."""
        return possible_rounds()

    @property
    def hand_tallies(self) -> Mapping[str, Text]:
        """The points of both hands, card by card."""
        cards_by_hand = self.cards.items()
        return {
            hand_name: Text("score.points", {"points": hand_points(hand_cards)})
            for hand_name, hand_cards in cards_by_hand
            if hand_cards
        }

    def card_lines(self) -> tuple[Text, ...]:
        """Return both hands in one line, once there is a card."""
        cards_by_hand = {
            hand_name: " ".join(card.name for card in cards)
            for hand_name, cards in self.cards.items()
        }
        return (Text("players.cards", cards_by_hand),)

    def result(self) -> Text:
        """Return the winner with both hands' points."""
        player_points, bank_points = hand_points(self.player), hand_points(self.bank)
        return Text(
            WINNER_KEYS[winning_hand(player_points, bank_points)],
            {"player": player_points, "banker": bank_points},
        )

    def _settle_bets(self) -> None:
        """Settle every bet (articles 31 to 36)."""
        winning_name = self.winner
        for (place, bettor), amount_cents in self.bets.items():
            bet = Bet(place, amount_cents, bettor)
            if place.on == winning_name:
                payment = self.rules.pays[winning_name]
                self.win(bet, payment.odds, payment.article, commission=self.commission(bet))
            elif winning_name == "tie":
                # both hands push at a tie: their chips go back
                self.push(bet, LOSING_ARTICLES[place.on])
            else:
                self.lose(bet, LOSING_ARTICLES[place.on])

    # the cards

    def deal_to_player(self, event: CardRead) -> None:
        """Add the card to the Player's hand."""
        self.player.append(event.card)

    def deal_to_bank(self, event: CardRead) -> None:
        """Add the card to the Bank's hand."""
        self.bank.append(event.card)

    def has_natural(self, event: CardRead) -> bool:
        """Article 37: eight or nine on two cards, and no other card is dealt."""
        return hand_points(self.player) >= 8 or hand_points((*self.bank, event.card)) >= 8

    def player_draws(self) -> bool:
        """Article 37: the Player draws on 0 to 5."""
        return hand_points(self.player) <= 5

    def bank_draws_alone(self, event: CardRead) -> bool:
        """Article 37: if the Player does not draw, the Bank draws on 0 to 5."""
        return hand_points((*self.bank, event.card)) <= 5

    def bank_draws(self, event: CardRead) -> bool:
        """Article 37: the Bank's table against the Player's third card."""
        return BANK_DRAWS[hand_points(self.bank)][CARD_POINTS[event.card.rank]] == "T"


LOSING_ARTICLES: Final[Mapping[str, str]] = {"player": "33", "banker": "32", "tie": "34"}
"""The article by which each bet loses or is void."""

TRANSITIONS: Final[tuple[Row, ...]] = (
    row(DealPhase.PLAYER_FIRST, CardRead, DealPhase.BANK_FIRST, do=Baccarat.deal_to_player),
    row(DealPhase.BANK_FIRST, CardRead, DealPhase.PLAYER_SECOND, do=Baccarat.deal_to_bank),
    row(DealPhase.PLAYER_SECOND, CardRead, DealPhase.BANK_SECOND, do=Baccarat.deal_to_player),
    row(DealPhase.BANK_SECOND, CardRead, DealPhase.FINISHED, when=Baccarat.has_natural,
        do=Baccarat.deal_to_bank),
    row(DealPhase.BANK_SECOND, CardRead, DealPhase.PLAYER_THIRD, when=Baccarat.player_draws,
        do=Baccarat.deal_to_bank),
    row(DealPhase.BANK_SECOND, CardRead, DealPhase.BANK_THIRD, when=Baccarat.bank_draws_alone,
        do=Baccarat.deal_to_bank),
    row(DealPhase.BANK_SECOND, CardRead, DealPhase.FINISHED, do=Baccarat.deal_to_bank),
    row(DealPhase.PLAYER_THIRD, CardRead, DealPhase.BANK_THIRD, when=Baccarat.bank_draws,
        do=Baccarat.deal_to_player),
    row(DealPhase.PLAYER_THIRD, CardRead, DealPhase.FINISHED, do=Baccarat.deal_to_player),
    row(DealPhase.BANK_THIRD, CardRead, DealPhase.FINISHED, do=Baccarat.deal_to_bank),
)  # fmt: skip

MACHINE: Final = Machine(TRANSITIONS)


GAME = Baccarat
