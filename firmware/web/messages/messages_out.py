"""What a page is told: one JSON object a message of its WebSocket.

Whatever changes is told to every page under its `topic`, always whole but for events and frames, so
that a page that was away has the same picture as one that was there.
"""

from typing import Any, Literal

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.parts.tap import Frame


class Answer(msgspec.Struct, frozen=True, tag_field="topic", tag="answer", omit_defaults=True):
    """What came of an act: nothing but its `ref` where it was done."""

    ref: int
    refused: Text | None = None
    """Why it was not done; said in the page's language by its words."""
    said: dict[str, str] = {}
    """`refused` in every language."""
    done: str | None = None


class Broadcast(msgspec.Struct, frozen=True, tag_field="topic", tag=str.lower):
    """Something that every page is told."""


class Mishap(msgspec.Struct, frozen=True):
    """What may befall a part; `lasts` where it is ended by hand and is no single blow."""

    how: str
    lasts: bool


class PartTold(msgspec.Struct, frozen=True):
    """A part by its section of the configuration, and what may befall it."""

    name: str
    kind: str
    breaks: tuple[Mishap, ...]


class Hello(Broadcast, frozen=True):
    """What stays as it is as long as this table is seated. `seat` counts the tables seated."""

    version: str
    seat: int
    game: str
    games: tuple[str, ...]
    language: str
    words: dict[str, dict[str, str]]
    """By language: the templates that the page needs, by their keys."""
    felt: Any
    """What `firmware.web.felt.felt_plan` draws."""
    keys: tuple[str, ...]
    """The keys of the panel, in their order; `key_switch` is not among them."""
    held: tuple[str, ...]
    """Those of them that are meant by holding another down."""
    doors: tuple[str, ...]
    denominations: tuple[int, ...]
    pack: tuple[str, ...]
    """The cards of one pack; none where no cards are dealt."""
    decks: int
    decisions: tuple[str, ...]
    instrument: str | None
    symbols: tuple[str, ...]
    parts: tuple[PartTold, ...]
    diagram: Any
    """What `firmware.web.felt.diagram` draws."""


class StatusTold(Broadcast, frozen=True, tag="status"):
    """The table as the control socket tells it; None while no service answers."""

    status: Status | None


class Pixels(msgspec.Struct, frozen=True, tag_field="kind", tag="pixels"):
    """A display of `width` times `height` pixels, row by row, eight a byte, the first highest."""

    width: int
    height: int
    lit: bool
    bits: bytes
    """In Base64."""


class Letters(msgspec.Struct, frozen=True, tag_field="kind", tag="letters"):
    """A display of characters: rows of codes, and how the characters 0 to 7 are drawn."""

    lit: bool
    rows: tuple[bytes, ...]
    glyphs: tuple[bytes, ...]
    """Eight rows each, five pixels a row, the first in bit 4."""


class ChipsTold(msgspec.Struct, frozen=True):
    """Chips that lie on a place, as whoever stands at the table sees them."""

    spot: int
    on: str
    bettor: str | None
    cents: int
    chips: tuple[int, ...]
    """Their values, from below; a colour chip has none."""


class Scene(Broadcast, frozen=True):
    """What the simulated parts look like: out of their registers and memories, nothing else."""

    lights: dict[int, tuple[int, int, int]]
    """Red, green and blue by spot, 0 to 255."""
    keys: tuple[str, ...]
    """The keys that are lit."""
    pressed: tuple[str, ...]
    dealer_display: Pixels | Letters
    payout_display: Pixels | Letters
    figures: str | None
    """What the digits show, a point behind its digit; None where there are none."""
    hz: int
    """The tone, 0 for silence."""
    said: tuple[str, ...]
    """What the loudspeaker has said, the last ones."""
    chips: tuple[ChipsTold, ...]
    left: int
    """Cards left in the shoe of whoever deals by chance."""
    key_switch: bool
    doors: tuple[str, ...]
    """Those that stand open."""
    broken: dict[str, tuple[str, ...]]
    """What befalls each part now."""
    powered: bool


class PeopleTold(Broadcast, frozen=True, tag="people"):
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
    holds: dict[str, tuple[str, ...]] = {}
    """What hands that are being set hold, as their players see it, by their names in a status."""


Kind = Literal["card", "result", "chips", "key", "fault", "table", "ruling", "note"]
"""What an event is about, by which a page filters."""


class EventTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the journal, as `firmware.web.session.translations` tells it."""

    record: int
    wall: str
    kind: Kind
    name: str
    """The class of the event or the ruling; `card`, `note` and `setting` by themselves."""
    said: dict[str, str]
    """In every language; several lines where it tells several things."""
    at_ms: int | None = None
    """When, by the clock of the frames."""
    parts: tuple[str, ...] = ()
    """The parts whose wires have carried what brought it about."""
    undone: bool = False


class Events(Broadcast, frozen=True):
    """What the journal has noted since, the oldest first; `anew` where all that was is void."""

    events: tuple[EventTold, ...]
    anew: bool = False


class FramesTold(Broadcast, frozen=True, tag="frames"):
    """What the wires have carried since, for pages that look inside; and how busy the bus is."""

    frames: tuple[Frame, ...]
    lost: int
    load: dict[str, float]
    """The share of its time that each wire was busy since it was told last, by wire."""


AnyTold = Answer | Hello | StatusTold | Scene | PeopleTold | Events | FramesTold

Topic = Literal["hello", "status", "scene", "people", "events", "frames"]
