"""The state of a table, grouped by lifetime.

    rules, game   until the configuration changes
    device        as long as the device is on: key-switch, doors, faults, parts that are starting
    meters, link  for ever
    shoe          until the shuffle
    felt          independent of the phase
    round         until the bets of the next one
    gesture       until the dealer has finished it, or anything else happens
    turn          while one event is handled

A fault is not a phase but independent of it: see `stopped`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from firmware.core.game.game import Game
from firmware.core.game.jackpot_link import UNLINKED, Link
from firmware.core.table.bets import Bets
from firmware.core.table.card_picker import Entry
from firmware.core.table.felt import Felt, FeltMemory
from firmware.core.table.meters import ruled
from firmware.core.table.reversal import Reversal
from firmware.core.table.rules import TableRules
from firmware.core.table.shoe import Shoe, ShoeMemory
from firmware.core.table.trouble import Fault, Trouble
from firmware.core.table.verdict import Verdict
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.counters import Meters
from firmware.core.vocabulary.events import Door, Event
from firmware.core.vocabulary.faults import FAULTS
from firmware.core.vocabulary.instruments import Keyed
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Alert, JournalHead, Sound, Text, Ticket
from firmware.core.vocabulary.phase import ROUND, Phase
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling


class Shuffles(msgspec.Struct, frozen=True):
    """The shuffler's work since the table's setup; never the order of the cards."""

    done: int = 0
    last_cards: int | None = None
    unread: int = 0


class Device(msgspec.Struct, frozen=True):
    """The state of the device, independent of the game: its parts, and their sequence numbers."""

    trouble: Trouble = Trouble()
    key_switch: bool = False
    doors_open: tuple[Door, ...] = ()
    sound: Sound = Sound()
    shoe_clears: str | None = None
    """A fault of the shoe that the supervisor has cleared and the shoe should forget."""
    shuffle: int = 0
    """How often the dealer has started the shuffler."""
    shuffles: Shuffles = Shuffles()
    spin: int = 0
    """How often he has started the wheel or the balls."""
    tickets: tuple[Ticket, ...] = ()
    """The tickets issued last, to be printed."""
    head: JournalHead | None = None
    """The journal's head at the last closing."""


class Pricing(msgspec.Struct, frozen=True):
    """A spot whose colour chips get a price, and the price keyed so far (70)."""

    spot: int
    cents: Cents = NOTHING


class Gesture(msgspec.Struct, frozen=True):
    """The dealer's unfinished key entry."""

    entering: Entry | None = None
    """The card that is being named."""
    low: tuple[Card, ...] = ()
    """The cards named so far of a hand that is being set."""
    keying: Place | None = None
    """The place chosen to key an amount at."""
    pricing: Pricing | None = None
    focus: int | None = None
    """The spot chosen to key a decision of."""
    keyed: Keyed = Keyed()
    """The digits keyed so far of a result."""
    keyed_at: int = 0
    amount: Cents = NOTHING
    """The amount keyed so far at a poker table."""
    recalled: int = 0
    """The street of a disputed game of poker that is on the display, from 1; 0 if none is."""
    no_roll: tuple[int, int] | None = None
    """When the last coup nul was keyed, and its case of 95.3; 0 if none is chosen."""


NOTHING_BEGUN: Final = Gesture()


@dataclass(slots=True)
class Round:
    """A round, from the first chip after the one before."""

    number: int = 0
    bets: Bets = field(default_factory=Bets)
    announced: int = 0
    """How many results were announced."""
    voided: bool = False
    """Whether the one before was voided, and its stakes are being given back."""
    reversals: tuple[Reversal, ...] = ()
    """How what was paid and taken of that one goes back."""
    laid_last: Stack | None = None
    """The bet that was laid or changed last."""
    offered_at: int | None = None
    """When chips were laid for a decision that is not keyed yet."""
    examined: Cents = NOTHING
    """An implausible payment, which two persons have to allow."""
    lot_told: bool = False
    """Whether the supervisor was called to a lot that is won."""


class ChipsMoved(Event, frozen=True):
    """The table's own event: a stack has changed. Its row depends on the phase."""

    stack: Stack
    before: Cents
    was_refused: bool
    """Whether a stack that has gone was no legal bet."""


class Undo(Enum):
    """The effect of the current event on the possibility to undo the dealer's last key."""

    AS_BEFORE = auto()
    NONE = auto()
    """Something physical has happened."""
    THIS_KEY = auto()
    WITH_LAST_KEY = auto()
    """This key and the one before are taken back together."""


AS_BEFORE, NO_UNDO, THIS_KEY, _ = Undo
"""The same, for what asks after every event: Python 3.11 finds a member of an enum slowly."""


@dataclass(slots=True)
class Turn:
    """The results of the current event."""

    rulings: list[Ruling] = field(default_factory=list)
    moved: list[ChipsMoved] = field(default_factory=list)
    """Changed stacks whose rows have still to run."""
    undo: Undo = AS_BEFORE
    verdict: Verdict | None = None
    """The felt as a row's guard has judged it, for the close that the row makes."""
    opened: bool = False
    """Whether a round has opened, or a table was set up: history begins here."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A state as the journal keeps it: exact when a round has just opened."""

    phase: str = Phase.CLOSED.name
    round: int = 0
    voided: bool = False
    returning: tuple[Stack, ...] = ()
    reversals: tuple[Reversal, ...] = ()
    device: Device = Device()
    shoe: ShoeMemory = ShoeMemory()
    felt: FeltMemory = FeltMemory()
    meters: Meters = Meters()
    game: dict[str, Any] = {}
    """The game's memory of earlier rounds."""
    link: Link | msgspec.UnsetType = msgspec.UNSET
    """The table's part in a linked lot; unset at a table that never had one."""
    aside: "Checkpoint | None" = None
    """In service mode the real table as it was when the test began, else None."""

    @property
    def real(self) -> "Checkpoint":
        """The table of real rounds: the one that a test has set aside, or this one."""
        return self.aside or self


NO_CHIPS: Final = FeltMemory()
START: Final = Checkpoint()
"""A table that was never opened, with a full shoe."""


class State:
    """A table as it is now. Times are milliseconds; only their differences are used."""

    device: Device
    meters: Meters
    link: Link
    shoe: Shoe
    felt: Felt
    round: Round
    gesture: Gesture
    phase: Phase
    refused: Text | None
    """The last refusal, until the next thing is done."""
    aside: Checkpoint | None
    """The table that a test has set aside, None unless one is going on."""

    def __init__(self, game: Game, rules: TableRules, checkpoint: Checkpoint) -> None:
        self.game = game
        self.rules = rules
        self.now = 0
        self.turn = Turn()
        self.restore(checkpoint)

    def restore(self, kept: Checkpoint) -> None:
        """Be the table that the checkpoint was taken of."""
        game, rules = self.game, self.rules
        self.device, self.meters, self.aside = kept.device, kept.meters, kept.aside
        self.link = kept.link if isinstance(kept.link, Link) else UNLINKED
        self.phase = Phase[kept.phase]
        self.shoe = Shoe(game.decks, game.pack, kept.shoe)
        shared = game.LAYOUT and not rules.amounts.known
        self.felt = Felt(rules.spots, game.BETS, sensed=rules.sensed, shared=shared)
        self.felt.remember(kept.felt, game.nominal)
        game.open()
        game.remember(kept.game)
        self.round = Round(kept.round, voided=kept.voided, reversals=kept.reversals)
        self.round.bets.returning = set(kept.returning)
        self.round.bets.left_over = self.felt.stacks.keys() - game.carried.keys()
        self.gesture, self.refused = NOTHING_BEGUN, None

    @property
    def checkpoint(self) -> Checkpoint:
        """All that the table is; exact when a round has just opened."""
        return Checkpoint(
            phase=self.phase.name,
            round=self.round.number,
            voided=self.round.voided,
            returning=tuple(sorted(self.round.bets.returning, key=str)),
            reversals=self.round.reversals,
            device=self.device,
            shoe=self.shoe.memory,
            felt=self.felt.memory(self.rules.amounts.bet),
            meters=self.meters,
            game=self.game.memory,
            link=msgspec.UNSET if self.link == UNLINKED else self.link,
            aside=self.aside,
        )

    @property
    def stopped(self) -> bool:
        """Whether a fault, or a felt that is to be confirmed, stops the deal."""
        return self.device.trouble.stopped

    @property
    def going(self) -> Phase | None:
        """The phase while the deal goes on, None while it is stopped."""
        return None if self.stopped else self.phase

    @property
    def in_round(self) -> bool:
        """Whether a round is in play, and the deal goes on."""
        return self.phase is ROUND and not self.stopped

    @property
    def testing(self) -> bool:
        """Whether the table is in service mode: a test is played, and no meter moves."""
        return self.aside is not None

    @property
    def between_rounds(self) -> bool:
        """Whether no round is in play and no chip lies, or lay when a test began."""
        aside = self.aside.felt if self.aside else NO_CHIPS
        bare = not (self.felt.stacks or self.felt.covered or aside.stacks or aside.covered)
        return bare and self.phase in (Phase.CLOSED, Phase.OPEN)

    # deciding

    def rule(self, ruling: Ruling, alert: Alert | None = None) -> None:
        """Add a ruling, with its sound."""
        if not self.testing:
            self.meters = ruled(self.meters, ruling)
        ruling = self.rules.amounts.ruling(ruling)
        self.turn.rulings.append(ruling)
        if alert is not None:
            words = ruling.words if isinstance(ruling, Announced) else None
            sound = Sound(self.device.sound.number + 1, alert, words)
            self.device = replace(self.device, sound=sound)

    def refuse(self, why: Text) -> None:
        """Refuse the act; the round is unchanged."""
        self.refused = why
        self.rule(Refused(why), Alert.REFUSED)

    def count(self, advanced: Callable[[Meters], Meters]) -> None:
        """Advance the meters; in a test none moves."""
        if not self.testing:
            self.meters = advanced(self.meters)

    def forget_undo(self) -> None:
        """Something physical has happened: the last key can't be taken back any more."""
        self.turn.undo = NO_UNDO

    def remember_undo(self) -> None:
        """Keep the way back to before the key that is being handled."""
        self.turn.undo = THIS_KEY

    def clear_shoe(self, faults: list[Fault]) -> None:
        """Make the shoe clear the first of `faults` that is its own."""
        own = (f.code for f in faults if f.part == "shoe" and not FAULTS[f.code].passing)
        clears = next(own, self.device.shoe_clears)
        self.device = replace(self.device, shoe_clears=clears)
