"""The sections `presence`, the sensors of the bets, and `keys`, the dealer's panel."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from drivers.i2c_chip import I2cChip
from drivers.inputs import mcp23017, mpr121
from drivers.inputs.contacts import Contacts, ExpanderContacts, PinContacts
from drivers.inputs.inputs import KeyPanel, PresenceSensors, panel_at_rest, sensors_at_rest
from drivers.inputs.touch import TouchSensors
from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.section import PINS, Needs, Section, read_addresses, read_pin
from drivers.wiring import Contact, KeyWiring, PresenceWiring
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import NOT_REQUIRED, Key

OF_THE_PI: Final = 0
"""Stands for a chip's address in the contact of one of the Pi's own pins."""
KEY_SWITCH: Final = "key_switch"
EXPANDER: Final = mcp23017.CHIP


# sensors


def _sensors(chip: I2cChip, build: Callable[[PresenceWiring, Site], Part]) -> Kind[PresenceWiring]:
    read = partial(_read_sensors, chip)
    return Kind(chip.word, read, build, trace=lambda _: chip.trace(), chip=chip)


def _read_sensors(chip: I2cChip, presence: Section, needs: Needs) -> PresenceWiring:
    """Read addresses and interrupt; the places lie on the inputs in order."""
    addresses = read_addresses(presence, chip)
    interrupt = read_pin(presence, "interrupt")
    have, need = len(chip.terminals) * len(addresses), len(needs.places)
    if presence.sound("addresses") and needs.known and need > have:
        presence.fault("addresses", "few_inputs", have=have, need=need)
    places = dict(zip(_contacts(chip, addresses), needs.places, strict=False))
    return PresenceWiring(chip.word, addresses, interrupt, places)


def _on_expanders(presence: PresenceWiring, site: Site) -> Part:
    interrupt = site.board.input(presence.interrupt)
    contacts = ExpanderContacts(site.bus(), sensors_at_rest(presence.places), interrupt)
    return PresenceSensors(contacts, presence.places)


def _by_touch(presence: PresenceWiring, site: Site) -> Part:
    return TouchSensors(site.bus(), presence.places, site.board.input(presence.interrupt))


# keys, the supervisor's switch, doors


def _read_expander_keys(panel: Section, needs: Needs) -> KeyWiring:
    """Read them on expanders, whose inputs count on."""
    addresses = read_addresses(panel, EXPANDER)
    interrupt = read_pin(panel, "interrupt")
    there = addresses if panel.sound("addresses") else EXPANDER.addresses
    inputs = dict(enumerate(_contacts(EXPANDER, there)))
    return KeyWiring(EXPANDER.word, addresses, interrupt, *_keys(panel, needs, "input", inputs))


def _read_pin_keys(panel: Section, needs: Needs) -> KeyWiring:
    """Read them on the Pi's own pins."""
    first, last = PINS
    pins = {pin: (OF_THE_PI, pin) for pin in range(first, last + 1)}
    return KeyWiring("pins", (), None, *_keys(panel, needs, "pin", pins))


_Keys = tuple[dict[Contact, Key], dict[Key, Key], Contact, dict[Contact, Door]]


def _keys(panel: Section, needs: Needs, kind: str, contacts: Mapping[int, Contact]) -> _Keys:
    """Return keys, long presses, switch and doors; `contacts` are by the number in the file."""
    long = _long_presses(panel, needs.keys) if panel.has("long") else {}
    with panel.table("inputs") as inputs:

        def at(name: str) -> Contact:
            number = inputs.integer(name, min(contacts), max(contacts))
            if inputs.sound(name):
                inputs.hold(name, kind, number)
            return contacts[number]

        without = {*long.values(), *(key for key in NOT_REQUIRED if not inputs.has(key))}
        keys = {at(key): key for key in needs.keys if key not in without}
        return keys, long, at(KEY_SWITCH), {at(f"door_{door}"): door for door in Door}


def _long_presses(panel: Section, keys: Sequence[Key]) -> dict[Key, Key]:
    """Return the long-press meaning of keys; such a meaning needs no input of its own."""
    with panel.table("long") as long:
        held = [key for key in keys if long.has(key)]
        names = [key.value for key in keys]
        meant = {key: Key(long.choice(key, names)) for key in held}
        for key, meaning in meant.items():
            long.hold(key, "meaning", meaning)
            if meaning in held:
                long.fault(key, "held_itself", value=meaning)
    return meant


def _build_keys(panel: KeyWiring, site: Site) -> Part:
    idle = panel_at_rest(panel.keys, panel.key_switch, panel.doors)
    if panel.interrupt is None:
        pins = {contact: site.board.input(contact[1]) for contact in idle}
        contacts: Contacts = PinContacts(pins, idle)
    else:
        contacts = ExpanderContacts(site.bus(), idle, site.board.input(panel.interrupt))
    return KeyPanel(contacts, panel.keys, panel.long, panel.key_switch, panel.doors)


def _contacts(chip: I2cChip, addresses: Sequence[int]) -> list[Contact]:
    """Return the inputs of chips in the order in which they count on."""
    return [(address, number) for address in addresses for number in range(len(chip.terminals))]


SENSORS: Final = (_sensors(EXPANDER, _on_expanders), _sensors(mpr121.CHIP, _by_touch))
KEYS: Final = (
    Kind(
        EXPANDER.word,
        _read_expander_keys,
        _build_keys,
        trace=lambda _: EXPANDER.trace(),
        chip=EXPANDER,
    ),
    Kind("pins", _read_pin_keys, _build_keys, hangs_on="lines"),
)
