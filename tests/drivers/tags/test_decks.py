"""The card registry: every card once, every tag once, and every fault said with its place."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.tags.deck_registry import Deck, card_name, load_deck, load_decks, parse_uid
from drivers.tags.registry_errors import RegistryError
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD
from firmware.core.vocabulary.refusal import InvalidValue
from firmware.shell.words.words import Words
from tests.kits.cli.languages import foreign
from tests.kits.offenders import each


def uid(number: int, deck: int = 1) -> bytes:
    return bytes((0x04, deck, number, 0x5C, 0x2A, 0x63, 0x80))


def whole(name: str = "a", number: int = 1, batch: str = "2026-11", jokers: int = 0) -> Deck:
    deck = Deck(name, batch, jokers, cut_card=True)
    deck.cards = {uid(at, number): card for at, card in enumerate(deck.pack)}
    return deck


def put(folder: Path, deck: Deck, old: str = "", new: str = "") -> Path:
    path = folder / f"{deck.name}.csv"
    text = deck.text()
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def faults(folder: Path) -> list[str]:
    with pytest.raises(RegistryError) as refused:
        load_decks(folder)
    said = [Words.load("fr").render(one) for one in refused.value.faults]
    assert [word for one in said for word in foreign(one, "fr")] == []
    return [Words.load("en").render(one).removeprefix(f"{folder}/") for one in refused.value.faults]


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_deck_reads_as_written(tmp_path: Path, jokers: int) -> None:
    deck = whole(jokers=jokers)
    assert load_deck(put(tmp_path, deck)) == deck
    registry = load_decks(tmp_path)
    assert len(registry) == 53 + jokers
    assert registry[uid(0)] == (FULL_PACK[0], "a", "2026-11")
    assert sum(tagged.card is JOKER_CARD for tagged in registry.values()) == jokers
    assert registry[uid(52 + jokers)].card is None


def test_two_decks_are_one_registry(tmp_path: Path) -> None:
    put(tmp_path, whole("a", 1))
    put(tmp_path, whole("b", 2))
    assert len(load_decks(tmp_path)) == 106


def test_incomplete_deck_is_read_but_not_played(tmp_path: Path) -> None:
    deck = whole()
    for at in (3, 7):
        del deck.cards[uid(at)]
    assert load_deck(put(tmp_path, deck)).missing_cards == [FULL_PACK[3], FULL_PACK[7]]
    assert faults(tmp_path) == [
        "a.csv: 2 cards are not enrolled yet: 4S, 8S; continue croupier deck enrol"
    ]


def test_tag_of_two_decks_names_both(tmp_path: Path) -> None:
    put(tmp_path, whole("a", 1))
    other = whole("b", 2)
    put(tmp_path, other, uid(5, 2).hex().upper(), uid(9, 1).hex().upper())
    assert faults(tmp_path) == [f"b.csv:9: {uid(9, 1).hex().upper()} is the TS of deck a already"]


@each(
    "old, new, fault",
    [
        ("deck,batch", "deck;batch", "a.csv:1: it must begin with"),
        ("a,2026-11,0,yes", "a,2026-11,0", "a.csv:2: `a,2026-11,0` is not"),
        ("a,2026-11", "b,2026-11", "a.csv:2: `b` is not the name of the file"),
        ("2026-11,0", "a b,0", "a.csv:2: batch `a b`"),
        (",0,yes", ",9,yes", "a.csv:2: jokers: 0 to 4"),
        (",0,yes", ",0,maybe", "a.csv:2: jokers: 0 to 4"),
        (",2S", ",AS", "a.csv:5: AS is one more than the deck has"),
        (",2S", ",1S", "a.csv:5: `1S` is no card"),
        (",2S", "", "a.csv:5: "),
        (uid(1).hex().upper(), uid(0).hex().upper(), "a.csv:5: 0401005C2A6380 is the AS already"),
        (uid(1).hex().upper(), "04", "a.csv:5: `04` is no UID"),
        (uid(1).hex().upper(), uid(1).hex(), "a.csv:5: `0401015c2a6380` is no UID"),
        (uid(1).hex().upper(), "08ADBEEF", "a.csv:5: `08ADBEEF`: a UID that changes"),
        (uid(1).hex().upper(), "88ADBEEF", "a.csv:5: `88ADBEEF`: a UID that changes"),
    ],
)
def test_each_mistake_names_its_line(tmp_path: Path, old: str, new: str, fault: str) -> None:
    put(tmp_path, whole(), old, new)
    assert faults(tmp_path)[0].startswith(fault)


def test_every_mistake_of_every_deck_is_listed(tmp_path: Path) -> None:
    put(tmp_path, whole("a", 1), ",2S", ",XX")
    put(tmp_path, whole("b", 2), ",3S", ",YY")
    assert [fault.split(":")[:2] for fault in faults(tmp_path)] == [["a.csv", "5"], ["b.csv", "6"]]


def test_empty_folder_or_binary_file_is_refused(tmp_path: Path) -> None:
    assert faults(tmp_path) == [
        f"{tmp_path}: there is no deck, a file NAME.csv; enrol the decks: croupier deck enrol"
    ]
    (tmp_path / "a.csv").write_bytes(b"\xff\xfe")
    assert faults(tmp_path)[0].startswith("a.csv: it is not UTF-8 text (byte 0)")
    (tmp_path / "a.csv").write_bytes(b"x" * 70_000)
    assert faults(tmp_path) == ["a.csv: more than 65536 bytes"]


@given(st.text(max_size=20).filter(lambda text: len(text) not in (8, 14)))
def test_wrong_uid_length_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match=r"registry\.card_uid"):
        parse_uid(text)


@given(st.binary(min_size=7, max_size=7).filter(lambda uid: uid[0] != 0x88))
def test_any_other_seven_byte_uid_is_accepted(uid: bytes) -> None:
    assert parse_uid(uid.hex().upper()) == uid


def test_cards_are_written_as_read() -> None:
    assert [card_name(card) for card in (FULL_PACK[0], JOKER_CARD, None)] == ["AS", "JK", "CUT"]


def test_tile_set_is_stored_like_a_deck(tmp_path: Path) -> None:
    tiles = Deck("tiles", "b", tiles=True)
    for number, tile in enumerate(tiles.pack):
        tiles.cards[bytes((4, 1, number, 1, 2, 3, 4))] = tile
    path = tmp_path / "tiles.csv"
    path.write_text(tiles.text(), encoding="utf-8")
    assert load_deck(path) == tiles
    assert (len(tiles.pack), tiles.missing_cards) == (32, [])
