"""Faults that can be injected into wheels, a ball blower and a ticket printer."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from sim.bench.bench import SimTable
from sim.machines.blower import SimBallBlower
from sim.machines.escpos import SimTicketPrinter
from sim.machines.fortune_sensors import FortuneWheelSource
from sim.machines.mercury import SimMercury
from sim.machines.slingshot import SimSlingShot
from sim.machines.slingshot_mechanics import TURNING
from sim.machines.wheel_source import RouletteWheel
from sim.web.faults.injected_fault import Mishap, switched

SLOW: Final = 40
"""A rotor's speed at which no throw counts, in tenths of a revolution a minute."""
MISSED_PEG: Final = 5
NO_BALL, BLOWER_FAILS = 1, 2
"""Codes of a ball blower."""


def of_wheel(sim: SimTable) -> Iterator[Mishap]:
    match sim.wheel:
        case RouletteWheel(far_end=SimSlingShot() as wheel):
            yield from _of_slingshot(wheel)
        case RouletteWheel(far_end=SimMercury() as wheel):
            yield from _of_mercury(wheel)
        case FortuneWheelSource() as source:
            yield from _of_fortune_wheel(source)


def _of_slingshot(wheel: SimSlingShot) -> Iterator[Mishap]:
    slow, even = partial(wheel.turn_at, SLOW), partial(wheel.turn_at, TURNING)
    yield Mishap("reset", wheel.power_cycle)
    yield Mishap("same_direction", wheel.same_direction)
    yield Mishap("no_launch", wheel.fail_launch)
    yield Mishap("keeps_direction", wheel.keep_direction)
    yield Mishap("voids", wheel.void)
    yield Mishap("no_ball", wheel.remove_ball, wheel.return_ball, lambda: not wheel.has_ball)
    yield Mishap("slow", slow, even, lambda: wheel.speed == SLOW)
    yield Mishap("motor", wheel.motor_fault, wheel.mend, lambda: wheel.motor_failed)


def _of_mercury(wheel: SimMercury) -> Iterator[Mishap]:
    slow, even = partial(wheel.slow_rotor, slow=True), partial(wheel.slow_rotor, slow=False)
    fault, mend = partial(wheel.rim_sensor, fault=True), partial(wheel.rim_sensor, fault=False)
    yield Mishap("reset", wheel.power_cycle)
    yield Mishap("same_direction", wheel.same_direction)
    yield Mishap("voids", wheel.void)
    yield Mishap("slow", slow, even, lambda: wheel.slow)
    yield Mishap("rim", fault, mend, lambda: wheel.rim_faulty)


def _of_fortune_wheel(source: FortuneWheelSource) -> Iterator[Mishap]:
    wheel = source.far_end
    sensors = {"index": wheel.index, "peg": wheel.peg}

    def cut(*, cut: bool) -> None:
        for sensor in sensors.values():
            sensor.cut = cut

    yield Mishap("unplug", partial(cut, cut=True), partial(cut, cut=False), lambda: wheel.peg.cut)
    for name, sensor in sensors.items():
        yield switched(f"{name}_stuck", sensor, "stuck", well=None, ill=True)
    miss, see = partial(wheel.missed.add, MISSED_PEG), partial(wheel.missed.discard, MISSED_PEG)
    yield Mishap("peg_missed", miss, see, lambda: MISSED_PEG in wheel.missed)
    yield Mishap("on_peg", wheel.stop_between)
    yield Mishap("turned_back", wheel.turn_back)


def of_balls(sim: SimTable) -> Iterator[Mishap]:
    blower = sim.blower
    if blower is None:
        return
    yield Mishap("reset", partial(_restart, blower))
    lose, fail = partial(blower.fail, NO_BALL), partial(blower.fail, BLOWER_FAILS)
    yield Mishap("ball_missing", lose, blower.mend, lambda: blower.fault == NO_BALL)
    yield Mishap("fault", fail, blower.mend, lambda: blower.fault == BLOWER_FAILS)


def of_printer(sim: SimTable) -> Iterator[Mishap]:
    printer = sim.printer
    if printer is None:
        return
    yield Mishap("reset", partial(_restart, printer))
    yield Mishap("no_paper", printer.run_out, printer.load_paper, lambda: not printer.has_paper)
    yield Mishap("cover", printer.open_cover, printer.shut_cover, lambda: printer.is_open)
    yield Mishap("jam", printer.jam, printer.clear, lambda: printer.jammed)


def _restart(unit: SimBallBlower | SimTicketPrinter) -> None:
    unit.power_off()
    unit.power_on()
