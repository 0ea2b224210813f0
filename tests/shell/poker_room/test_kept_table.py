"""The power fails: a poker table comes back where it was, and its journal names no hole card."""

import pytest
from msgspec.structs import replace

from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.acts import ReadHole
from firmware.core.poker_room.engine.pack import known_in
from firmware.core.poker_room.engine.state import Room
from firmware.core.poker_room.engine.terms import terms_of
from firmware.shell.journal import Journal, MemoryCopy, Policy, Stamp
from firmware.shell.poker_room.journaled_table import KeptTable
from firmware.shell.poker_room.records import Did, decode
from tests.kits.examples import examples
from tests.kits.games.any_poker import Evening

SEEDS, ACTS = range(examples(4, 400)), 120
STAMP = Stamp("sim", "", "", "", "poker-room")
SMALL = Policy(segment_bytes=20_000)


def unread(room: Room) -> Room:
    """Return the state without what the readers see, and see again."""
    room = room.copy()
    if room.game:
        room.game.hands = {s: replace(hand, read=()) for s, hand in room.game.hands.items()}
        room.game.known = known_in(room.game)
    return room


@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_comes_back_where_it_was_after_any_act(seed: int) -> None:
    evening, files = Evening(seed), (MemoryCopy("a"), MemoryCopy("b"))
    terms = evening.table.room.terms
    kept = KeptTable(terms, Journal.open(files, STAMP, SMALL))
    for step, (act, _, rulings) in enumerate(evening.play(ACTS), start=1):
        assert kept.handle(act, step) == rulings
        if step % 11 == 0:
            back = KeptTable(terms, Journal.open(files, STAMP, SMALL))
            assert unread(back.room) == unread(evening.table.room)


def test_a_key_can_be_taken_back_after_a_power_cut() -> None:
    files = (MemoryCopy("a"), MemoryCopy("b"))
    terms = terms_of("poker-room", {})
    done = [acts.SitDown(1, 5000), acts.SitDown(2, 5000), acts.Post(), acts.Deal(4)]
    done += [acts.Decide(2, "call"), acts.Decide(1, "check")]
    for step, act in enumerate(done, start=1):
        kept = KeptTable(terms, Journal.open(files, STAMP))
        before = kept.room
        kept.handle(act, step)
    back = KeptTable(terms, Journal.open(files, STAMP))
    back.handle(acts.Undo(), 7)
    assert back.room == before


def test_the_journal_names_no_card_that_only_a_reader_has_seen() -> None:
    found = 0
    for seed in range(examples(10, 300)):
        evening, files = Evening(seed), (MemoryCopy("a"), MemoryCopy("b"))
        journal = Journal.open(files, STAMP)
        kept = KeptTable(evening.table.room.terms, journal)
        for step, (act, _, _) in enumerate(evening.play(60), start=1):
            kept.handle(act, step)
        records = [decode(payload) for payload in journal.records()]
        lasting = [record.act for record in records if isinstance(record, Did)]
        assert not [act for act in lasting if isinstance(act, ReadHole)]
        found += sum(hand.read != () for hand in _hands(kept.room))
        for hand in _hands(kept.room):
            said = b"".join(journal.records()).decode()
            secret = {card.name for card in hand.read} - _public(lasting)
            assert not [name for name in secret if f'"{name}"' in said]
    assert found


def _hands(room: Room) -> list:
    return list(room.game.hands.values()) if room.game else []


def _public(done: list) -> set[str]:
    """Return the cards that were dealt face up, exposed or shown at any time."""
    shown = {card.name for act in done if isinstance(act, acts.Show) for card in act.cards}
    faced = {act.card.name for act in done if isinstance(act, acts.FaceUp | acts.Expose)}
    return shown | faced
