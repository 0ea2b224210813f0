"""The kill campaign runs, and its checks can fail."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.display.panel import table_panel
from firmware.core.vocabulary.events import KeyPressed, PresenceSeen, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Noted,
    Ruled,
    decode,
    encode,
)
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalStamp, MemoryCopy, NumberedRecord
from firmware.shell.service.loop import TableLoop
from firmware.shell.words.screens import DisplayScreens
from hal.ports import Millis
from tests.campaigns.kill import killing
from tests.campaigns.kill.history import Lost, Replica, Segment, recent
from tests.campaigns.kill.kill import SCENES, run
from tests.campaigns.kill.lit import PARTS, Explained, Look, Renderer, State, explained
from tests.campaigns.kill.truth import Round
from tests.kits.offenders import each

CONFIG = load_config(DEFAULT_TABLE)
EVENTS = (
    KeyPressed(Key.CONFIRM),
    PresenceSeen(Place(2, "banker"), covered=True),
    StackRead(Place(2, "banker"), Cents(2500)),
    KeyPressed(Key.NO_MORE_BETS),
)


@cache
def shown() -> list[State]:
    """Return what a table shows before and after each of EVENTS."""
    table, renderer = configured_table(CONFIG, simulated=True), Renderer(CONFIG)
    panels: list[Panel] = [table_panel(table)]
    for event in EVENTS:
        table.handle(event, 0)
        panels.append(table_panel(table))
    return [renderer.state(each) for each in panels]


def look(state: State) -> Look:
    return {part: next(iter(looks)) for part, looks in state.items()}


@each("last", range(len(EVENTS) + 1))
def test_journal_state_explains_lights(last: int) -> None:
    found = explained(look(shown()[last]), shown()[: last + 1])
    assert found == Explained(last, last, None)


def test_status_lines_match_display() -> None:
    renderer, shown = Renderer(CONFIG), table_panel(configured_table(CONFIG, simulated=True))
    lines = DisplayScreens(renderer.words).dealer_lines(shown)
    assert renderer.glass(lines) == renderer.state(shown)["dealer_display"]


def test_unexplained_lights_found() -> None:
    assert explained(look(shown()[-1]), shown()[:-1]) is None


@each("part", ["lights", "dealer_display", "payout_display"])
def test_part_cut_between_two_states(part: str) -> None:
    older, newer = look(shown()[-2]), look(shown()[-1])
    for written in range(len(older[part]) + 1):
        cut = {part: (*newer[part][:written], *older[part][written:])}
        before, behind = PARTS[: PARTS.index(part)], PARTS[PARTS.index(part) :]
        seen = {p: newer[p] for p in before} | {p: older[p] for p in behind} | cut
        assert explained(seen, shown()) is not None
        assert (explained(seen, [shown()[-1]]) is None) == (seen != newer)


def test_part_ahead_of_others_found() -> None:
    older, newer = shown()[-2], shown()[-1]
    ahead = look(older) | {"payout_display": look(newer)["payout_display"]}
    assert explained(ahead, [older, newer]) is None


def test_reference_deals_and_pays_alone() -> None:
    really = Round()
    really.locked = {(1, "banker"): 101500, (2, "tie"): 500, (3, "player"): 2500}
    for name in ("4S", "KD", "2H", "7C"):
        really.deal(name)
    assert really.due is None
    assert [line[3:] for line in really.lines()] == [
        ("win", 101500, 101500, 5100),
        ("lose", 0, 0, 0),
        ("lose", 0, 0, 0),
    ]


# the journal of a dead service


@cache
def journaled() -> tuple[Entry, ...]:
    """Return what a service writes that dies after EVENTS and comes back."""
    copies = MemoryCopy("a"), MemoryCopy("b")
    for taken in (EVENTS, ()):
        journal = Journal.open(copies, JournalStamp("sim", "", "", "", ""))
        table = configured_table(CONFIG, simulated=True)
        loop = TableLoop(table, Ledger(journal, journal_setting(CONFIG, table)))
        loop.begin(Millis(0))
        for event in taken:
            loop.handle_and_follow([event], Millis(0))
    return tuple(decode(record) for record in journal.records())


def entries() -> list[Entry]:
    return list(journaled())


def segment(written: list[Entry]) -> list[Segment]:
    return [[NumberedRecord(number, encode(entry)) for number, entry in enumerate(written)]]


def followed(*seen: list[Entry]) -> Replica:
    replica = Replica(CONFIG)
    for written in seen:
        replica.follow(segment(written))
    return replica


def place_of(kind: type[Entry], nth: int = 0) -> int:
    return [at for at, entry in enumerate(entries()) if isinstance(entry, kind)][nth]


def test_sound_journal_is_followed() -> None:
    replica = followed(entries()[:3], entries())
    assert replica.events == len(EVENTS) + 2
    assert replica.status_of(replica.restarted(segment(entries()))).round == 1


@each("left", range(len(entries())))
def test_shorter_journal_is_found(left: int) -> None:
    with pytest.raises(Lost, match=f"{left} are left"):
        followed(entries(), entries()[:left])


@each("at", range(len(entries())))
def test_changed_record_is_found(at: int) -> None:
    written = entries()
    written[at] = Noted(0, "", Text("journal.begun"))
    with pytest.raises(Lost, match=f"record {at} has changed"):
        followed(entries(), written)


def test_omitted_record_is_found() -> None:
    written = segment(entries())
    del written[0][2]
    with pytest.raises(Lost, match="record 3 follows 1"):
        Replica(CONFIG).follow(written)


def test_lost_ruling_is_found() -> None:
    written = entries()
    del written[place_of(Ruled)]
    with pytest.raises(Lost, match="what was ruled is not in the journal"):
        followed(written)


def test_ruling_against_events_is_found() -> None:
    written = entries()
    written[place_of(Ruled)] = Ruled(())
    with pytest.raises(Lost, match="the replay rules"):
        followed(written)


def test_segment_of_another_table_found() -> None:
    written = entries()
    checked = written[place_of(Checked)]
    assert isinstance(checked, Checked)
    setting = journal_setting(CONFIG, configured_table(CONFIG, simulated=True))
    with pytest.raises(Lost, match="from the checkpoint"):
        followed([*written, Carried(setting, checked.table, ())])


# the whole campaign, and that it can fail

live = pytest.mark.skipif(
    "CROUPIER_KILLS" not in os.environ,
    reason="real time and a free machine: make campaign NAME=kill",
)


@live
@pytest.mark.parametrize("game", SCENES)
def test_service_recovers_from_kills(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = run(kills=4, seed=1, processes=2, games=(game,))
    assert report.differences == (), capsys.readouterr().out
    assert report.counts["kills"] == 4


@live
def test_forgotten_record_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forgetful(copies: Sequence[Path], known: int) -> list[Segment]:
        found = recent(copies, known)
        return [*found[:-1], found[-1][:-4]] if found else found

    monkeypatch.setattr(killing, "recent", forgetful)
    assert run(kills=6, seed=1).losses == 1


@live
def test_payment_other_than_owed_found(monkeypatch: pytest.MonkeyPatch) -> None:
    owed = Round.lines
    monkeypatch.setattr(
        Round, "lines", lambda self: [line._replace(paid=line.paid + 50) for line in owed(self)]
    )
    assert run(kills=6, seed=1).wrong_amounts == 1
