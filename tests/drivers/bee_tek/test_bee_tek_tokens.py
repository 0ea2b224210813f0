from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.bee_tek.messages import (
    BeeTekMessage,
    CardSighted,
    CardUnread,
    DamagedText,
    ShoeAlarm,
    ShoeWarning,
    UnknownWord,
    decode,
)
from drivers.bee_tek.tokens import MAX_FRAME_BYTES, MAX_GAP_MS, BeeTekFramer
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
    (b" [Manual Burn Cards]<Alarm:E3 Card Not Read> ", CardUnread()),
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


@each("text", ["AS", "as stuck", "10H", "S10", "h4 Motor", "Card:4S", "4S,5S"])
def test_alarm_that_may_name_a_card_has_no_code(text: str) -> None:
    assert decode(f"[Game]<Alarm:{text}>".encode()) == ShoeAlarm("?")


def test_test_tokens_match_the_vector() -> None:
    assert word("4S") == FOUR_OF_SPADES


def test_only_card_letters_are_cards() -> None:
    letters = [chr(n) for n in range(0x21, 0x7F) if not chr(n).islower()]
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


FORMS: list[Callable[[bytes], bytes]] = [
    bytes.lower,
    bytes.upper,
    bytes.strip,
    lambda wire: wire.replace(b"]<", b"] <"),
    lambda wire: wire.replace(b":", b" : "),
    lambda wire: wire.replace(b"[", b"[ ").replace(b"<", b"< ").replace(b">", b" >"),
    lambda wire: wire.replace(b"l B", b"l  B").replace(b"]", b" ]"),
    *(
        lambda wire, before=before, after=after: before + wire.strip() + after
        for before, after in product([b"", b" ", b"\r", b"\n", b"\r\n", b"\t"], repeat=2)
    ),
]


@each("form", range(len(FORMS)))
@each("wire, said", VECTORS)
def test_each_form_of_a_word_is_read(wire: bytes, said: BeeTekMessage, form: int) -> None:
    line = Wire()
    (read,) = line.feed(FORMS[form](wire))
    if not isinstance(said, ShoeAlarm):
        assert read == said
    assert isinstance(read, type(said))
    assert line.feed(b"", after=1000) == []
    assert line.health == {"words": 1}


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
    "wire, form",
    [
        (b"[Game]<Card:1S>", "[Game]<Card>"),
        (b"[Game]<Card:11S>", "[Game]<Card>"),
        (b"[Game]<Card:S4>", "[Game]<Card>"),
        (b"[Game]<Card:4>", "[Game]<Card>"),
        (b"[Game]<Card:tS>", "[Game]<Card>"),
        (b"[Game]<Card:Kd>", "[Game]<Card>"),
        (b"[Game]<Card:4 S>", "[Game]<Card>"),
        (b"[Game]<Card:4SS>", "[Game]<Card>"),
        (b"[Game]<Card:\xb2S>", "[Game]<Card>"),
        (b"[Manual Burn Cards]<Card:0H>", "[Burn]<Card>"),
        (b"[Setup]<Card:4S>", "[?]<Card>"),
        (b"[]<Card:4S>", "[?]<Card>"),
        (b"[GameAlarm]<Card:4S>", "[GameAlarm]<Card>"),
        (b"[GameAlarm]<Game>", "[GameAlarm]<Game>"),
        (b"[Game]<Alarm:>", "[Game]<Alarm>"),
        (b"[Game]<Alarm:E5 \x07>", "[Game]<Alarm>"),
        (b"<Alarm:E5 Lid>", "<Alarm>"),
        (b"[Game]<Something>", "[Game]<?>"),
        (b"[Game]<>", "[Game]<?>"),
        (b"<Card:4S>", "<Card>"),
        (b"<Game>", "<Game>"),
        (b"<>", "<?>"),
        (b"<4S>", "<?>"),
        (b"<W0x0g>", "<?>"),
    ],
)
def test_unknown_word_is_no_card_and_keeps_it_secret(wire: bytes, form: str) -> None:
    line = Wire()
    assert line.feed(wire) == [UnknownWord(form, wire, Millis(1000))]
    assert line.health == {}
    assert len(form) <= 20
    assert line.feed(FAILED) == [CardUnread()]


@each("wire", [b" [Game]<Card:4S>> ", b" [[Game]<Card:4S> ", b" x[Game]<Card:4S> ", b"[4S>"])
def test_text_beside_a_word_is_damage(wire: bytes) -> None:
    line = Wire()
    said = line.feed(wire + FAILED)
    assert said.count(DamagedText(Millis(1000))) == 1
    assert line.health["dropped_bytes"] in (1, len(wire.strip()))
    assert said[-1] == CardUnread()


def test_words_may_touch() -> None:
    assert Wire().feed(FOUR_OF_SPADES.strip() * 2) == [VECTORS[0][1]] * 2


# --- warnings


WARNINGS = [
    b"<W0x01>",
    b"<w0X1f>",
    b"<W0x0123>",
    b" <W0x01>\r\n",
    b"[Game]<W0x01>",
    b"[GameAlarm] <W0x01>",
    b"[Manual Burn Cards]<W0x01>",
    b"[Setup]<W0x01>",
    b"<W1>",
    b"<Warning: Low battery>",
    b"[Game]<Warn 4>",
]


@each("warning", WARNINGS)
@each("at", range(len(FOUR_OF_SPADES)))
def test_warning_is_never_damage_and_harms_no_card(at: int, warning: bytes) -> None:
    """Between two words; within one, only a coded warning can be distinguished from it."""
    line = Wire()
    is_between = at in (0, len(FOUR_OF_SPADES) - 1)
    if not is_between and (b"W0x" not in warning.upper().replace(b"X", b"x") or b"[" in warning):
        return
    said = line.feed(FOUR_OF_SPADES[:at] + warning.strip() + FOUR_OF_SPADES[at:])
    said += line.feed(b"", after=1000)
    assert sorted(type(word).__name__ for word in said) == ["CardSighted", "ShoeWarning"]
    assert VECTORS[0][1] in said
    assert line.health == {"words": 2}


@each("warning", WARNINGS)
@each("cut", range(1, 8))
def test_broken_warning_is_no_missed_card(cut: int, warning: bytes) -> None:
    if b"[" in warning or not warning.strip().upper().startswith(b"<W0X"):
        return
    line = Wire()
    said = line.feed(warning.strip()[: cut + 1]) + line.feed(b"", after=1000)
    said += line.feed(FOUR_OF_SPADES)
    assert not any(isinstance(word, DamagedText) for word in said)


def test_mode_of_a_warning_is_no_damage_and_no_mode_of_the_next() -> None:
    line = Wire()
    assert line.feed(b"[Game]<W0x01> ") == [ShoeWarning("W0x01")]
    assert line.feed(b"", after=1000) == []
    assert line.feed(b"[Game]") == []
    assert line.feed(b"", after=1000) == [DamagedText(Millis(line.now - 1000))]


@each("cut", range(2, len(FOUR_OF_SPADES) - 1))
def test_truncated_token_costs_itself(cut: int) -> None:
    line = Wire()
    assert line.feed(FOUR_OF_SPADES[:cut] + FAILED) == [DamagedText(Millis(1000)), CardUnread()]
    assert line.health == {"words": 1, "malformed": 1, "dropped_bytes": cut - 1}


@each("cut", range(2, len(FOUR_OF_SPADES) - 1))
def test_pausing_token_is_dropped(cut: int) -> None:
    line = Wire()
    assert line.feed(FOUR_OF_SPADES[:cut]) == []
    assert line.feed(b"", after=MAX_GAP_MS) == []
    assert line.feed(b"", after=1) == [DamagedText(Millis(1000))]
    assert line.health["broken_off"] == 1
    rest = line.feed(FOUR_OF_SPADES[cut:])
    assert all(isinstance(word, DamagedText | UnknownWord) for word in rest)


def test_warning_needs_no_successor() -> None:
    line = Wire()
    assert line.feed(b"<W0x01>") == [ShoeWarning("W0x01")]
    assert line.feed(FOUR_OF_SPADES) == [CardSighted(parse_card("4S"), was_burnt=False)]


@pytest.mark.clause("AGCO 11.1.2(3)")
@each("byte", [b"x", b"<", b"[", b"\x00", b"\xff"])
def test_endless_stream_is_bounded(byte: bytes) -> None:
    line = Wire()
    said = line.feed(byte * 10 * MAX_FRAME_BYTES)
    assert said == [DamagedText(Millis(1000))] * 10
    assert line.health == {"overlong": 10, "dropped_bytes": 10 * MAX_FRAME_BYTES}


def test_any_blanks_are_nothing() -> None:
    line = Wire()
    assert line.feed(b" \r\n" * 1000) == []
    assert len(line.framer._pending_bytes) == 0
    assert line.health == {}


@given(st.binary(max_size=400))
def test_any_bytes_are_tokens_or_counted_drops(noise: bytes) -> None:
    line = Wire()
    said = line.feed(noise) + line.feed(b"", after=MAX_GAP_MS + 1)
    assert line.health["words"] == sum(not isinstance(w, DamagedText | UnknownWord) for w in said)
    assert line.health["dropped_bytes"] >= sum(isinstance(w, DamagedText) for w in said)
    assert not line.framer._pending_bytes
