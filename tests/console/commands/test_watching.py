"""The live views: every frame once and in order, the sensors of the felt, on a plain terminal."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.console.commands.live_views import MissingFrames, SensorReading, fitting_octets
from firmware.core.vocabulary.status import BetStatus, SpotStatus
from firmware.shell.parts.wire_tap import WireFrame
from firmware.shell.technician.answers import WireFrames
from firmware.shell.technician.requests import TechnicianRequest, WatchWires
from tests.kits.console.answers_kit import LANGUAGES, fits, plain, texts, words_of
from tests.kits.console.reading_kit import PARTS, WELL
from tests.kits.console.session_kit import ALL, Seat, looked, packed, printed, said, seat, served
from tests.kits.examples import examples
from tests.kits.offenders import each

ARROWS = {"out": " -> ", "in": " <- ", "dropped": " x  "}
KEEPS = 5
"""Frames that the far end keeps."""
MOST = 3
"""Frames that it tells at once."""


class FarWires:
    """Wires that carry so many frames between two looks at them, of which the last few are kept."""

    def __init__(self, bursts: Sequence[int]) -> None:
        self._bursts = iter(bursts)
        self.carried = 0

    def __call__(self, request: TechnicianRequest) -> WireFrames:
        assert isinstance(request, WatchWires)
        if request.after < 0:
            return WireFrames((), self.carried)
        self.carried += next(self._bursts, 0)
        oldest = max(request.after, self.carried - KEEPS)
        until = min(self.carried, oldest + MOST)
        frames = tuple(frame(number) for number in range(oldest + 1, until + 1))
        return WireFrames(frames, until, oldest - request.after)


def frame(number: int) -> WireFrame:
    return WireFrame(number, number * 10, "shoe", "in", f"{number % 256:02x}", "")


# the wires


@given(bursts=st.lists(st.integers(0, 2 * KEEPS), max_size=8))
def test_missing_frames_are_counted_lost(bursts: list[int]) -> None:
    wires = FarWires(bursts)
    context = served(wires, pauses=2 * len(bursts) + 2)
    following = 1
    for one in looked(context, "watch bus"):
        if isinstance(one, MissingFrames):
            following += one.lost
        else:
            assert one == frame(following)
            following += 1
    assert following - 1 == wires.carried == sum(bursts)


@pytest.mark.parametrize(
    ("name", "arguments", "parts"),
    [
        ("watch bus", (), ()),
        ("watch shoe", (), ("shoe",)),
        ("watch", ("chips",), ("chips",)),
        ("watch", ("payout_display",), ("payout_display",)),
    ],
)
def test_named_parts_are_watched(
    name: str, arguments: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    context = seat(pauses=1)
    looked(context, name, *arguments)
    assert context.asked == [WatchWires(parts=parts), WatchWires(parts=parts, after=0)]


@pytest.mark.parametrize("name", ["watch sensors", "watch shoe", "watch bus", "watch"])
def test_view_ends_with_first_key(name: str) -> None:
    context = seat()
    looked(context, name, *(("chips",) if name == "watch" else ()))
    assert len(context.saw("pause")) == 1
    assert ALL[name].is_live


FRAMES = st.builds(
    WireFrame,
    number=st.integers(0, 10**9),
    at_ms=st.integers(0, 10**11),
    part=st.sampled_from([part.name for part in PARTS]),
    way=st.sampled_from(sorted(ARROWS)),
    octets=st.lists(st.sampled_from(["00", "fe", "··", "5A"]), max_size=70).map("".join),
    said=texts(90),
)


@settings(max_examples=examples(20, 100))
@given(one=FRAMES, language=st.sampled_from(LANGUAGES))
def test_frame_has_time_part_and_words(one: WireFrame, language: str) -> None:
    page = said(ALL["watch bus"], one, language)
    assert fits(page)
    first = page.splitlines()[0]
    assert f"{one.at_ms // 1000}.{one.at_ms % 1000:03}" in first
    assert one.part in first
    assert ARROWS[one.way] in first
    assert plain(one.said) in packed(page)


@given(one=FRAMES)
def test_short_frame_is_one_line(one: WireFrame) -> None:
    short = msgspec.structs.replace(one, said=plain(one.said)[:12])
    assert len(said(ALL["watch bus"], short).splitlines()) == 1


@each("millis", [10**power for power in range(12)])
@each("octets", range(31))
def test_wordless_frame_is_one_line(octets: int, millis: int) -> None:
    frame = WireFrame(1, millis, PARTS[0].name, sorted(ARROWS)[0], "00" * octets, "")
    assert len(said(ALL["watch bus"], frame).splitlines()) == 1


@given(octets=st.lists(st.sampled_from(["00", "fe", "··"]), max_size=300), room=st.integers(-5, 60))
def test_cut_octets_are_counted(octets: list[str], room: int) -> None:
    *shown, last = fitting_octets("".join(octets), room).split(" ") or [""]
    if last.startswith("+"):
        assert shown == octets[: len(shown)]
        assert len(shown) + int(last) == len(octets)
        assert len(" ".join([*shown, last])) <= max(room, len("+300"))
    else:
        assert [one for one in (*shown, last) if one] == octets


def test_spaces_do_not_change_octets() -> None:
    assert fitting_octets("41 ··42", 40) == fitting_octets("41··42", 40) == "41 ·· 42"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 2, 1000])
def test_missing_frames_are_counted(language: str, count: int) -> None:
    page = said(ALL["watch bus"], MissingFrames(count), language)
    assert str(count) in page
    assert page.startswith("! ")


def test_dropped_frame_has_its_reason() -> None:
    dropped = WireFrame(1, 2500, "shoe", "dropped", "4142", "checksum 3F instead of 40")
    page = said(ALL["watch shoe"], dropped)
    assert page == "     2.500 shoe           x  41 42 checksum 3F instead of 40\n"


# the felt


BETS = st.builds(
    BetStatus,
    on=st.sampled_from(["player", "banker", "tie"]),
    cents=st.one_of(st.none(), st.integers(0, 10**9)),
    bettor=st.one_of(st.none(), texts(10)),
)
SPOTS = st.dictionaries(
    st.integers(1, 14),
    st.builds(
        SpotStatus, light=st.just("none"), pulsing=st.booleans(), bets=st.lists(BETS).map(tuple)
    ),
    max_size=7,
)
SENSED = st.builds(
    SensorReading,
    spots=SPOTS,
    doors_open=st.sets(st.sampled_from(["logic", "shoe"])).map(sorted).map(tuple),
    key_switch=st.booleans(),
    keys=st.lists(st.sampled_from(["confirm", "undo", "void"])).map(tuple),
)


@settings(max_examples=examples(20, 100))
@given(found=SENSED, language=st.sampled_from(LANGUAGES))
def test_every_sensor_is_shown(found: SensorReading, language: str) -> None:
    page = said(ALL["watch sensors"], found, language)
    assert fits(page)
    context, all_of_it = seat(language=language), packed(page)
    for spot in found.spots.values():
        for bet in spot.bets:
            amount = None if bet.cents is None else context.words.format_money(bet.cents)
            assert packed(amount or words_of(context, "console.watch.covered")) in all_of_it
            assert plain(bet.bettor or "") in all_of_it
    free = all_of_it.count(packed(words_of(context, "console.watch.free")))
    assert free >= sum(not spot.bets for spot in found.spots.values())
    for door in found.doors_open:
        assert packed(words_of(context, f"ui.door.{door}")) in all_of_it
    for key in found.keys:
        assert packed(words_of(context, f"ui.key.{key}")) in all_of_it
    turned = words_of(context, "console.watch.key_on")
    assert (packed(turned) in all_of_it) == found.key_switch


def test_felt_printed_only_when_changed() -> None:
    context = seat(pauses=4)
    states = iter([WELL, WELL, msgspec.structs.replace(WELL, key_switch=True), WELL, WELL])
    context.table.status = lambda: next(states)
    seen = looked(context, "watch sensors")
    assert [one.key_switch for one in seen] == [False, True, False]
    assert ALL["watch sensors"].redraws_screen


def test_only_technicians_see_wires() -> None:
    assert ALL["watch sensors"].roles == {"technician", "supervisor", "auditor"}
    assert ALL["watch bus"].roles == {"technician"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_empty_view_prints_nothing(language: str) -> None:
    context: Seat = seat(language=language, pauses=2)
    assert printed(context, "watch bus") == ""
