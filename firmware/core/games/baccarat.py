"""Baccara, articles 27 to 37. Two hands are dealt, the Player's and the Bank's; 9 is the best."""

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from firmware.core.cards import PACK, Card
from firmware.core.events import CardRead, Drawn
from firmware.core.game import GameRules, OptionRefused, Pays
from firmware.core.machine import Machine, Row, row
from firmware.core.money import NOTHING, Cents, Commission
from firmware.core.panel import Text
from firmware.core.rulings import Bet, BetSettled

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


class Phase(Enum):
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

    hand: Drawn
    nth: int


DUE: Final[Mapping[Enum, Due]] = {
    Phase.PLAYER_FIRST: Due(Drawn.PLAYER, 1),
    Phase.BANK_FIRST: Due(Drawn.BANKER, 1),
    Phase.PLAYER_SECOND: Due(Drawn.PLAYER, 2),
    Phase.BANK_SECOND: Due(Drawn.BANKER, 2),
    Phase.PLAYER_THIRD: Due(Drawn.PLAYER, 3),
    Phase.BANK_THIRD: Due(Drawn.BANKER, 3),
}


def points(cards: Iterable[Card]) -> int:
    """Return the value of a hand: the units of its sum (article 27)."""
    return sum(POINTS[card.rank] for card in cards) % 10


class Baccarat:
    """One table's game of Baccara, round after round."""

    BETS: Final = ("player", "banker", "tie")
    CLOSES_ON_FIRST_CARD: Final = True
    """Article 30: a bet is placed before the first card is drawn."""
    ONE_BETTOR_A_SPOT: Final = "29"
    """The article that keeps two players from one place."""

    def __init__(self, rules: GameRules, options: Mapping[str, object]) -> None:
        """Raise OptionRefused on an option that the article or the game does not know."""
        self.rules = rules
        self.decks = _decks(rules, options.get("decks", rules.decks.usual))
        self._known(options)
        self.pack = PACK
        self.commissions = rules.commissions
        self.player: list[Card] = []
        self.bank: list[Card] = []
        self.machine = Machine(self, Phase.PLAYER_FIRST, ROWS)

    @staticmethod
    def _known(options: Mapping[str, object]) -> None:
        allowed = {
            "variant": ("midi", "grand"),
            "deal": ("packets", "one-by-one"),
            "side_bets": ([],),
        }
        for name, value in options.items():
            if name != "decks" and value not in allowed.get(name, ()):
                raise OptionRefused(name, value)

    # what the table asks

    def open(self) -> None:
        """Begin a round with empty hands."""
        self.player, self.bank = [], []
        self.machine.place(Phase.PLAYER_FIRST)

    def take(self, event: CardRead) -> None:
        """Deal one card. Raises Rejected when the rules want none."""
        self.machine.fire(event)

    @property
    def due(self) -> Due | None:
        """The next card's place, None when no card is due."""
        return DUE.get(self.machine.phase)

    @property
    def finished(self) -> bool:
        """Whether both hands are complete."""
        return self.machine.phase is Phase.FINISHED

    @property
    def winner(self) -> str:
        """The higher hand: player, banker or tie (32 to 34)."""
        player, bank = points(self.player), points(self.bank)
        return "tie" if player == bank else "player" if player > bank else "banker"

    @property
    def cards(self) -> dict[str, list[Card]]:
        """The hands as they lie on the felt; every card of Baccara is public as it is drawn."""
        return {"player": self.player, "banker": self.bank}

    def result(self) -> Text:
        """Return the winner with both hands' points."""
        values = {"player": points(self.player), "banker": points(self.bank)}
        return Text(f"winner.{self.winner}", values)

    def settle(self, bets: Iterable[Bet]) -> tuple[BetSettled, ...]:
        """Return what each bet comes to, by articles 31 to 36."""
        winner = self.winner
        return tuple(self._settle(bet, winner) for bet in bets)

    def _settle(self, bet: Bet, winner: str) -> BetSettled:
        if bet.place.on == winner:
            return self._won(bet, self.rules.pays[winner])
        if winner == "tie":
            return BetSettled(bet, "push", bet.cents, article=LOSES[bet.place.on])
        return BetSettled(bet, "lose", NOTHING, article=LOSES[bet.place.on])

    def _won(self, bet: Bet, pays: Pays) -> BetSettled:
        return BetSettled(
            bet,
            "win",
            bet.cents,
            pays.odds.pay(bet.cents),
            self._commission(bet),
            str(pays.odds),
            pays.article,
        )

    def _commission(self, bet: Bet) -> Cents:
        """Article 31: on the stake raised to the next multiple; 35: only when the Bank wins."""
        share: Commission | None = self.commissions.get(bet.place.on)
        return share.on(bet.cents) if share else NOTHING

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

    def player_draws(self, _event: CardRead) -> bool:
        """Article 37: the Player draws on 0 to 5."""
        return points(self.player) <= 5

    def bank_draws_alone(self, event: CardRead) -> bool:
        """Article 37: where the Player stands, the Bank draws on 0 to 5."""
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


def _decks(rules: GameRules, value: object) -> int:
    if not isinstance(value, int) or not rules.decks.least <= value <= rules.decks.most:
        raise OptionRefused("decks", value)
    return value


GAME = Baccarat
