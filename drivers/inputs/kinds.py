"""The sections `presence`, the sensors of the bets, and `keys`, the dealer's panel."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from drivers.i2c_chip import I2cChip
from drivers.inputs import mcp23017, mpr121
from drivers.inputs.contacts import Contacts, ExpanderContacts, PinContacts
from drivers.inputs.inputs import KeyPanel, PresenceSensors, panel_at_rest, sensors_at_rest
from drivers.inputs.touch import TouchSensors
from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import HEADER_PINS, ConfigSection, TableNeeds, read_addresses, read_pin
from drivers.wiring import Contact, KeyWiring, PresenceWiring
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key

OF_THE_PI: Final = 0
"""Replaces a chip's address in the contact of one of the Pi's own pins."""
KEY_SWITCH: Final = "key_switch"
EXPANDER: Final = mcp23017.CHIP


# sensors


def _sensor_kind(
    chip: I2cChip, build_part: Callable[[PresenceWiring, BuildContext], Part]
) -> PartKind[PresenceWiring]:
    read_section = partial(_read_sensors, chip)
    return PartKind(chip.word, read_section, build_part, trace=lambda _: chip.trace(), chip=chip)


def _read_sensors(
    chip: I2cChip, presence: ConfigSection, table_needs: TableNeeds
) -> PresenceWiring:
    """Read addresses and interrupt; the places are wired to the inputs in order."""
    addresses = read_addresses(presence, chip)
    interrupt = read_pin(presence, "interrupt")
    available_inputs, needed_inputs = len(chip.terminals) * len(addresses), len(table_needs.places)
    if (
        presence.are_sound("addresses")
        and table_needs.keys_valid
        and needed_inputs > available_inputs
    ):
        presence.add_fault(
            "addresses", "config.few_inputs", have=available_inputs, need=needed_inputs
        )
    places = dict(zip(_contacts(chip, addresses), table_needs.places, strict=False))
    return PresenceWiring(chip.word, addresses, interrupt, places)


def _on_expanders(presence: PresenceWiring, build_context: BuildContext) -> Part:
    interrupt = build_context.board.input(presence.interrupt)
    contacts = ExpanderContacts(build_context.bus(), sensors_at_rest(presence.places), interrupt)
    return PresenceSensors(contacts, presence.places)


def _by_touch(presence: PresenceWiring, build_context: BuildContext) -> Part:
    return TouchSensors(
        build_context.bus(), presence.places, build_context.board.input(presence.interrupt)
    )


# keys, the supervisor's switch, doors


def _read_expander_keys(panel: ConfigSection, table_needs: TableNeeds) -> KeyWiring:
    """Read them on expanders, whose inputs count on."""
    addresses = read_addresses(panel, EXPANDER)
    interrupt = read_pin(panel, "interrupt")
    # With a mistake in the addresses the inputs are still read, against all that could be.
    known_addresses = addresses if panel.are_sound("addresses") else EXPANDER.addresses
    inputs = dict(enumerate(_contacts(EXPANDER, known_addresses)))
    return KeyWiring(
        EXPANDER.word, addresses, interrupt, *_keys(panel, table_needs, "input", inputs)
    )


def _read_pin_keys(panel: ConfigSection, table_needs: TableNeeds) -> KeyWiring:
    """Read them on the Pi's own pins."""
    first_pin, last_pin = HEADER_PINS
    pins = {pin: (OF_THE_PI, pin) for pin in range(first_pin, last_pin + 1)}
    return KeyWiring("pins", (), None, *_keys(panel, table_needs, "pin", pins))


_Keys = tuple[dict[Contact, Key], dict[Key, Key], Contact, dict[Contact, Door]]


def _keys(
    panel: ConfigSection,
    table_needs: TableNeeds,
    resource_type: str,
    contacts: Mapping[int, Contact],
) -> _Keys:
    """Return keys, long presses, switch and doors; `contacts` are by the number in the file."""
    long_meanings = _long_presses(panel, table_needs.keys) if panel.has("long") else {}
    with panel.table("inputs") as inputs:

        def read_contact(name: str) -> Contact:
            number = inputs.integer(name, min(contacts), max(contacts))
            if inputs.are_sound(name):
                inputs.hold(name, resource_type, number)
            return contacts[number]

        unwired_keys = {
            *long_meanings.values(),
            *(key for key in table_needs.optional_keys if not inputs.has(key)),
        }
        keys = {read_contact(key): key for key in table_needs.keys if key not in unwired_keys}
        return (
            keys,
            long_meanings,
            read_contact(KEY_SWITCH),
            {read_contact(f"door_{door}"): door for door in Door},
        )


def _long_presses(panel: ConfigSection, keys: Sequence[Key]) -> dict[Key, Key]:
    """Return the long-press meaning of keys; such a meaning needs no input of its own."""
    with panel.table("long") as long_section:
        long_press_keys = [key for key in keys if long_section.has(key)]
        names = [key.value for key in keys]
        key_meanings = {key: Key(long_section.choice(key, names)) for key in long_press_keys}
        for key, meaning in key_meanings.items():
            long_section.hold(key, "meaning", meaning)
            if meaning in long_press_keys:
                long_section.add_fault(key, "config.held_itself", value=meaning)
    return key_meanings


def _build_keys(panel: KeyWiring, build_context: BuildContext) -> Part:
    idle_levels = panel_at_rest(panel.keys, panel.key_switch, panel.doors)
    if panel.interrupt is None:
        pins = {contact: build_context.board.input(contact[1]) for contact in idle_levels}
        contacts: Contacts = PinContacts(pins, idle_levels)
    else:
        contacts = ExpanderContacts(
            build_context.bus(), idle_levels, build_context.board.input(panel.interrupt)
        )
    return KeyPanel(contacts, panel.keys, panel.long, panel.key_switch, panel.doors)


def _contacts(chip: I2cChip, addresses: Sequence[int]) -> list[Contact]:
    """Return the inputs of chips in the order in which they count on."""
    return [(address, number) for address in addresses for number in range(len(chip.terminals))]


SENSOR_KINDS: Final = (_sensor_kind(EXPANDER, _on_expanders), _sensor_kind(mpr121.CHIP, _by_touch))
KEY_KINDS: Final = (
    PartKind(
        EXPANDER.word,
        _read_expander_keys,
        _build_keys,
        trace=lambda _: EXPANDER.trace(),
        chip=EXPANDER,
    ),
    PartKind("pins", _read_pin_keys, _build_keys, bus_type="lines"),
)
