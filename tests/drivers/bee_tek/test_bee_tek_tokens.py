from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.bee_tek.tokens import (
    GAP,
    LONGEST,
    Alarm,
    Damage,
    Framer,
    Seen,
    Unread,
    Warned,
    Word,
    decode,
)
from firmware.core.vocabulary.cards import PACK, parse_card
from hal.ports import Millis
from tests.kits.drivers.bee_tek_line import word
from tests.kits.offenders import each

FOUR_OF_SPADES = b"\x20\x5b\x47\x61\x6d\x65\x5d\x3c\x43\x61\x72\x64\x3a\x34\x53\x3e\x20"
TEN_BURNT = b" [Manual Burn Cards]<Card:TH> "
FAILED = b" [Game]<Game> "
NOT_READ = b" [Game]<Alarm:E3 Card Not Read> "

VECTORS: list[tuple[bytes, Word]] = [
    (FOUR_OF_SPADES, Seen(parse_card("4S"), burnt=False)),
    (TEN_BURNT, Seen(parse_card("TH"), burnt=True)),
    (b" [Game]<Card:10C> ", Seen(parse_card("TC"), burnt=False)),
    (FAILED, Unread()),
    (b" [Manual Burn Cards]<Game> ", Unread()),
    (NOT_READ, Unread()),
    (b" [GameAlarm]<Alarm:E3 Card Not Read> ", Unread()),
    (b" [Game]<Alarm:E7 Card Not Read> ", Unread()),
    (b" [Game]<Alarm:E3> ", Unread()),
    (b" [Game]<Alarm:E3 Lid> ", Unread()),
    (b" [Game]<Alarm:E31 Lid> ", Alarm("E31")),
    (b" [GameAlarm]<Alarm:E5 Lid> ", Alarm("E5")),
    (b" [Manual Burn Cards]<Alarm:Jam> ", Alarm("Jam")),
    (b"<W0x01>", Warned("W0x01")),
    (b" <W0xFF> ", Warned("W0xFF")),
]


class Wire:
    """A framer and the time that passes for it."""

    def __init__(self) -> None:
        self.health: Counter[str] = Counter()
        self.framer = Framer(self.health)
        self.now = 1000

    def feed(self, data: bytes, after: int = 0) -> list[Word]:
        self.now += after
        return self.framer.feed(data, Millis(self.now))


@each("wire, said", VECTORS)
def test_each_literal_vector_is_read(wire: bytes, said: Word) -> None:
    line = Wire()
    assert line.feed(wire) == [said]
    assert line.feed(b"", after=1000) == []
    assert line.health == {"words": 1}


def test_the_tests_own_words_agree_with_the_literal_vector() -> None:
    assert word("4S") == FOUR_OF_SPADES


def test_each_card_is_read_and_no_other_pair_of_letters_is_one() -> None:
    letters = [chr(n) for n in range(0x21, 0x7F)]
    read = {
        rank + suit: decode(word(rank + suit).strip()) for rank, suit in product(letters, "CDHS")
    }
    read |= {"4" + suit: decode(word("4" + suit).strip()) for suit in letters}
    cards = {name: said.card.name for name, said in read.items() if isinstance(said, Seen)}
    assert cards == {card.name: card.name for card in PACK}
    assert {said for said in read.values() if not isinstance(said, Seen)} == {None}


@each("between", [b"", b" ", b"\r\n", b"\n", b" \r\n \r\n"])
def test_words_may_stand_in_lines(between: bytes) -> None:
    line = Wire()
    stream = between.join(wire for wire, _ in VECTORS)
    assert line.feed(stream) == [said for _, said in VECTORS]
    assert line.health["dropped_bytes"] == 0


@pytest.mark.parametrize("wire", [b"\r\n[Game]<Card:4S>\r\n", b" [Game]<Card:4S>\n"])
def test_an_end_of_line_is_a_blank(wire: bytes) -> None:
    assert Wire().feed(wire) == [Seen(parse_card("4S"), burnt=False)]


def test_one_blank_may_serve_two_words() -> None:
    assert Wire().feed(b" [Game]<Card:4S> [Game]<Game> ") == [VECTORS[0][1], Unread()]


@given(st.lists(st.integers(1, 30)))
def test_portions_make_no_difference(sizes: list[int]) -> None:
    stream = b"".join(wire for wire, _ in VECTORS)
    line, said = Wire(), list[Word]()
    for size in sizes:
        said += line.feed(stream[:size], after=GAP)
        stream = stream[size:]
    assert said + line.feed(stream, after=GAP) == [word for _, word in VECTORS]


@each(
    "wire",
    [
        b" [game]<Card:4S> ",
        b" [Game]<card:4S> ",
        b" [Game]<Card:4s> ",
        b" [Game]<Card:1S> ",
        b" [Game]<Card:11S> ",
        b" [Game]<Card:S4> ",
        b" [Game]<Card:4> ",
        b" [Game]<Card:4SS> ",
        b" [Game]<Card: 4S> ",
        b" [Game]<Card:4S > ",
        b" [Game] <Card:4S> ",
        b" [Game]<Card:4S>> ",
        b" [[Game]<Card:4S> ",
        b" x[Game]<Card:4S> ",
        b" [Setup]<Card:4S> ",
        b" [GameAlarm]<Card:4S> ",
        b" [GameAlarm]<Game> ",
        b" [Game]<Alarm:> ",
        b" [Game]<Alarm: E3> ",
        b" [Game]<Alarm:E5 \x07> ",
        b" [Game]<Something> ",
        b" <Card:4S> ",
        b" [Game]<Card:4S>[Game]<Card:4S> ",
        b" <W0x1> ",
        b" <W0x0g> ",
        b" 4S> ",
    ],
)
def test_what_is_not_exact_is_none(wire: bytes) -> None:
    line = Wire()
    assert line.feed(wire) == [Damage(Millis(1000))]
    assert line.health == {"malformed": 1, "dropped_bytes": len(wire.strip())}
    assert line.feed(FAILED) == [Unread()]


def test_what_follows_a_word_at_once_spoils_it() -> None:
    assert Wire().feed(FOUR_OF_SPADES.strip() + b"." + FAILED) == [Damage(Millis(1000)), Unread()]


def test_the_first_word_needs_its_blank_too() -> None:
    assert Wire().feed(FOUR_OF_SPADES[1:]) == [Damage(Millis(1000))]


@each("cut", range(2, len(FOUR_OF_SPADES) - 1))
def test_a_truncated_word_costs_only_itself(cut: int) -> None:
    line = Wire()
    assert line.feed(FOUR_OF_SPADES[:cut] + FAILED) == [Damage(Millis(1000)), Unread()]
    assert line.health == {"words": 1, "malformed": 1, "dropped_bytes": cut - 1}


@each("cut", range(2, len(FOUR_OF_SPADES)))
def test_a_word_that_pauses_is_broken_off(cut: int) -> None:
    line = Wire()
    assert line.feed(FOUR_OF_SPADES[:cut]) == []
    assert line.feed(b"", after=GAP) == []
    assert line.feed(b"", after=1) == [Damage(Millis(1000))]
    assert line.health["broken_off"] == 1
    rest = [] if FOUR_OF_SPADES[cut:] == b" " else [Damage(Millis(line.now))]
    assert line.feed(FOUR_OF_SPADES[cut:]) == rest


def test_a_warning_is_heard_without_waiting_for_what_follows() -> None:
    line = Wire()
    assert line.feed(b"<W0x01>") == [Warned("W0x01")]
    assert line.feed(FOUR_OF_SPADES) == [Seen(parse_card("4S"), burnt=False)]


@each("byte", [b"x", b"<", b"[", b"\x00", b"\xff"])
def test_a_stream_without_an_end_is_held_in_bounds(byte: bytes) -> None:
    line = Wire()
    said = line.feed(byte * 10 * LONGEST)
    assert said == [Damage(Millis(1000))] * 10
    assert line.health == {"overlong": 10, "dropped_bytes": 10 * LONGEST}


def test_blanks_are_nothing_however_many() -> None:
    line = Wire()
    assert line.feed(b" \r\n" * 1000) == []
    assert len(line.framer._held) == 1
    assert line.health == {}


@given(st.binary(max_size=400))
def test_any_bytes_are_words_or_dropped_and_counted(noise: bytes) -> None:
    line = Wire()
    said = line.feed(noise) + line.feed(b"", after=GAP + 1)
    assert line.health["words"] == sum(not isinstance(w, Damage) for w in said)
    assert line.health["dropped_bytes"] >= sum(isinstance(w, Damage) for w in said)
    assert not line.framer._held
