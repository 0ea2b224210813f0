"""The table: closed, open, in a round, stopped by a fault, or waiting for a full shoe.

`handle` takes what happened and returns what the table decided. Everything that a light or a
display shows follows from the state (`firmware.core.show`). The same events always give the same
table, so undoing a key, and coming back after a crash, is replaying the round.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from firmware.core.bets import Bets
from firmware.core.cards import Card, parse_card
from firmware.core.checkpoint import START, Checkpoint, TableRules
from firmware.core.colours import Pricing
from firmware.core.counters import Meters
from firmware.core.counting import UNCOUNTED, uncounted, without_amounts
from firmware.core.dealing import cut_card_keyed
from firmware.core.deciding import OFFER_MS, sets
from firmware.core.entry import Entry
from firmware.core.errors import Forbidden
from firmware.core.events import (
    SUPERVISED,
    CardRead,
    Event,
    FaultRaised,
    Key,
    KeyPressed,
    Place,
    ResultSeen,
    StackRead,
)
from firmware.core.faults import FAULTS
from firmware.core.felt import Felt, Stack
from firmware.core.game import Game
from firmware.core.instruments import Keyed
from firmware.core.limits import House, Refusal, refusal
from firmware.core.machine import Machine, Rejected
from firmware.core.mending import fault_raised
from firmware.core.meters import counted, ruled
from firmware.core.money import NOTHING, Cents
from firmware.core.panel import Alert, Sound, Text
from firmware.core.paying import settle
from firmware.core.phase import Phase
from firmware.core.results import patience_ends
from firmware.core.rows import HANDLERS, ROWS, Idle, Mended, Stopped
from firmware.core.rulings import Bet, FaultCleared, Refused, Ruling, Undone
from firmware.core.shoe import Shoe
from firmware.core.trouble import Fault, Trouble


class Handled(NamedTuple):
    """An event that was handled: when, and as the how-manieth since this table was made."""

    event: Event
    now: int
    number: int


class Table:
    """One table with one game. Times are milliseconds; only their differences are used."""

    def __init__(self, game: Game, rules: TableRules, checkpoint: Checkpoint = START) -> None:
        self.game = game
        self.rules = rules
        self.machine = Machine(self, Phase.CLOSED, ROWS)
        self._rulings: list[Ruling] = []
        self.now = 0
        self.refused: Text | None = None
        """The last refusal, until the next thing is done."""
        self._handled = 0
        self.lot_told = False
        """Whether the supervisor was called to a lot that is won."""
        self._restore(checkpoint)

    # what the shell asks

    def handle(self, event: Event, now: int) -> tuple[Ruling, ...]:
        """Take one event in and return what was decided, in order."""
        self._rulings = []
        self.now = now
        if isinstance(event, KeyPressed | CardRead | StackRead | ResultSeen):
            self.refused = None
        self._handled += 1
        self._history.append(Handled(event, now, self._handled))
        try:
            self._take(event)
        except Forbidden as forbidden:
            self.refuse(forbidden.why)
        if self.game.lot_won and not self.lot_told:
            self.lot_told = True
            self.raise_fault(FaultRaised("table", "lot_won"))
        self._stop_or_mend()
        if self.phase is Phase.ROUND and not self.bets.settled and self._has_news():
            settle(self)
        if self._is_idle():
            self.machine.fire(Idle())
        self._stop_or_mend()
        if self.opened:
            self._begin_history(self.checkpoint())
        return tuple(self._rulings)

    def _is_idle(self) -> bool:
        """Say whether a throw has left the dealer nothing to pay, to take or to move."""
        return (
            self.phase is Phase.ROUND
            and self.game.THROWN
            and self.bets.settled
            and (self.game.PAID_LATER or not self.bets.chips_move)
            and not self.waits_on_bets()
        )

    def _has_news(self) -> bool:
        """Say whether the game has decided something that is not taken over yet."""
        return self.game.finished or len(self.game.lines) > len(self.bets.lines)

    def _take(self, event: Event) -> None:
        if not isinstance(event, KeyPressed):
            HANDLERS[type(event)](self, event)
        elif event.key in SUPERVISED and not (self.key_switch or self._names_cards(event.key)):
            raise Forbidden("why.supervisor_key")
        elif event.key is Key.UNDO:
            self._undo()
        elif event.key is Key.CUT_CARD:
            cut_card_keyed(self)
        else:
            self._key(event)

    def _key(self, event: KeyPressed) -> None:
        before = self._undoable
        try:
            self.machine.fire(event)
            if self._undoable is before:
                self.forget_undo()
        except Rejected:
            self.refuse(self._why_not(event.key))

    def _names_cards(self, key: Key) -> bool:
        """Say whether the dealer's own hands turn to a card, for a hand that is being set."""
        return key in (Key.RANK, Key.SUIT) and sets(self)

    def _why_not(self, key: Key) -> Text:
        if self.phase is Phase.FAULT:
            return self.stopped_by()
        if self.phase is Phase.SHOE_CHANGE and key in (Key.NO_MORE_BETS, Key.CONFIRM):
            return Text("why.shuffle_first")
        return Text(WHY_NOT.get(key, "why.not_now"))

    def _stop_or_mend(self) -> None:
        stopped = self.trouble.stopped
        if stopped and self.phase is not Phase.FAULT:
            self.machine.fire(Stopped())
        elif not stopped and self.phase is Phase.FAULT:
            self.machine.fire(Mended())

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        return self.machine.phase  # type: ignore[return-value]

    @property
    def under(self) -> Phase:
        """The phase under a fault, or the phase itself."""
        phase = self.phase
        return self.resume if phase is Phase.FAULT else phase

    def resume_from(self, checkpoint: Checkpoint) -> None:
        """Be the table that the checkpoint was taken of; no undo leads back behind this."""
        self._restore(checkpoint)

    def checkpoint(self) -> Checkpoint:
        """Return all that the table is; exact when a round has just opened."""
        return Checkpoint(
            phase=self.under.name,
            round=self.round,
            gone=self.shoe.gone(),
            stray=tuple(self.shoe.stray),
            tags=tuple(self.shoe.tags),
            uncounted=tuple(self.shoe.uncounted),
            cut=self.cut,
            faithful=None if self.faithful is None else tuple(sorted(self.faithful)),
            first=None if self.first is None else tuple(sorted(self.first)),
            stacks=tuple(
                self._told_bet(Bet(p, cents, who)) for (p, who), cents in self.felt.stacks.items()
            ),
            covered=tuple(sorted(self.felt.covered)),
            faults=tuple(self.trouble.faults.values()),
            awaited=tuple(self.trouble.awaited),
            felt_unconfirmed=self.trouble.felt_unconfirmed,
            key_switch=self.key_switch,
            doors_open=tuple(sorted(self.doors_open)),
            sound=self.sound,
            returning=tuple(sorted(self.returning, key=str)),
            voided=self.voided,
            shoe_clears=self.shoe_clears,
            shuffle=self.shuffle,
            shuffles=self.shuffles,
            spin=self.spin,
            unreported=tuple(sorted(self.unreported, key=str)),
            prices=dict(self.prices),
            colours=tuple((*stack, *chips) for stack, chips in self.felt.read.items()),
            tickets=self.tickets,
            meters=self.meters,
            game=self.game.memory,
            before=self.before,
        )

    @property
    def testing(self) -> bool:
        """Whether the table is in service mode: a test is played, and no meter moves."""
        return self.before is not None

    @property
    def returning(self) -> set[Stack]:
        """Stacks that are no bets: they were given back and must leave the felt."""
        return self.bets.returning

    @property
    def opening(self) -> Checkpoint:
        """The table as its round opened."""
        return self._checkpoint

    @property
    def events_since_opening(self) -> int:
        """How many events were handled since `opening`, those that an undo took back included."""
        return self._handled - self._opened_at

    @property
    def undoable(self) -> bool:
        """Whether the dealer's last key can be taken back."""
        return self._undoable is not None

    @property
    def shuffle_due(self) -> bool:
        """Whether no other round may open: the cut card has come, or hands shuffle each round."""
        return self.cut or (self.rules.shuffled_by_hand and not self.shoe.full)

    @property
    def deadline(self) -> int | None:
        """When the shell is to say that the time is up."""
        offer = None if self.offered_at is None else self.offered_at + OFFER_MS
        ends = [end for end in (offer, patience_ends(self)) if end is not None]
        return min(ends, default=None)

    def house(self) -> House:
        """Return what a bet is held against now."""
        rules = self.rules
        one_bettor = self.game.ONE_BETTOR_A_SPOT
        limits = {} if rules.amounts == "unseen" else rules.limits
        return House(limits, rules.late_entry, one_bettor, self.faithful, self.first)

    def refusal(self, stack: Stack) -> Refusal | None:
        """Return why what lies there can't stand; what stands over needs no other leave."""
        cents = self.felt.amount(stack)
        standing = self.game.standing.get(stack)
        if standing is not None:
            bound = self.game.binds(stack, cents)
            if bound or cents in (standing, NOTHING):
                return bound
        by_the_game = self.game.refuses(stack, cents)
        return by_the_game or refusal(self.felt, stack, cents, self.house())

    def worth(self, stack: Stack) -> Cents:
        """Return what chips of value and colour chips at their price come to (70)."""
        cents, colours = self.felt.read[stack]
        return Cents(cents + colours * self.prices.get(stack[0].spot, NOTHING))

    def unpriced(self) -> list[Stack]:
        """Return the stacks with colour chips to which their player has given no value."""
        return [stack for stack in self.felt.read if stack[0].spot not in self.prices]

    def waits_on_bets(self) -> bool:
        """Say whether something on the felt keeps the round from being settled."""
        late = self.bets.late or self.bets.returning or self.felt.unread()
        return bool(late or self.unreported_bet())

    def unreported_bet(self) -> Stack | None:
        """Return a locked bet that no reader has told of since the power was back, if one reads."""
        reads = self.rules.amounts == "read"
        return next((s for s in self.bets.locked if s in self.unreported), None) if reads else None

    def untaken(self) -> Stack | None:
        """Return a losing stack that still lies there, where anything tells when it is taken."""
        told = self.rules.amounts == "read" or self.rules.sensed
        return self.bets.untaken(self.felt) if told else None

    def unmoved(self) -> tuple[Stack, Stack] | None:
        """Return a stack that stands over and where it should lie, where a reader tells."""
        return self.bets.unmoved(self.felt) if self.rules.amounts == "read" else None

    # state, and going back in it

    def _restore(self, checkpoint: Checkpoint) -> None:
        shared = self.game.LAYOUT and self.rules.amounts == "unseen"
        bets, sensed = self.game.BETS, self.rules.sensed
        self.felt = Felt(self.rules.spots, bets, sensed=sensed, shared=shared)
        for bet in checkpoint.stacks:
            known = bet.cents != UNCOUNTED
            cents = bet.cents if known else self.game.nominal(bet.place.on)
            self.felt.put((bet.place, bet.bettor), cents)
        self.felt.covered = set(checkpoint.covered)
        self.shoe = Shoe(self.game.decks, self.game.pack)
        self.shoe.restore(
            {parse_card(name): count for name, count in checkpoint.gone.items()},
            checkpoint.stray,
            checkpoint.tags,
            checkpoint.uncounted,
        )
        self.shuffle = checkpoint.shuffle
        self.shuffles = checkpoint.shuffles
        self.spin = checkpoint.spin
        self.cut = checkpoint.cut
        self.round = checkpoint.round
        faithful = checkpoint.faithful
        self.faithful = None if faithful is None else frozenset(faithful)
        self.first = None if checkpoint.first is None else frozenset(checkpoint.first)
        unconfirmed = checkpoint.felt_unconfirmed
        self.trouble = Trouble(checkpoint.faults, checkpoint.awaited, felt_unconfirmed=unconfirmed)
        self.key_switch = checkpoint.key_switch
        self.doors_open = set(checkpoint.doors_open)
        self.sound = checkpoint.sound
        self.bets = Bets()
        self.bets.returning = set(checkpoint.returning)
        self.refused = None
        self.voided = checkpoint.voided
        self.shoe_clears = checkpoint.shoe_clears
        self.entering: Entry | None = None
        self.keying: Place | None = None
        """The place whose amount the dealer has chosen to key."""
        self.resume = Phase[checkpoint.phase]
        self.machine.place(Phase.FAULT if self.trouble.stopped else self.resume)
        self.game.open()
        self.game.remember(checkpoint.game)
        self.bets.left_over = self.felt.stacks.keys() - self.game.standing.keys()
        self.meters = checkpoint.meters
        self.before = checkpoint.before
        """The table that a test has set aside, None where none is going on."""
        self.examined = NOTHING
        """How much was found to be more than can be believed, and is for two persons to allow."""
        self.tickets = checkpoint.tickets
        """The tickets issued last, to be printed."""
        self.unreported = set(checkpoint.unreported)
        """What lay there when the power was cut, and no reader has told of since."""
        self.prices = dict(checkpoint.prices)
        """What a colour chip of a spot is worth."""
        self.felt.read = {(place, who): (cents, n) for place, who, cents, n in checkpoint.colours}
        self.pricing: Pricing | None = None
        """The colour that the dealer has chosen to price."""
        self.keyed = Keyed()
        """What is keyed so far of a result, and when the last key was."""
        self.keyed_at = 0
        self.no_roll: tuple[int, int] | None = None
        """When the last coup nul was keyed, and which case of 95.3 it is said to be; 0 is none."""
        self.laid_last: Stack | None = None
        """The bet that was laid or changed last."""
        self.focus: int | None = None
        """The spot whose decision the dealer has chosen to key."""
        self.lot_told = False
        self.offered_at: int | None = None
        """When chips were laid for a decision that is not keyed yet."""
        self.low: tuple[Card, ...] = ()
        """The cards named so far of a hand that is being set."""
        self._undoable: tuple[Checkpoint, list[Handled], int, int] | None = None
        self._begin_history(checkpoint)

    def _begin_history(self, checkpoint: Checkpoint) -> None:
        self.opened = False
        self._history: list[Handled] = []
        self._opened_at = self._handled
        self._checkpoint = checkpoint

    def _undo(self) -> None:
        if self._undoable is None:
            raise Forbidden("why.nothing_to_undo")
        checkpoint, history, length, opened_at = self._undoable
        undone, handled, heard = history[length], self._handled, self.sound.number
        self._restore(checkpoint)
        self._opened_at = opened_at
        for event, now, number in history[:length]:
            self._handled = number - 1
            self.handle(event, now)
        self._handled = handled
        self.sound = Sound(heard + 1)
        key = undone.event.key if isinstance(undone.event, KeyPressed) else Key.UNDO
        self._rulings = [Undone(key.value, handled - undone.number)]

    # what the phases' actions do to the table

    def rule(self, ruling: Ruling, alert: Alert | None = None) -> None:
        """Decide something, and let it be heard."""
        unseen = self.rules.amounts == "unseen"
        self.advance(ruled(self.meters, ruling))
        self._rulings.append(without_amounts(ruling) if unseen else ruling)
        if alert is not None:
            self.sound = Sound(self.sound.number + 1, alert)

    def advance(self, meters: Meters) -> None:
        """Take over meters that have moved on; in a test none moves."""
        if not self.testing:
            self.meters = meters

    def refuse(self, why: Text) -> None:
        """Refuse what was done; the round is unchanged."""
        self.refused = why
        self.rule(Refused(why), Alert.REFUSED)

    def told(self, key: str, **values: str | int | Text) -> Text:
        """Return words with amounts in them, or those without where the amounts are unseen."""
        if self.rules.amounts != "unseen":
            return Text(key, values)
        kept = {name: value for name, value in values.items() if not name.endswith("cents")}
        return Text(f"{key}_unseen", kept)

    def _told_bet(self, bet: Bet) -> Bet:
        return uncounted(bet) if self.rules.amounts == "unseen" else bet

    def told_bets(self, bets: Iterable[Bet]) -> tuple[Bet, ...]:
        """Return bets as they may be told."""
        return tuple(map(self._told_bet, bets))

    def stopped_by(self) -> Text:
        """Say what stops the deal."""
        faults, awaited = self.trouble.stopping, self.trouble.awaited
        if faults:
            return Text("why.stopped", {"fault": faults[0].words})
        if awaited:
            return Text("why.starting", {"part": Text(f"part.{awaited[0]}")})
        return FELT_UNCONFIRMED

    def remember_undo(self) -> None:
        """Keep the way back to before the key that is being handled."""
        self._undoable = (
            self._checkpoint,
            self._history,
            len(self._history) - 1,
            self._opened_at,
        )

    def keep_undo(self) -> None:
        """Keep the way back that there is: this key goes with the one before."""
        if self._undoable is not None:
            checkpoint, history, length, opened_at = self._undoable
            self._undoable = (checkpoint, history, length, opened_at)

    def forget_undo(self) -> None:
        """Something physical has happened: the last key can't be taken back any more."""
        self._undoable = None

    def remember_faithful(self, spots: frozenset[int]) -> None:
        """Keep who was in the first game, and in every game, of this shoe (article 10)."""
        self.first = spots if self.first is None else self.first
        self.faithful = spots if self.faithful is None else self.faithful & spots

    def new_shoe(self) -> None:
        """Begin again with every card in the shoe."""
        self.shoe.fill()
        self.cut = False
        self.faithful = self.first = None

    def raise_fault(self, fault: FaultRaised) -> None:
        """Raise an alarm of the table's own."""
        fault_raised(self, fault)

    def cleared(self, faults: list[Fault]) -> None:
        """Say that the supervisor has cleared faults, and let the shoe forget its own."""
        self.advance(counted(self.meters, "overrides", len(faults)))
        for fault in faults:
            self.rule(FaultCleared(fault.part, fault.code))
        self.clear_shoe(faults)

    def clear_shoe(self, faults: list[Fault]) -> None:
        """Let the shoe forget the first of `faults` that is its own."""
        own = (f.code for f in faults if f.part == "shoe" and not FAULTS[f.code].passing)
        self.shoe_clears = next(own, self.shoe_clears)


FELT_UNCONFIRMED: Final = Text("why.felt_unconfirmed")

WHY_NOT: Final = {
    Key.NO_MORE_BETS: "why.bets_closed",
    Key.CONFIRM: "why.nothing_to_confirm",
    Key.SHUFFLED: "why.round_open",
    Key.RESOLVE: "why.nothing_to_resolve",
    Key.ENTER: "why.nothing_to_enter",
    Key.VOID: "why.nothing_to_void",
    Key.CLEAR: "why.nothing_to_clear",
}
"""Why a key has no row; a key that isn't here is simply not for now."""
