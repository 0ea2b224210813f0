"""For any events at a table of any game: no exception, balanced accounts, no leaks."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest

from drivers.displays.typesetting import lay_out_rows
from firmware.core.display.panel import table_panel
from firmware.core.game.course import BOARD, DEALER
from firmware.core.table.amounts import Amounts
from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.decisions import choices_in_focus, open_choices
from firmware.core.table.legality import legal_bets
from firmware.core.table.table import Table
from firmware.core.table.voiding import voidable
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    KeyPressed,
    KeySwitchTurned,
)
from firmware.core.vocabulary.keys import DECISION_KEYS, DIGIT_KEYS, Key
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import (
    BetSettled,
    BetsLocked,
    Decided,
    RoundOpened,
    RoundVoided,
    Ruling,
)
from firmware.shell.rules.pack_files import program_games
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from tests.kits.core.table_kit import PHASES, refusals
from tests.kits.core.tested_table import through_the_journal
from tests.kits.examples import examples
from tests.kits.games.any_round import Evening, Step, play_again
from tests.kits.games.any_table import shown_choices, state
from tests.kits.offenders import each
from tests.kits.quebec import game_class, game_rules

SEEDS = range(examples(2, 10))
MOST_SEEDS = 20
STEPS = examples(200, 240)
MOMENTS = examples(5, 8)
"""At how many moments of an evening it is tried."""
TRIALS = examples(1, 6)
"""How often each key is undone at a game."""
NOISE = (0.02, 0.1, 0.05, 0.0, 0.3)
AMOUNTS: tuple[Amounts, ...] = (Amounts.READ, Amounts.UNSEEN, Amounts.KEYED, Amounts.READ)
AMOUNTS_ON_A_LAYOUT: tuple[Amounts, ...] = (Amounts.READ, Amounts.UNSEEN)
"""Nobody keys what lies on a layout that all players share."""
every_game = each("game", program_games())
every_game_of_cards = each("game", [game for game in program_games() if game_rules(game).decks])


@cache
def evening(game: str, seed: int) -> Evening:
    known = AMOUNTS_ON_A_LAYOUT if game_class(game).SHARED_LAYOUT else AMOUNTS
    amounts = known[seed % len(known)]
    return Evening(game, seed, NOISE[seed % len(NOISE)], STEPS, amounts)


def evenings(game: str) -> Iterator[Evening]:
    return (evening(game, seed) for seed in SEEDS)


def moments(rng: Random, steps: list[Step], count: int) -> list[int]:
    return sorted(rng.sample(range(1, len(steps) + 1), count))


# nothing raises; all is said, and nothing of it is cut

WORDS = [Words.load(language) for language in LANGUAGES]
SCREENS = [DisplayScreens(words) for words in WORDS]


@cache
def is_whole(said: str) -> bool:
    rows = [row for screen in lay_out_rows((said,)).screens for row in screen]
    return bool(said) and "".join(rows).replace(" ", "") == said.replace(" ", "")


def cut_lines(shown: Panel) -> list[str]:
    """Return the lines that a display would cut, in any language; KeyError: there are no words."""
    lines = [
        line
        for screens in SCREENS
        for line in (
            *screens.dealer_lines(shown),
            *screens.player_lines(shown),
            screens.announcement_text(shown) or "-",
        )
    ]
    return [line for line in lines if not is_whole(line)]


def texts(rulings: tuple[Ruling, ...]) -> list[Text]:
    said = [getattr(ruling, name, None) for ruling in rulings for name in ("words", "why")]
    return [text for text in said if isinstance(text, Text)]


@every_game
def test_every_message_has_words_uncut(game: str) -> None:
    """Each panel and each text is put into words once, however often it comes."""
    shown: dict[str, Panel] = {}
    said: dict[str, Text] = {}
    for played in evenings(game):
        table = played.new()
        for step in played.steps:
            assert table.handle(step.event, step.now) == step.rulings
            now = table_panel(table)
            shown[repr((now.dealer, now.players, now.payout, now.sound.words))] = now
            said.update({repr(text): text for text in texts(step.rulings)})
    assert {line for one in shown.values() for line in cut_lines(one)} == set()
    assert [text for text in said.values() for words in WORDS if not words.render(text)] == []


@every_game
def test_unknown_amount_is_never_shown(game: str) -> None:
    """What an unseen table tells is made of no stake."""
    shown = 0
    # in an evening whose table a fault stops for good, nothing is reported
    for seed in range(MOST_SEEDS):
        played = evening(game, seed)
        if not played.croupier.table.state.rules.amounts.are_known:
            shown += sum(map(_told_of_no_stake, played.croupier.rulings))
        if shown and seed >= SEEDS[-1]:
            break
    assert shown


def _told_of_no_stake(ruling: Ruling) -> bool:
    match ruling:
        case BetsLocked(bets=bets):
            assert all(bet.cents == UNCOUNTED for bet in bets)
        case BetSettled():
            assert ruling.bet.cents == (0 if ruling.bonus else UNCOUNTED)
            assert {ruling.returned, ruling.paid, ruling.commission} <= {UNCOUNTED, 0}
        case Decided(laid=laid):
            assert set(laid.values()) <= {UNCOUNTED}
        case _:
            return False
    return True


def may_be_refused(table: Table, key: Key) -> bool:
    """Say whether a key may be lit and yet refused: for a card, or for chips that lie there."""
    if key in (*DIGIT_KEYS, Key.END_NUMBER):
        bets = [(bet.place, bet.bettor) for bet in legal_bets(table.state)]
        return table.state.key_entry.keyed.first is not None or bool(
            table.state.game.throw_refusal(bets)
        )
    if key is Key.ENTER_CARD:
        return table.state.key_entry.entering is not None and not table.state.shoe.can_hold(
            table.state.key_entry.entering.card
        )
    if key in DECISION_KEYS:
        chosen = [choice for choice in open_choices(table.state) if choice.do is key]
        return any(choice.stakes or choice.check for choice in chosen)
    unfit = table.state.running_phase is Phase.OPEN and key in (
        Key.CONFIRM,
        Key.NO_MORE_BETS,
        Key.NEXT_PLACE,
    )
    return unfit and bool(table.state.felt.stacks)


@every_game
def test_lit_key_is_not_refused(game: str) -> None:
    tried: Counter[Key] = Counter()
    for seed, played in enumerate(evenings(game)):
        for at in moments(Random(seed), played.stood, MOMENTS):
            steps = since_opening(played, at)
            keys = sorted(table_panel(again(played, steps)).keys.difference(DIGIT_KEYS[2:]))
            for key in keys:
                table = again(played, steps)
                spared = may_be_refused(table, key)
                refused = refusals(table.handle(KeyPressed(key), 10**6))
                assert spared or not refused, (seed, at, key, refused)
                tried[key] += 1
    assert len(tried) > examples(3, 5)


# the same events give the same table, from any opening on


class Since(msgspec.Struct):
    """What a table resumes from, and what it handles then."""

    checkpoint: Checkpoint
    steps: list[Step]


@cache
def openings(played: Evening) -> list[tuple[int, Checkpoint]]:
    """Return the openings that no undo leads behind, each with how many events it knew."""
    table = played.new()
    checkpoints = [(0, table.history.opening_checkpoint)]
    for done, step in enumerate(played.stood, start=1):
        table.handle(step.event, step.now)
        opening, events_since = table.final_opening
        if opening is not checkpoints[-1][1]:
            checkpoints.append((done - events_since, opening))
        checkpoints_now.setdefault(played, []).append(len(checkpoints) - 1)
    return checkpoints


checkpoints_now: dict[Evening, list[int]] = {}
"""By step, which opening the journal ends with."""


def since_opening(played: Evening, at: int) -> Since:
    checkpoints = openings(played)
    known, checkpoint = checkpoints[checkpoints_now[played][at - 1]]
    return Since(through_the_journal(checkpoint), played.stood[known:at])


def again(played: Evening, since: Since) -> Table:
    table = played.spare()
    table.resume_from(since.checkpoint)
    return play_again(table, since.steps)


@pytest.mark.clause("ANZ 1.17.1")
@every_game
def test_resumed_table_is_unchanged(game: str) -> None:
    for seed, played in enumerate(evenings(game)):
        table, done = played.new(), 0
        for at in moments(Random(seed), played.stood, MOMENTS):
            play_again(table, played.stood[done:at])
            done = at
            resumed = again(played, since_opening(played, at))
            without_notice(table, resumed)
            assert state(resumed) == state(table), (seed, at)
            assert table_panel(resumed) == table_panel(table), (seed, at)
            assert resumed.undoable == table.undoable


def without_notice(*tables: Table) -> None:
    """Leave out what Keno still says of the draw before, which no table takes along."""
    for table in tables:
        if table.state.game.PAID_ON_CLAIM:
            table.state.last_refusal = None


# what is undone has never been


@every_game
def test_undone_events_leave_no_trace(game: str) -> None:
    undone = 0
    for played in evenings(game):
        table, there = play_again(played.new(), played.stood), played.croupier.table
        table.state.last_refusal = there.state.last_refusal
        assert state(table) == state(there)
        undone += len(played.steps) > len(played.stood)
    assert undone > len(SEEDS) // 5


@every_game
def test_undo_goes_back_to_the_decision(game: str) -> None:
    undone: Counter[str] = Counter()
    for seed, played in enumerate(evenings(game)):
        table = played.new()
        for at, step in enumerate(played.stood):
            if step.undoable and isinstance(step.event, KeyPressed):
                undone[step.event.key] += 1
                if undone[step.event.key] <= TRIALS:
                    without_notice(table)
                    before = state(table)
                    trial = play_again(played.spare(), played.stood[: at + 1])
                    assert not refusals(trial.handle(KeyPressed(Key.UNDO), 10**6))
                    without_notice(trial)
                    assert state(trial) == before, (seed, at, step.event)
            table.handle(step.event, step.now)
    assert undone.keys() & {*DECISION_KEYS, *DIGIT_KEYS, Key.NEXT_PAYMENT}


# money and cards


CHARGED_LOST = ("95.17", None)
"""Where a commission was taken with the bet: lost, or taken away again."""


class Cage:
    """Keeps account of one table's bets from its rulings alone, none of which was undone."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._counted = table.state.rules.amounts.are_known
        self.locked: Counter[Stack] = Counter()
        self.lines: list[BetSettled] = []
        self.open = True
        self.settled = 0

    def take(self, step: Step) -> None:
        """Have the same happen at a table that is asked what stands over, and where from."""
        game = self._table.state.game
        self._moves = dict(game.bet_moves)
        self._table.handle(step.event, step.now)
        for ruling in step.rulings:
            self._count(ruling)

    def _count(self, ruling: Ruling) -> None:
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
                self.open = True

    def _line(self, line: BetSettled) -> None:
        self.lines.append(line)
        if self._counted:
            assert 0 <= line.returned <= line.bet.cents
            assert line.paid >= 0 <= line.commission
            assert line.bonus == (line.bet.cents == 0)
        assert line.outcome == "win" or not line.paid
        assert line.outcome == "win" or not line.commission or line.article in CHARGED_LOST
        assert line.outcome != "push" or line.returned == line.bet.cents

    def _close(self) -> None:
        if not self.open:
            self.settled += 1
            stakes: Counter[Stack] = Counter()
            for line in self.lines:
                stakes[line.bet.place, line.bet.bettor] += line.bet.cents
            if not self._table.state.game.PAID_ON_CLAIM:
                self._count_carried(stakes)
            assert stakes.keys() == self.locked.keys()
            assert not self._counted or stakes == self.locked

    def _count_carried(self, stakes: Counter[Stack]) -> None:
        """Count what stands over from here as if it were settled, where it was locked."""
        came_from = {to: origin for origin, to in self._moves.items()}
        for stack, cents in self._table.state.game.carried.items():
            stakes[came_from.get(stack, stack)] += cents


@pytest.mark.clause("ANZ 1.31.20")
@every_game
def test_locked_bet_is_settled_once_or_voided(game: str) -> None:
    rounds = 0
    for played in evenings(game):
        cage = Cage(played.new())
        for step in played.stood:
            cage.take(step)
        rounds += cage.settled
    assert rounds >= len(SEEDS)


@pytest.mark.clause("25 CFR 547.10(a)(3)(iii)")
@every_game
def test_void_returns_every_stake(game: str) -> None:
    voided = 0
    for seed, played in enumerate(evenings(game)):
        for at in moments(Random(seed), played.stood, 8):
            table = again(played, since_opening(played, at))
            laid = list(map(table.state.rules.amounts.mask_bet, voidable(table.state)))
            if laid:
                lines = [r for r in void(table) if isinstance(r, BetSettled)]
                assert Counter(line.bet for line in lines) == Counter(laid)
                assert all(line.returned == line.bet.cents and not line.paid for line in lines)
                assert table.state.phase in (Phase.OPEN, Phase.SHOE_CHANGE)
                voided += 1
    assert voided >= len(SEEDS)


def void(table: Table) -> tuple[Ruling, ...]:
    table.handle(KeySwitchTurned(on=True), 10**6)
    return table.handle(KeyPressed(Key.VOID_ROUND), 10**6)


@every_game_of_cards
def test_every_card_is_accounted_for(game: str) -> None:
    for played in evenings(game):
        table = played.new()
        for step in played.stood:
            before, filled = table.state.shoe.cards_left, opens(step)
            table.handle(step.event, step.now)
            shoe, dealt = table.state.shoe, Counter(c for cards in held(table) for c in cards)
            assert shoe.cards_left + sum(shoe.memory.gone.values()) == shoe.card_count
            assert dealt <= Counter(shoe.memory.gone)
            if filled or step.event == KeyPressed(Key.CARDS_SHUFFLED):
                assert shoe.cards_left in (before, shoe.card_count)
            elif step.event == KeyPressed(Key.ENTER_CARD):
                assert before - 1 <= shoe.cards_left <= before
            elif isinstance(step.event, CardRead) and step.event.tag is None:
                assert shoe.cards_left in (
                    before - 1,
                    *([shoe.card_count] if table.state.game.REDEALS_IMPOSSIBLE else []),
                )
            elif not isinstance(step.event, CardRead):
                assert shoe.cards_left == before


def opens(step: Step) -> bool:
    return any(isinstance(ruling, RoundOpened) for ruling in step.rulings)


def held(table: Table) -> list[list[str]]:
    hands = getattr(table.state.game, "hands", None) or table.state.game.cards
    return [[card.name for card in hand] for hand in hands.values()]


def test_evenings_reach_all_phases_and_void_and_undo() -> None:
    seen: Counter[object] = Counter()
    for game in program_games():
        for played in evenings(game):
            for step in played.steps:
                seen.update(type(ruling).__name__ for ruling in step.rulings)
                seen.update(step.refused)
                seen[step.phase] += 1
    assert set(PHASES) <= set(seen)
    rulings = {"BetsLocked", "BetSettled", "LateBet", "LateResolved", "RoundVoided", "Undone"}
    assert {*rulings, "Decided"} <= set(seen)


# what lies face down


FIRST_ROUNDS = range(18, 18 + examples(6, 20))
FACE_UP = ("baccarat", "red-dog", "blackjack", "blackjack-multi-action")
"""The games in which few cards or none lie face down."""
Dealt = list[tuple[int, int, str]]
"""Whose each card of a round is, the how-manieth, and the card; burnt cards are left out."""


@cache
def a_first_round(game: str, seed: int) -> tuple[Evening, list[Step]]:
    """Return the steps of the first round that was played out, by people who make no mistakes."""
    played = Evening(game, 1000 + seed, 0, 260, Amounts.READ, 2, limits={}, sensed=False)
    return played, played.stood[:-1]


def face_up(game: str, spot: int, nth: int, *, hole_card: bool) -> bool:
    """Say whether a card is dealt face up (22, 67.15, 67.69)."""
    if game in ("baccarat", "red-dog", "casino-war"):
        return True
    if game.startswith("blackjack"):
        return not (hole_card and (spot, nth) == (DEALER, 2))
    if spot == BOARD:
        return True
    return (game, spot, nth) in (("caribbean-stud", DEALER, 5), ("four-card-poker", DEALER, 6))


def turned_up(game: str, table: Table, dealt: Dealt) -> Counter[str]:
    """Return the cards that may be known now: those dealt face up, or all when it is decided."""
    waits, hole = table.state.game, bool(table.state.game.options.get("hole_card"))
    players_turn = bool(waits.choices) and waits.choices[0].spot != DEALER
    dealers = game.startswith("blackjack") and not players_turn
    dealers |= game == "super-pan-9" and waits.due is not None and waits.due.nth == 4
    hidden = players_turn or (waits.due is not None and not dealers)
    up = {(spot, nth) for spot, nth, _ in dealt if face_up(game, spot, nth, hole_card=hole)}
    if not hidden:
        up = {(spot, nth) for spot, nth, _ in dealt}
    if game == "poker-grand-prix":
        up -= {(DEALER, 3)}
        up |= {(DEALER, 2)} if _first_bets_are_decided(table) else set()
    return Counter(name for spot, nth, name in dealt if (spot, nth) in up)


def _first_bets_are_decided(table: Table) -> bool:
    """Article 67.6: the dealer's hand is down to the two cards that count."""
    hand = table.state.game.hands.get(DEALER, [])  # type: ignore[attr-defined]
    return table.state.game.due is None and len(hand) == 2


def public(table: Table) -> Counter[str]:
    return Counter(card.name for hand in table.state.game.cards.values() for card in hand)


@every_game_of_cards
def test_card_is_known_only_face_up_never_if_burnt(game: str) -> None:
    for seed in FIRST_ROUNDS:
        played, steps = a_first_round(game, seed)
        table, dealt = played.new(), list[tuple[int, int, str]]()
        for step in steps:
            due = table.state.game.due
            if isinstance(step.event, CardRead) and due and not getattr(due, "is_burnt", False):
                spot = getattr(due, "spot", DEALER)
                dealt.append((spot, due.nth, step.event.card.name))
            elif isinstance(step.event, CardRead) and not due:
                first = [*table.state.game.spots(), DEALER][0] if game != "baccarat" else DEALER
                dealt.append((first, 1, step.event.card.name))
            table.handle(step.event, step.now)
            if table.state.running_phase is Phase.ROUND:
                known = turned_up(game, table, dealt)
                assert public(table) <= known, (seed, step.event, public(table) - known)


def facts_of_table(table: Table, rulings: tuple[Ruling, ...]) -> list[object]:
    due = table.state.game.due
    wait = [due, shown_choices(table), table.state.game.may_pass, table.state.game.finished]
    return [rulings, table_panel(table), public(table), wait]


class Swap:
    """Two cards that have changed their places in all that happens."""

    def __init__(self, one: Card, other: Card) -> None:
        self.names = {one.name, other.name}
        self._as = {one: other, other: one}

    def __call__(self, event: Event) -> Event:
        if isinstance(event, CardRead):
            return msgspec.structs.replace(event, card=self._as.get(event.card, event.card))
        return event

    def known(self, table: Table) -> bool:
        return any(
            card.name in self.names for cards in table.state.game.cards.values() for card in cards
        )

    def checked(self, table: Table, event: Event) -> bool:
        """Say whether a decision is held to a hand that has one of them (67.81, 44 (3))."""
        keyed = event.key if isinstance(event, KeyPressed) else None
        spots = {c.spot for c in choices_in_focus(table.state) if c.check and c.do is keyed}
        hands = getattr(table.state.game, "hands", {})
        return any(card.name in self.names for spot in spots for card in hands[spot])

    def turned(self, game: str, table: Table, event: Event) -> bool:
        """Say whether one of them is dealt face up now."""
        due, hole = table.state.game.due, bool(table.state.game.options.get("hole_card"))
        spot, nth = getattr(due, "spot", DEALER), due.nth if due else 1
        dealt = isinstance(event, CardRead) and event.card.name in self.names
        burnt = getattr(due, "is_burnt", False)
        return dealt and not burnt and face_up(game, spot, nth, hole_card=hole)


def same_until_known(game: str, played: Evening, steps: list[Step], swap: Swap) -> int:
    """Hold two rounds that differ in two cards to each other while nobody may know these.

    Until one of the two comes they do not differ.
    """
    comes = next(at for at, step in enumerate(steps) if swap(step.event) != step.event)
    table, other = (play_again(played.spare(nth), steps[:comes]) for nth in range(2))
    for at, step in enumerate(steps[comes:], start=comes):
        if swap.checked(table, step.event) or swap.turned(game, table, step.event):
            return at - comes
        rulings = table.handle(step.event, step.now)
        others = other.handle(swap(step.event), step.now)
        if swap.known(table) or swap.known(other):
            return at - comes
        if game == "pai-gow-poker" and table.state.game.finished:
            return at - comes
        assert facts_of_table(table, rulings) == facts_of_table(other, others), (
            at,
            swap.names,
            step,
        )
    return len(steps) - comes


@every_game_of_cards
def test_output_is_independent_of_face_down_cards(game: str) -> None:
    rng, compared = Random(game), 0
    for seed in FIRST_ROUNDS:
        played, steps = a_first_round(game, seed)
        came = [step.event.card for step in steps if isinstance(step.event, CardRead)]
        for _ in range(6 if came else 0):
            pack = played.croupier.table.state.game.pack
            one, other = rng.choice(came), rng.choice(pack)
            if one is not other and pack.count(one) == pack.count(other):
                compared += same_until_known(game, played, steps, Swap(one, other))
    assert compared > len(FIRST_ROUNDS) or game in FACE_UP
