"""A technician's extra frames are answered, and change none of the part's events."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from drivers.part import Part
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead
from hal.ports import Millis
from sim.machines.angel_eye import SimAngelEye
from tests.kits.drivers import (
    ball_blower_bench,
    pn532_bench,
    reshuffled_bench,
    rr3036_bench,
    slingshot_bench,
    ticket_bench,
)
from tests.kits.drivers.angel_eye_line import Line
from tests.kits.drivers.far_ends import Silent
from tests.kits.offenders import each

LOCK = bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")
UNLOCK = bytes.fromhex("02 4F 50 4C 4B 30 31 03 31 38")
CONFIRM = bytes.fromhex("02 4F 50 47 50 30 30 03 30 39")
SEEDS = range(8)


def meddled(part: Part, chance: Random | None) -> None:
    """Have the part sent one of its frames at about every seventh of its polls."""
    if chance is None:
        return
    poll = part.poll

    def meddle(now: Millis) -> Sequence[Any]:
        if chance.randrange(7) == 0:
            part.send(chance.choice(sorted(part.frames)), now)
        return poll(now)

    part.poll = meddle  # type: ignore[method-assign]


def reports_of_tags(wire: str) -> Callable[[Random | None], object]:
    def reports(chance: Random | None) -> object:
        bench = pn532_bench.Bench(wire)
        meddled(bench.part, chance)
        bench.start()
        for name in ("AS1", "KD2", "7H1"):
            bench.put(pn532_bench.NAMES[name])
            bench.run(300)
            bench.take(pn532_bench.NAMES[name])
            bench.run(300)
        assert bench.part.health["strays"] == 0
        return bench.events

    return reports


def reports_of_chips(chance: Random | None) -> object:
    bench = rr3036_bench.Bench()
    meddled(bench.reader, chance)
    bench.start()
    events = bench.sweeps(2)
    for number, antenna in enumerate((1, 3, 2)):
        bench.far.put_tag(antenna, rr3036_bench.uid(number))
        events += bench.sweeps(3)
    assert not bench.losses
    assert bench.reader.health["stray"] == bench.reader.health["silent"] == 0
    return events


def reports_of_shuffler(chance: Random | None) -> object:
    bench = reshuffled_bench.Bench()
    meddled(bench.part, chance)
    bench.start()
    events = bench.run()
    bench.order()
    events += bench.run()
    bench.far.finish_shuffle()
    events += bench.run()
    assert (bench.losses, bench.far.shuffles, bench.part.health["strays"]) == (0, 1, 0)
    return events


def reports_of_wheel(chance: Random | None) -> object:
    pit = slingshot_bench.Pit(host_started=True)
    meddled(pit.bench.wheel, chance)
    pit.settle()
    events = [event for number in ("17", "0", "36") for event in pit.spin(number)]
    assert (pit.reported, pit.unreported, pit.sim.slingshot_games.host_starts) == (3, 0, 3)
    return events


def reports_of_balls(chance: Random | None) -> object:
    bench = ball_blower_bench.Bench()
    meddled(bench.part, chance)
    bench.run(1000)
    bench.far.load_balls(ball_blower_bench.BALLS)
    bench.order()
    events = bench.run(4000)
    assert bench.losses == 0
    return events


def reports_of_printer(chance: Random | None) -> object:
    bench = ticket_bench.Bench()
    meddled(bench.part, chance)
    bench.run(2000)
    bench.sell(1, 2)
    events = bench.run(8000)
    bench.far.limit_paper()
    events += bench.run(3000)
    assert (bench.losses, bench.part.health["strays"]) == (0, 0)
    return events, bench.far.ticket_texts


PARTS = {
    "pn532-hsu": reports_of_tags(pn532_bench.HSU),
    "pn532-i2c": reports_of_tags(pn532_bench.I2C),
    "rr3036": reports_of_chips,
    "reshuffled": reports_of_shuffler,
    "slingshot": reports_of_wheel,
    "blower": reports_of_balls,
    "escpos": reports_of_printer,
}


@each("kind", PARTS)
def test_extra_frames_change_no_events(kind: str) -> None:
    reported = PARTS[kind]
    alone = reported(None)
    assert alone
    for seed in SEEDS:
        assert reported(Random(seed)) == alone


# Angel Eye


def test_shoe_lock_is_restored_at_once() -> None:
    far = Silent()
    line = Line(far)
    line.show()
    for name in ("LK", "GP"):
        far.says += b"\x06"
        line.pass_time(10)
        line.shoe.send(name, line.now)
    for _ in range(4):
        far.says += b"\x06"
        line.pass_time(10)
    assert far.orders == [UNLOCK, LOCK, UNLOCK, CONFIRM]


def test_shoe_reads_cards_despite_extra_frames() -> None:
    for seed in SEEDS:
        far = SimAngelEye()
        line = Line(far)
        meddled(line.shoe, Random(seed))
        line.show()
        far.power_on()
        events = line.pass_time(1500)
        for name in ("9S", "2D", "KH", "QC"):
            far.draw(parse_card(name))
            events += line.pass_time(600)
            far.remove_card()
        cards = [event.card.name for event in events if isinstance(event, CardRead)]
        assert cards == ["9S", "2D", "KH", "QC"]


def test_no_frames_without_commands() -> None:
    line = Line(Silent(), commands=False)
    assert dict(line.shoe.frames) == {}
