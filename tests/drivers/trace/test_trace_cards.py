"""The trace of a line that names cards holds nothing that differs by card."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from drivers.angel_eye.trace import angel_eye
from drivers.bee_tek.trace import bee_tek
from drivers.pn532 import CardReader, HsuLink, I2cLink
from drivers.pn532.links import Pn532Link
from drivers.pn532.trace import pn532_hsu, pn532_i2c
from drivers.reshuffled.framer import encode
from drivers.reshuffled.trace import reshuffled
from drivers.tags.deck_registry import DeckRegistry
from drivers.trace import Tracer
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.shell.parts.metering import MeteredBus, MeteredPort, WireMeter
from firmware.shell.parts.wire_tap import WireFrame, WireTap
from sim.chips.i2c_bus import SimI2CBus
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_hsu import SimPn532Hsu
from sim.machines.pn532_i2c import SimPn532I2c
from sim.wires.impairments import ByteByByte, FlippedWire, LossyWire
from sim.wires.memory_port import Impairment, MemoryPort, PerfectWire
from sim.world.virtual_clock import VirtualClock
from tests.kits.drivers.angel_eye_line import frame, thrice
from tests.kits.drivers.far_ends import Silent
from tests.kits.drivers.trace_kit import TracedLine
from tests.kits.examples import examples
from tests.kits.offenders import each

# Angel Eye

CARD = "05 31 44 81 B8 03 34 46"
"""Player's first card, eight of spades: as it is published."""
RESULT = "05 32 47 91 03 45 37"


def test_card_shows_no_payload_or_crc() -> None:
    assert TracedLine(angel_eye()).back(CARD).frames == [("in", "05 31 44 ··", "D CARD, SEQ 1")]
    assert TracedLine(angel_eye()).back(RESULT).frames == [("in", "05 32 47 ··", "G RESULT, SEQ 2")]


@each(
    "octets, said",
    [
        ("05 30 53 03 36 30", "S START, SEQ 0"),
        ("05 33 43 03 37 33", "C CUT CARD, SEQ 3"),
        ("05 34 45 C1 03 42 33", "E ERROR, SEQ 4 = C1"),
        ("06", "ACK"),
        ("15 32 31", "NAK 21"),
        ("15 21", "NAK 21"),
        ("15 7F", "NAK 7F"),
    ],
)
def test_cardless_frame_is_shown_whole(octets: str, said: str) -> None:
    assert TracedLine(angel_eye()).back(octets).frames == [("in", octets, said)]


def test_command_is_shown() -> None:
    trace = TracedLine(angel_eye()).out("02 4F 50 4C 4B 30 32 03 31 42")
    assert trace.frames == [("out", "02 4F 50 4C 4B 30 32 03 31 42", "OP LK 02")]


def test_card_in_another_code_is_hidden() -> None:
    for code in "SPCEeLM":
        trace = TracedLine(angel_eye()).back(frame("1", code, b"\x81\xb8"))
        assert trace.frames[0][1] == f"05 31 {ord(code):02X} ··"


def test_drops_appear_once_after_burst_without_octets() -> None:
    trace = TracedLine(angel_eye()).back("05 31 44 81 B9 03 34 46" + CARD)
    assert trace.words() == ["D CARD, SEQ 1"]
    trace.wait(50)
    assert len(trace.frames) == 1
    trace.wait(1)
    assert trace.frames[1:] == [("dropped", "··", "garbled")]
    assert trace.wait(500).frames[2:] == []


# Bee-Tek


@each(
    "text, said",
    [
        (b" [Game]<Card:4S> ", "[Game]<Card>"),
        (b" [Game]<Card:10S> ", "[Game]<Card>"),
        (b" [Manual Burn Cards]<Card:TH> ", "[Manual Burn Cards]<Card>"),
        (b" [Game]<Game> ", "[Game]<Game>"),
        (b" [GameAlarm]<Alarm:E5 Lid> ", "<Alarm:E5>"),
        (b" [GameAlarm]<Alarm:TS stuck> ", "<Alarm>"),
        (b" <W0x01> ", "<W0x01>"),
        (b" [Game]<W0x01> ", "<W0x01>"),
        (b" [Setup]<Card:4S> ", "[?]<Card>"),
        (b"<Card:4S>", "<Card>"),
        (b" [AS]<KH> ", "[?]<?>"),
        (b" [Game]<Warning: 4S> ", "<W>"),
        (b" [Game]<Alarm:4S> ", "<Alarm>"),
    ],
)
def test_token_shows_only_its_kind(text: bytes, said: str) -> None:
    assert TracedLine(bee_tek()).back(text).frames == [("in", "··", said)]


# PN532

LIST = "00 00 FF 04 FC D4 4A 02 00 E0 00"
ONE_TAG = "00 00 FF 0F F1 D5 4B 01 01 00 04 08 07 04 01 00 5C 2A 63 80 5D 00"
REPLIES = [
    ("00 00 FF 00 FF 00", "00 00 FF 00 FF 00", "ACK"),
    (ONE_TAG, "00 00 FF ·· D5 4B ··", "InListPassiveTarget, NbTg 1"),
    ("00 00 FF 06 FA D5 03 32 01 06 07 E8 00",) * 2 + ("GetFirmwareVersion = 32 01 06 07",),
    ("00 00 FF 01 FF 7F 81 00",) * 2 + ("ERROR",),
]


@pytest.mark.parametrize(("octets", "shown", "said"), REPLIES)
def test_reply_hides_field_content(octets: str, shown: str, said: str) -> None:
    trace = TracedLine(pn532_hsu()).out(LIST).back(octets)
    assert trace.frames == [("out", LIST, "InListPassiveTarget 02 00"), ("in", shown, said)]
    trace = TracedLine(pn532_i2c()).out(LIST).back("00").back("01").back(f"01 {octets} 80 80 04 5C")
    assert trace.frames == [("out", LIST, "InListPassiveTarget 02 00"), ("in", shown, said)]


# ReShuffled


def test_shuffler_s_unknown_message_is_hidden() -> None:
    assert TracedLine(reshuffled()).back(b":OK#D736D92D\n").words() == ["OK"]
    assert TracedLine(reshuffled()).back(encode(b"C52U0")).words() == ["C52U0"]
    orders = [
        TracedLine(reshuffled()).back(encode(data)).frames for data in (b"AS", b"KDTH9C", b"2")
    ]
    assert orders == [[("in", "··", "?")]] * 3


# whatever the cards are


def drawn(chance: Random) -> tuple[bytes, bytes]:
    """Return the payloads of a card, in hand or burnt, and of a result."""
    card = bytes((0x81, 0x80 | chance.randint(1, 4) << 4 | chance.randint(1, 13)))
    return card, bytes((0x80 | chance.choice([1, 2, 4]) << 4 | chance.randint(0, 3),))


def angel_eye_says(chance: Random) -> Iterator[bytes]:
    for number in range(8):
        card, result = drawn(chance)
        for code, payload in (("D", card), ("d", card), ("R", card), ("G", result)):
            yield thrice(str(number), code, payload)


def bee_tek_says(chance: Random) -> Iterator[bytes]:
    for _ in range(8):
        name = chance.choice(FULL_PACK).name.replace("T", chance.choice(["T", "10"]))
        yield f" [Game]<Card:{name}> ".encode()
        yield f" [Manual Burn Cards]<Card:{name}> ".encode()


def reshuffled_says(chance: Random) -> Iterator[bytes]:
    for _ in range(8):
        yield encode(
            "".join(card.name for card in chance.sample(FULL_PACK, chance.randint(2, 8))).encode()
        )


EACH_MS = 250
"""Long enough for the longest word, an octet every 5 ms, and for the burst to be over."""


def traced(
    tracer: Callable[[], Tracer], says: Iterator[bytes], manner: Impairment
) -> tuple[WireFrame, ...]:
    """Return what is reported of a line that says these things, EACH_MS apart."""
    clock, far = VirtualClock(), Silent()
    tap = WireTap(clock.now, lambda: {"shoe": tracer()})
    port = MeteredPort(MemoryPort(far, impairment=manner), WireMeter(clock), tap, "shoe")
    tap.frames_after((), -1)
    port.reopen()
    frames: list[WireFrame] = []
    for said in says:
        far.says = said
        for _ in range(EACH_MS // 5):
            port.read()
            clock.advance(5)
        frames += tap.frames_after((), len(frames)).frames
    return tuple(frames)


class Slowly(ByteByByte):
    """A bad wire that gives one octet a read, as a slow line does."""

    def __init__(self, bad: Impairment) -> None:
        super().__init__()
        self._bad = bad

    def carry(self, sent: bytes) -> bytes:
        return super().carry(self._bad.carry(sent))


LINES = [(angel_eye, angel_eye_says), (bee_tek, bee_tek_says), (reshuffled, reshuffled_says)]


@each("tracer, says", LINES)
@each("manner", [PerfectWire, ByteByByte])
def test_line_trace_ignores_cards(
    tracer: Callable[[], Tracer],
    says: Callable[[Random], Iterator[bytes]],
    manner: Callable[[], Impairment],
) -> None:
    first = traced(tracer, says(Random(0)), manner())
    assert first
    for seed in range(1, 20):
        assert traced(tracer, says(Random(seed)), manner()) == first


@pytest.mark.parametrize("damage", [FlippedWire, LossyWire])
def test_damaged_line_trace_is_equal_for_all_cards(
    damage: Callable[[int, int], Impairment],
) -> None:
    """Where no copy passes for a whole one by chance; whether a checksum held may be reported."""
    for seed in range(examples(3, 10)):
        first = traced(angel_eye, angel_eye_says(Random(0)), Slowly(damage(seed, 60)))
        assert any(one.way == "dropped" for one in first)
        for cards in range(1, 10):
            bad = Slowly(damage(seed, 60))
            assert traced(angel_eye, angel_eye_says(Random(cards)), bad) == first


UIDS = {
    4: [bytes.fromhex("DEADBEEF"), bytes.fromhex("0400FF02"), bytes.fromhex("D54B0100")],
    7: [bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("040000FF00FF80"), bytes(7)],
}
"""Tags as they are and such as look like a frame."""


def trace_of_tags(wire: str, uids: list[bytes]) -> tuple[WireFrame, ...]:
    """Return what is reported of a reader before which these tags pass, one after the other."""
    clock, chip = VirtualClock(), SimPn532()
    trace = pn532_hsu if wire == "hsu" else pn532_i2c
    tap = WireTap(clock.now, lambda: {"shoe": trace()})
    if wire == "hsu":
        port = MemoryPort(SimPn532Hsu(chip))
        link: Pn532Link = HsuLink(MeteredPort(port, WireMeter(clock), tap, "shoe"))
    else:
        bus = SimI2CBus(SimPn532I2c(chip))
        link = I2cLink(MeteredBus(bus, WireMeter(clock), tap, "shoe"))
    reader = CardReader(link, DeckRegistry({}), "")
    tap.frames_after((), -1)
    reader.start(clock.now())
    frames: list[WireFrame] = []
    for uid in uids:
        for act in (
            lambda: None,
            lambda uid=uid: chip.put_tag(uid),
            lambda uid=uid: chip.remove_tag(uid),
        ):
            act()
            for _ in range(60):
                reader.poll(clock.now())
                clock.advance(5)
            frames += tap.frames_after((), len(frames)).frames
    return tuple(frames)


@pytest.mark.parametrize("wire", ["hsu", "i2c"])
def test_reader_trace_ignores_tags(wire: str) -> None:
    first = trace_of_tags(wire, UIDS[4])
    assert sum("NbTg 1" in one.said for one in first) > 10
    assert trace_of_tags(wire, UIDS[4][::-1]) == first
    assert trace_of_tags(wire, UIDS[7]) == first
    assert trace_of_tags(wire, UIDS[7][::-1]) == first
