"""Enrolling: every card once, every refusal in words, and no loss at any write."""

from pathlib import Path

from drivers.tags.decks import Deck, Tagged, load_deck
from firmware.core.vocabulary.cards import PACK
from firmware.shell.parts.enrolment import Accepted, Enrolment, Refused, save, shown
from firmware.shell.words.words import LANGUAGES, Words
from tests.kits.offenders import each

OTHER = bytes.fromhex("04FF015C2A6380")


def tag(number: int) -> bytes:
    return bytes((0x04, 0x01, number, 0x5C, 0x2A, 0x63, 0x80))


def one(uid: bytes) -> frozenset[bytes]:
    return frozenset((uid,))


def begun(cards: int = 0, *, jokers: int = 1) -> Enrolment:
    enrolment = Enrolment(
        Deck("a", "2026-11", jokers, cut=True), {OTHER: Tagged(PACK[9], "b", "2025-01")}
    )
    for number in range(cards):
        enrolment.saw(one(tag(number)))
    return enrolment


def test_every_card_of_the_pack_is_asked_for_in_its_order() -> None:
    enrolment = begun()
    asked = []
    while not enrolment.done:
        asked.append(enrolment.due)
        assert enrolment.saw(one(tag(len(asked)))) == Accepted(asked[-1])
    assert asked == list(enrolment.deck.pack)
    assert len(asked) == 54


@each("cards", range(54))
def test_it_goes_on_wherever_it_was_broken_off(tmp_path: Path, cards: int) -> None:
    path = tmp_path / "a.csv"
    first = begun(cards)
    save(first.deck, path)
    again = Enrolment(load_deck(path), {})
    assert again.deck == first.deck
    assert (again.due, again.done) == (first.due, False)


def test_a_power_cut_in_the_middle_of_a_write_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    save(begun(5).deck, path)
    (tmp_path / "a.csv.half").write_text("deck,ba")
    assert len(load_deck(path).cards) == 5
    save(begun(6).deck, path)
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
def test_what_is_no_new_tag_of_its_own_is_refused_and_changes_nothing(
    uids: frozenset[bytes], key: str
) -> None:
    enrolment = begun(5)
    before = dict(enrolment.deck.cards)
    refused = enrolment.saw(uids)
    assert isinstance(refused, Refused)
    assert refused.why.key == key
    assert enrolment.deck.cards == before
    for language in LANGUAGES:
        assert Words.load(language).say(refused.why)


def test_an_empty_field_says_nothing() -> None:
    assert begun(5).saw(frozenset()) is None


def test_the_last_card_is_taken_back_and_asked_for_again() -> None:
    enrolment = begun(5)
    assert enrolment.undo() is PACK[4]
    assert enrolment.due is PACK[4]
    assert enrolment.saw(one(tag(4))) == Accepted(PACK[4])


def test_cards_are_named_with_their_suit() -> None:
    assert Words.load("fr").say(shown(PACK[0])) == "A♠"
    assert Words.load("fr").say(shown(None)) == "carte d'arrêt"
