"""What people and readers do at a poker table."""

import msgspec

from firmware.core.vocabulary.cards import Card


class PokerAct(msgspec.Struct, frozen=True, tag=True, tag_field="act"):
    """Something that is done."""


class SitDown(PokerAct, frozen=True):
    """A player sits down with this, or adds it to what he has."""

    spot: int
    cents: int


class Leave(PokerAct, frozen=True):
    """A player leaves with all he has."""

    spot: int


class Arrive(PokerAct, frozen=True):
    """A player of a tournament comes from another table with his chips: its hall moves him."""

    spot: int
    cents: int


class Depart(PokerAct, frozen=True):
    """A player of a tournament goes to another table with his chips: its hall moves him."""

    spot: int


class TakeOff(PokerAct, frozen=True):
    """A player takes chips off the table."""

    spot: int
    cents: int


class SitOut(PokerAct, frozen=True):
    """A player is not dealt in, or is again."""

    spot: int
    out: bool


class PlaceButton(PokerAct, frozen=True):
    """Where the button lies before the first game."""

    spot: int


class SetLevel(PokerAct, frozen=True, tag="Level"):
    """A tournament's blinds and ante, from the next game on."""

    blinds: tuple[int, int]
    ante: int


class PassTime(PokerAct, frozen=True, tag="Wait"):
    """Time passes."""

    seconds: int


class Post(PokerAct, frozen=True):
    """The button is placed, and every blind and ante that is due lies there."""


class PostBlind(PokerAct, frozen=True):
    """A blind owed, or a straddle: `on` is `big_blind`, `small_blind` or `straddle`."""

    spot: int
    on: str
    cents: int


class DealDown(PokerAct, frozen=True, tag="Deal"):
    """So many cards were dealt face down."""

    count: int


class ReadHole(PokerAct, frozen=True):
    """What the reader under a seat sees."""

    spot: int
    cards: tuple[Card, ...]


class PlayerDecision(PokerAct, frozen=True, tag="Decide"):
    """A player decides; `cents` is all that lies before him in this round afterwards."""

    spot: int
    do: str
    cents: int | None = None


class Muck(PokerAct, frozen=True):
    """A hand is thrown in or taken away (67.104, 67.105)."""

    spot: int


class Burn(PokerAct, frozen=True):
    """A card is burned (67.88 (4))."""


class FaceUp(PokerAct, frozen=True):
    """The next card is dealt face up."""

    card: Card


class Show(PokerAct, frozen=True):
    """A hand is laid open: the cards that lay face down."""

    spot: int
    cards: tuple[Card, ...]


class Expose(PokerAct, frozen=True):
    """A card face down was seen by all; with a spot it stays in that hand."""

    card: Card
    spot: int | None = None


class DoubtCards(PokerAct, frozen=True, tag="Doubt"):
    """The readers doubt the cards: `why` is the alarm."""

    why: str


class Misdeal(PokerAct, frozen=True):
    """All cards come back and are dealt again."""


class TakeBack(PokerAct, frozen=True):
    """The supervisor takes a card back."""


class Correct(PokerAct, frozen=True):
    """The supervisor sets a stack that was keyed wrong; the difference is in the pots (67.110)."""

    spot: int
    cents: int


class Revive(PokerAct, frozen=True):
    """The supervisor gives a hand back that the dealer took away by mistake (67.110)."""

    spot: int


class CallClock(PokerAct, frozen=True):
    """The clock is called on the player whose turn it is."""


class UndoKey(PokerAct, frozen=True, tag="Undo"):
    """The dealer's last key is taken back."""


class VoidGame(PokerAct, frozen=True, tag="Void"):
    """The supervisor voids the game (67.110)."""


class Confirm(PokerAct, frozen=True):
    """The pots have been pushed."""


AnyLastingAct = (
    SitDown
    | Leave
    | Arrive
    | Depart
    | TakeOff
    | SitOut
    | PlaceButton
    | SetLevel
    | PassTime
    | Post
    | PostBlind
    | DealDown
    | PlayerDecision
    | Muck
    | Burn
    | FaceUp
    | Show
    | Expose
    | DoubtCards
    | Misdeal
    | TakeBack
    | Correct
    | Revive
    | CallClock
    | UndoKey
    | VoidGame
    | Confirm
)
"""All but what the readers under the seats see, which is kept nowhere but in the state."""
