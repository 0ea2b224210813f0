"""Enrolling: every card once, every refusal in words, and no loss at any write."""

from pathlib import Path

from drivers.tags.deck_registry import Deck, TaggedCard, load_deck
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.shell.parts.enrolment import (
    DeckEnrolment,
    TagAccepted,
    TagRefused,
    card_text,
    save_deck,
)
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.offenders import each

OTHER = bytes.fromhex("04FF015C2A6380")


def tag(number: int) -> bytes:
    return bytes((0x04, 0x01, number, 0x5C, 0x2A, 0x63, 0x80))


def one(uid: bytes) -> frozenset[bytes]:
    return frozenset((uid,))


def begun(cards: int = 0, *, jokers: int = 1) -> DeckEnrolment:
    enrolment = DeckEnrolment(
        Deck("a", "2026-11", jokers, cut_card=True),
        {OTHER: TaggedCard(FULL_PACK[9], "b", "2025-01")},
    )
    for number in range(cards):
        enrolment.take_tags(one(tag(number)))
    return enrolment


def test_cards_requested_in_pack_order() -> None:
    enrolment = begun()
    asked = []
    while not enrolment.is_complete:
        asked.append(enrolment.next_card)
        assert enrolment.take_tags(one(tag(len(asked)))) == TagAccepted(asked[-1])
    assert asked == list(enrolment.deck.pack)
    assert len(asked) == 54


@each("cards", range(54))
def test_resumes_after_any_interruption(tmp_path: Path, cards: int) -> None:
    path = tmp_path / "a.csv"
    first = begun(cards)
    save_deck(first.deck, path)
    again = DeckEnrolment(load_deck(path), {})
    assert again.deck == first.deck
    assert (again.next_card, again.is_complete) == (first.next_card, False)


def test_cut_write_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    save_deck(begun(5).deck, path)
    (tmp_path / "a.csv.half").write_text("deck,ba")
    assert len(load_deck(path).cards) == 5
    save_deck(begun(6).deck, path)
    assert len(load_deck(path).cards) == 6
    assert [found.name for found in tmp_path.iterdir()] == ["a.csv"]


@each(
    "uids, key",
    [
        (frozenset((tag(60), tag(61))), "deck.two"),
        (one(tag(2)), "deck.here_already"),
        (one(OTHER), "deck.elsewhere"),
        (one(bytes.fromhex("08ADBEEF")), "deck.no_lasting_uid"),
        (one(bytes.fromhex("04A1B2")), "deck.no_lasting_uid"),
    ],
)
def test_unsuitable_tag_is_refused(uids: frozenset[bytes], key: str) -> None:
    enrolment = begun(5)
    before = dict(enrolment.deck.cards)
    refused = enrolment.take_tags(uids)
    assert isinstance(refused, TagRefused)
    assert refused.reason.key == key
    assert enrolment.deck.cards == before
    for language in languages_with("commands"):
        assert Words.load(language).render(refused.reason)


def test_empty_field_is_ignored() -> None:
    assert begun(5).take_tags(frozenset()) is None


def test_last_card_can_be_taken_back() -> None:
    enrolment = begun(5)
    assert enrolment.undo_last() is FULL_PACK[4]
    assert enrolment.next_card is FULL_PACK[4]
    assert enrolment.take_tags(one(tag(4))) == TagAccepted(FULL_PACK[4])


def test_cards_named_with_their_suit() -> None:
    assert Words.load("fr").render(card_text(FULL_PACK[0])) == "A♠"
    assert Words.load("fr").render(card_text(None)) == "carte d'arrêt"
