"""What a table asks of a game, and the numbers that a rule pack gives it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from firmware.core.cards import Card
from firmware.core.events import CardRead, Drawn
from firmware.core.money import Cents, Commission, Odds
from firmware.core.panel import Text
from firmware.core.rulings import Bet, BetSettled


class OptionRefused(Exception):
    """An option that the regulation forbids or that the game does not have."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(f"{name} = {value!r}")
        self.why = Text("why.option", {"name": name, "value": str(value)})


class Decks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many packs a game may be dealt from."""

    least: int
    most: int
    usual: int
    article: str


class Pays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a winning bet is paid, and by which article."""

    odds: Odds
    article: str


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A commission as a rule pack writes it."""

    percent: int
    step_cents: Cents
    article: str


class GameRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's numbers: `pays` and `commission` by bet."""

    decks: Decks
    pays: dict[str, Pays]
    commission: dict[str, Share] = {}

    @property
    def commissions(self) -> dict[str, Commission]:
        """The commissions, ready to be taken."""
        return {
            bet: Commission(share.percent, share.step_cents)
            for bet, share in self.commission.items()
        }


class Due(Protocol):
    """The card that the rules want next: whose hand, and the how-manieth of it."""

    @property
    def hand(self) -> Drawn:
        """The hand."""
        ...

    @property
    def nth(self) -> int:
        """Counted from 1."""
        ...


class Game(Protocol):
    """A game of cards at one table, round after round. It is given events and asked for words."""

    BETS: Sequence[str]
    CLOSES_ON_FIRST_CARD: bool
    ONE_BETTOR_A_SPOT: str | None
    decks: int
    pack: Sequence[Card]
    """One deck of the cards that it is dealt from."""
    commissions: Mapping[str, Commission]
    """By bet."""

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None: ...

    def open(self) -> None:
        """Begin a round."""
        ...

    def take(self, event: CardRead) -> None:
        """Deal one card. Raises Rejected when none is due."""
        ...

    @property
    def due(self) -> Due | None:
        """The card that is due, if one is."""
        ...

    @property
    def finished(self) -> bool:
        """Whether the bets can be settled."""
        ...

    @property
    def winner(self) -> str:
        """The winning bet's name."""
        ...

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """The public cards, hand by hand."""
        ...

    def result(self) -> Text:
        """Return the result as it is announced."""
        ...

    def settle(self, bets: Iterable[Bet]) -> tuple[BetSettled, ...]:
        """Return what each bet comes to."""
        ...
