"""Faults that can be injected into shoes and shufflers."""

from collections.abc import Iterator
from functools import partial

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from sim.bench.bench import SimTable
from sim.machines.angel_eye import SimAngelEye
from sim.machines.bee_tek import SimBeeTek
from sim.machines.contacts import SimShufflerContacts
from sim.machines.pn532_hsu import SimPn532Hsu
from sim.machines.pn532_i2c import SimPn532I2c
from sim.machines.reshuffled import SimReShuffled
from sim.machines.rfid_shoe import FOREIGN, SimRfidShoe
from sim.web.faults.injected_fault import Mishap, switched


def of_shoe(sim: SimTable) -> Iterator[Mishap]:
    shoe = sim.shoe
    match shoe:
        case SimAngelEye():
            yield Mishap("reset", shoe.power_on)
        case SimBeeTek():
            yield Mishap("reset", shoe.power_on)
            yield Mishap("alarm", partial(shoe.alarm, "E5 Lid"))
        case SimRfidShoe():
            yield from _of_rfid_shoe(sim, shoe)


def _of_rfid_shoe(sim: SimTable, shoe: SimRfidShoe) -> Iterator[Mishap]:
    match sim.far_ends.get("shoe"), *sim.chips["shoe"]:
        case (SimPn532Hsu() as wire, *_):
            yield Mishap("reset", wire.reset)
        case (_, SimPn532I2c() as wire):
            yield switched("silent", wire.chip, "deaf", well=False, ill=True)

    def twice() -> None:
        shoe.instead, _ = _last(2, shoe.drawn, "web.unfit.nothing_drawn")

    def both() -> None:
        shoe.lay(*_last(2, shoe.undrawn, "web.unfit.shoe_empty"))

    own = partial(setattr, shoe, "instead", None)
    yield switched("wrong_tag", shoe, "instead", well=None, ill=FOREIGN)
    yield Mishap("card_twice", twice, own, lambda: shoe.instead not in (None, FOREIGN))
    yield Mishap("two_tags", both, shoe.move_on, lambda: len(shoe.lying) > 1)


def _last(count: int, tags: tuple[bytes, ...], otherwise: str) -> tuple[bytes, ...]:
    if len(tags) < count:
        raise CannotBeDone(Text(otherwise))
    return tags[-count:]


def of_shuffler(sim: SimTable) -> Iterator[Mishap]:
    unit = sim.shuffler
    match unit:
        case SimReShuffled():
            yield Mishap("reset", unit.power_on)
            yield Mishap("jam", unit.jam, unit.clear, lambda: unit.jammed)
            yield Mishap("lost_card", unit.lose_card)
            yield Mishap("misread", partial(unit.misread, 1))
        case SimShufflerContacts():
            yield Mishap("fault", unit.fail, unit.recover, lambda: unit.failed)
    if isinstance(unit, SimReShuffled | SimShufflerContacts):
        yield Mishap("door", unit.open_door, unit.shut_door, lambda: unit.is_open)
