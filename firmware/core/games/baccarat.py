"""Baccara, articles 27 to 37. Two hands are dealt, the Player's and the Bank's; 9 is the best."""

from collections.abc import Iterable, Mapping
from enum import IntEnum, auto
from types import MappingProxyType
from typing import Final, NamedTuple

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.state_machine import Machine, Row, row
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead, Drawn
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Bet

POINTS: Final[Mapping[str, int]] = {
    "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
    "T": 0, "J": 0, "Q": 0, "K": 0,
}  # fmt: skip
"""Article 27: figures and tens count nothing, aces one."""

BANK_DRAWS: Final = (
    "TTTTTTTTTT",
    "TTTTTTTTTT",
    "TTTTTTTTTT",
    "TTTTTTTTAT",
    "AATTTTTTAA",
    "AAAATTTTAA",
    "AAAAAATTAA",
    "AAAAAAAAAA",
)
"""Article 37: T draws, A stands; a row for the Bank's points, a column for the Player's third."""


class Phase(IntEnum):
    """Who gets the next card."""

    PLAYER_FIRST = auto()
    BANK_FIRST = auto()
    PLAYER_SECOND = auto()
    BANK_SECOND = auto()
    PLAYER_THIRD = auto()
    BANK_THIRD = auto()
    FINISHED = auto()


class Due(NamedTuple):
    """The card that the rules want next."""

    drawn: Drawn
    nth: int

    @property
    def words(self) -> Text:
        """Whose hand it goes to."""
        return Text(f"hand.{self.drawn.value}")


DUE: Final[Mapping[Phase, Due]] = {
    Phase.PLAYER_FIRST: Due(Drawn.PLAYER, 1),
    Phase.BANK_FIRST: Due(Drawn.BANKER, 1),
    Phase.PLAYER_SECOND: Due(Drawn.PLAYER, 2),
    Phase.BANK_SECOND: Due(Drawn.BANKER, 2),
    Phase.PLAYER_THIRD: Due(Drawn.PLAYER, 3),
    Phase.BANK_THIRD: Due(Drawn.BANKER, 3),
}


def points(cards: Iterable[Card]) -> int:
    """Return the value of a hand: the units of its sum (article 27)."""
    return sum([POINTS[card.rank] for card in cards]) % 10


def higher(player: int, bank: int) -> str:
    """Return the hand that wins by these points: player, banker or tie (32 to 34)."""
    return "tie" if player == bank else "player" if player > bank else "banker"


class Baccarat(Game):
    """One table's game of Baccara, round after round."""

    BETS = ("player", "banker", "tie")
    PAYS = BETS
    OPTIONS = MappingProxyType({"variant": ("midi", "grand")})
    """Article 28."""
    CLOSES_ON_FIRST_CARD = True
    """Article 30: a bet is placed before the first card is drawn."""
    ONE_BETTOR_A_SPOT = "29"
    FOLLOWED = True

    def __init__(self, rules: GameRules, options: Mapping[str, object]) -> None:
        """Raise OptionRefused on an option that the article or the game does not know."""
        super().__init__(rules, options)
        self.player: list[Card] = []
        self.bank: list[Card] = []
        self.phase = Phase.PLAYER_FIRST

    # the interface to the table

    def open(self) -> None:
        """Begin a round with empty hands."""
        super().open()
        self.player, self.bank = [], []
        self.phase = Phase.PLAYER_FIRST

    def take(self, event: CardRead) -> None:
        """Deal one card, and settle behind the last. Raises Forbidden if the rules want none."""
        if not MACHINE.fire(self, event):
            raise Forbidden("why.no_card_due")
        self.finished = self.phase is Phase.FINISHED
        if self.finished:
            self._settle()

    @property
    def due(self) -> Due | None:
        """The next card's place, None when no card is due."""
        return DUE.get(self.phase)

    @property
    def winner(self) -> str:
        """The higher hand: player, banker or tie (32 to 34)."""
        return higher(points(self.player), points(self.bank))

    @property
    def cards(self) -> dict[str, list[Card]]:
        """The hands; every card of Baccara is public as soon as it is drawn."""
        return {"player": self.player, "banker": self.bank}

    @property
    def tally(self) -> Mapping[str, Text]:
        """The points of both hands, card by card."""
        hands = self.cards.items()
        return {
            name: Text("score.points", {"points": points(held)}) for name, held in hands if held
        }

    def cards_told(self) -> tuple[Text, ...]:
        """Return both hands in one line, once there is a card."""
        hands = {name: " ".join(card.name for card in cards) for name, cards in self.cards.items()}
        return (Text("players.cards", hands),)

    def result(self) -> Text:
        """Return the winner with both hands' points."""
        player, bank = points(self.player), points(self.bank)
        return Text(f"winner.{higher(player, bank)}", {"player": player, "banker": bank})

    def _settle(self) -> None:
        """Settle every bet (articles 31 to 36)."""
        winner = self.winner
        for (place, bettor), cents in self.bets.items():
            bet = Bet(place, cents, bettor)
            if place.on == winner:
                pays = self.rules.pays[winner]
                self.win(bet, pays.odds, pays.article, commission=self.commission(bet))
            elif winner == "tie":
                self.push(bet, LOSES[place.on])
            else:
                self.lose(bet, LOSES[place.on])

    # the cards

    def to_player(self, event: CardRead) -> None:
        """Add the card to the Player's hand."""
        self.player.append(event.card)

    def to_bank(self, event: CardRead) -> None:
        """Add the card to the Bank's hand."""
        self.bank.append(event.card)

    def natural(self, event: CardRead) -> bool:
        """Article 37: eight or nine on two cards, and no other card is dealt."""
        return points(self.player) >= 8 or points((*self.bank, event.card)) >= 8

    def player_draws(self) -> bool:
        """Article 37: the Player draws on 0 to 5."""
        return points(self.player) <= 5

    def bank_draws_alone(self, event: CardRead) -> bool:
        """Article 37: if the Player stands, the Bank draws on 0 to 5."""
        return points((*self.bank, event.card)) <= 5

    def bank_draws(self, event: CardRead) -> bool:
        """Article 37: the Bank's table against the Player's third card."""
        return BANK_DRAWS[points(self.bank)][POINTS[event.card.rank]] == "T"


LOSES: Final[Mapping[str, str]] = {"player": "33", "banker": "32", "tie": "34"}
"""The article by which each bet loses or is void."""

ROWS: Final[tuple[Row, ...]] = (
    row(Phase.PLAYER_FIRST, CardRead, Phase.BANK_FIRST, do=Baccarat.to_player),
    row(Phase.BANK_FIRST, CardRead, Phase.PLAYER_SECOND, do=Baccarat.to_bank),
    row(Phase.PLAYER_SECOND, CardRead, Phase.BANK_SECOND, do=Baccarat.to_player),
    row(Phase.BANK_SECOND, CardRead, Phase.FINISHED, when=Baccarat.natural, do=Baccarat.to_bank),
    row(Phase.BANK_SECOND, CardRead, Phase.PLAYER_THIRD, when=Baccarat.player_draws,
        do=Baccarat.to_bank),
    row(Phase.BANK_SECOND, CardRead, Phase.BANK_THIRD, when=Baccarat.bank_draws_alone,
        do=Baccarat.to_bank),
    row(Phase.BANK_SECOND, CardRead, Phase.FINISHED, do=Baccarat.to_bank),
    row(Phase.PLAYER_THIRD, CardRead, Phase.BANK_THIRD, when=Baccarat.bank_draws,
        do=Baccarat.to_player),
    row(Phase.PLAYER_THIRD, CardRead, Phase.FINISHED, do=Baccarat.to_player),
    row(Phase.BANK_THIRD, CardRead, Phase.FINISHED, do=Baccarat.to_bank),
)  # fmt: skip

MACHINE: Final = Machine(ROWS)


GAME = Baccarat
