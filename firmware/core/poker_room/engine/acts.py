"""What people and readers do at a poker table."""

import msgspec

from firmware.core.vocabulary.cards import Card


class Act(msgspec.Struct, frozen=True, tag=True, tag_field="act"):
    """Something that is done."""


class SitDown(Act, frozen=True):
    """A player sits down with this, or adds it to what he has."""

    spot: int
    cents: int


class Leave(Act, frozen=True):
    """A player leaves with all he has."""

    spot: int


class Arrive(Act, frozen=True):
    """A player of a tournament comes from another table with his chips: its hall moves him."""

    spot: int
    cents: int


class Depart(Act, frozen=True):
    """A player of a tournament goes to another table with his chips: its hall moves him."""

    spot: int


class TakeOff(Act, frozen=True):
    """A player takes chips off the table."""

    spot: int
    cents: int


class SitOut(Act, frozen=True):
    """A player is not dealt in, or is again."""

    spot: int
    out: bool


class PlaceButton(Act, frozen=True):
    """Where the button lies before the first game."""

    spot: int


class Level(Act, frozen=True):
    """A tournament's blinds and ante, from the next game on."""

    blinds: tuple[int, int]
    ante: int


class Wait(Act, frozen=True):
    """Time passes."""

    seconds: int


class Post(Act, frozen=True):
    """The button is placed, and every blind and ante that is due lies there."""


class PostBlind(Act, frozen=True):
    """A blind owed, or a straddle: `on` is `big_blind`, `small_blind` or `straddle`."""

    spot: int
    on: str
    cents: int


class Deal(Act, frozen=True):
    """So many cards were dealt face down."""

    count: int


class ReadHole(Act, frozen=True):
    """What the reader under a seat sees."""

    spot: int
    cards: tuple[Card, ...]


class Decide(Act, frozen=True):
    """A player decides; `cents` is all that lies before him in this round afterwards."""

    spot: int
    do: str
    cents: int | None = None


class Muck(Act, frozen=True):
    """A hand is thrown in or taken away (67.104, 67.105)."""

    spot: int


class Burn(Act, frozen=True):
    """A card is burned (67.88 (4))."""


class FaceUp(Act, frozen=True):
    """The next card is dealt face up."""

    card: Card


class Show(Act, frozen=True):
    """A hand is laid open: the cards that lay face down."""

    spot: int
    cards: tuple[Card, ...]


class Expose(Act, frozen=True):
    """A card face down was seen by all; with a spot it stays in that hand."""

    card: Card
    spot: int | None = None


class Doubt(Act, frozen=True):
    """The readers doubt the cards: `why` is the alarm."""

    why: str


class Misdeal(Act, frozen=True):
    """All cards come back and are dealt again."""


class TakeBack(Act, frozen=True):
    """The supervisor takes a card back."""


class Correct(Act, frozen=True):
    """The supervisor sets a stack that was keyed wrong; the difference is in the pots (67.110)."""

    spot: int
    cents: int


class Revive(Act, frozen=True):
    """The supervisor gives a hand back that the dealer took away by mistake (67.110)."""

    spot: int


class CallClock(Act, frozen=True):
    """The clock is called on the player whose turn it is."""


class Undo(Act, frozen=True):
    """The dealer's last key is taken back."""


class Void(Act, frozen=True):
    """The supervisor voids the game (67.110)."""


class Confirm(Act, frozen=True):
    """The pots have been pushed."""


AnyLastingAct = (
    SitDown
    | Leave
    | Arrive
    | Depart
    | TakeOff
    | SitOut
    | PlaceButton
    | Level
    | Wait
    | Post
    | PostBlind
    | Deal
    | Decide
    | Muck
    | Burn
    | FaceUp
    | Show
    | Expose
    | Doubt
    | Misdeal
    | TakeBack
    | Correct
    | Revive
    | CallClock
    | Undo
    | Void
    | Confirm
)
"""All but what the readers under the seats see, which is kept nowhere but in the state."""
