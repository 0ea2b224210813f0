"""People who make mistakes in a scripted round and put each right before they go on.

Between any two steps of a round that is closed they may deal wrong cards, show a wrong result, key
decisions that nobody took, or go on as they should and find only then that they must go back. Then
they take all of it back, the last first: a decision by UNDO, the cards of a step or a result by the
supervisor's TAKE BACK; and they lay the chips as they lay. Then the table must be as if only the
facts had come. Some bets may have been paid or taken by what came wrong: their chips are laid back.
Doors, faults, late bets and power cuts come in between (`tests/kits/games/disturbances.py`).
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from firmware.core.table.card_picker import CardEntry
from firmware.core.table.decisions import focused_spot
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import (
    CardRead,
    CorrectionMade,
    Event,
    KeyPressed,
    KeySwitchTurned,
    ResultSeen,
)
from firmware.core.vocabulary.keys import DECISION_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled, BetsLocked, FaultShown, Ruling, Undone
from firmware.shell.history.journal_entries import Entry
from tests.kits.games.bare_table import BareTable
from tests.kits.games.disturbances import disturb
from tests.kits.games.journaled import Journaled, restored
from tests.kits.games.naive.instruments import VOID
from tests.kits.games.naive.table import CONFIRM, Script, Step
from tests.kits.games.table_facts import facts

BOTH = ("dealer", "supervisor")
"""Who corrects."""
WRONG_CARDS: Step = {"cards": []}
"""To be chosen one by one, as each comes."""
TAKE_BACK = {"press": "take_back"}
SUPERVISED_UNDO: Step = {"press": "supervised_undo"}
"""Since over the wires chips may lie there that here do not."""
DISTURBED = 0.1
"""After how many of the acts something else happens."""
DEALT = {"card", "cards", "tiles"}
"""The steps of cards; what an instrument shows is taken back like them."""


STILL = ("lines", "disputed", "shoe", "felt", "meters")
"""What is as before a reading that has closed the bets: they stay closed."""


class Act(NamedTuple):
    """What was done in a closed round, and how the table was before it."""

    index: int
    """Its place in the script; that of the next step for a mistake."""
    kind: str
    stacks: dict[Stack, int]
    settled: int
    """How many lines had been ruled."""
    facts: dict[str, Any]
    readings: int = 0
    """How many cards or results it was, also one that stopped the deal."""


class Erring(BareTable):
    """One table, and people who err on the way through a script."""

    def __init__(
        self, script: Script, table: Journaled, spare: Journaled, chance: Random, *, cuts: float = 0
    ) -> None:
        """The power goes after a share of the events, `cuts`; the spare takes the table's place."""
        self._chance, self._spare, self._cuts = chance, spare, cuts
        self._steps: list[Step] = script["steps"]
        self._acts: list[Act] = []
        self.counts: Counter[str] = Counter()
        self.differences: list[str] = []
        self._readings = self._round = 0
        self._settled_last: set[Stack] = set()
        self._undone = ""
        self.script: list[Step] = []
        """All that was done, as a script has it."""
        super().__init__(script, table)

    @property
    def journal(self) -> list[Entry]:
        assert isinstance(self.table, Journaled)
        return self.table.entries

    def err(self, often: float) -> "Erring":
        """Play the script, with mistakes before so many of its steps."""
        at = 0
        while at < len(self._steps):
            if self._may_err(at) and self._chance.random() < often:
                at = self._go_astray(at)
            self._take_step(at)
            at += 1
        self._end_throw()
        return self

    def correct(self) -> int:
        """Correct the money of some bets of the last round; return what more the players got."""
        total, lines = 0, [line for line in self.settled if line["article"]]
        while lines and self._chance.random() < 0.6:
            line, cents = self._chance.choice(lines), self._chance.choice((-500, -1, 1, 25, 1000))
            stack = self._stack(line)
            known = stack in self._settled_last
            took = self._tell(
                CorrectionMade(self._round, stack[0], Cents(cents), "x", BOTH, stack[1])
            )
            total += took * cents
            self.counts["corrected"] += took
            if took != known:
                self.differences.append(f"{cents} to {stack} in round {self._round}: taken {took}")
        self.refused = [number for number in self.refused if number <= len(self._steps)]
        return total

    def _note(self, ruling: Ruling) -> None:
        super()._note(ruling)
        if isinstance(ruling, BetsLocked):
            self._round, self._settled_last = ruling.round, set()
        elif isinstance(ruling, BetSettled):
            self._settled_last.add(ruling.bet.stack)
        elif isinstance(ruling, Undone):
            self._undone = ruling.key

    # steps that are meant

    def _take_step(self, at: int) -> None:
        self._step, step = at + 1, self._steps[at]
        self._end_throw()
        if step == CONFIRM:
            self._clear_felt()
        if not self._do(at, step):
            self._acts.clear()
        if step == VOID:
            self._lay_as({})

    def _end_throw(self) -> None:
        """Where bets reopen without a word: pay, take and move what the throw has settled."""
        if self.table.state.game.REOPENS_SILENTLY and self.table.state.round.bets.settled:
            self._clear_felt()
            super()._reopen()

    def _do(self, at: int, step: Step) -> bool:
        """Take a step; return whether it is one that may be taken back."""
        kind = next(name for name in step if name != "revolutions")
        felt = dict(self.table.state.felt.stacks)
        before = Act(at, kind, felt, len(self.settled), facts(self.table))
        self._readings = 0
        if step is WRONG_CARDS:
            step = {"cards": list(self._deal_wrong())}
        else:
            self.play_step(step)
        self.script.append(step)
        self._acts.append(before._replace(readings=self._readings))
        if self._chance.random() < DISTURBED:
            self._disturb()
        return kind == "decide" or kind in DEALT or self._shows(kind)

    def _shows(self, kind: str) -> bool:
        instrument = self.table.state.game.INSTRUMENT
        return instrument is not None and instrument.result_kind == kind

    def _may_err(self, at: int) -> bool:
        """Say whether cards, decisions or a result may come, though not what is due."""
        thrown = self.table.state.game.THROW_CLOSES_BETS and any(map(self._shows, self._steps[at]))
        return thrown or self.table.state.running_phase is Phase.ROUND

    # mistakes

    def _go_astray(self, at: int) -> int:
        """Make a few mistakes before a step and take them back; return where to go on."""
        self.counts["mistakes"] += 1
        depth = len(self._acts)
        for _ in range(self._chance.choice((1, 1, 1, 2, 3, 5))):
            if not self._do_wrong(at):
                break
        if self.table.state.round.bets.settled and self._acts and self._chance.random() < 0.3:
            self._settle_some()
        to = max(0, depth - self._chance.choice((0, 0, 1, 2, 4, 8)))
        return self._go_back(at, to)

    def _do_wrong(self, at: int) -> bool:
        """Do what the table awaits, though it is not what was dealt or decided."""
        step = self._wrong_step()
        if step is None:
            return False
        self._step = -1
        self._do(at, step)
        if not self._readings and self._acts[-1].facts == facts(self.table):
            self._acts.pop()
        refused, self.refused = -1 in self.refused, [n for n in self.refused if n > 0]
        return not refused and not self.alarm

    def _wrong_step(self) -> Step | None:
        game = self.table.state.game
        if game.THROW_CLOSES_BETS:
            return self._wrong_result()
        if game.choices and not (game.due and self._chance.random() < 0.3):
            return self._wrong_decision()
        if game.due:
            return WRONG_CARDS
        return self._wrong_result() if game.awaits_result else None

    def _settle_some(self) -> None:
        """Pay and take by what has come last, for some of the bets, before anybody sees it."""
        felt, known = self.table.state.felt, self._acts[-1].facts["lines"][0]
        lines = [line for line in self.table.state.round.bets.lines if line not in known]
        for stack in dict.fromkeys(line.bet.stack for line in lines):
            if felt.amount(stack) and self._chance.random() < 0.2:
                self._put(stack, 0)
                self.counts["settled wrongly"] += 1

    def _wrong_decision(self) -> Step:
        choice = self._chance.choice(list(self.table.state.game.choices))
        decided: dict[str, Any] = {"spot": choice.spot, "do": choice.do.value}
        decided |= {} if choice.hand is None else {"hand": choice.hand}
        decided |= {} if choice.bettor is None else {"bettor": choice.bettor}
        if choice.stakes and choice.stakes[0].least != choice.stakes[0].most:
            decided["cents"] = self._chance.choice(choice.stakes[0][1:3])
        if choice.names_cards:
            held = self.table.state.game.hands[choice.spot]  # type: ignore[attr-defined]
            decided["low"] = [card.name for card in self._chance.sample(held, 2)]
        return {"decide": decided}

    def _deal_wrong(self) -> Iterator[str]:
        """Deal a card or some, while any is due; mostly such as the shoe can still hold."""
        for _ in range(self._chance.choice((1, 1, 2, 3, 9))):
            shoe, pack = self.table.state.shoe, self.table.state.game.pack
            left = [card for card in pack if shoe.can_hold(card)]
            card = self._chance.choice(pack if self._chance.random() < 0.05 else left or pack)
            yield card.name
            if not self._tell(CardRead(card)) or not self.table.state.game.due:
                return

    def _turn_to(self, spot: int, low: tuple[Card, ...]) -> None:
        """Choose the spot and the cards by keys, which a journal has and an undo takes back."""
        for _ in self.table.state.felt.spots:
            if focused_spot(self.table.state) == spot:
                break
            self._tell(KeyPressed(Key.NEXT_PLACE))
        pack, named = self.table.state.game.pack, Counter(self.table.state.key_entry.low)
        again = [card for card in named for _ in range(1 + pack.count(card) - named[card])]
        for card in (*again, *low) if low else ():
            self._pick(card)

    def _pick(self, card: Card) -> None:
        while self._turned_up.rank != card.rank:
            self._tell(KeyPressed(Key.NEXT_RANK))
        while self._turned_up != card:
            self._tell(KeyPressed(Key.NEXT_SUIT))
        self._tell(KeyPressed(Key.PICK_CARD))

    @property
    def _turned_up(self) -> Card:
        state = self.table.state
        return (state.key_entry.entering or CardEntry(state.game.pack, chosen=True)).card

    def _wrong_result(self) -> Step | None:
        kinds = [step for step in self._steps if any(map(self._shows, step))]
        return self._chance.choice(kinds) if kinds else None

    # putting right

    def _go_back(self, at: int, depth: int) -> int:
        """Take acts back down to a depth, as far as they can be; return where to go on."""
        back = None
        while len(self._acts) > depth and self._take_back(self._acts[-1]):
            back = self._acts.pop()
            self.script.append(SUPERVISED_UNDO if back.kind == "decide" else TAKE_BACK)
        if back is None:
            return at
        self._lay_as(back.stacks)
        del self.settled[back.settled :]
        self._settled_last.clear()
        self.alarm = False
        now = facts(self.table)
        names = STILL if back.facts["phase"][0] is Phase.OPEN else now.keys()
        other = [name for name in names if now[name] != back.facts[name]]
        if other:
            differences = {name: (back.facts[name], now[name]) for name in other}
            self.differences.append(f"step {back.index + 1}, {back.kind} taken back: {differences}")
        return back.index

    def _take_back(self, act: Act) -> bool:
        if act.kind == "decide":
            done = self._undo_decision()
            self.counts["undone"] += done
            return done
        take_back = Key.TAKE_CARD_BACK
        done = all(self._goes_back(take_back, supervised=True) for _ in range(act.readings))
        self.counts["taken back"] += done
        return done

    def _undo_decision(self) -> bool:
        """Undo the last decision, and before it the keys that chose another spot or cards: those
        that something physical has followed by the supervisor.
        """
        refused = list(self.refused)
        while self._goes_back(Key.UNDO, supervised=False) or self._undo_supervised():
            self.refused = list(refused)
            if self._undone in DECISION_KEYS:
                return True
        return False

    def _undo_supervised(self) -> bool:
        done = self._goes_back(Key.UNDO, supervised=True)
        self.counts["undone by the supervisor"] += done
        return done

    def _goes_back(self, key: Key, *, supervised: bool) -> bool:
        """Press a key; return whether something was taken back: what stands is ruled again."""
        self._undone = ""
        if supervised:
            self._supervised(key)
        else:
            self._tell(KeyPressed(key))
        return bool(self._undone)

    def _lay_as(self, stacks: dict[Stack, int]) -> None:
        for stack in {**stacks, **self.table.state.felt.stacks}:
            cents = stacks.get(stack, 0)
            if self.table.state.felt.amount(stack) != cents:
                self._put(stack, cents)
        if self.table.state.round.bets.late_stacks:
            self._supervised(Key.RESOLVE_LATE)

    def _supervised(self, key: Key) -> bool:
        self._tell(KeySwitchTurned(on=True))
        done = self._tell(KeyPressed(key))
        self._tell(KeySwitchTurned(on=False))
        return done

    # chips, and power

    def _reopen(self) -> None:
        """The chips are moved before the next step, when nobody has seen a mistake."""

    def _clear(self, rulings: tuple[Ruling, ...]) -> None:
        """Nobody takes or pays before the round is confirmed."""

    def _clear_felt(self) -> None:
        """Pay and take what the round has settled, each stack as it is to be left."""
        bets = self.table.state.round.bets
        moved, carried = set(bets.stack_moves.values()), dict(bets.carried_stacks)
        for stack in {line.bet.stack for line in bets.lines}:
            if self.table.state.felt.amount(stack):
                self._put(stack, 0 if stack in moved else carried.get(stack, 0))

    def _tell(self, event: Event) -> bool:
        accepted = super()._tell(event)
        if isinstance(event, CardRead | ResultSeen):
            redealt = isinstance(event, CardRead) and self._is_impossible()
            self._readings += accepted or redealt or self.table.state.device.trouble.needs_void
        if self._cuts and self._chance.random() < self._cuts:
            self._cut_power()
        return accepted

    def _is_impossible(self) -> bool:
        """Say whether the last event was a tile that no set has, after which all are redealt."""
        rulings = self.table.state.effects.rulings
        return any(isinstance(r, FaultShown) and r.code == "impossible_result" for r in rulings)

    def _disturb(self) -> None:
        """Let something happen that has no part in the round, and be put right."""
        alarm, refused = self.alarm, list(self.refused)
        if self.table.state.in_round:
            self.counts[disturb(self._tell, lambda: self.table.state, self._chance)] += 1
        self.alarm, self.refused = alarm, refused

    def _cut_power(self) -> None:
        """Have the spare table be what the journal says, and go on at it."""
        self.counts["power cuts"] += 1
        old, was = self.table, facts(self.table)
        assert isinstance(old, Journaled)
        self.table, self._spare = restored(self._spare, old), old
        if facts(self.table) != was:
            self.differences.append(f"step {self._step}: not as it was before the power cut")
