"""For any events at a table of any game: no exception, words for all of it, undo without trace."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from drivers.displays.typesetting import lay_out_rows
from firmware.core.display.panel import table_panel
from firmware.core.table.decisions import open_choices
from firmware.core.table.legality import legal_bets
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import (
    KeyPressed,
)
from firmware.core.vocabulary.keys import DECISION_KEYS, DIGIT_KEYS, Key
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import (
    BetSettled,
    BetsLocked,
    Decided,
    Ruling,
)
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from tests.kits.core.table_kit import refusals
from tests.kits.examples import examples
from tests.kits.games.any_round import play_again
from tests.kits.games.any_table import state
from tests.kits.games.evenings_of_games import (
    MOST_SEEDS,
    SEEDS,
    again,
    evening,
    evenings,
    every_game,
    moments,
    since_opening,
)

MOMENTS = examples(5, 8)
"""At how many moments of an evening it is tried."""
TRIALS = examples(1, 6)
"""How often each key is undone at a game."""


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
