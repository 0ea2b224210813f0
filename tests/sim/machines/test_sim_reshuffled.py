from collections.abc import Callable

import pytest

from drivers.reshuffled.framer import encode
from sim.machines.reshuffled import SimReShuffled
from tests.kits.offenders import each


def ask(shuffler: SimReShuffled, data: bytes) -> bytes:
    """Return the DATA of the one reply."""
    shuffler.receive(encode(data))
    said = shuffler.transmit()
    assert said.count(b"\n") == 1
    return said[1 : said.index(b"#")]


def loaded(**how: int) -> SimReShuffled:
    shuffler = SimReShuffled(shuffle_queries=how.get("lasts"))
    shuffler.load_cards(52)
    return shuffler


def test_literal_frames_taken_and_sent() -> None:
    shuffler = loaded()
    shuffler.receive(b":IN#F1068A24\n:SH#A848D5CA\n")
    assert shuffler.transmit() == b":OK#D736D92D\n:OK#D736D92D\n"
    shuffler.receive(b":SH#A848D5CA\n:XX#560B1C65\n")
    assert shuffler.transmit() == b":E1#9D09A985\n:OK#D736D92D\n"
    assert shuffler.received_data == [b"IN", b"SH", b"SH", b"XX"]


def test_frame_arrives_in_pieces() -> None:
    shuffler = loaded()
    for byte in b":IN#F1068A24\n":
        assert shuffler.transmit() == b""
        shuffler.receive(bytes((byte,)))
    assert shuffler.transmit() == b":OK#D736D92D\n"


@each("frame", [b":IN#F1068A25\n", b":IN#f1068a24\n", b"IN#F1068A24\n", b":IN#F1068A24\r\n", b"\n"])
def test_invalid_frame_gets_no_answer(frame: bytes) -> None:
    shuffler = loaded()
    shuffler.receive(frame)
    assert shuffler.transmit() == b""
    assert ask(shuffler, b"ST") == b"SR"


def test_endless_noise_is_bounded() -> None:
    shuffler = loaded()
    shuffler.receive(b"x" * 10_000)
    assert len(shuffler._received_bytes) < 64
    shuffler.receive(b"\n")
    assert ask(shuffler, b"ST") == b"SR"


def test_leading_zeros_of_a_crc_omitted() -> None:
    shuffler = loaded()
    data = next(b"C%dU0" % n for n in range(400) if b"#0" in encode(b"C%dU0" % n))
    shuffler.send_data(data)
    said = shuffler.transmit()
    assert len(said) < len(encode(data))
    assert said == encode(data).replace(b"#0", b"#")


def test_finish_lasts_until_acknowledged() -> None:
    shuffler = loaded()
    assert ask(shuffler, b"SH") == b"OK"
    assert [ask(shuffler, b"ST") for _ in range(3)] == [b"SS"] * 3
    shuffler.finish_shuffle()
    assert [ask(shuffler, b"ST") for _ in range(3)] == [b"SD"] * 3
    assert [ask(shuffler, b"CT") for _ in range(2)] == [b"C52U0"] * 2
    assert [ask(shuffler, b"CA") for _ in range(2)] == [b"OK"] * 2
    assert ask(shuffler, b"ST") == b"SR"
    assert shuffler.shuffles == 1


def test_shuffle_may_last_a_number_of_queries() -> None:
    shuffler = loaded(lasts=2)
    ask(shuffler, b"SH")
    assert [ask(shuffler, b"ST") for _ in range(4)] == [b"SS", b"SS", b"SD", b"SD"]


def test_lost_cards_show_in_the_shuffle_count() -> None:
    shuffler = loaded()
    assert ask(shuffler, b"CT") == b"C0U0"
    shuffler.lose_card()
    shuffler.miscount_cards(2)
    shuffler.start_shuffle()
    shuffler.finish_shuffle()
    assert ask(shuffler, b"CT") == b"C51U2"
    shuffler.load_cards(416)
    assert ask(shuffler, b"CT") == b"C51U2"
    shuffler.start_shuffle()
    shuffler.finish_shuffle()
    assert ask(shuffler, b"CT") == b"C416U0"


def test_door_and_jam_prevent_a_shuffle() -> None:
    shuffler = loaded()
    shuffler.open_door()
    assert (ask(shuffler, b"ST"), ask(shuffler, b"SH")) == (b"SO", b"E1")
    shuffler.jam_cards(7)
    assert ask(shuffler, b"ST") == b"SJ7"
    shuffler.shut_door()
    assert (ask(shuffler, b"ST"), ask(shuffler, b"SH")) == (b"SJ7", b"E1")
    shuffler.clear_jam()
    assert (ask(shuffler, b"ST"), ask(shuffler, b"SH")) == (b"SR", b"OK")


@pytest.mark.parametrize("mishap", [SimReShuffled.open_door, SimReShuffled.jam_cards])
def test_interrupted_shuffle_never_ends(
    mishap: Callable[[SimReShuffled], None],
) -> None:
    shuffler = loaded()
    shuffler.start_shuffle()
    mishap(shuffler)
    shuffler.finish_shuffle()
    shuffler.shut_door()
    shuffler.clear_jam()
    assert ask(shuffler, b"ST") == b"SR"


def test_invalid_requests_are_refused() -> None:
    shuffler = SimReShuffled()
    assert (ask(shuffler, b"SH"), ask(shuffler, b"QQ")) == (b"E1", b"E2")


@each("data", [b"IN", b"SH", b"ST", b"CT", b"CA", b"QQ"])
def test_published_board_accepts_frames(data: bytes) -> None:
    shuffler = SimReShuffled(published=True)
    shuffler.receive(encode(data))
    shuffler.receive(b":%b#00000000\n" % data)
    assert shuffler.transmit() == b":OK#D736D92D\n" * 2
    assert shuffler.received_data == [data] * 2
    assert shuffler.shuffles == 0


@pytest.mark.parametrize("frame", [b":D10#00000000\n", b":IN#0\n", b"IN\n"])
def test_published_board_complains(frame: bytes) -> None:
    shuffler = SimReShuffled(published=True)
    shuffler.receive(frame)
    assert shuffler.transmit() == b"Fehler: 1\n"


def test_damage_applies_to_each_reply() -> None:
    shuffler = SimReShuffled(damage=lambda frame: frame[:3])
    shuffler.receive(encode(b"ST") * 2)
    assert shuffler.transmit() == b":SR:SR"
