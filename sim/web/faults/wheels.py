"""Faults that can be injected into wheels, a ball blower and a ticket printer."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from sim.bench.sim_table import SimTable
from sim.machines.blower import SimBallBlower
from sim.machines.escpos import SimTicketPrinter
from sim.machines.fortune_sensors import FortuneWheelSource
from sim.machines.mercury import SimMercury
from sim.machines.slingshot import SimSlingShot
from sim.machines.slingshot_games import ARCADE, HOST_STARTED
from sim.machines.slingshot_mechanics import NORMAL_SPEED
from sim.machines.ticket_mechanics import PrinterError
from sim.machines.wheel_source import RouletteWheel
from sim.web.faults.injected_fault import InjectedFault, attribute_fault

SLOW_ROTOR_SPEED: Final = 40
"""A rotor's speed at which no throw counts, in tenths of a revolution a minute."""
OTHER_POCKETS: Final = {37: 38, 38: 37, None: 36}
NEWER_STATE: Final = "7"
"""A state of a wheel's program that the guides don't define."""
MISSED_PEG: Final = 5
LOCKED: Final = 7
"""A Mercury's state."""
BLOWER_STATES: Final = {
    "ball_missing": 1,
    "fault": 2,
    "lid": 10,
    "jam": 11,
    "maintenance": 13,
    "test_draw": 14,
    "extra_ball": 15,
}
"""The codes of a ball blower that last until somebody ends them."""
OTHER_TEXT: Final = b"Q 0001"
"""A line that a ball blower's protocol lacks."""
PRINTER_ERRORS: Final = {"jam": PrinterError.CUTTER, "too_hot": PrinterError.OVERHEATED}
FIXED_BITS: Final = 0x92
"""Bits of each status that another maker's printer might have otherwise."""


def wheel_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    match sim_table.wheel:
        case RouletteWheel(far_end=SimSlingShot() as wheel):
            yield from _slingshot_faults(wheel)
        case RouletteWheel(far_end=SimMercury() as wheel):
            yield from _mercury_faults(wheel)
        case FortuneWheelSource() as source:
            yield from _fortune_wheel_faults(source)


def _slingshot_faults(wheel: SimSlingShot) -> Iterator[InjectedFault]:
    slow_rotor, normal_speed = (
        partial(wheel.set_rotor_speed, SLOW_ROTOR_SPEED),
        partial(wheel.set_rotor_speed, NORMAL_SPEED),
    )
    yield InjectedFault("reset", wheel.power_cycle)
    yield InjectedFault("same_direction", wheel.same_direction)
    yield InjectedFault("no_launch", wheel.fail_launch)
    yield InjectedFault("keeps_direction", wheel.fail_reversal)
    yield InjectedFault("voids", wheel.void_game)
    yield InjectedFault("no_ball", wheel.remove_ball, wheel.return_ball, lambda: not wheel.has_ball)
    yield InjectedFault(
        "slow", slow_rotor, normal_speed, lambda: wheel.rotor_speed == SLOW_ROTOR_SPEED
    )
    yield InjectedFault("motor", wheel.motor_fault, wheel.repair_motor, lambda: wheel.motor_failed)
    yield from _slingshot_states(wheel)


def _slingshot_states(wheel: SimSlingShot) -> Iterator[InjectedFault]:
    """Yield what it may be in that is no mishap of a throw."""
    own_mode, own_pockets = wheel.slingshot_games.mode, wheel.firmware.pockets
    other_mode = ARCADE if own_mode == HOST_STARTED else HOST_STARTED
    yield InjectedFault("closes", wheel.close_table)
    yield InjectedFault(
        "jammed", wheel.jam_launcher, wheel.free_launcher, lambda: wheel.launcher_jammed
    )
    yield InjectedFault(
        "other_mode",
        partial(wheel.use_mode, other_mode),
        partial(wheel.use_mode, own_mode),
        lambda: wheel.slingshot_games.mode != own_mode,
    )
    yield attribute_fault(
        "other_pockets",
        wheel.firmware,
        "pockets",
        normal_value=own_pockets,
        faulty_value=OTHER_POCKETS[own_pockets],
    )
    yield attribute_fault(
        "newer", wheel.firmware, "state_shown", normal_value=None, faulty_value=NEWER_STATE
    )


def _mercury_faults(wheel: SimMercury) -> Iterator[InjectedFault]:
    slow_rotor, normal_speed = (
        partial(wheel.set_rotor_slow, is_slow=True),
        partial(wheel.set_rotor_slow, is_slow=False),
    )
    fault, repair = (
        partial(wheel.rim_sensor, is_faulty=True),
        partial(wheel.rim_sensor, is_faulty=False),
    )
    yield InjectedFault("reset", wheel.power_cycle)
    yield InjectedFault("same_direction", wheel.same_direction)
    yield InjectedFault("voids", wheel.void_game)
    yield InjectedFault("slow", slow_rotor, normal_speed, lambda: wheel.is_slow)
    yield InjectedFault("rim", fault, repair, lambda: wheel.rim_faulty)
    yield from _mercury_states(wheel)


def _mercury_states(wheel: SimMercury) -> Iterator[InjectedFault]:
    """Yield what a wheel is that nobody plays at, that is set otherwise, or has other firmware."""
    yield InjectedFault("closed", wheel.close_wheel)
    yield InjectedFault(
        "locked",
        wheel.dealer_lock,
        partial(wheel.dealer_lock, locked=False),
        lambda: wheel.state == LOCKED,
    )
    yield InjectedFault(
        "other_protocol",
        partial(wheel.set_protocol, "basic"),
        wheel.set_protocol,
        lambda: wheel.is_set_otherwise,
    )
    yield InjectedFault(
        "unknown_state",
        partial(wheel.show_fields, state="8"),
        wheel.show_fields,
        lambda: wheel.shows_otherwise,
    )


def _fortune_wheel_faults(source: FortuneWheelSource) -> Iterator[InjectedFault]:
    wheel = source.far_end
    sensors = {"index": wheel.index, "peg": wheel.peg}

    def cut_sensors(*, cut: bool) -> None:
        for sensor in sensors.values():
            sensor.is_wire_cut = cut

    yield InjectedFault(
        "unplug",
        partial(cut_sensors, cut=True),
        partial(cut_sensors, cut=False),
        lambda: wheel.peg.is_wire_cut,
    )
    for name, sensor in sensors.items():
        yield attribute_fault(
            f"{name}_stuck", sensor, "forced_state", normal_value=None, faulty_value=True
        )
    miss_peg, see_peg = (
        partial(wheel.missed_pegs.add, MISSED_PEG),
        partial(wheel.missed_pegs.discard, MISSED_PEG),
    )
    yield InjectedFault("peg_missed", miss_peg, see_peg, lambda: MISSED_PEG in wheel.missed_pegs)
    yield InjectedFault("on_peg", wheel.spin_between_segments)
    yield InjectedFault("turned_back", wheel.spin_backwards)


def ball_blower_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    blower = sim_table.blower
    if blower is None:
        return
    yield InjectedFault("reset", partial(_restart_machine, blower))
    for name, code in BLOWER_STATES.items():
        yield InjectedFault(
            name,
            partial(blower.raise_fault, code),
            blower.clear_fault,
            partial(_has_state, blower, code),
        )
    yield InjectedFault(
        "stopped", blower.stop_draw, blower.clear_fault, partial(_has_state, blower, 12)
    )
    yield attribute_fault(
        "unknown_state", blower, "other_text", normal_value=None, faulty_value=OTHER_TEXT
    )


def _has_state(blower: SimBallBlower, code: int) -> bool:
    return blower.fault_code == code


def printer_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    printer = sim_table.printer
    if printer is None:
        return
    yield InjectedFault("reset", partial(_restart_machine, printer))
    yield InjectedFault(
        "no_paper", printer.limit_paper, printer.load_paper, lambda: not printer.has_paper
    )
    yield InjectedFault("cover", printer.open_cover, printer.shut_cover, lambda: printer.is_open)
    yield InjectedFault(
        "near_end",
        partial(printer.change, is_near_end=True),
        partial(printer.change, is_near_end=False),
        lambda: printer.is_near_end,
    )
    for name, error in PRINTER_ERRORS.items():
        yield InjectedFault(
            name,
            partial(printer.change, error=error),
            printer.clear_error,
            partial(_has_error, printer, error),
        )
    yield InjectedFault(
        "awaits_feed",
        partial(printer.change, awaits_feed=True),
        partial(printer.change, awaits_feed=False),
        lambda: printer.awaits_feed,
    )
    yield attribute_fault(
        "other_bits", printer, "other_bits", normal_value=0, faulty_value=FIXED_BITS
    )


def _has_error(printer: SimTicketPrinter, error: PrinterError) -> bool:
    return printer.error is error


def _restart_machine(machine: SimBallBlower | SimTicketPrinter) -> None:
    machine.power_off()
    machine.power_on()
