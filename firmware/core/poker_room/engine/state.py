"""The state of a poker table: seats between games; hands, bets and pots during a game.

Seats and hands are immutable and replaced; `PokerState` and `PokerGame` change in place. `copy`
returns a state that later changes do not reach: the engine applies each act to a copy, and a
snapshot for undo is just a state that is not changed any more.

`gc=False`: none of these is ever part of a reference cycle, so the garbage collector may skip them.
JSON names (`rename`) are those of the first journals.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum, auto
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware.core.game.past_rounds import PastRound
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling


class OwedBlinds(StrEnum):
    """The blinds a player must post to be dealt in before the big blind arrives."""

    NOTHING = auto()
    BIG = auto()
    """A newcomer."""
    BOTH = auto()
    """The big blind passed the player, who was not dealt in."""
    SMALL = auto()
    """The player was not dealt in when it was the turn for the small blind."""


class PokerSeat(msgspec.Struct, frozen=True, gc=False):
    """A player at the table."""

    cents: Cents
    """The stack (67.88 (2))."""
    out: bool = False
    """Whether the player sits out."""
    owes: OwedBlinds = OwedBlinds.NOTHING
    due: Cents = Cents(0)
    """Charges for time that the stack could not pay."""
    player: str | None = None
    """The player's name, if it was given."""


class PlayingTime(msgspec.Struct, frozen=True, gc=False):
    """The time that a player has played, and how many of its periods were charged (67.108)."""

    seconds: int = 0
    charged_periods: int = 0


class Departure(msgspec.Struct, frozen=True, gc=False):
    """A player who has left, with the stack; amounts in cents."""

    spot: int
    cents: Cents
    left_at_s: int
    player: str | None = None
    playing_time: PlayingTime | None = None
    """None if the player was never dealt in."""
    due: Cents = Cents(0)


class PlayerHand(msgspec.Struct, frozen=True, gc=False):
    """A player's hand in a game; amounts in cents."""

    start: Cents
    """The stack when the game was posted."""
    put: Cents = Cents(0)
    """The bet of this round."""
    total: Cents = Cents(0)
    """Antes and bets of the game, this round included; dead money is not."""
    dead: Cents = Cents(0)
    folded: bool = False
    down: int = 0
    """The number of cards dealt face down."""
    up: tuple[Card, ...] = ()
    read: tuple[Card, ...] = ()
    """The cards seen by the reader under the seat. They are not published."""
    exposed: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()
    spoken: bool = False
    spoke_at: Cents = Cents(0)
    """Fixed limit: `PokerGame.full_bet` when the player last acted in this round."""
    has_only_checked: bool = False
    """Whether the player has checked in this round, and not called, bet or raised."""
    owns_above: Cents | None = None
    """A folded hand: no other live hand had contributed above this amount, so it can win that
    layer.
    """

    @property
    def put_in_before(self) -> Cents:
        """Antes and bets of the earlier rounds."""
        return Cents(self.total - self.put)


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A pot, and the spots that can win it."""

    cents: Cents
    spots: tuple[int, ...]


class GameStage(StrEnum):
    """The stage of a game."""

    DEALING = auto()
    BETTING = auto()
    SHOWDOWN = auto()
    OVER = auto()
    """The pots are won, and are being pushed."""


DEALING, BETTING, SHOWDOWN, OVER = GameStage
"""The members as module names: Python 3.11 looks up an enum's members slowly, and every act
does.
"""


class PokerGame(
    msgspec.Struct,
    gc=False,
    rename={
        "button_spot": "button",
        "small_blind_spot": "small",
        "big_blind_spot": "big",
        "streets_complete": "complete",
        "cards_faced": "faced",
        "is_burned": "burned",
        "is_burn_optional": "burn_as_you_like",
        "known_cards": "known",
        "bet_level": "level",
        "full_bet": "full",
        "minimum_raise": "increment",
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
    small_blind_spot: int | None = None
    big_blind_spot: int | None = None
    stage: GameStage = GameStage.DEALING
    streets_complete: int = 0
    """The number of streets that have been dealt."""
    dealt_down: bool = False
    """Whether the street's face-down cards have been dealt."""
    cards_faced: int = 0
    """The number of face-up cards dealt on the current street."""
    is_burned: bool = False
    """Whether the burn before the next street has been made."""
    is_burn_optional: bool = False
    """After a premature card a burn is neither required nor refused."""
    board: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()
    """Exposed cards that stay in no hand."""
    known_cards: int = 0
    """All known cards, those known only to readers included, as a set of bits (pack.py)."""
    bet_level: Cents = Cents(0)
    """The bet of this round that a hand must match to stay in."""
    full_bet: Cents = Cents(0)
    """Fixed limit: the bet level of the last full bet or raise."""
    minimum_raise: Cents = Cents(0)
    """The size of the last full bet or raise of the round, at first of the minimum bet."""
    raise_count: int = 0
    next_from_spot: int = 0
    """The spot from which the next player to act is searched."""
    to_act: int | None = None
    """The spot that is to act."""
    bring_in_spot: int | None = None
    """Stud: the spot that must bring it in; None once somebody has bet."""
    straddled: bool = False
    has_bet: bool = False
    """Whether there was a call, bet or raise in the game."""
    last_bettor_spot: int | None = None
    """The last spot to bet or raise in any round; the last blind if nobody has."""
    pots: tuple[Pot, ...] = ()
    """Set from the showdown on."""
    end_rulings: tuple[Ruling, ...] = ()
    """The rulings that ended the game."""
    mucked_spots: tuple[int, ...] = ()
    """The hands mucked at the showdown, in order."""
    last_raiser_spot: int | None = None
    """The last spot to bet or raise in any round, blinds not counted; None if nobody has."""
    decided_street: int = 0
    """The number of streets that were dealt when a player last decided."""
    fourth_card: Card | None = None
    """The fourth card of a flop, while its alarm lasts."""
    open_burn: Card | None = None
    """The card of a flop of four that is the burn of the turn."""
    is_last_bet_called: bool = False
    """Whether somebody has called the last bet or raise of the game, or the blind."""
    clock_ends_s: int | None = None
    """When the time of the player to act runs out, if the clock is called."""

    @property
    def live_spots(self) -> list[int]:
        """The spots of the hands that are not folded, in ascending order."""
        return [spot for spot, hand in self.hands.items() if not hand.folded]

    @property
    def has_single_live_hand(self) -> bool:
        """Whether all hands but one are folded."""
        has_live = False
        for hand in self.hands.values():
            if not hand.folded:
                if has_live:
                    return False
                has_live = True
        return has_live

    @property
    def total_pot_cents(self) -> Cents:
        """All contributions, the bets of this round included."""
        return Cents(sum([hand.total + hand.dead for hand in self.hands.values()]))

    def copy(self) -> "PokerGame":
        """Return an independent copy."""
        return replace(self, hands=self.hands.copy())

    def change(self, spot: int, **fields: Any) -> None:  # noqa: ANN401  # those of a hand
        """Replace fields of the hand at a spot."""
        self.hands[spot] = replace(self.hands[spot], **fields)


class PokerState(
    msgspec.Struct,
    gc=False,
    rename={
        "button_spot": "button",
        "small_blind_spot": "small",
        "big_blind_spot": "big",
        "game_count": "games",
        "has_played": "played",
        "now_s": "now",
        "ended_at_s": "ended",
    },
):
    """A poker table; button and blind spots are those of the last game."""

    terms: PokerTerms
    next_terms: PokerTerms
    """The terms of the next game, if a tournament's level has changed."""
    seats: dict[int, PokerSeat] = {}
    button_spot: int | None = None
    small_blind_spot: int | None = None
    big_blind_spot: int | None = None
    game_count: int = 0
    """The number of games posted."""
    has_played: bool = False
    """Whether a game has been played that was not voided."""
    game: PokerGame | None = None
    now_s: int = 0
    """Seconds since the table opened."""
    ended_at_s: tuple[int, ...] = ()
    """When the games of the last hour ended, in table seconds."""
    alarm: str | None = None
    """The alarm that stops the game."""
    playing_times: dict[int, PlayingTime] = {}
    """The time of the players who have been dealt in."""
    departures: tuple[Departure, ...] = ()
    """The players who have left within the time in which they must bring their stack back."""
    past_rounds: tuple[PastRound, ...] = ()
    """The last closed games, each with the pot of every player who was dealt in."""

    def copy(self) -> "PokerState":
        """Return an independent copy."""
        game = self.game
        game_copy = game and replace(game, hands=game.hands.copy())
        return replace(self, seats=self.seats.copy(), game=game_copy)

    def change(self, spot: int, **fields: Any) -> None:  # noqa: ANN401  # those of a seat
        """Replace fields of the seat at a spot."""
        self.seats[spot] = replace(self.seats[spot], **fields)

    def add_chips(self, spot: int, cents: int) -> None:
        """Add cents to a stack; negative ones are taken from it."""
        seat = self.seats[spot]
        self.seats[spot] = replace(seat, cents=seat.cents + cents)

    def with_chips(self) -> list[int]:
        """Return the spots of the live hands whose players have chips left to bet."""
        game = self.game
        return [spot for spot in game.live_spots if self.seats[spot].cents] if game else []


def current_game(poker_state: PokerState) -> PokerGame:
    """Return the game in progress. Raises Forbidden if there is none."""
    if poker_state.game is None:
        raise Forbidden("room.no_game")
    return poker_state.game


def clockwise(spots: Iterable[int], from_spot: int) -> list[int]:
    """Return the spots in clockwise order, starting at `from_spot`."""
    ascending = sorted(spots)
    return [spot for spot in ascending if spot >= from_spot] + [
        s for s in ascending if s < from_spot
    ]


def public_cards(hand: PlayerHand) -> Iterator[Card]:
    """Yield the cards of a hand that everybody has seen, each once."""
    yield from hand.up
    yield from dict.fromkeys((*hand.shown, *hand.exposed))
