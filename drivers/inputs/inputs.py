"""The inputs of players and dealer: presence sensors, keys, the supervisor's key-switch, doors."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from drivers.inputs.contacts import ContactChange, Contacts
from drivers.part import Part, SelfTestProof
from drivers.wiring import Contact
from firmware.core.vocabulary.events import (
    Door,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    PresenceSeen,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from hal.ports import NEVER, Millis

LONG_PRESS_MS: Final = 800
"""How long a key is held for its other meaning."""
STUCK_MS: Final = 10_000
LAPSE_MS: Final = 50
"""Between two polls further apart than this, a key may have been released and pressed again."""


def sensors_at_rest(places: Mapping[Contact, Place]) -> dict[Contact, bool]:
    """Return the levels of sensors that nothing covers: high."""
    return dict.fromkeys(places, True)


def panel_at_rest(
    keys: Mapping[Contact, Key], key_switch: Contact, doors: Mapping[Contact, Door]
) -> dict[Contact, bool]:
    """Return the levels of a panel at rest: no key down, the switch off, the doors shut."""
    return {contact: contact not in doors for contact in (*keys, key_switch, *doors)}


class PresenceSensors(Part):
    """The sensors under the places; low is covered."""

    name = "presence"

    def __init__(self, contacts: Contacts, places: Mapping[Contact, Place]) -> None:
        self._contacts = contacts
        self._places = places
        self._reported_covered: set[Place] = set()
        self.interrupt_active = contacts.has_changed

    def start(self, now: Millis) -> None:
        """Set the contacts up; a place that then differs from its report is reported."""
        self._contacts.start()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return each place that was covered or freed."""
        contact_changes = self._contacts.poll(now)
        self.due = self._contacts.due
        return [
            PresenceSeen(place, covered=not high)
            for contact, high, _ in contact_changes
            if self._note_covered(place := self._places[contact], covered=not high)
        ]

    def _note_covered(self, place: Place, *, covered: bool) -> bool:
        """Note the state of a place; return whether it differs from its last report."""
        is_news = covered is not (place in self._reported_covered)
        self._reported_covered ^= {place} if is_news else set()
        return is_news

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Check the contacts' chips."""
        return self._contacts.test()


class KeyPanel(Part):
    """The dealer's keys, the supervisor's key-switch and the doors.

    Low is a key pressed, the switch turned on, a door shut. A key of `long_meanings` is reported
    when it is released, or with its other meaning once it was held for LONG_PRESS_MS; any other as
    it is pressed. A key pressed at the start is not reported; one held for STUCK_MS is a fault,
    over when no stuck key is left.
    """

    name = "keys"

    def __init__(
        self,
        contacts: Contacts,
        keys: Mapping[Contact, Key],
        long_meanings: Mapping[Key, Key],
        key_switch: Contact,
        doors: Mapping[Contact, Door],
    ) -> None:
        self._contacts = contacts
        self.interrupt_active = contacts.has_changed
        self._keys = keys
        self._long_meanings = long_meanings
        self._key_switch = key_switch
        self._doors = doors
        self._pressed_since: dict[Key, Millis] = {}
        self._undecided: set[Key] = set()
        """Keys that are down and may yet be a short or a long press."""
        self._stuck_keys: set[Key] = set()

    def start(self, now: Millis) -> None:
        """Set the contacts up; the switch if on and each open door are reported once stable."""
        self._pressed_since.clear()
        self._undecided.clear()
        self._contacts.start()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return presses, turns of the switch, moves of doors, and stuck keys."""
        self._excuse_gap(Millis(now - self.due))
        events = [
            event
            for contact_change in self._contacts.poll(now)
            for event in self._contact_events(contact_change, now)
        ]
        self.due = self._contacts.due
        if self._pressed_since:
            events += self._hold_events(now)
            self.due = min(self.due, self._next_held(), Millis(now + LAPSE_MS))
        return events

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Look whether the contacts are well."""
        return self._contacts.test()

    def _excuse_gap(self, late_ms: Millis) -> None:
        """Don't count a gap in the polls as holding: the key may have been released in it."""
        if late_ms > LAPSE_MS:
            self._pressed_since = {
                key: Millis(pressed_since + late_ms)
                for key, pressed_since in self._pressed_since.items()
            }

    def _contact_events(self, contact_change: ContactChange, now: Millis) -> Iterator[Event]:
        contact = contact_change.contact
        if contact == self._key_switch:
            yield KeySwitchTurned(on=not contact_change.high)
        elif contact in self._doors:
            yield DoorMoved(self._doors[contact], open=contact_change.high)
        elif contact_change.high:
            yield from self._release_events(self._keys[contact])
        else:
            yield from self._press_events(
                # A key that is down at the first reading may have been pressed before the start.
                self._keys[contact],
                now,
                is_counted=not contact_change.is_initial,
            )

    def _press_events(self, key: Key, now: Millis, *, is_counted: bool) -> Iterator[Event]:
        self._pressed_since[key] = now
        if is_counted and key in self._long_meanings:
            self._undecided.add(key)
        elif is_counted:
            yield KeyPressed(key)

    def _release_events(self, key: Key) -> Iterator[Event]:
        self._pressed_since.pop(key, None)
        if key in self._undecided:
            self._undecided.remove(key)
            yield KeyPressed(key)
        if key in self._stuck_keys:
            self._stuck_keys.remove(key)
            # One fault for all stuck keys: it ends with the last of them.
            if not self._stuck_keys:
                yield FaultEnded(self.name, "stuck_key")

    def _next_held(self) -> Millis:
        """Return when the next held key gets its other meaning, or is stuck, unless released."""
        long_press_times = (self._pressed_since[key] + LONG_PRESS_MS for key in self._undecided)
        stuck_times = (
            pressed_since + STUCK_MS
            for key, pressed_since in self._pressed_since.items()
            if key not in self._stuck_keys
        )
        return Millis(min((*long_press_times, *stuck_times), default=NEVER))

    def _hold_events(self, now: Millis) -> Iterator[Event]:
        for key, pressed_since in self._pressed_since.items():
            if key in self._undecided and now - pressed_since >= LONG_PRESS_MS:
                self._undecided.remove(key)
                yield KeyPressed(self._long_meanings[key])
            if now - pressed_since >= STUCK_MS and key not in self._stuck_keys:
                self._stuck_keys.add(key)
                yield FaultRaised(self.name, "stuck_key", {"key": key.value})
