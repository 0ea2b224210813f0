"""The panel: every light, line and sound, computed from the state, never commanded."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents, Direction
from firmware.core.vocabulary.next_step import Act, NextStep
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.wheel_acts import WheelAct


class SpotLight(StrEnum):
    """The state of a spot's one light; if its bets differ, the worst (`WORST_FIRST`)."""

    AWAITING = "awaiting"
    PLACED = "placed"
    NONE = "none"
    LOCKED = "locked"
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    LATE = "late"
    FAULT = "fault"


LIGHT_PRIORITY = (
    SpotLight.FAULT,
    SpotLight.LATE,
    SpotLight.LOSE,
    SpotLight.WIN,
    SpotLight.PUSH,
    SpotLight.LOCKED,
    SpotLight.PLACED,
    SpotLight.AWAITING,
    SpotLight.NONE,
)


TextValues = Mapping[str, "str | int | Text"]


class Text(msgspec.Struct, frozen=True):
    """A text as its key and values; `firmware.shell.words` renders it.

    A value is text, a number, money or another text; money is a `Cents` under a name that ends in
    `_cents`; a place is its spot and its bet's name under `on`.
    """

    key: str
    values: TextValues = {}


class SoundAlert(StrEnum):
    """A tone pattern of the sounder."""

    SILENT = "silent"
    BETS_OPEN = "bets_open"
    NO_MORE_BETS = "no_more_bets"
    RESULT = "result"
    CALL = "call"
    """Insurance, coup nul, changed dice, the cut card (25, 95.3, 95.4, 8)."""
    REFUSED = "refused"
    LATE = "late"
    FAULT = "fault"


class PanelSound(msgspec.Struct, frozen=True):
    """The last sound; a new `number` plays it, the same number never twice."""

    number: int = 0
    alert: SoundAlert = SoundAlert.SILENT
    words: Text | None = None
    """The words for a voice, if this is an announcement."""


class WheelOrder(msgspec.Struct, frozen=True):
    """What the wheel was last ordered to do; a new `number` has it done, the same never twice."""

    number: int = 0
    act: WheelAct = WheelAct.OPEN


class Payout(msgspec.Struct, frozen=True):
    """One bet being paid or taken, as the players are shown it."""

    place: Place
    stake: Cents
    odds: str
    paid: Cents
    commission: Cents
    chips: tuple[tuple[Cents, int], ...]
    step: int
    of: int
    capped: bool = False
    """Whether the table's maximum is paid, or may be where amounts are unseen."""
    share: tuple[int, Cents] | None = None
    """The commission as the house takes it, per cent of the bet by steps, if unseen."""
    share_direction: Direction = "up"
    """How the bet is rounded."""
    bank: int = 0
    """The spot of the player who is the bank, and pays; 0 is the house."""


class Ticket(msgspec.Struct, frozen=True):
    """A ticket as printed: the data of article 82, except those that are the same on all."""

    control: str
    numbers: tuple[int, ...]
    cents: Cents
    first_draw: int
    last_draw: int
    paid: bool
    most_cents: Cents
    """The most that is payable a draw."""
    claim_until: int
    """The last day for claiming, as the number of days since 1970."""
    test: bool = False
    """Whether it was issued in a test, and is worth nothing."""


class JournalHead(msgspec.Struct, frozen=True):
    """The journal's last record when the table was closed after a round; its SHA-256 in hex."""

    round: int
    record: int
    digest: str

    @property
    def shown(self) -> str:
        """The form in which people write it down: `5449-3fa0c1d2`."""
        return f"{self.record}-{self.digest[:8]}"


class PublicCards(msgspec.Struct, frozen=True):
    """The public cards of a poker game. The readers under the seats, which report no card, compare
    their readings with these.
    """

    game: int
    down: Mapping[int, int]
    """How many cards face down each player was dealt, by spot."""
    up: Mapping[int, tuple[Card, ...]]
    """The face-up cards before each seat."""
    shown: Mapping[int, tuple[Card, ...]]
    """The cards of those face down that all have seen, and that stay there."""
    exposed_elsewhere: tuple[Card, ...]
    """The board, and the cards that were exposed elsewhere."""
    named: tuple[int, tuple[Card, ...]] | None = None
    """The hand that is being laid open, by its spot, once all its cards are named."""


class Panel(msgspec.Struct, frozen=True):
    """Everything that the table shows. Equal panels look and sound the same."""

    spots: Mapping[int, SpotLight]
    pulsing: frozenset[int] = frozenset()
    """Spots whose turn it is."""
    keys: frozenset[Key] = frozenset()
    """Keys that would be obeyed now: they are lit."""
    ask: NextStep = NextStep(Act.OPEN_TABLE)
    """The table's next step; the first line of the dealer's display."""
    dealer: tuple[Text, ...] = ()
    """The dealer's display."""
    players: tuple[Text, ...] = ()
    """The payout display, where no payout is being made."""
    payout: Payout | None = None
    figures: Cents | None = None
    """The amount on the figures; None is dark."""
    sound: PanelSound = PanelSound()
    closed: bool = False
    """Whether the table is closed: chips on it are no bets."""
    card_due: bool = False
    """Whether a card that leaves the shoe now would be dealt to a hand."""
    shoe_locked: bool = False
    """Whether the shoe should hold its cards back, where it can."""
    shoe_clears: str | None = None
    """A shoe's fault that the supervisor has cleared and the shoe should forget."""
    shuffle: int = 0
    """How often the dealer has started the shuffler; a new number starts it once."""
    spin: int = 0
    """How often he has started the wheel or the balls, likewise."""
    wheel_order: WheelOrder = WheelOrder()
    tickets: tuple[Ticket, ...] = ()
    """The tickets that were issued last, the newest last: each is printed once."""
    head: JournalHead | None = None
    """The journal's head while the table is closed: printed once, where there is a printer."""
    laid_out: PublicCards | None = None
    """The public cards of a poker game, for tables with readers under the seats."""
    simulated: bool = True
    testing: bool = False
    """Whether the game is a test, which every display shows."""
