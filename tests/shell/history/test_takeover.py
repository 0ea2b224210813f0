"""A table whose configuration was changed: it goes on between rounds, and is refused in one."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import NamedTuple

import pytest
from msgspec import structs

from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.display.panel import table_panel
from firmware.core.table.shuffling import shuffle_due
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.events import Event, KeyPressed, PresenceSeen, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.history.journal_entries import Setting, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.replay import Replay
from firmware.shell.history.takeover import changed_keys
from firmware.shell.journal import (
    Journal,
    JournalReader,
    JournalStamp,
    MemoryCopy,
    RetentionPolicy,
)
from firmware.shell.recall.outline import segment_outline
from firmware.shell.service.loop import TableLoop
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.quebec import games_in_pack
from tests.kits.rule_packs import pack_of
from tests.kits.shell.loop_kit import CONFIRM, SETTING, bet, table

OPENED, LAID, CLOSED, GONE = "opened", "chips lie", "bets closed", "chips gone"
STATES = {
    OPENED: "open, no chip was laid",
    LAID: "open, with chips",
    CLOSED: "in a round",
    GONE: "open, and all chips were taken away again",
}


USUAL = "--game baccarat"
STAMP = JournalStamp("sim", "0", "00", "00", "baccarat")


class Files(NamedTuple):
    """A journal in memory."""

    first: MemoryCopy
    second: MemoryCopy


@cache
def configurations() -> dict[str, Config]:
    """Every example, every default table, some of those with another number of spots, and one of a
    house of other rules.
    """
    found = {path.stem: load_config(path) for path in sorted(EXAMPLES.glob("*.toml"))}
    for game in games_in_pack():
        found[f"--game {game}"] = usual = default_table(game)
        table = replace(usual.table, spots=max(1, usual.table.spots - 3))
        found[f"{game}, fewer spots"] = replace(usual, table=table)
    ties_at_9 = pack_of("[baccarat.pays.tie]\nodds = [9, 1]")
    found["baccarat, other rules"] = replace(found[USUAL], rule_pack=ties_at_9)
    return found


def loop_of(config: Config, files: Files) -> TableLoop:
    table = configured_table(config, simulated=True)
    journal = Journal.open(files, STAMP)
    return TableLoop(table, Ledger(journal, journal_setting(config, table)))


def laid(config: Config, *, lies: bool) -> list[Event]:
    """The least chips of the last spot's player, on the first place that has limits; or none."""
    names = (place.on for place in config.wiring.places)
    on, least = next(
        (name, config.limits[base_bet_name(name)].min_cents)
        for name in names
        if base_bet_name(name) in config.limits
    )
    place = Place(config.table.spots, on)
    return [PresenceSeen(place, covered=lies), StackRead(place, Cents(least if lies else 0))]


@cache
def journal_of(name: str, state: str) -> Files:
    """The journal of a table that was left so."""
    config = configurations()[name]
    files = Files(MemoryCopy("a"), MemoryCopy("b"))
    loop = loop_of(config, files)
    loop.begin(Millis(0))
    events: list[Event] = [KeyPressed(Key.CONFIRM)]
    if shuffle_due(loop.table.state):
        events.append(KeyPressed(Key.CARDS_SHUFFLED))
    if state != OPENED and config.limits:
        events += laid(config, lies=True)
        events += [KeyPressed(Key.NO_MORE_BETS)] if state == CLOSED else []
        events += laid(config, lies=False) if state == GONE else []
    for at, event in enumerate(events, start=1):
        loop.handle_and_follow([event], Millis(at))
    return files


def goes_on(before: str, after: str, state: str) -> bool:
    """Start `after` on the journal of `before`: it goes on as `after` is, or is refused."""
    files = deepcopy(journal_of(before, state))
    loop = loop_of(configurations()[after], files)
    try:
        loop.begin(Millis(100))
    except RequestFailed:
        return False
    shown = table_panel(loop.table)
    spots = configurations()[after].table.spots
    assert set(shown.spots) == set(range(1, spots + 1))
    loop.handle_and_follow([KeyPressed(Key.CONFIRM)], Millis(101))
    keys = configurations()[after].wiring.keys
    assert table_panel(loop.table).keys <= set(keys.meanings()), (
        "a key is lit that it does not have"
    )
    loop.end_service(Millis(102))
    assert_replays(files)
    return True


def assert_replays(files: Files) -> None:
    """The recorded journal decides again as it did, and tells no round twice."""
    replay, records = Replay(), list(JournalReader.over_copies(files).records())
    found = [replay.take(number, decode(payload)) for number, payload in records]
    assert [difference for difference in found if difference] == []
    rounds = [row.round for row in segment_outline(1, iter(records), None, is_live=True).rows]
    assert len(rounds) == len(set(rounds))


def setting(name: str) -> Setting:
    config = configurations()[name]
    return journal_setting(config, configured_table(config, simulated=True))


def pairs() -> Iterator[tuple[str, str, str]]:
    """Every two configurations of the same game, and how the first one's table was left."""
    for before, after in permutations(configurations(), 2):
        if configurations()[before].table.game == configurations()[after].table.game:
            yield from ((before, after, state) for state in STATES)


@pytest.mark.clause("NJ 13:69E-1.28B")
@each("before, after, state", pairs)
def test_changed_only_between_rounds(before: str, after: str, state: str) -> None:
    bare = state in (OPENED, GONE) or not configurations()[before].limits
    alike = not changed_keys(setting(before), setting(after))
    assert goes_on(before, after, state) is (bare or alike)


def test_journal_of_another_game_refused() -> None:
    settings = {name: setting(name) for name in configurations()}
    for before, after in permutations(settings, 2):
        other = settings[before].game != settings[after].game
        assert ("table.game" in changed_keys(settings[before], settings[after])) is other
    assert not goes_on("craps", "--game keno", OPENED)


@pytest.mark.clause("NJ 13:69E-1.28B")
def test_refusal_names_change_and_remedy() -> None:
    loop = loop_of(configurations()["baccarat, fewer spots"], deepcopy(journal_of(USUAL, LAID)))
    with pytest.raises(RequestFailed) as refused:
        loop.begin(Millis(100))
    said = Words.load("en").render(refused.value.why)
    assert "(table.spots)" in said
    assert "put the earlier configuration back" in said


@pytest.mark.clause("25 CFR 547.8(b)(1)")
def test_rules_exchanged_in_a_round_are_named() -> None:
    loop = loop_of(configurations()["baccarat, other rules"], deepcopy(journal_of(USUAL, CLOSED)))
    with pytest.raises(RequestFailed) as refused:
        loop.begin(Millis(100))
    assert "(rules.pack)" in Words.load("en").render(refused.value.why)


def test_new_packs_are_shuffled_first() -> None:
    usual = configurations()[USUAL]
    fewer = replace(usual, game_options={**usual.game_options, "decks": 6})
    loop = loop_of(fewer, deepcopy(journal_of(USUAL, OPENED)))
    loop.begin(Millis(100))
    loop.handle_and_follow([KeyPressed(Key.CONFIRM)], Millis(101))
    loop.handle_and_follow([KeyPressed(Key.CONFIRM)], Millis(102))
    assert loop.table.state.phase is Phase.SHOE_CHANGE


def test_cut_start_leaves_the_old_setting() -> None:
    files = deepcopy(journal_of(USUAL, GONE))
    fewer = configurations()["baccarat, fewer spots"]
    ledger = Ledger(Journal.open(files, STAMP), setting("baccarat, fewer spots"))
    ledger.load_resume_point()
    ledger.record_start(100)
    ledger.close()
    loop = loop_of(fewer, files)
    loop.begin(Millis(200))
    assert set(table_panel(loop.table).spots) == set(range(1, fewer.table.spots + 1))
    assert_replays(files)


def test_start_by_another_program_begins_no_segment() -> None:
    """If a trial ends with its start, the version before goes on with a journal of its format."""
    files = Files(MemoryCopy("a"), MemoryCopy("b"))
    for program in ("1", "2"):
        journal = Journal.open(files, STAMP, RetentionPolicy(segment_bytes=1))
        loop = TableLoop(table(), Ledger(journal, structs.replace(SETTING, program=program)))
        loop.begin(Millis(0))
        assert files.first.segments().keys() == {1}
        assert journal.should_rotate
    loop.handle_and_follow([CONFIRM], Millis(1))
    loop.handle_and_follow(bet(1, "tie", 500), Millis(2))
    assert files.first.segments().keys() > {1}
