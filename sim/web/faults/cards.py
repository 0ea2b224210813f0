"""Faults that can be injected into shoes and shufflers."""

from collections.abc import Iterator
from functools import partial

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.bench.sim_table import SimTable
from sim.machines.angel_eye import SimAngelEye
from sim.machines.bee_tek import SimBeeTek
from sim.machines.contacts import SimShufflerContacts
from sim.machines.foreign_cards import BANK_CARD, PHONE, ForeignCard
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_hsu import SimPn532Hsu
from sim.machines.pn532_i2c import SimPn532I2c
from sim.machines.reshuffled import SimReShuffled
from sim.machines.rfid_shoe import FOREIGN_TAG, SimRfidShoe
from sim.web.faults.injected_fault import InjectedFault, attribute_fault


def shoe_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    shoe = sim_table.shoe
    match shoe:
        case SimAngelEye():
            yield InjectedFault("reset", shoe.power_on)
            yield InjectedFault("unknown", partial(shoe.send, "X"))
            yield InjectedFault("error", partial(shoe.send_error, 12))
            yield attribute_fault(
                "refuses", shoe, "refusal", normal_value=b"", faulty_value=b"\x21"
            )
        case SimBeeTek():
            yield InjectedFault("reset", shoe.power_on)
            yield InjectedFault("alarm", partial(shoe.send_alarm, "E5 Lid"))
            yield InjectedFault("warning", partial(shoe.send_warning, 1))
            yield InjectedFault("unknown", partial(shoe.send_word, "Diagnostic", "Lamp:1"))
            yield attribute_fault(
                "burn_mode", shoe, "in_burn_mode", normal_value=False, faulty_value=True
            )
        case SimRfidShoe():
            yield from _rfid_shoe_faults(sim_table, shoe)


def _rfid_shoe_faults(sim_table: SimTable, shoe: SimRfidShoe) -> Iterator[InjectedFault]:
    match sim_table.far_ends.get("shoe"), *sim_table.chips["shoe"]:
        case (SimPn532Hsu() as tag_reader, *_):
            yield InjectedFault("reset", tag_reader.reset)
        case (_, SimPn532I2c() as tag_reader):
            yield attribute_fault(
                "silent", tag_reader.chip, "is_deaf", normal_value=False, faulty_value=True
            )

    def repeat_card() -> None:
        shoe.substitute_tag, _ = _last_tags(2, shoe.drawn_tags, "web.unfit.nothing_drawn")

    def lay_two() -> None:
        shoe.lay_tags(*_last_tags(2, shoe.undrawn_tags, "web.unfit.shoe_empty"))

    clear_tag = partial(setattr, shoe, "substitute_tag", None)
    yield attribute_fault(
        "wrong_tag", shoe, "substitute_tag", normal_value=None, faulty_value=FOREIGN_TAG
    )
    yield InjectedFault(
        "card_twice", repeat_card, clear_tag, lambda: shoe.substitute_tag not in (None, FOREIGN_TAG)
    )
    yield InjectedFault("two_tags", lay_two, shoe.remove_card, lambda: len(shoe.tags_at_reader) > 1)
    yield from _tag_reader_faults(shoe.chip)


def _tag_reader_faults(chip: SimPn532) -> Iterator[InjectedFault]:
    for name, card in (("phone", PHONE), ("foreign_card", BANK_CARD)):
        yield InjectedFault(
            name,
            partial(chip.put_foreign, card),
            partial(chip.remove_foreign, card),
            partial(_lies_on, chip, card),
        )
    yield attribute_fault("reader_hot", chip, "error", normal_value=0, faulty_value=0x0D)
    yield attribute_fault("refuses", chip, "refuses", normal_value=False, faulty_value=True)
    yield attribute_fault("unknown", chip, "raw_look", normal_value=None, faulty_value=b"\x03")


def _lies_on(chip: SimPn532, card: ForeignCard) -> bool:
    return card in chip.foreign_cards


def _last_tags(count: int, tags: tuple[bytes, ...], otherwise: str) -> tuple[bytes, ...]:
    if len(tags) < count:
        raise RequestFailed(Text(otherwise))
    return tags[-count:]


def shuffler_faults(sim_table: SimTable) -> Iterator[InjectedFault]:
    machine = sim_table.shuffler
    match machine:
        case SimReShuffled():
            yield InjectedFault("reset", machine.power_on)
            yield InjectedFault(
                "jam", machine.jam_cards, machine.clear_jam, lambda: machine.is_jammed
            )
            yield attribute_fault(
                "refuses", machine, "refusal", normal_value=b"", faulty_value=b"E7"
            )
            yield attribute_fault(
                "unknown", machine, "refusal", normal_value=b"", faulty_value=b"SX"
            )
            yield InjectedFault("lost_card", machine.lose_card)
            yield InjectedFault("misread", partial(machine.miscount_cards, 1))
        case SimShufflerContacts():
            yield InjectedFault(
                "fault", machine.show_fault, machine.clear_fault, lambda: machine.has_failed
            )
    if isinstance(machine, SimReShuffled | SimShufflerContacts):
        yield InjectedFault("door", machine.open_door, machine.shut_door, lambda: machine.is_open)
