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

from firmware.core.poker_room.engine.terms import Terms
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling


class Owes(StrEnum):
    """The blinds that a player must post before he is dealt in, unless the big blind comes."""

    NOTHING = auto()
    BIG = auto()
    """He is new at the table."""
    BOTH = auto()
    """The big blind passed him while he was not dealt in."""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A player at the table."""

    cents: Cents
    """His stack (67.88 (2))."""
    since: int = 0
    """When he sat down, in seconds of the table's time."""
    out: bool = False
    """Whether he sits out."""
    owes: Owes = Owes.NOTHING
    charged: int = 0
    """The periods of time that were charged."""
    due: Cents = Cents(0)
    """What of these charges his stack could not pay."""


class Hand(msgspec.Struct, frozen=True, gc=False):
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
    def collected(self) -> Cents:
        """What he put in before this round; antes count as such."""
        return Cents(self.total - self.put)


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A pot, and the hands that can win it, by their spots."""

    cents: Cents
    spots: tuple[int, ...]


class Stage(StrEnum):
    """What a game is at."""

    DEALING = auto()
    BETTING = auto()
    SHOWDOWN = auto()
    OVER = auto()
    """The pots are won, and being pushed."""


DEALING, BETTING, SHOWDOWN, OVER = Stage
"""The same, for what asks at every act: Python 3.11 finds a member of an enum slowly."""


class Game(msgspec.Struct, gc=False):
    """A game (67.88 (18))."""

    number: int
    hands: dict[int, Hand]
    button: int = 0
    small: int | None = None
    big: int | None = None
    stage: Stage = Stage.DEALING
    complete: int = 0
    """How many streets have been dealt."""
    dealt_down: bool = False
    """Whether the street's cards face down have been dealt."""
    faced: int = 0
    """How many cards face up of the street that is being dealt lie there."""
    burned: bool = False
    """Whether the card before the next street has been burned."""
    burn_as_you_like: bool = False
    """Whether a burn is neither demanded nor refused, after a premature card."""
    board: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()
    """Cards seen by all that stay in no hand."""
    known: int = 0
    """All cards that the table knows, those that only readers see included, as a set of bits."""
    level: Cents = Cents(0)
    """What a hand must put in, in this round, to stay in."""
    full: Cents = Cents(0)
    """Fixed limit: the last full bet or raise, as an amount before a player."""
    increment: Cents = Cents(0)
    """The last full bet or raise of the round, or the least one: by so much it went up."""
    raises: int = 0
    start: int = 0
    """Where the search for the next player to speak begins."""
    turn: int | None = None
    """The player who must speak."""
    opens: int | None = None
    """Stud: who brings it in, until somebody has."""
    straddled: bool = False
    bet_made: bool = False
    """Whether there was a call, bet or raise."""
    last_bet: int | None = None
    """Who bet or raised last, in whatever round; the last blind if nobody did."""
    pots: tuple[Pot, ...] = ()
    """From the showdown on."""
    result: tuple[Ruling, ...] = ()
    """How the game ended."""
    mucked: tuple[int, ...] = ()
    """The hands given up at the showdown, in their order."""
    clock: int | None = None
    """When the time of the player whose turn it is has run out, once the clock is called."""

    @property
    def live(self) -> list[int]:
        """The spots of the hands that have not been thrown away, upwards."""
        return [spot for spot, hand in self.hands.items() if not hand.folded]

    @property
    def is_left_to_one(self) -> bool:
        """Whether all hands but one have been thrown away."""
        found = False
        for hand in self.hands.values():
            if not hand.folded:
                if found:
                    return False
                found = True
        return found

    @property
    def in_the_middle(self) -> Cents:
        """All that was put in, what lies before the players included."""
        return Cents(sum([hand.total + hand.dead for hand in self.hands.values()]))

    def copy(self) -> "Game":
        """Return the same game, apart from this one."""
        return replace(self, hands=self.hands.copy())

    def change(self, spot: int, **fields: Any) -> None:  # noqa: ANN401  # those of a hand
        """Put a changed hand in the place of the one at a spot."""
        self.hands[spot] = replace(self.hands[spot], **fields)


class Room(msgspec.Struct, gc=False):
    """A poker table; `button`, `small`, `big` are where they lay in the last game."""

    terms: Terms
    next_terms: Terms
    """Those of the next game: a tournament's level may have changed."""
    seats: dict[int, Seat] = {}
    button: int | None = None
    small: int | None = None
    big: int | None = None
    games: int = 0
    """How many games have been posted."""
    played: bool = False
    """Whether a game has been played, and not voided."""
    game: Game | None = None
    now: int = 0
    """Seconds since the table opened."""
    ended: tuple[int, ...] = ()
    """When the games of the last hour ended, in these seconds."""
    alarm: str | None = None
    """The alarm that stops the game."""

    def copy(self) -> "Room":
        """Return the same table, apart from this one."""
        game = self.game
        apart = game and replace(game, hands=game.hands.copy())
        return replace(self, seats=self.seats.copy(), game=apart)

    def change(self, spot: int, **fields: Any) -> None:  # noqa: ANN401  # those of a seat
        """Put a changed seat in the place of the one at a spot."""
        self.seats[spot] = replace(self.seats[spot], **fields)

    def give(self, spot: int, cents: int) -> None:
        """Add chips to a player's stack, or take them from it."""
        seat = self.seats[spot]
        self.seats[spot] = replace(seat, cents=seat.cents + cents)

    def with_chips(self) -> list[int]:
        """Return the spots of the live hands that have chips left to bet."""
        game = self.game
        return [spot for spot in game.live if self.seats[spot].cents] if game else []


def game_of(room: Room) -> Game:
    """Return the game that is on. Raises Forbidden if none is."""
    if room.game is None:
        raise Forbidden("room.no_game")
    return room.game


def clockwise(spots: Iterable[int], start: int) -> list[int]:
    """Return the spots in their order round the table, from `start` on."""
    upwards = sorted(spots)
    return [spot for spot in upwards if spot >= start] + [s for s in upwards if s < start]


def cards_of(hand: Hand) -> Iterator[Card]:
    """Yield the cards of a hand that everybody has seen, each once."""
    yield from hand.up
    yield from dict.fromkeys((*hand.shown, *hand.exposed))
