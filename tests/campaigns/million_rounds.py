"""Rounds of Baccara by the million, held against rules written apart from the core.

    python -m tests.campaigns.million_rounds --rounds 1000000 --seed 1 --processes 2

Bets lie at every spot, chips move late, keys are undone, rounds are voided, the cut card comes and
the shoe is shuffled. Some tables have a smallest chip, and some of those round for the player. The
first difference ends the run with exit status 1 and how to see it again.
Faults, doors, sensors and cards by hand are in `tests/core/table/test_table_property.py`.
"""

# ruff: noqa: T201
import argparse
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from multiprocessing import Pool
from random import Random
from typing import Any, NamedTuple

import msgspec

from firmware.core.game.pack import GameRules
from firmware.core.games.baccarat import Baccarat
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    Event,
    KeyPressed,
    KeySwitchTurned,
    StackRead,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled, LateBet, Refused, RoundVoided, Ruling
from tests.kits.games.naive.chips import player_chip
from tests.kits.games.naive.table import Bet
from tests.kits.games.reckoning.baccarat import BETS, line_of, totals, wants
from tests.kits.games.reckoning.steps import step_of

SPOTS = 7
OPTIONS: Sequence[dict[str, Any]] = (
    *({}, {"smallest_chip": 25}, {"smallest_chip": 100}, {"smallest_chip": 500}),
    {"smallest_chip": 100, "rounding": "player"},
)
EVERY = 20_000
"""Rounds between two lines of progress."""


class Difference(Exception):
    """The core and the rules here disagree."""


def demand(what: str, found: object, wanted: object) -> None:
    """Raise Difference unless what was found is what is wanted."""
    if found != wanted:
        raise Difference(f"{what}: found {found!r}, wanted {wanted!r}")


def owed(bet: Bet, player: int, bank: int) -> tuple[str, int, int, int]:
    """Return what a bet comes to: outcome, returned, paid, commission."""
    line = line_of(bet, player, bank)
    return line["outcome"], line["returned"], line["paid"], line["commission"]


# the table


class Dealer:
    """One table, a shoe of eight decks, and an account of both."""

    def __init__(self, seed: int) -> None:
        source = (files("firmware") / "rules" / "quebec-2007.toml").read_text(encoding="utf-8")
        rules = msgspec.convert(tomllib.loads(source)["baccarat"], GameRules)
        self.rng = Random(seed)
        self.options = self.rng.choice(OPTIONS)
        baccarat = Baccarat(rules, dict(self.options))
        self.table = Table(baccarat, TableRules(spots=SPOTS, sensed=False))
        self.pack = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * rules.decks.usual
        self.counts: Counter[str] = Counter()
        self.now = 0
        self.shuffle()
        self.press(Key.CONFIRM)

    def tell(self, event: Event) -> tuple[Ruling, ...]:
        """Let something happen."""
        self.now += 1
        return self.table.handle(event, self.now)

    def press(self, key: Key) -> tuple[Ruling, ...]:
        """Press a key that must be obeyed."""
        rulings = self.tell(KeyPressed(key))
        demand(f"{key} obeyed", [r for r in rulings if isinstance(r, Refused)], [])
        return rulings

    def lay(self, place: Place, cents: int) -> tuple[Ruling, ...]:
        """Make a stack worth so much."""
        return self.tell(StackRead(place, Cents(cents)))

    def shuffle(self) -> None:
        """Fill the shoe, the cut card somewhere before its end."""
        self.shoe = self.rng.sample(self.pack, len(self.pack))
        self.cut_at = self.rng.randint(14, 100)
        self.cut = False

    def supervise(self, key: Key) -> tuple[Ruling, ...]:
        """Press a key under the supervisor's."""
        self.tell(KeySwitchTurned(on=True))
        rulings = self.press(key)
        self.tell(KeySwitchTurned(on=False))
        return rulings

    # a round

    def play(self) -> None:
        """Play one round from the first chip to the next opening."""
        bets = self._bet()
        dealt: list[str] = []
        if self.rng.random() < 0.5:
            self.press(Key.NO_MORE_BETS)
            if self.rng.random() < 0.2:
                self.press(Key.UNDO)
                self.press(Key.NO_MORE_BETS)
                self.counts["undone"] += 1
        else:
            self._draw(dealt)
        void = self.rng.random() < 0.02
        stop = self.rng.randint(1, 6) if void else 7
        late = self.rng.randint(1, 4) if self.rng.random() < 0.05 else 0
        lines: tuple[Ruling, ...] = ()
        while wants(dealt) and len(dealt) < stop:
            lines = self._draw(dealt)
            if len(dealt) == late and wants(dealt):
                self._move_late(bets)
        self._account()
        if void:
            self._void(bets)
            return
        demand("a card is due", self.table.state.game.due, None)
        self._settled(bets, dealt, self._resolve() or lines)
        self._finish(bets)

    def _bet(self) -> dict[Place, int]:
        places = [Place(spot, on) for spot in range(1, SPOTS + 1) for on in BETS]
        bets = {}
        for place in sorted(self.rng.sample(places, self.rng.randint(1, len(places)))):
            step = self._step(place)
            bets[place] = step * self.rng.choice([5, 25, self.rng.randint(1, 300_000 // step)])
            if step > 1 and self.rng.random() < 0.1:
                self._lay_no_multiple(place, bets[place] - self.rng.randint(1, step - 1))
            self.lay(place, bets[place])
        self.counts["bets"] += len(bets)
        return bets

    def _step(self, place: Place) -> int:
        """Return by what amounts a place is bet on; by cents where the table rounds."""
        chip = self.options.get("smallest_chip", 0)
        return step_of("baccarat", place.on, chip) if chip and len(self.options) == 1 else 1

    def _lay_no_multiple(self, place: Place, cents: int) -> None:
        refused = [ruling for ruling in self.lay(place, cents) if isinstance(ruling, Refused)]
        demand(f"{cents} on {place.on} refused", len(refused), 1)
        self.counts["refused"] += 1

    def _draw(self, dealt: list[str]) -> tuple[Ruling, ...]:
        if len(self.shoe) == self.cut_at:
            self.tell(CutCardSeen())
            self.cut = True
        dealt.append(self.shoe.pop())
        self.counts["cards"] += 1
        rulings = self.tell(CardRead(parse_card(dealt[-1])))
        demand("card refused", [r for r in rulings if isinstance(r, Refused)], [])
        return rulings

    def _account(self) -> None:
        demand("cards left", self.table.state.shoe.cards_left, len(self.shoe))
        gone = Counter(self.pack)
        gone.subtract(self.shoe)
        demand(
            "cards gone",
            self.table.state.shoe.memory.gone,
            {name: n for name, n in gone.items() if n},
        )

    def _move_late(self, bets: dict[Place, int]) -> None:
        place = Place(self.rng.randint(1, SPOTS), self.rng.choice(BETS))
        amount = self.rng.choice([0, 100, bets.get(place, 0) + 500])
        if amount != bets.get(place, 0):
            late = [r for r in self.lay(place, amount) if isinstance(r, LateBet)]
            demand("late bets", [r.place for r in late], [place])
            self.late = place, bets.get(place, 0)
            self.counts["late"] += 1

    late: tuple[Place, int] | None = None

    def _resolve(self) -> tuple[Ruling, ...]:
        if self.late is None:
            return ()
        place, cents = self.late
        demand("settled before it was resolved", self.table.state.round.bets.settled, False)
        self.tell(KeySwitchTurned(on=True))
        self.lay(place, cents)
        rulings = self.press(Key.RESOLVE_LATE)
        self.tell(KeySwitchTurned(on=False))
        self.late = None
        return rulings

    def _settled(self, bets: dict[Place, int], dealt: list[str], said: tuple[Ruling, ...]) -> None:
        lines = [r for r in said if isinstance(r, BetSettled)]
        found = {r.bet.place: (r.outcome, r.returned, r.paid, r.commission) for r in lines}
        player, bank = totals(dealt)
        demand("lines", len(lines), len(bets))
        demand("settled", found, {p: owed(self._bet_of(p, bets), player, bank) for p in bets})
        self.counts["player" if player > bank else "banker" if bank > player else "tie"] += 1

    def _bet_of(self, place: Place, bets: dict[Place, int]) -> Bet:
        return Bet(place.spot, place.on, bets[place], player_chip(self.options))

    def _finish(self, bets: dict[Place, int]) -> None:
        for place in bets:
            self.lay(place, 0)
        self.press(Key.CONFIRM)
        if self.rng.random() < 0.05:
            self.press(Key.UNDO)
            self.press(Key.CONFIRM)
            self.counts["undone"] += 1
        self._open_again()

    def _void(self, bets: dict[Place, int]) -> None:
        rulings = self.supervise(Key.VOID_ROUND)
        demand("voided", sum(isinstance(r, RoundVoided) for r in rulings), 1)
        back = {r.bet.place: r.returned for r in rulings if isinstance(r, BetSettled)}
        demand("stakes back", back, bets)
        self.late = None
        for place, _ in list(self.table.state.felt.stacks):
            self.lay(place, 0)
        self.counts["voided"] += 1
        self._open_again()

    def _open_again(self) -> None:
        demand(
            "phase", self.table.state.running_phase, Phase.SHOE_CHANGE if self.cut else Phase.OPEN
        )
        if self.cut:
            self.press(Key.CARDS_SHUFFLED)
            self.shuffle()
            self.counts["shuffles"] += 1
        demand("a clean felt", self.table.state.felt.stacks, {})


# the campaign


class Share(NamedTuple):
    """One process's part of the rounds."""

    rounds: int
    seed: int


def deal(share: Share) -> Counter[str]:
    """Play a share of the rounds. Raises Difference with the way back to it."""
    dealer, begun = Dealer(share.seed), time.monotonic()
    for done in range(1, share.rounds + 1):
        try:
            dealer.play()
        except Exception as error:
            again = f"again: --rounds {done} --seed {share.seed} --processes 1"
            raise Difference(f"round {done}: {type(error).__name__}: {error}; {again}") from error
        if done % EVERY == 0:
            rate = done / (time.monotonic() - begun)
            print(f"seed {share.seed}: {done:,} rounds, {rate:,.0f} a second", flush=True)
    return dealer.counts


def main() -> int:
    """Play the campaign and say how it ended."""
    parser = argparse.ArgumentParser(description="Deal random rounds of Baccara through the core.")
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    each, over = divmod(asked.rounds, asked.processes)
    shares = [Share(each + (n < over), asked.seed + n) for n in range(asked.processes)]
    begun = time.monotonic()
    try:
        with Pool(asked.processes) as pool:
            counts = sum(pool.imap_unordered(deal, shares), Counter[str]())
    except Difference as difference:
        print(f"DIFFERENCE: {difference}")
        return 1
    seeds = ", ".join(str(share.seed) for share in shares)
    print(f"{asked.rounds:,} rounds in {time.monotonic() - begun:.0f} s, seeds {seeds}: all equal")
    print(", ".join(f"{name} {counts[name]:,}" for name in sorted(counts)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
