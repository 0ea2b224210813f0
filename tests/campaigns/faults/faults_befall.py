"""Random faults of a table: parts, disks, power, chips, cards, doors, people."""

import errno
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from firmware.core.vocabulary.events import Door
from sim.chips.i2c_bus import I2cFarEnd
from sim.wires.impairments import DelayedWire
from sim.wires.memory_port import Impairment, PerfectWire
from tests.campaigns.faults.faults_disk import Disk
from tests.campaigns.faults.faults_people import CarefulCroupier
from tests.campaigns.faults.faults_service import FaultyService
from tests.campaigns.faults.faults_starts import change_configuration, others, replace_copy
from tests.campaigns.faults.faults_witness import AGAIN_MS, Witness
from tests.kits.faults.part_faults import SLOW_READS, Babble, Mute

LASTS_MS: Final = ((20, 300), (300, 2000), (2000, 4500))
"""Shorter than anything is noticed, about as long, and longer."""
WITHIN_MS: Final = 1500
"""The faults of one case all begin within so long."""
FOREVER: Final = float("inf")
DISKS: Final = {
    "full": (errno.ENOSPC, "write create"),
    "read-only": (errno.EROFS, "write create"),
    "won't sync": (errno.EIO, "sync"),
    "fails": (errno.EIO, "write"),
    "too slow": (errno.ETIMEDOUT, "write create"),
    "gone": (errno.EIO, "read write create sync"),
}


class Fault(NamedTuple):
    """Something that befalls a table; no two at the same `where` come together."""

    kind: str
    where: str
    befall: Callable[[], None]
    mend: Callable[[], None] | None = None


class Scene(NamedTuple):
    """Whom and what faults may befall."""

    service: FaultyService
    witness: Witness
    croupier: CarefulCroupier
    chance: Random


def faults(scene: Scene) -> list[Fault]:
    """Return everything that may befall this table."""
    found = (
        _on_wires(scene),
        _on_bus(scene),
        _on_disks(scene),
        _of_power(scene),
        _of_people(scene),
        _between_starts(scene),
    )
    return [fault for some in found for fault in some]


def _on_wires(scene: Scene) -> Iterator[Fault]:
    for section, port in scene.service.section_port.items():
        manners: dict[str, Callable[[], Impairment]] = {
            "silent": Mute,
            "talks nonsense": Babble,
            "slow": partial(DelayedWire, SLOW_READS),
        }
        for kind, manner in manners.items():

            def befall(port=port, manner=manner) -> None:
                port.impairment = manner()

            def mend(port=port) -> None:
                port.impairment = PerfectWire()

            yield _of_part(scene, kind, section, befall, mend)
        yield _of_part(scene, "lost", section, port.unplug, port.plug)


def _on_bus(scene: Scene) -> Iterator[Fault]:
    bus = scene.service.sim.i2c
    for section, chips in scene.service.sim.chips.items():
        if not chips:
            continue
        away, back = partial(bus.unplugged.update, chips), partial(_replug, scene, chips)
        yield _of_part(scene, "lost", section, away, back)
        yield _of_part(
            scene, "lost, back reset", section, away, partial(_replug, scene, chips, reset=True)
        )
        yield _of_part(scene, "reset", section, partial(_reset, chips), None)
        addresses = {chip.address for chip in chips if hasattr(chip, "address")}
        nonsense = partial(setattr, bus, "mangle", partial(_mangled, addresses))
        yield _of_part(
            scene, "talks nonsense", section, nonsense, partial(setattr, bus, "mangle", None)
        )
    stuck = partial(setattr, bus, "stuck", True), partial(setattr, bus, "stuck", False)
    yield _of_part(scene, "held", "i2c", *stuck)


def _mangled(addresses: set[int], address: int, data: bytes) -> bytes:
    return bytes(byte ^ 0x55 for byte in data) if address in addresses else data


def _reset(chips: list[I2cFarEnd]) -> None:
    for chip in chips:
        chip.reset()


def _replug(scene: Scene, chips: list[I2cFarEnd], *, reset: bool = False) -> None:
    if reset:
        _reset(chips)
    scene.service.sim.i2c.unplugged.difference_update(chips)


def _of_part(
    scene: Scene,
    kind: str,
    section: str,
    befall: Callable[[], None],
    mend: Callable[[], None] | None,
) -> Fault:
    """A fault of a part, while which nothing that the part shows is the table's doing."""
    blind, clock = scene.witness.blind, scene.service.clock
    parts = ("lights", "figures") if section == "i2c" else (section,)

    def befallen() -> None:
        befall()
        blind.update(dict.fromkeys(parts, FOREVER if mend else clock.now() + AGAIN_MS))
        if section == "chips":
            blind["chips since"] = clock.now()

    def mended() -> None:
        assert mend is not None
        mend()
        blind.update(dict.fromkeys(parts, clock.now() + AGAIN_MS))

    return Fault(kind, section, befallen, mended if mend else None)


def _on_disks(scene: Scene) -> Iterator[Fault]:
    first, second = scene.service.disks
    for kind, (code, acts) in DISKS.items():
        for name, disks in (
            ("disk a", (first,)),
            ("disk b", (second,)),
            ("disks", (first, second)),
        ):
            befall, mend = partial(_fail, disks, code, acts), partial(_heal, disks)
            yield Fault(kind, name, befall, mend)


def _fail(disks: tuple[Disk, ...], code: int, acts: str) -> None:
    for disk in disks:
        disk.fail(code, acts)


def _heal(disks: tuple[Disk, ...]) -> None:
    for disk in disks:
        disk.mend()


def _of_power(scene: Scene) -> Iterator[Fault]:
    def cut() -> None:
        off_ms = scene.chance.randint(50, 3000)
        scene.witness.blind["all"] = scene.service.clock.now() + off_ms + AGAIN_MS
        scene.service.cut_power(off_ms)

    yield from [Fault("cut", "power", cut)] * 8


def _of_people(scene: Scene) -> Iterator[Fault]:
    sim, hands = scene.service.sim, scene.service.hands
    chips = Fault("moved", "felt", partial(scene.croupier.move_chips, scene.chance))
    card = Fault("out of turn", "card", partial(setattr, scene.croupier, "slips", True))
    away = partial(setattr, hands, "away", True), partial(setattr, hands, "away", False)
    opened = partial(sim.move_door, Door.LOGIC, is_open=True)
    if sim.felt.stacks:
        yield from [chips] * 4
    if scene.croupier.cards:
        yield from [card] * 3
    yield from [Fault("away", "supervisor", *away)] * 3
    if Door.LOGIC in sim.wiring.keys.doors.values():
        yield from [Fault("opened", "door", opened)] * 3


def _between_starts(scene: Scene) -> Iterator[Fault]:
    service = scene.service
    for disk in service.disks:
        for kind, image in (("replaced by a blank", {}), ("replaced by an older", disk.older)):
            yield Fault(kind, "disks", partial(replace_copy, service, disk, image))
    for what, config in others(service.config):
        change = partial(change_configuration, service, scene.witness, what, config)
        yield from [Fault(f"other {what}", "configuration", change)] * 2


class Case(NamedTuple):
    """What befalls a table, and when: (fault, after, lasts), ms."""

    drawn: tuple[tuple[Fault, int, int], ...]

    def __str__(self) -> str:
        return "; ".join(f"{f.where} {f.kind} +{after} ms for {ms}" for f, after, ms in self.drawn)


def draw(scene: Scene) -> Case:
    """Draw two to four faults that may come together."""
    chance, drawn = scene.chance, []
    left = faults(scene)
    for _ in range(chance.choice((2, 2, 3, 4))):
        fault = chance.choice(left)
        lasts = chance.randint(*chance.choice(LASTS_MS))
        drawn.append((fault, chance.randrange(WITHIN_MS), lasts))
        left = [other for other in left if _together(fault, other)]
    return Case(tuple(drawn))


def _together(fault: Fault, other: Fault) -> bool:
    """No two at one place, no two that mangle the bus."""
    disks = {fault.where, other.where}
    both = "disks" in disks and len(disks) > 1 and all(name.startswith("disk") for name in disks)
    nonsense = fault.kind == other.kind == "talks nonsense"
    return fault.where != other.where and not both and not nonsense


def befall(scene: Scene, case: Case) -> int:
    """Have it all happen in its time; return when the last cause is gone."""
    service, ends = scene.service, []
    for fault, after, lasts in case.drawn:
        service.at(after, fault.befall)
        if fault.mend is not None:
            service.at(after + lasts, fault.mend)
        ends.append(after + (lasts if fault.mend else 0))
    return service.clock.now() + max(ends)
