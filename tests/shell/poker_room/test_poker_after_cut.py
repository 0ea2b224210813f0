"""The power fails: a poker table comes back where it was, and its journal names no hole card."""

import pytest
from msgspec.structs import replace

from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.acts import ReadHole
from firmware.core.poker_room.engine.pack import known_card_set
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.poker_room.engine.terms import read_terms
from firmware.shell.journal import Journal, JournalStamp, MemoryCopy, RetentionPolicy
from firmware.shell.poker_room.journaled_table import JournaledTable
from firmware.shell.poker_room.poker_records import ActRecord, decode
from tests.kits.examples import examples
from tests.kits.games.any_poker import Evening

SEEDS, ACTS = range(examples(2, 400)), 120
STAMP = JournalStamp("sim", "", "", "", "poker-room")
SMALL = RetentionPolicy(segment_bytes=20_000)


def unread(room: PokerState) -> PokerState:
    """Return the state without what the readers see, and see again."""
    room = room.copy()
    if room.game:
        room.game.hands = {s: replace(hand, read=()) for s, hand in room.game.hands.items()}
        room.game.known_cards = known_card_set(room.game)
    return room


@pytest.mark.parametrize("seed", SEEDS)
def test_table_resumes_after_any_act(seed: int) -> None:
    evening, files = Evening(seed), (MemoryCopy("a"), MemoryCopy("b"))
    terms = evening.table.poker_state.terms
    journaled_table = JournaledTable(terms, Journal.open(files, STAMP, SMALL))
    for step, (act, _, rulings) in enumerate(evening.play(ACTS), start=1):
        assert journaled_table.handle(act, step) == rulings
        if step % 11 == 0:
            back = JournaledTable(terms, Journal.open(files, STAMP, SMALL))
            assert unread(back.poker_state) == unread(evening.table.poker_state)


def test_key_is_taken_back_after_cut() -> None:
    files = (MemoryCopy("a"), MemoryCopy("b"))
    terms = read_terms("poker-room", {})
    done = [acts.SitDown(1, 5000), acts.SitDown(2, 5000), acts.Post(), acts.DealDown(4)]
    done += [acts.PlayerDecision(2, "call"), acts.PlayerDecision(1, "check")]
    for step, act in enumerate(done, start=1):
        journaled_table = JournaledTable(terms, Journal.open(files, STAMP))
        before = journaled_table.poker_state
        journaled_table.handle(act, step)
    back = JournaledTable(terms, Journal.open(files, STAMP))
    back.handle(acts.UndoKey(), 7)
    assert back.poker_state == before


def test_journal_names_no_unshown_card() -> None:
    found = 0
    for seed in range(examples(10, 300)):
        evening, files = Evening(seed), (MemoryCopy("a"), MemoryCopy("b"))
        journal = Journal.open(files, STAMP)
        journaled_table = JournaledTable(evening.table.poker_state.terms, journal)
        for step, (act, _, _) in enumerate(evening.play(60), start=1):
            journaled_table.handle(act, step)
        records = [decode(payload) for payload in journal.records()]
        lasting = [record.act for record in records if isinstance(record, ActRecord)]
        assert not [act for act in lasting if isinstance(act, ReadHole)]
        found += sum(hand.read != () for hand in _hands(journaled_table.poker_state))
        for hand in _hands(journaled_table.poker_state):
            said = b"".join(journal.records()).decode()
            secret = {card.name for card in hand.read} - _public(lasting)
            assert not [name for name in secret if f'"{name}"' in said]
    assert found


def _hands(room: PokerState) -> list:
    return list(room.game.hands.values()) if room.game else []


def _public(done: list) -> set[str]:
    """Return the cards that were dealt face up, exposed or shown at any time."""
    shown = {card.name for act in done if isinstance(act, acts.Show) for card in act.cards}
    faced = {act.card.name for act in done if isinstance(act, acts.FaceUp | acts.Expose)}
    return shown | faced
