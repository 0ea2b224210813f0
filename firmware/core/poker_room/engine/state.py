"""The state of a poker table: seats between games, hands and bets in one.

A seat and a hand never change: another takes its place. The room and its game change in place;
`Room.copy` makes one that no later change reaches, so that a step is done on a copy, and a copy
that was kept is the state to go back to. None of them is ever in a circle, so that the collector
of garbage need not look at them.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum, auto
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling


class OwedBlinds(StrEnum):
    """The blinds that a player must post before he is dealt in, unless the big blind comes."""

    NOTHING = auto()
    BIG = auto()
    """He is new at the table."""
    BOTH = auto()
    """The big blind passed him while he was not dealt in."""


class PokerSeat(msgspec.Struct, frozen=True, gc=False):
    """A player at the table."""

    cents: Cents
    """His stack (67.88 (2))."""
    since: int = 0
    """When he sat down, in seconds of the table's time."""
    out: bool = False
    """Whether he sits out."""
    owes: OwedBlinds = OwedBlinds.NOTHING
    charged: int = 0
    """The periods of time that were charged."""
    due: Cents = Cents(0)
    """What of these charges his stack could not pay."""


class PlayerHand(msgspec.Struct, frozen=True, gc=False):
    """A player's hand in a game; amounts in cents."""

    start: Cents
    """His stack when the game was posted."""
    put: Cents = Cents(0)
    """What lies before him in this round."""
    total: Cents = Cents(0)
    """What he has put in: antes and bets, those of this round included, but no dead money."""
    dead: Cents = Cents(0)
    folded: bool = False
    down: int = 0
    """How many cards he was dealt face down."""
    up: tuple[Card, ...] = ()
    read: tuple[Card, ...] = ()
    """The cards that the reader under his seat sees. They are not published."""
    exposed: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()
    spoken: bool = False
    spoke_at: Cents = Cents(0)
    """Fixed limit: the last full bet of the round when he last spoke."""
    owns_above: Cents | None = None
    """A folded hand: of what was put in above this, nobody else could win anything."""

    @property
    def put_in_before(self) -> Cents:
        """What he put in before this round; antes count as such."""
        return Cents(self.total - self.put)


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A pot, and the hands that can win it, by their spots."""

    cents: Cents
    spots: tuple[int, ...]


class GameStage(StrEnum):
    """What a game is at."""

    DEALING = auto()
    BETTING = auto()
    SHOWDOWN = auto()
    OVER = auto()
    """The pots are won, and being pushed."""


DEALING, BETTING, SHOWDOWN, OVER = GameStage
"""The same, for what asks at every act: Python 3.11 finds a member of an enum slowly."""


class PokerGame(
    msgspec.Struct,
    gc=False,
    rename={
        "button_spot": "button",
        "small_blind": "small",
        "big_blind": "big",
        "streets_complete": "complete",
        "cards_faced": "faced",
        "is_burned": "burned",
        "is_burn_optional": "burn_as_you_like",
        "known_cards": "known",
        "bet_level": "level",
        "full_bet": "full",
        "raise_count": "raises",
        "next_from_spot": "start",
        "to_act": "turn",
        "bring_in_spot": "opens",
        "has_bet": "bet_made",
        "last_bettor_spot": "last_bet",
        "end_rulings": "result",
        "mucked_spots": "mucked",
        "clock_ends_s": "clock",
    },
):
    """A game (67.88 (18))."""

    number: int
    hands: dict[int, PlayerHand]
    button_spot: int = 0
    small_blind: int | None = None
    big_blind: int | None = None
    stage: GameStage = GameStage.DEALING
    streets_complete: int = 0
    """How many streets have been dealt."""
    dealt_down: bool = False
    """Whether the street's cards face down have been dealt."""
    cards_faced: int = 0
    """How many cards face up of the street that is being dealt lie there."""
    is_burned: bool = False
    """Whether the card before the next street has been burned."""
    is_burn_optional: bool = False
    """Whether a burn is neither demanded nor refused, after a premature card."""
    board: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()
    """Cards seen by all that stay in no hand."""
    known_cards: int = 0
    """All cards that the table knows, those that only readers see included, as a set of bits."""
    bet_level: Cents = Cents(0)
    """What a hand must put in, in this round, to stay in."""
    full_bet: Cents = Cents(0)
    """Fixed limit: the last full bet or raise, as an amount before a player."""
    increment: Cents = Cents(0)
    """The last full bet or raise of the round, or the least one: by so much it went up."""
    raise_count: int = 0
    next_from_spot: int = 0
    """Where the search for the next player to speak begins."""
    to_act: int | None = None
    """The player who must speak."""
    bring_in_spot: int | None = None
    """Stud: who brings it in, until somebody has."""
    straddled: bool = False
    has_bet: bool = False
    """Whether there was a call, bet or raise."""
    last_bettor_spot: int | None = None
    """Who bet or raised last, in whatever round; the last blind if nobody did."""
    pots: tuple[Pot, ...] = ()
    """From the showdown on."""
    end_rulings: tuple[Ruling, ...] = ()
    """How the game ended."""
    mucked_spots: tuple[int, ...] = ()
    """The hands given up at the showdown, in their order."""
    clock_ends_s: int | None = None
    """When the time of the player whose turn it is has run out, once the clock is called."""

    @property
    def live_spots(self) -> list[int]:
        """The spots of the hands that have not been thrown away, upwards."""
        return [spot for spot, hand in self.hands.items() if not hand.folded]

    @property
    def has_single_live_hand(self) -> bool:
        """Whether all hands but one have been thrown away."""
        has_live = False
        for hand in self.hands.values():
            if not hand.folded:
                if has_live:
                    return False
                has_live = True
        return has_live

    @property
    def total_pot_cents(self) -> Cents:
        """All that was put in, what lies before the players included."""
        return Cents(sum([hand.total + hand.dead for hand in self.hands.values()]))

    def copy(self) -> "PokerGame":
        """Return the same game, apart from this one."""
        return replace(self, hands=self.hands.copy())

    def change(self, spot: int, **fields: Any) -> None:  # noqa: ANN401  # those of a hand
        """Put a changed hand in the place of the one at a spot."""
        self.hands[spot] = replace(self.hands[spot], **fields)


class PokerState(
    msgspec.Struct,
    gc=False,
    rename={
        "button_spot": "button",
        "small_blind": "small",
        "big_blind": "big",
        "game_count": "games",
        "has_played": "played",
        "now_s": "now",
        "ended_at_s": "ended",
    },
):
    """A poker table; `button`, `small`, `big` are where they lay in the last game."""

    terms: PokerTerms
    next_terms: PokerTerms
    """Those of the next game: a tournament's level may have changed."""
    seats: dict[int, PokerSeat] = {}
    button_spot: int | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    game_count: int = 0
    """How many games have been posted."""
    has_played: bool = False
    """Whether a game has been played, and not voided."""
    game: PokerGame | None = None
    now_s: int = 0
    """Seconds since the table opened."""
    ended_at_s: tuple[int, ...] = ()
    """When the games of the last hour ended, in these seconds."""
    alarm: str | None = None
    """The alarm that stops the game."""

    def copy(self) -> "PokerState":
        """Return the same table, apart from this one."""
        game = self.game
        game_copy = game and replace(game, hands=game.hands.copy())
        return replace(self, seats=self.seats.copy(), game=game_copy)

    def change(self, spot: int, **fields: Any) -> None:  # noqa: ANN401  # those of a seat
        """Put a changed seat in the place of the one at a spot."""
        self.seats[spot] = replace(self.seats[spot], **fields)

    def add_chips(self, spot: int, cents: int) -> None:
        """Add chips to a player's stack, or take them from it."""
        seat = self.seats[spot]
        self.seats[spot] = replace(seat, cents=seat.cents + cents)

    def with_chips(self) -> list[int]:
        """Return the spots of the live hands that have chips left to bet."""
        game = self.game
        return [spot for spot in game.live_spots if self.seats[spot].cents] if game else []


def current_game(poker_state: PokerState) -> PokerGame:
    """Return the game that is on. Raises Forbidden if none is."""
    if poker_state.game is None:
        raise Forbidden("room.no_game")
    return poker_state.game


def clockwise(spots: Iterable[int], from_spot: int) -> list[int]:
    """Return the spots in their order round the table, from `start` on."""
    ascending = sorted(spots)
    return [spot for spot in ascending if spot >= from_spot] + [
        s for s in ascending if s < from_spot
    ]


def public_cards(hand: PlayerHand) -> Iterator[Card]:
    """Yield the cards of a hand that everybody has seen, each once."""
    yield from hand.up
    yield from dict.fromkeys((*hand.shown, *hand.exposed))
