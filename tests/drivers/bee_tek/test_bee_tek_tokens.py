from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.bee_tek.tokens import (
    MAX_FRAME_BYTES,
    MAX_GAP_MS,
    BeeTekFramer,
    BeeTekMessage,
    CardSighted,
    CardUnread,
    DamagedText,
    ShoeAlarm,
    ShoeWarning,
    decode,
)
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from hal.ports import Millis
from tests.kits.drivers.bee_tek_line import word
from tests.kits.offenders import each

FOUR_OF_SPADES = b"\x20\x5b\x47\x61\x6d\x65\x5d\x3c\x43\x61\x72\x64\x3a\x34\x53\x3e\x20"
TEN_BURNT = b" [Manual Burn Cards]<Card:TH> "
FAILED = b" [Game]<Game> "
NOT_READ = b" [Game]<Alarm:E3 Card Not Read> "

VECTORS: list[tuple[bytes, BeeTekMessage]] = [
    (FOUR_OF_SPADES, CardSighted(parse_card("4S"), was_burnt=False)),
    (TEN_BURNT, CardSighted(parse_card("TH"), was_burnt=True)),
    (b" [Game]<Card:10C> ", CardSighted(parse_card("TC"), was_burnt=False)),
    (FAILED, CardUnread()),
    (b" [Manual Burn Cards]<Game> ", CardUnread()),
    (NOT_READ, CardUnread()),
    (b" [GameAlarm]<Alarm:E3 Card Not Read> ", CardUnread()),
    (b" [Game]<Alarm:E7 Card Not Read> ", CardUnread()),
    (b" [Game]<Alarm:E3> ", CardUnread()),
    (b" [Game]<Alarm:E3 Lid> ", CardUnread()),
    (b" [Game]<Alarm:E31 Lid> ", ShoeAlarm("E31")),
    (b" [GameAlarm]<Alarm:E5 Lid> ", ShoeAlarm("E5")),
    (b" [Manual Burn Cards]<Alarm:Jam> ", ShoeAlarm("Jam")),
    (b"<W0x01>", ShoeWarning("W0x01")),
    (b" <W0xFF> ", ShoeWarning("W0xFF")),
]


class Wire:
    """A framer and the time that passes for it."""

    def __init__(self) -> None:
        self.health: Counter[str] = Counter()
        self.framer = BeeTekFramer(self.health)
        self.now = 1000

    def feed(self, data: bytes, after: int = 0) -> list[BeeTekMessage]:
        self.now += after
        return self.framer.feed(data, Millis(self.now))


@each("wire, said", VECTORS)
def test_each_literal_vector_is_read(wire: bytes, said: BeeTekMessage) -> None:
    line = Wire()
    assert line.feed(wire) == [said]
    assert line.feed(b"", after=1000) == []
    assert line.health == {"words": 1}


def test_test_tokens_match_the_vector() -> None:
    assert word("4S") == FOUR_OF_SPADES


def test_only_card_letters_are_cards() -> None:
    letters = [chr(n) for n in range(0x21, 0x7F)]
    read = {
        rank + suit: decode(word(rank + suit).strip()) for rank, suit in product(letters, "CDHS")
    }
    read |= {"4" + suit: decode(word("4" + suit).strip()) for suit in letters}
    cards = {name: said.card.name for name, said in read.items() if isinstance(said, CardSighted)}
    assert cards == {card.name: card.name for card in FULL_PACK}
    assert {said for said in read.values() if not isinstance(said, CardSighted)} == {None}


@each("between", [b"", b" ", b"\r\n", b"\n", b" \r\n \r\n"])
def test_tokens_may_be_on_lines(between: bytes) -> None:
    line = Wire()
    stream = between.join(wire for wire, _ in VECTORS)
    assert line.feed(stream) == [said for _, said in VECTORS]
    assert line.health["dropped_bytes"] == 0


@pytest.mark.parametrize("wire", [b"\r\n[Game]<Card:4S>\r\n", b" [Game]<Card:4S>\n"])
def test_end_of_line_is_a_blank(wire: bytes) -> None:
    assert Wire().feed(wire) == [CardSighted(parse_card("4S"), was_burnt=False)]


def test_one_blank_may_serve_two_tokens() -> None:
    assert Wire().feed(b" [Game]<Card:4S> [Game]<Game> ") == [VECTORS[0][1], CardUnread()]


@given(st.lists(st.integers(1, 30)))
def test_any_chunking_gives_the_same(sizes: list[int]) -> None:
    stream = b"".join(wire for wire, _ in VECTORS)
    line, said = Wire(), list[BeeTekMessage]()
    for size in sizes:
        said += line.feed(stream[:size], after=MAX_GAP_MS)
        stream = stream[size:]
    assert said + line.feed(stream, after=MAX_GAP_MS) == [word for _, word in VECTORS]


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
def test_inexact_token_is_none(wire: bytes) -> None:
    line = Wire()
    assert line.feed(wire) == [DamagedText(Millis(1000))]
    assert line.health == {"malformed": 1, "dropped_bytes": len(wire.strip())}
    assert line.feed(FAILED) == [CardUnread()]


def test_adjacent_text_spoils_a_token() -> None:
    assert Wire().feed(FOUR_OF_SPADES.strip() + b"." + FAILED) == [
        DamagedText(Millis(1000)),
        CardUnread(),
    ]


def test_first_token_needs_its_blank() -> None:
    assert Wire().feed(FOUR_OF_SPADES[1:]) == [DamagedText(Millis(1000))]


@each("cut", range(2, len(FOUR_OF_SPADES) - 1))
def test_truncated_token_costs_itself(cut: int) -> None:
    line = Wire()
    assert line.feed(FOUR_OF_SPADES[:cut] + FAILED) == [DamagedText(Millis(1000)), CardUnread()]
    assert line.health == {"words": 1, "malformed": 1, "dropped_bytes": cut - 1}


@each("cut", range(2, len(FOUR_OF_SPADES)))
def test_pausing_token_is_dropped(cut: int) -> None:
    line = Wire()
    assert line.feed(FOUR_OF_SPADES[:cut]) == []
    assert line.feed(b"", after=MAX_GAP_MS) == []
    assert line.feed(b"", after=1) == [DamagedText(Millis(1000))]
    assert line.health["broken_off"] == 1
    rest = [] if FOUR_OF_SPADES[cut:] == b" " else [DamagedText(Millis(line.now))]
    assert line.feed(FOUR_OF_SPADES[cut:]) == rest


def test_warning_needs_no_successor() -> None:
    line = Wire()
    assert line.feed(b"<W0x01>") == [ShoeWarning("W0x01")]
    assert line.feed(FOUR_OF_SPADES) == [CardSighted(parse_card("4S"), was_burnt=False)]


@each("byte", [b"x", b"<", b"[", b"\x00", b"\xff"])
def test_endless_stream_is_bounded(byte: bytes) -> None:
    line = Wire()
    said = line.feed(byte * 10 * MAX_FRAME_BYTES)
    assert said == [DamagedText(Millis(1000))] * 10
    assert line.health == {"overlong": 10, "dropped_bytes": 10 * MAX_FRAME_BYTES}


def test_any_blanks_are_nothing() -> None:
    line = Wire()
    assert line.feed(b" \r\n" * 1000) == []
    assert len(line.framer._pending_bytes) == 1
    assert line.health == {}


@given(st.binary(max_size=400))
def test_any_bytes_are_tokens_or_counted_drops(noise: bytes) -> None:
    line = Wire()
    said = line.feed(noise) + line.feed(b"", after=MAX_GAP_MS + 1)
    assert line.health["words"] == sum(not isinstance(w, DamagedText) for w in said)
    assert line.health["dropped_bytes"] >= sum(isinstance(w, DamagedText) for w in said)
    assert not line.framer._pending_bytes
