"""The acts at a poker table: everything that players, the dealer, the supervisor and readers do."""

import msgspec

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CorrectionMade


class PokerAct(msgspec.Struct, frozen=True, tag=True, tag_field="act"):
    """An act: input of `PokerEngine.handle`, journaled as JSON with the tag `act`."""


class SitDown(PokerAct, frozen=True):
    """A player sits down with this amount, or adds it to the stack."""

    spot: int
    cents: int
    player: str | None = None
    is_other_player: bool = False
    """Whether this is known to be another player than the one who left the spot."""


class Leave(PokerAct, frozen=True):
    """A player leaves with the whole stack."""

    spot: int


class Arrive(PokerAct, frozen=True):
    """A player arrives from another table of the tournament, which has moved the player."""

    spot: int
    cents: int


class Depart(PokerAct, frozen=True):
    """A player departs to another table of the tournament, which has moved the player."""

    spot: int


class LayRebuy(PokerAct, frozen=True):
    """The chips of a rebuy that the tournament has sold are laid before its player."""

    spot: int
    cents: int


class TakeOff(PokerAct, frozen=True):
    """A player takes chips off the table."""

    spot: int
    cents: int


class SitOut(PokerAct, frozen=True):
    """A player sits out, or is dealt in again."""

    spot: int
    out: bool


class PlaceButton(PokerAct, frozen=True):
    """The spot of the button before the first game."""

    spot: int


class SetLevel(PokerAct, frozen=True, tag="Level"):
    """The blinds and the ante of a tournament's level, from the next game on."""

    blinds: tuple[int, int]
    ante: int


class PassTime(PokerAct, frozen=True, tag="Wait"):
    """Whole seconds have elapsed."""

    seconds: int


class Post(PokerAct, frozen=True):
    """A game is opened: button, blinds and antes are posted."""


class PostBlind(PokerAct, frozen=True):
    """A player posts an owed blind or a straddle."""

    spot: int
    on: str
    """`big_blind`, `small_blind` or `straddle`."""
    cents: int


class DealDown(PokerAct, frozen=True, tag="Deal"):
    """The number of cards dealt face down, to all hands together."""

    count: int


class ReadHole(PokerAct, frozen=True):
    """Cards seen by the reader under a seat."""

    spot: int
    cards: tuple[Card, ...]


class PlayerDecision(PokerAct, frozen=True, tag="Decide"):
    """A player's decision. `cents` is the player's whole bet of this round, not what is added."""

    spot: int
    do: str
    cents: int | None = None


class Muck(PokerAct, frozen=True):
    """A hand is mucked by its player, or taken away (67.104, 67.105).

    `supervised`: the supervisor has a hand mucked that must be shown.
    """

    spot: int
    supervised: bool = False


class Burn(PokerAct, frozen=True):
    """A card is burned (67.88 (4))."""


class FaceUp(PokerAct, frozen=True):
    """The next card is dealt face up."""

    card: Card


class Show(PokerAct, frozen=True):
    """A hand is shown: its cards that were face down."""

    spot: int
    cards: tuple[Card, ...]


class Expose(PokerAct, frozen=True):
    """A face-down card was seen by everybody. With a spot, the card stays in that hand."""

    card: Card
    spot: int | None = None


class DoubtCards(PokerAct, frozen=True, tag="Doubt"):
    """The readers report a doubt about the cards; `why` is the alarm's value."""

    why: str


class Misdeal(PokerAct, frozen=True):
    """A misdeal: all cards are taken back, to be dealt again."""


class TakeBack(PokerAct, frozen=True):
    """The supervisor takes back the card of an alarm, or the last shown hand or face-up cards."""

    whole_street: bool = False
    """Whether all face-up cards of the street are taken back, rather than those of one step."""


class Scramble(PokerAct, frozen=True):
    """The supervisor makes one of the four cards of a flop the burn of the next street."""

    card: Card


class Correct(PokerAct, frozen=True):
    """The supervisor corrects a stack; the difference goes to the pots (67.110)."""

    spot: int
    cents: int


class CorrectClosedGame(PokerAct, frozen=True):
    """Two persons correct the stack of a player of a closed game."""

    correction: CorrectionMade


class Revive(PokerAct, frozen=True):
    """The supervisor revives a hand that the dealer took away by mistake (67.110)."""

    spot: int


class CallClock(PokerAct, frozen=True):
    """The clock is called on the player to act (67.101)."""


class UndoKey(PokerAct, frozen=True, tag="Undo"):
    """The dealer's last key is undone."""


class VoidGame(PokerAct, frozen=True, tag="Void"):
    """The supervisor voids the game (67.110)."""


class Confirm(PokerAct, frozen=True):
    """The pots have been pushed to their winners."""

    round_number: int | None = None
    """The number by which the table knows the game; None if it is the game's own."""


AnyLastingAct = (
    SitDown
    | Leave
    | Arrive
    | Depart
    | LayRebuy
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
    | Scramble
    | Correct
    | CorrectClosedGame
    | Revive
    | CallClock
    | UndoKey
    | VoidGame
    | Confirm
)
"""The journaled acts: all but `ReadHole`, since no hidden card is written anywhere."""
