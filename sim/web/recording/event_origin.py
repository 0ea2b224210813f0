"""The kind of each event, and the parts on whose wires its bytes were."""

from collections.abc import Mapping
from itertools import chain
from typing import Final

from drivers.wiring import Wiring
from firmware.core.vocabulary.events import CardRead
from firmware.shell.config.parts import PART_KINDS, part_kind
from firmware.shell.parts.wires import I2C_WIRE
from firmware.shell.recall.round_record import RoundItem
from sim.web.messages.messages_out import EventKind

WIRED_ELSEWHERE: Final[Mapping[str, tuple[str, ...]]] = {"doors": ("keys",)}
"""Parts of a fault whose contacts are wired to another part."""


class EventOrigins:
    """Knows which wires a table has."""

    def __init__(self, wiring: Wiring) -> None:
        wired_parts = {
            name: part for name in PART_KINDS if (part := getattr(wiring, name)) is not None
        }
        kind_by_section = {name: part_kind(name, part) for name, part in wired_parts.items()}
        self._traced_parts = frozenset(
            name for name, part_kind in kind_by_section.items() if part_kind.trace
        )
        """The parts that have a wire trace."""
        self._on_i2c = tuple(
            section
            for section in kind_by_section
            if section in self._traced_parts and kind_by_section[section].bus_type == I2C_WIRE
        )

    def event_kind(self, journal_entry: RoundItem) -> EventKind:
        """Return the kind of a journal entry."""
        if journal_entry.event:
            return journal_entry.event.DISCLOSURE.kind
        return "card" if journal_entry.card else "ruling" if journal_entry.ruling else "note"

    def parts(self, journal_entry: RoundItem) -> tuple[str, ...]:
        """Return the parts on whose wires the event's bytes were; none if it came over no wire."""
        return tuple(name for name in self._sections(journal_entry) if name in self._traced_parts)

    def _sections(self, journal_entry: RoundItem) -> tuple[str, ...]:
        if journal_entry.card:
            return ("keys",) if journal_entry.card.by_hand else CardRead.DISCLOSURE.parts
        if journal_entry.event is None:
            return ()
        source_parts = journal_entry.event.source_parts
        if source_parts == (I2C_WIRE,):
            return self._on_i2c
        return tuple(chain(*(WIRED_ELSEWHERE.get(part, (part,)) for part in source_parts)))
