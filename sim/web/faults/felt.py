"""Faults that can be injected into sensors, keys, sounders, the power supply and the Pi."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from drivers.sounds.kinds import PiezoWiring
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import RequestFailed
from sim.bench.sim_table import SimTable
from sim.chips.mpr121 import SimMpr121
from sim.machines.rr3036 import SimRr3036
from sim.web.faults.injected_fault import InjectedFault, attribute_fault

STUCK_KEYS: Final = (Key.NEXT_PAYMENT, Key.UNDO)
"""The key that stays down: the first of these that the panel has, or else its first."""
UNKNOWN_TAG_PREFIX: Final = bytes.fromhex("E004FFFFFFFF")
"""How the tags begin of chips that the house doesn't know."""
TOO_MANY_CHIPS: Final = 28
"""More chips than fit into one reply of the reader."""


class _StrayTags:
    """Tags that are read at an antenna although no such chip was laid there."""

    def __init__(
        self, sim_table: SimTable, reader: SimRr3036, antennas: Mapping[int, Place]
    ) -> None:
        self._sim_table = sim_table
        self._reader = reader
        self._antennas = antennas
        self._strays_by_fault: dict[str, list[tuple[int, bytes]]] = {}

    def fault(
        self, fault_name: str, stray_tags: Callable[[], list[tuple[int, bytes]]]
    ) -> InjectedFault:
        """Return the mishap that these are read, by their antenna and tag."""

        def inject() -> None:
            self._strays_by_fault[fault_name] = stray_tags()
            for antenna, tag in self._strays_by_fault[fault_name]:
                self._reader.put_tag(antenna, tag)

        return InjectedFault(
            fault_name,
            inject,
            partial(self._end_fault, fault_name),
            lambda: fault_name in self._strays_by_fault,
        )

    def unknown_chips(self, chips: int) -> list[tuple[int, bytes]]:
        """Return so many chips that the house doesn't know, at the first place."""
        antenna = next(iter(self._antennas))
        return [(antenna, UNKNOWN_TAG_PREFIX + bytes((chips, number))) for number in range(chips)]

    def duplicate_chip(self) -> list[tuple[int, bytes]]:
        """Return a chip of the felt, at another place too. Raises RequestFailed."""
        for antenna, place in self._antennas.items():
            for tag in self._sim_table.felt.stacks[place][:1]:
                twin_antenna = next(number for number in self._antennas if number != antenna)
                return [(twin_antenna, tag)]
        raise RequestFailed(Text("web.unfit.nothing_lies"))

    def _end_fault(self, fault_name: str) -> None:
        for antenna, tag in self._strays_by_fault.pop(fault_name, ()):
            is_laid = tag in self._sim_table.felt.stacks[self._antennas[antenna]]
            if tag in self._reader.tags_on_antenna(antenna) and not is_laid:
                self._reader.remove_tag(antenna, tag)


def chip_reader_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    if sim_table.felt.reader is None or sim_table.wiring.chips is None:
        return
    stray_tags = _StrayTags(sim_table, sim_table.felt.reader, sim_table.wiring.chips.antennas)
    yield InjectedFault("reset", sim_table.felt.reader.power_up)
    reader = sim_table.felt.reader
    yield attribute_fault("refuses", reader, "refusal", normal_value=None, faulty_value=0x06)
    yield attribute_fault("other_address", reader, "address", normal_value=0, faulty_value=5)
    yield stray_tags.fault("unknown_chip", partial(stray_tags.unknown_chips, 1))
    yield stray_tags.fault("chip_twice", stray_tags.duplicate_chip)
    yield stray_tags.fault("too_many", partial(stray_tags.unknown_chips, TOO_MANY_CHIPS))


def presence_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    """Yield the faults of the places' sensors, represented by the first one."""
    sensors, place = sim_table.felt.sensors, sim_table.wiring.places[0]
    normal_value = partial(sensors.force_sensor, place, is_covered=None)
    report_covered, report_uncovered = (
        partial(sensors.force_sensor, place, is_covered=is_covered) for is_covered in (True, False)
    )
    yield InjectedFault(
        "stuck", report_covered, normal_value, lambda: sensors.forced_states.get(place) is True
    )
    yield InjectedFault(
        "numb", report_uncovered, normal_value, lambda: sensors.forced_states.get(place) is False
    )
    chip = sim_table.chips["presence"][0]
    if isinstance(chip, SimMpr121):
        short_chip, repair = partial(chip.short_rext, on=True), partial(chip.short_rext, on=False)
        yield InjectedFault("short", short_chip, repair, lambda: chip.shorted)


def key_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    buttons, keys = sim_table.buttons, sim_table.wiring.keys.keys
    contact_by_key = {key: contact_by_key for contact_by_key, key in keys.items()}
    jammed_contact = next(
        (contact_by_key[key] for key in STUCK_KEYS if key in contact_by_key), next(iter(keys))
    )
    jam_key, free_key = (
        partial(buttons.jam_contact, jammed_contact),
        partial(buttons.release_contact, jammed_contact),
    )
    yield InjectedFault(
        "stuck", jam_key, free_key, lambda: jammed_contact in buttons.jammed_contacts
    )
    if not buttons.chips:
        cut_cable, repair = (
            partial(buttons.set_wire_cut, is_cut=True),
            partial(buttons.set_wire_cut, is_cut=False),
        )
        yield InjectedFault("unplug", cut_cable, repair, lambda: buttons.is_cut)


def sounder_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    sounder = (
        sim_table.sounds.tone
        if isinstance(sim_table.wiring.sounder, PiezoWiring)
        else sim_table.sounds.buzzer
    )
    yield attribute_fault("unplug", sounder, "unplugged", normal_value=False, faulty_value=True)


def voice_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    yield attribute_fault(
        "unplug", sim_table.sounds.speaker, "unplugged", normal_value=False, faulty_value=True
    )


def power_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    inject_failure, restore = (
        partial(sim_table.power.set_failing, is_failing=True),
        partial(sim_table.power.set_failing, is_failing=False),
    )
    yield InjectedFault("failing", inject_failure, restore, lambda: sim_table.power.is_failing)


def pi_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    for name, attribute in (("weak_supply", "has_weak_supply"), ("hot", "is_hot")):
        yield attribute_fault(name, sim_table.pi, attribute, normal_value=False, faulty_value=True)
