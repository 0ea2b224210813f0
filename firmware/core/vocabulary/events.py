"""Events: immutable facts in the past tense, as drivers report and the journal stores them."""

from enum import StrEnum

import msgspec

from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.faults import check_fault_code
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place

NO_RESULT_REASONS = frozenset(
    {
        "same_direction",
        "ball_out",
        "object",
        "failed_launch",
        "rotor_speed",
        "wheel_void",
        "between_parts",
        "turned_back",
    }
)
"""Why a wheel says that a spin is none: the ball went the way of the rotor, left the wheel, met an
object, wasn't launched; the rotor was too slow or too fast; the wheel voided the game itself; the
pointer stopped between two parts; the wheel of fortune was turned back."""


class Door(StrEnum):
    """A door with a contact."""

    LOGIC = "logic"
    SHOE = "shoe"


class DrawnFor(StrEnum):
    """The hand of a card, as reported by a shoe that follows the game."""

    PLAYER = "player"
    BANKER = "banker"
    BURN = "burn"
    OUTSIDE = "outside"
    """Drawn while the shoe was locked, in error or being set up."""


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """Something that happened outside the core."""


class CardRead(Event, frozen=True):
    """A card has left the shoe; `drawn` and `index` are the shoe's own account, if it keeps one.

    `tag` is the UID of the card's own tag in hexadecimal, where it has one.
    """

    card: Card
    drawn: DrawnFor | None = None
    index: int | None = None
    tag: str | None = None


class HandCompared(Event, frozen=True):
    """The reader under a seat has compared the cards that were named for its hand with those that
    it reads; `agrees` is None if it has not read that hand whole. No other card is named.
    """

    spot: int
    cards: tuple[Card, ...]
    agrees: bool | None


class DeckDoubted(Event, frozen=True):
    """Readers have seen one card at two places of a poker game, or one that is not of its deck.

    It names neither the card nor a place.
    """


class CutCardSeen(Event, frozen=True):
    """The cut card came out of the shoe."""


class ShoeResult(Event, frozen=True):
    """The shoe's own result of the game: player, banker, tie or forced (ended by hand)."""

    winner: str


class ShoeRestarted(Event, frozen=True):
    """The shoe has started again: what it had in its memory, it has forgotten."""


class ShuffleEnded(Event, frozen=True):
    """The shuffler has finished: how many cards it counted and could not recognise; never their
    faces.

    `cards` is None if it doesn't count.
    """

    cards: int | None
    unread: int = 0


class NoMoreBetsSeen(Event, frozen=True):
    """The wheel says that no bet may be placed any more: the ball is about to fall."""


class ResultSeen(Event, frozen=True):
    """An instrument's result, reported once: a wheel's number or symbol, or balls.

    Symbols are written as on the wheel: `("17",)`, `("00",)`, `("joker",)`. `revolutions` is the
    number of turns of the ball, or of the wheel of fortune, if the instrument counts.
    """

    symbols: tuple[str, ...]
    revolutions: int | None = None


class NoResultSeen(Event, frozen=True):
    """The instrument says that the spin under way is none; `reason` is one of NO_RESULTS."""

    reason: str


class NumberDrawn(Event, frozen=True):
    """The random generator has drawn who is dealt to first, from 1 to 7 (48.1)."""

    number: int


class TicketAsked(Event, frozen=True):
    """A player has ordered a ticket of Keno (80): his numbers, the stake a draw, the number of
    draws.

    `control` is the ticket's identifying number (82), drawn from the operating system's randomness
    before the table gets it, as are the `numbers` of a quick pick. `day` is the day of the sale, as
    the number of days since 1970.
    """

    spot: int
    numbers: tuple[int, ...]
    cents: Cents
    draws: int
    control: str
    paid: bool = True
    day: int = 0


class TicketClaimed(Event, frozen=True):
    """The holder of a ticket presents it for payment (86), on this day."""

    control: str
    day: int = 0


class StackRead(Event, frozen=True):
    """All the chips of one owner at a place are now worth `cents`; 0 is none left.

    `bettor` is None for the player seated at the spot. `colours` is the number of colour chips,
    whose worth their player sets (70); they are not included in `cents`. `values` are the different
    values of the other chips, lowest first, if the reader knows them; on a layout only.
    """

    place: Place
    cents: Cents
    bettor: str | None = None
    colours: int = 0
    values: tuple[Cents, ...] = ()


class ChipsSwept(Event, frozen=True):
    """Every place was read since the chip reader's start: stacks that it didn't report are gone."""


class PresenceSeen(Event, frozen=True):
    """The sensor under a place is now covered, or free."""

    place: Place
    covered: bool


class KeyPressed(Event, frozen=True):
    """A key of the panel went down."""

    key: Key


class KeySwitchTurned(Event, frozen=True):
    """The supervisor's key was turned on or off."""

    on: bool


class DoorMoved(Event, frozen=True):
    """A door was opened or shut."""

    door: Door
    open: bool


class FaultRaised(Event, frozen=True):
    """A part reports a fault. Raises ValueError unless `code` is in the catalogue of faults."""

    part: str
    code: str
    values: dict[str, str] = {}

    def __post_init__(self) -> None:
        check_fault_code(self.code)


class FaultEnded(Event, frozen=True):
    """The cause of a fault is gone; the table decides what must be confirmed
    before play goes on.
    """

    part: str
    code: str


class PartAwaited(Event, frozen=True):
    """A part that is needed does not answer yet, at the program's start: it may be starting too."""

    part: str


class PartAnswered(Event, frozen=True):
    """A part that was awaited has answered."""

    part: str


class ClearAllowed(Event, frozen=True):
    """A technician has allowed at the device that the supervisor clears a fault."""

    part: str
    code: str


class TestBegun(Event, frozen=True):
    """A technician has begun the service mode: test rounds that move no meter."""

    __test__ = False  # of pytest's: a class of this name is no case


class TestEnded(Event, frozen=True):
    """The technician has ended the test: the real table returns."""

    __test__ = False


class MetersReset(Event, frozen=True):
    """Two persons have begun the meters again at nothing."""


class HeadTaken(Event, frozen=True):
    """The table has closed; the journal's last record then had this number and SHA-256 (hex)."""

    record: int
    digest: str


class ClockStepped(Event, frozen=True):
    """The time of day went forward by so many seconds more than the time that has passed."""

    seconds: int


class TimeUp(Event, frozen=True):
    """The time is over that the table gave: to key chips laid for a decision, or a second die."""


class PowerLost(Event, frozen=True):
    """The power went, or the service died, without a word: found at the next start."""


class PowerReturned(Event, frozen=True):
    """The service started on a journal that was not empty."""


class ServiceEnded(Event, frozen=True):
    """The service was ended in order."""


AnyEvent = (
    CardRead
    | HandCompared
    | DeckDoubted
    | CutCardSeen
    | ShoeResult
    | ShoeRestarted
    | ShuffleEnded
    | NoMoreBetsSeen
    | ResultSeen
    | NoResultSeen
    | NumberDrawn
    | TicketAsked
    | TicketClaimed
    | StackRead
    | ChipsSwept
    | PresenceSeen
    | KeyPressed
    | KeySwitchTurned
    | DoorMoved
    | FaultRaised
    | FaultEnded
    | PartAwaited
    | PartAnswered
    | ClearAllowed
    | TestBegun
    | TestEnded
    | MetersReset
    | HeadTaken
    | ClockStepped
    | TimeUp
    | PowerLost
    | PowerReturned
    | ServiceEnded
)


def encode_plain(value: object) -> object:
    """Return a plain form for the codec: a card as its name."""
    if isinstance(value, Card):
        return value.name
    raise NotImplementedError(f"no plain form for {type(value).__name__}")


def decode_plain(target_type: type, value: object) -> object:
    """Convert the result of `to_plain` to a `kind`. Raises ValueError on an unknown card."""
    if target_type is Card:
        return parse_card(str(value))
    raise NotImplementedError(f"no plain form for {target_type.__name__}")
