"""The messages to a page: one JSON object a message of its WebSocket.

Answers, events and frames are sent as they are; of every other message the fields that changed
(`firmware.pages.state_changes`), as the value of its topic in the page's state.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.parts.wire_tap import WireFrame
from firmware.shell.why.spoken_answer import SpokenRound, SpokenSentence
from sim.web.messages.broadcast import Broadcast
from sim.web.messages.school_messages import ExamMessage, ExerciseMessage


class PageAnswer(
    msgspec.Struct,
    frozen=True,
    tag_field="topic",
    tag="answer",
    omit_defaults=True,
    rename={"result": "done", "refusal_by_language": "said"},
):
    """The answer to an act: only its `ref` if it succeeded without a result."""

    ref: int
    refused: Text | None = None
    """The reason for a refusal; the page renders it in its language."""
    refusal_by_language: dict[str, str] = {}
    """`refused` in every language."""
    result: str | None = None


class Explanation(msgspec.Struct, frozen=True):
    """Why the last rounds were settled as they were, and the sentences on some messages, by key."""

    rounds: tuple[SpokenRound, ...]
    messages: dict[str, tuple[SpokenSentence, ...]]


class FaultMessage(msgspec.Struct, frozen=True, rename={"fault_name": "how"}):
    """A fault that can be injected; `lasts` if it must be ended by hand."""

    fault_name: str
    lasts: bool


class PartMessage(msgspec.Struct, frozen=True):
    """A part by its section of the configuration, with the faults that can be injected."""

    name: str
    kind: str
    breaks: tuple[FaultMessage, ...]


class Hello(
    Broadcast, frozen=True, tag="hello", rename={"long_press_keys": "held", "table_number": "seat"}
):
    """The constant data of an open table. `table_number` counts the tables opened."""

    version: str
    table_number: int
    game: str
    games: tuple[str, ...]
    language: str
    words: dict[str, Mapping[str, str]]
    """By language: the templates that the page needs, by their keys."""
    felt: Any
    """The plan made by `sim.web.felt.felt_plan`."""
    keys: tuple[str, ...]
    """The keys of the panel, in their order; `key_switch` is not among them."""
    long_press_keys: tuple[str, ...]
    """Those of them that are the long press of another."""
    doors: tuple[str, ...]
    denominations: tuple[int, ...]
    pack: tuple[str, ...]
    """The cards of one pack; none if no cards are dealt."""
    decks: int
    decisions: tuple[str, ...]
    instrument: str | None
    symbols: tuple[str, ...]
    parts: tuple[PartMessage, ...]
    diagram: Any
    """The diagram made by `sim.web.felt.diagram`."""
    exercises: tuple[ExerciseMessage, ...] = ()
    """Those of the dealer's school, for every game."""
    exams: tuple[ExamMessage, ...] = ()
    """The exam sheets of the school."""
    tips: Mapping[str, Mapping[str, str]] = {}
    """The return of each bet, by place and language."""
    voice: bool = False
    """Whether the server has each announcement in the table's voice, at `voice/RECORD`."""
    tournament: bool = False
    """Whether amounts are chips without value."""


class StatusMessage(Broadcast, frozen=True, tag="status"):
    """The answer of the control socket; None while no service answers."""

    status: Status | None


class PixelScreen(msgspec.Struct, frozen=True, tag_field="kind", tag="pixels"):
    """A display of `width` times `height` pixels, row by row, eight a byte, the first highest."""

    width: int
    height: int
    lit: bool
    bits: bytes
    """In Base64."""


class LetterScreen(msgspec.Struct, frozen=True, tag_field="kind", tag="letters"):
    """A display of characters: rows of codes, and how the characters 0 to 7 are drawn."""

    lit: bool
    rows: tuple[bytes, ...]
    glyphs: tuple[bytes, ...]
    """Eight rows each, five pixels a row, the first in bit 4."""


class ChipsMessage(msgspec.Struct, frozen=True, rename={"bet_name": "on"}):
    """Chips on a place, as a person at the table sees them."""

    spot: int
    bet_name: str
    bettor: str | None
    cents: int
    chips: tuple[int, ...]
    """Their values, from below; a colour chip has none."""


class Lights(Broadcast, frozen=True, tag="lights"):
    """The lights of the spots. A spot whose turn it is changes twenty times a second."""

    spots: dict[int, tuple[int, int, int]]
    """Red, green and blue by spot, 0 to 255."""


class Displays(Broadcast, frozen=True, tag="displays"):
    """The displays, pixel by pixel."""

    dealer_display: PixelScreen | LetterScreen
    payout_display: PixelScreen | LetterScreen


class Scene(Broadcast, frozen=True, tag="scene", rename={"announcements": "said"}):
    """The state of the other simulated parts, from their registers and memories only."""

    keys: tuple[str, ...]
    """The keys that are lit."""
    pressed: tuple[str, ...]
    figures: str | None
    """The text on the digits, a point after its digit; None if there are none."""
    hz: int
    """The tone, 0 for silence."""
    announcements: tuple[str, ...]
    """The last announcements of the loudspeaker."""
    chips: tuple[ChipsMessage, ...]
    left: int
    """Cards left in the shoe."""
    key_switch: bool
    doors: tuple[str, ...]
    """Those that stand open."""
    broken: dict[str, tuple[str, ...]]
    """The injected faults of each part."""
    powered: bool
    turning: bool
    """Whether a wheel turns that has shown no number yet."""
    starts: int
    """How often the service was switched on: one that has not restarted is only slow to answer."""


class PeopleMessage(Broadcast, frozen=True, tag="people"):
    """Who plays, and how far they are."""

    play: bool
    times: float
    script: str | None = None
    """The name of the script that is played."""
    step: int = 0
    steps: int = 0
    next: str | None = None
    """The script's next step, as it is written."""
    recorded: int = 0
    """Steps that a save would hold."""
    may_go_back: bool = False
    holds: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """The hands being set, as their players see them, by their names in a status."""


EventKind = Literal["card", "result", "chips", "key", "fault", "table", "ruling", "note"]
"""The kind of an event, by which a page filters."""


class EventMessage(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    rename={"event_kind": "kind", "text_by_language": "said"},
):
    """An entry of the journal in words (`sim.web.session.event_texts`)."""

    record: int
    wall: str
    event_kind: EventKind
    name: str
    """The class of the event or the ruling; `card`, `note` and `setting` by themselves."""
    text_by_language: dict[str, str]
    """In every language; one line for each ruling or note."""
    at_ms: int | None = None
    """When, by the clock of the frames."""
    parts: tuple[str, ...] = ()
    """The parts on whose wires the event's bytes were."""
    undone: bool = False


class EventsMessage(Broadcast, frozen=True, tag="events", rename={"replaces_all": "anew"}):
    """New entries of the journal, the oldest first; `again` if all earlier ones are void."""

    events: tuple[EventMessage, ...]
    replaces_all: bool = False


class FramesMessage(Broadcast, frozen=True, tag="frames"):
    """The wire trace since the last message, for pages that show it; and the load of the bus."""

    frames: tuple[WireFrame, ...]
    lost: int
    load: dict[str, float]
    """The share of its time that each wire was busy since the last message, by wire."""
