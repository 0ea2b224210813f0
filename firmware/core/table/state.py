"""The state of a table, grouped by lifetime.

    rules, game   until the configuration changes
    device        as long as the device is on: key-switch, doors, faults, parts that are starting
    meters, link  for ever
    shoe          until the shuffle
    felt          independent of the phase
    round         until the bets of the next one
    key_entry     until the dealer has finished it, or anything else happens
    effects       while one event is handled

A fault is not a phase but independent of it: see `stopped`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from firmware.core.game.game import Game
from firmware.core.game.jackpot_link import UNLINKED, JackpotLink
from firmware.core.game.past_rounds import PastRound
from firmware.core.table.checkpoint import EMPTY_FELT, Checkpoint, DeviceState
from firmware.core.table.event_effects import (
    UNDO_IMPOSSIBLE,
    UNDO_THIS_KEY,
    EventEffects,
    UndoEffect,
)
from firmware.core.table.fault_state import Fault
from firmware.core.table.felt import Felt
from firmware.core.table.key_entry import NO_KEY_ENTRY, KeyEntry
from firmware.core.table.late_bets import RoundBets
from firmware.core.table.meters import with_ruling
from firmware.core.table.reversal import Reversal
from firmware.core.table.rules import TableRules
from firmware.core.table.shoe import Shoe
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import (
    PanelSound,
    SoundAlert,
    Text,
)
from firmware.core.vocabulary.phase import ROUND, Phase
from firmware.core.vocabulary.places import Bettor, Stack
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling


@dataclass(slots=True)
class RoundState:
    """A round, from the first chip after the one before."""

    number: int = 0
    bets: RoundBets = field(default_factory=RoundBets)
    results_announced: int = 0
    """How many results were announced."""
    voided: bool = False
    """Whether the one before was voided, and its stakes are being given back."""
    reversals: tuple[Reversal, ...] = ()
    """Chip movements that reverse the voided round."""
    last_laid: Stack | None = None
    """The bet that was laid or changed last."""
    offered_at_ms: int | None = None
    """When chips were laid for a decision that is not keyed yet."""
    examined_cents: Cents = NO_CENTS
    """An implausible payment, which two persons have to allow."""
    felt_at_cut: dict[Stack, Cents] | None = None
    """What lay on the felt as the power went, until the dealer has checked it."""
    supervisor_called: bool = False
    """Whether the supervisor was called to a jackpot that is won."""


class State:
    """A table as it is now. Times are milliseconds; only their differences are used."""

    device: DeviceState
    meters: Meters
    link: JackpotLink
    shoe: Shoe
    felt: Felt
    round: RoundState
    key_entry: KeyEntry
    phase: Phase
    last_refusal: Text | None
    """The last refusal, until the next thing is done."""
    past_rounds: tuple[PastRound, ...]
    """The last closed rounds, whose money can be corrected."""
    commission_marks: Mapping[Bettor, Cents]
    """The commissions marked until the shoe ends, by who owes them, from the dealer's left."""
    table_set_aside: Checkpoint | None
    """The table that a test has set aside; None outside a test."""

    def __init__(self, game: Game, rules: TableRules, checkpoint: Checkpoint) -> None:
        self.game = game
        self.rules = rules
        self.now = 0
        self.effects = EventEffects()
        self.restore(checkpoint)

    def restore(self, checkpoint: Checkpoint) -> None:
        """Become the table of the checkpoint."""
        game, rules = self.game, self.rules
        self.device, self.meters = checkpoint.device, checkpoint.meters
        self.table_set_aside = checkpoint.aside
        self.past_rounds = checkpoint.past_rounds or ()
        self.commission_marks = dict(checkpoint.commission_marks or ())
        self.link = checkpoint.link if isinstance(checkpoint.link, JackpotLink) else UNLINKED
        self.phase = Phase[checkpoint.phase]
        self.shoe = Shoe(game.decks, game.pack, checkpoint.shoe)
        shared_layout = game.SHARED_LAYOUT and not rules.amounts.are_known
        self.felt = Felt(rules.spots, game.BETS, sensed=rules.sensed, shared_layout=shared_layout)
        self.felt.remember(checkpoint.felt, game.nominal_stake)
        # in this order: `open` would carry the bets of the round that is left behind
        game.open()
        game.remember(checkpoint.game)
        self.round = RoundState(
            checkpoint.round, voided=checkpoint.voided, reversals=checkpoint.reversals
        )
        self.round.bets.returning_stacks = set(checkpoint.returning)
        self.round.bets.left_over_stacks = self.felt.stacks.keys() - game.carried.keys()
        self.key_entry, self.last_refusal = NO_KEY_ENTRY, None

    @property
    def checkpoint(self) -> Checkpoint:
        """All that the table is; exact when a round has just opened."""
        return Checkpoint(
            phase=self.phase.name,
            round=self.round.number,
            voided=self.round.voided,
            returning=tuple(sorted(self.round.bets.returning_stacks, key=str)),
            reversals=self.round.reversals,
            device=self.device,
            shoe=self.shoe.memory,
            felt=self.felt.memory(self.rules.amounts.mask_bet),
            meters=self.meters,
            game=self.game.memory,
            link=msgspec.UNSET if self.link == UNLINKED else self.link,
            aside=self.table_set_aside,
            past_rounds=self.past_rounds,
            commission_marks=tuple(self.commission_marks.items()) or msgspec.UNSET,
        )

    @property
    def stopped(self) -> bool:
        """Whether a fault, or a felt that is to be confirmed, stops the deal."""
        return self.device.trouble.stopped

    @property
    def running_phase(self) -> Phase | None:
        """The phase while the deal is running, None while it is stopped."""
        return None if self.stopped else self.phase

    @property
    def in_round(self) -> bool:
        """Whether a round is in play, and the deal is running."""
        return self.phase is ROUND and not self.stopped

    @property
    def testing(self) -> bool:
        """Whether the table is in service mode: a test is played, and no meter moves."""
        return self.table_set_aside is not None

    @property
    def between_rounds(self) -> bool:
        """Whether no round is in play and the felt is bare, without a marked commission too, now
        and when a test began.
        """
        before = self.table_set_aside
        aside = before.felt if before else EMPTY_FELT
        marks = self.commission_marks or (before and before.commission_marks)
        felt_is_bare = not (self.felt.stacks or self.felt.covered or aside.stacks or aside.covered)
        return felt_is_bare and not marks and self.phase in (Phase.CLOSED, Phase.OPEN)

    # deciding

    def add_ruling(self, ruling: Ruling, alert: SoundAlert | None = None) -> None:
        """Add a ruling, with its sound."""
        if not self.testing:
            self.meters = with_ruling(self.meters, ruling)
        ruling = self.rules.amounts.mask_ruling(ruling)
        self.effects.rulings.append(ruling)
        if alert is not None:
            words = ruling.words if isinstance(ruling, Announced) else None
            sound = PanelSound(self.device.sound.number + 1, alert, words)
            self.device = replace(self.device, sound=sound)

    def refuse(self, why: Text) -> None:
        """Refuse the act; the round is unchanged."""
        self.last_refusal = why
        self.add_ruling(Refused(why), SoundAlert.REFUSED)

    def advance_meters(self, advance: Callable[[Meters], Meters]) -> None:
        """Advance the meters; in a test none moves."""
        if not self.testing:
            self.meters = advance(self.meters)

    def forget_undo(self) -> None:
        """Something physical has happened: the last key can't be taken back any more."""
        self.effects.undo = UNDO_IMPOSSIBLE

    def join_undo(self) -> None:
        """Let undo take back the key that is being handled together with the one before."""
        self.effects.undo = UndoEffect.WITH_LAST_KEY

    def remember_undo(self) -> None:
        """Let undo return to the state before the key that is being handled."""
        self.effects.undo = UNDO_THIS_KEY

    def clear_shoe(self, faults: list[Fault]) -> None:
        """Make the shoe clear the first of `faults` that is its own."""
        shoe_faults = (
            fault.code
            for fault in faults
            if fault.part == "shoe" and not FAULT_KINDS[fault.code].is_momentary
        )
        fault_to_clear = next(shoe_faults, self.device.shoe_clears)
        self.device = replace(self.device, shoe_clears=fault_to_clear)
