"""Whatever happens at a table of any game: nothing raises, all is accounted for, nothing leaks."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest
from any_round import Evening, Step, play_again, state
from table_kit import refusals

from drivers.typesetting import lay_out
from firmware.core.checkpoint import Checkpoint
from firmware.core.counting import UNCOUNTED
from firmware.core.deciding import open_choices
from firmware.core.events import (
    DECISIONS,
    CardRead,
    Key,
    KeyPressed,
    from_plain,
    to_plain,
)
from firmware.core.felt import Stack
from firmware.core.panel import Panel, Text
from firmware.core.phase import Phase
from firmware.core.rulings import (
    BetSettled,
    BetsLocked,
    Decided,
    RoundOpened,
    RoundVoided,
    Ruling,
)
from firmware.core.show import panel
from firmware.core.table import Table
from firmware.shell.rules import games
from firmware.shell.screens import Screens
from firmware.shell.words import LANGUAGES, Words

SEEDS = range(18)
STEPS = 240
NOISE = (0.0, 0.02, 0.05, 0.1, 0.3)
every_game = pytest.mark.parametrize("game", games())


@cache
def evening(game: str, seed: int) -> Evening:
    return Evening(game, seed, NOISE[seed % len(NOISE)], STEPS)


def evenings(game: str) -> Iterator[Evening]:
    return (evening(game, seed) for seed in SEEDS)


def moments(rng: Random, steps: list[Step], count: int) -> list[int]:
    return sorted(rng.sample(range(1, len(steps) + 1), count))


# nothing raises; all is said, and nothing of it is cut

WORDS = [Words.load(language) for language in LANGUAGES]
SCREENS = [Screens(words) for words in WORDS]


@cache
def is_whole(said: str) -> bool:
    rows = [row for screen in lay_out((said,)).screens for row in screen]
    return bool(said) and "".join(rows).replace(" ", "") == said.replace(" ", "")


def check_words(shown: Panel, rulings: tuple[Ruling, ...]) -> None:
    for screens, words in zip(SCREENS, WORDS, strict=True):
        lines = (*screens.dealer(shown), *screens.players(shown))
        assert [line for line in lines if not is_whole(line)] == []
        screens.spoken(shown)
        for ruling in rulings:
            for name in ("words", "why"):
                text = getattr(ruling, name, None)
                assert not isinstance(text, Text) or words.say(text)


@every_game
def test_all_that_a_table_says_has_words_and_none_is_cut(game: str) -> None:
    for played in evenings(game):
        table = played.new()
        for step in played.steps:
            assert table.handle(step.event, step.now) == step.rulings
            check_words(panel(table), step.rulings)


@every_game
def test_an_amount_that_nobody_knows_is_never_told(game: str) -> None:
    """What an unseen table tells is made of no stake."""
    told = 0
    for played in evenings(game):
        if played.croupier.table.rules.amounts == "unseen":
            for ruling in played.croupier.rulings:
                told += _told_of_no_stake(ruling)
    assert told


def _told_of_no_stake(ruling: Ruling) -> bool:
    match ruling:
        case BetsLocked(bets=bets):
            assert all(bet.cents == UNCOUNTED for bet in bets)
        case BetSettled():
            assert ruling.bet.cents == UNCOUNTED
            assert {ruling.returned, ruling.paid, ruling.commission} <= {UNCOUNTED, 0}
        case Decided(laid=laid):
            assert set(laid.values()) <= {UNCOUNTED}
        case _:
            return False
    return True


def may_be_refused(table: Table, key: Key) -> bool:
    """Say whether a key may be lit and yet refused: for a card, or for chips that lie there."""
    if key is Key.ENTER:
        return table.entering is not None and not table.shoe.holds(table.entering.card)
    if key in DECISIONS:
        chosen = [choice for choice in open_choices(table) if choice.do is key]
        return any(choice.stakes or choice.check for choice in chosen)
    unfit = table.phase is Phase.OPEN and key in (Key.CONFIRM, Key.NO_MORE_BETS, Key.PLACE)
    return unfit and bool(table.felt.stacks)


@every_game
def test_a_lit_key_is_not_refused(game: str) -> None:
    tried: Counter[Key] = Counter()
    for seed, played in enumerate(evenings(game)):
        for at in moments(Random(seed), played.stood, 6):
            steps = since_opening(played, at)
            keys = sorted(panel(again(played, steps)).keys)
            for key in keys:
                table = again(played, steps)
                spared = may_be_refused(table, key)
                refused = refusals(table.handle(KeyPressed(key), 10**6))
                assert spared or not refused, (seed, at, key, refused)
                tried[key] += 1
    assert len(tried) > 5


# the same events give the same table, from any opening on


class Since(msgspec.Struct):
    """What a table resumes from, and what it handles then."""

    checkpoint: Checkpoint
    steps: list[Step]


def through_the_journal(checkpoint: Checkpoint) -> Checkpoint:
    written = msgspec.json.encode(checkpoint, enc_hook=to_plain)
    return msgspec.json.decode(written, type=Checkpoint, dec_hook=from_plain)


@cache
def openings(played: Evening) -> list[tuple[int, Checkpoint]]:
    """Return the openings that no undo leads behind, each with how many events it knew."""
    table = played.new()
    kept = [(0, table.opening)]
    for done, step in enumerate(played.stood, start=1):
        table.handle(step.event, step.now)
        if table.opening is not kept[-1][1] and not table.undoable:
            kept.append((done - table.events_since_opening, table.opening))
        kept_now.setdefault(played, []).append(len(kept) - 1)
    return kept


kept_now: dict[Evening, list[int]] = {}
"""By step, which opening the journal ends with."""


def since_opening(played: Evening, at: int) -> Since:
    kept = openings(played)
    known, checkpoint = kept[kept_now[played][at - 1]]
    return Since(through_the_journal(checkpoint), played.stood[known:at])


def again(played: Evening, since: Since) -> Table:
    table = played.new()
    table.resume_from(since.checkpoint)
    return play_again(table, since.steps)


@every_game
def test_a_table_resumed_is_the_table_that_it_was(game: str) -> None:
    for seed, played in enumerate(evenings(game)):
        table, done = played.new(), 0
        for at in moments(Random(seed), played.stood, 8):
            play_again(table, played.stood[done:at])
            done = at
            resumed = again(played, since_opening(played, at))
            assert state(resumed) == state(table), (seed, at)
            assert panel(resumed) == panel(table), (seed, at)
            assert resumed.undoable == table.undoable


# what is undone has never been


@every_game
def test_what_is_undone_has_never_been(game: str) -> None:
    undone = 0
    for played in evenings(game):
        table, there = play_again(played.new(), played.stood), played.croupier.table
        table.refused = there.refused
        assert state(table) == state(there)
        undone += len(played.steps) > len(played.stood)
    assert undone > 5


@every_game
def test_undo_leads_to_just_before_the_decision(game: str) -> None:
    undone: Counter[str] = Counter()
    for seed, played in enumerate(evenings(game)):
        table = played.new()
        for at, step in enumerate(played.stood):
            if step.undoable and isinstance(step.event, KeyPressed):
                undone[step.event.key] += 1
                if undone[step.event.key] <= 6:
                    before = state(table)
                    trial = play_again(played.new(), played.stood[: at + 1])
                    assert not refusals(trial.handle(KeyPressed(Key.UNDO), 10**6))
                    assert state(trial) == before, (seed, at, step.event)
            table.handle(step.event, step.now)
    assert undone.keys() & {*DECISIONS, Key.NEXT}


# money and cards


class Cage:
    """Keeps account of one table's bets from its rulings alone, none of which was undone."""

    def __init__(self, table: Table) -> None:
        self._counted = table.rules.amounts != "unseen"
        self.locked: Counter[Stack] = Counter()
        self.lines: list[BetSettled] = []
        self.open = True
        self.settled = 0

    def count(self, ruling: Ruling) -> None:
        match ruling:
            case BetsLocked(bets=bets):
                self.locked = Counter({(bet.place, bet.bettor): bet.cents for bet in bets})
                self.lines, self.open = [], False
            case Decided(laid=laid, spot=spot, bettor=bettor):
                self.locked.update({((spot, on), bettor): cents for on, cents in laid.items()})
            case RoundVoided():
                self.lines = []
            case BetSettled() if (
                not self.open and (ruling.bet.place, ruling.bet.bettor) in self.locked
            ):
                self._line(ruling)
            case RoundOpened():
                self._close()

    def _line(self, line: BetSettled) -> None:
        self.lines.append(line)
        if self._counted:
            assert 0 <= line.returned <= line.bet.cents
            assert line.paid >= 0 <= line.commission
            assert line.bonus == (line.bet.cents == 0)
        assert line.outcome == "win" or not (line.paid or line.commission)
        assert line.outcome != "push" or line.returned == line.bet.cents

    def _close(self) -> None:
        if not self.open:
            self.settled += 1
            stakes: Counter[Stack] = Counter()
            for line in self.lines:
                stakes[line.bet.place, line.bet.bettor] += line.bet.cents
            assert stakes.keys() == self.locked.keys()
            assert not self._counted or stakes == self.locked
        self.open = True


@every_game
def test_every_locked_bet_is_settled_once_or_voided(game: str) -> None:
    rounds = 0
    for played in evenings(game):
        cage = Cage(played.croupier.table)
        for step in played.stood:
            for ruling in step.rulings:
                cage.count(ruling)
        rounds += cage.settled
    assert rounds > len(SEEDS)


@every_game
def test_after_a_void_every_stake_goes_back(game: str) -> None:
    voided = 0
    for seed, played in enumerate(evenings(game)):
        for at in moments(Random(seed), played.stood, 8):
            table = again(played, since_opening(played, at))
            if table.under is Phase.ROUND:
                locked = Counter(table.told_bets(table.bets.locked.values()))
                lines = [r for r in void(table) if isinstance(r, BetSettled)]
                assert Counter(line.bet for line in lines) == locked
                assert all(line.returned == line.bet.cents and not line.paid for line in lines)
                assert table.under in (Phase.OPEN, Phase.SHOE_CHANGE)
                voided += 1
    assert voided > len(SEEDS)


def void(table: Table) -> tuple[Ruling, ...]:
    table.key_switch = True
    return table.handle(KeyPressed(Key.VOID), 10**6)


@every_game
def test_every_card_is_accounted_for(game: str) -> None:
    for played in evenings(game):
        table = played.new()
        for step in played.stood:
            before, filled = table.shoe.left, opens(step)
            table.handle(step.event, step.now)
            shoe, dealt = table.shoe, Counter(c for cards in held(table) for c in cards)
            assert shoe.left + sum(shoe.gone().values()) == shoe.size
            assert dealt <= Counter(shoe.gone())
            if filled or step.event == KeyPressed(Key.SHUFFLED):
                assert shoe.left in (before, shoe.size)
            elif step.event == KeyPressed(Key.ENTER):
                assert before - 1 <= shoe.left <= before
            elif isinstance(step.event, CardRead) and step.event.tag is None:
                assert shoe.left == before - 1
            elif not isinstance(step.event, CardRead):
                assert shoe.left == before


def opens(step: Step) -> bool:
    return any(isinstance(ruling, RoundOpened) for ruling in step.rulings)


def held(table: Table) -> list[list[str]]:
    hands = getattr(table.game, "hands", None) or table.game.cards
    return [[card.name for card in hand] for hand in hands.values()]


def test_the_evenings_reach_every_phase_and_settle_and_void_and_undo() -> None:
    seen: Counter[object] = Counter()
    for game in games():
        for played in evenings(game):
            for step in played.steps:
                seen.update(type(ruling).__name__ for ruling in step.rulings)
                seen.update(step.refused)
                seen[step.phase] += 1
    assert set(Phase) <= set(seen)
    rulings = {"BetsLocked", "BetSettled", "LateBet", "LateResolved", "RoundVoided", "Undone"}
    assert {*rulings, "Decided"} <= set(seen)
