"""The steps that every event takes: into the loop, to the journal, and out to the displays."""

from types import SimpleNamespace

from firmware.core.display.panel import table_panel
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal.journal import Journal
from firmware.shell.service.loop import TableLoop
from tools.paths.trace import Step, no_value
from tools.paths.values import PlainText


def receive(event_class: type[Event], caption: str = "") -> Step:
    """Return the step into the loop."""
    return Step(
        TableLoop.receive,
        caption,
        takes=lambda call: call.events,
        gives=no_value,
        when=lambda call: _has(call.events, event_class),
    )


def record(event_class: type[Event]) -> Step:
    """Return the step to the journal, which is not yet durable."""
    return Step(
        Ledger.record_events,
        "They are durable with the commit below.",
        takes=lambda call: call.events,
        gives=no_value,
        when=lambda call: _has(call.events, event_class),
    )


def decide(event_class: type[Event], caption: str) -> Step:
    """Return the step into the core."""
    return Step(
        Table.handle,
        caption,
        takes=lambda call: call.event,
        when=lambda call: isinstance(call.event, event_class),
    )


COMMIT = Step(
    Ledger.commit,
    "If the power fails before, no display has shown anything of it; if it fails later, the next "
    "start handles the same events.",
    takes=no_value,
)
WRITE = Step(
    Journal.commit,
    "In both copies.",
    takes=no_value,
    gives=lambda call: {"durable records": call.self.head.records},
    at_return=True,
)


def draw(field: str) -> Step:
    """Return the step that computes the panel, of which one field is shown."""
    return Step(
        table_panel,
        "A function of the state alone: what every display and light is to show.",
        takes=no_value,
        gives=lambda call: {f"panel.{field}": getattr(call.result, field)},
    )


def transfer(call: SimpleNamespace) -> dict[str, object]:
    """Return what an I2C transfer sends, and to which address."""
    return {"address": PlainText(f"0x{call.address:02X}"), "data": call.data}


def _has(events: object, event_class: type[Event]) -> bool:
    return any(isinstance(event, event_class) for event in events)  # type: ignore[attr-defined]
