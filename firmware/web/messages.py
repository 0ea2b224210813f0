"""What a page asks for, and what it is told: one JSON object a message of its WebSocket.

A page asks with an `act` and a `ref` of its own; it is answered with that `ref`. Whatever changes
is told to every page under its `topic`, always whole but for events and frames, so that a page
that was away has the same picture as one that was there.
"""

from typing import Annotated, Any, Literal

import msgspec

from firmware.core.events import Door, Key
from firmware.core.panel import Text
from firmware.shell.status import Status
from firmware.shell.technician.answers import Frame

Short = Annotated[str, msgspec.Meta(max_length=64)]
Spot = Annotated[int, msgspec.Meta(ge=0, le=99)]
Amount = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]
CardName = Annotated[str, msgspec.Meta(max_length=8)]


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act", tag=str.lower):
    """Something that is asked for."""

    ref: int = 0


# chips


class Put(Act, frozen=True, kw_only=True):
    """Lay an amount on a place, in the fewest chips."""

    spot: Spot
    on: Short
    cents: Amount
    bettor: Short | None = None


class Take(Act, frozen=True, kw_only=True):
    """Take all of a bettor's chips from a place."""

    spot: Spot
    on: Short
    bettor: Short | None = None


class Tidy(Act, frozen=True):
    """Do with the chips what the table asks for now: pay, take, give back, clear the felt."""


# the dealer


class Press(Act, frozen=True, kw_only=True):
    """Press a key of the panel and let it go; one that must be held is held."""

    key: Key


class Turn(Act, frozen=True, kw_only=True):
    """Turn the supervisor's key."""

    on: bool


class Name(Act, frozen=True, kw_only=True):
    """Name cards by rank and suit, as for a low hand or for a card entered by hand."""

    cards: tuple[CardName, ...]


class Decide(Act, frozen=True, kw_only=True):
    """Key what a spot decides, with the chips that it costs where only one amount does."""

    spot: Spot
    do: Key
    hand: int | None = None
    bettor: Short | None = None


class Amounts(Act, frozen=True, kw_only=True):
    """Key what lies at the place that the table asks for, where amounts are keyed."""


# cards, wheels, dice, balls, tickets


class Draw(Act, frozen=True, kw_only=True):
    """Draw the next card of the shuffled shoe, or one that is chosen from those left in it."""

    card: CardName | None = None
    readable: bool = True


class Cut(Act, frozen=True):
    """Draw the cut card."""


class Shuffle(Act, frozen=True):
    """Have the cards shuffled and the shoe loaded, and say so."""


class Throw(Act, frozen=True, kw_only=True):
    """Spin, throw or draw: what comes is chance's where no `symbols` are chosen."""

    symbols: tuple[Short, ...] = ()
    revolutions: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None


class Sell(Act, frozen=True, kw_only=True):
    """Sell a ticket of Keno."""

    spot: Spot
    cents: Amount
    numbers: tuple[Annotated[int, msgspec.Meta(ge=1, le=80)], ...]
    draws: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


# the people, and what is played


class People(Act, frozen=True, kw_only=True):
    """Have people play by themselves, or leave the table to whoever is at the page."""

    play: bool


class Speed(Act, frozen=True, kw_only=True):
    """How much faster than people they are."""

    times: Annotated[float, msgspec.Meta(ge=0.1, le=100)]


class Step(Act, frozen=True):
    """Have the people do the one thing that the table asks for next; a script its next step."""


class Back(Act, frozen=True):
    """Go back to where the table stood when the round was opened."""


class Load(Act, frozen=True, kw_only=True):
    """Seat the table that a round script is for, ready to play it step by step."""

    script: Annotated[str, msgspec.Meta(max_length=1 << 18)]


class Seat(Act, frozen=True, kw_only=True):
    """Seat another table: another game, from a full shoe on."""

    game: Short
    spots: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    language: Literal["fr", "en"] | None = None
    """Of its displays and prompts; that of the table before where none is said."""


class Save(Act, frozen=True):
    """Return what was played since the table was seated as a round script, in `done`."""


# what goes wrong


class Break(Act, frozen=True, kw_only=True):
    """Have something befall a part, or end it. A `how` is one of the part's `breaks`."""

    part: Short
    how: Short
    on: bool = True


class MoveDoor(Act, frozen=True, kw_only=True):
    """Open or shut a door."""

    door: Door
    open: bool


class Power(Act, frozen=True, kw_only=True):
    """Cut the power of the service, or switch it on again."""

    on: bool


class Clear(Act, frozen=True):
    """Allow, as a technician, that the supervisor clears what waits for two persons."""


class Look(Act, frozen=True, kw_only=True):
    """Say whether this page looks inside: only then is it told frames."""

    inside: bool


AnyAct = (
    Put | Take | Tidy | Press | Turn | Name | Decide | Amounts | Draw | Cut | Shuffle | Throw | Sell
    | People | Speed | Step | Back | Load | Seat | Save | Break | MoveDoor | Power | Clear | Look
)  # fmt: skip


# what a page is told


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
    """What `firmware.web.felt_plan` draws."""
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
    """What `firmware.web.diagram` draws."""


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
    """An entry of the journal, as `firmware.web.said` tells it."""

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
