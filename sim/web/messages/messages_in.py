"""The requests of a page: one JSON object a message of its WebSocket.

A page sends an `act` and a `ref` of its own; the answer carries that `ref`
(`sim.web.messages.messages_out.Answer`).
"""

from typing import Annotated, Literal

import msgspec

from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key

ShortText = Annotated[str, msgspec.Meta(max_length=64)]
SpotNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
AmountCents = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]
CardName = Annotated[str, msgspec.Meta(max_length=8)]


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act", tag=str.lower):
    """A request."""

    ref: int = 0


# chips


class Put(Act, frozen=True, kw_only=True, rename={"bet_name": "on"}):
    """Bet an amount on a place, in the fewest chips."""

    spot: SpotNumber
    bet_name: ShortText
    cents: AmountCents
    bettor: ShortText | None = None


class Take(Act, frozen=True, kw_only=True, rename={"bet_name": "on"}):
    """Take all of a bettor's chips from a place."""

    spot: SpotNumber
    bet_name: ShortText
    bettor: ShortText | None = None


class Tidy(Act, frozen=True):
    """Move the chips as the table prompts: pay, take, give back, clear the felt."""


# the dealer


class Press(Act, frozen=True, kw_only=True):
    """Press and release a key of the panel; hold it if it needs to be held."""

    key: Key


class Turn(Act, frozen=True, kw_only=True, rename={"bet_name": "on"}):
    """Turn the supervisor's key."""

    bet_name: bool


class Name(Act, frozen=True, kw_only=True):
    """Name cards by rank and suit, as for a low hand or for a card entered by hand."""

    cards: tuple[CardName, ...]


class Decide(Act, frozen=True, kw_only=True, rename={"execute": "do"}):
    """Key a spot's decision, with its chips if only one amount is possible."""

    spot: SpotNumber
    execute: Key
    hand: int | None = None
    bettor: ShortText | None = None


class Amounts(Act, frozen=True, kw_only=True):
    """Key the amount of the prompted place, at a table with keyed amounts."""


# cards, wheels, dice, balls, tickets


class Draw(Act, frozen=True, kw_only=True):
    """Draw the next card of the shuffled shoe, or one that is chosen from those left in it."""

    card: CardName | None = None
    readable: bool = True


class Cut(Act, frozen=True):
    """Draw the cut card."""


class Shuffle(Act, frozen=True):
    """Shuffle the cards, load the shoe, and press the key."""


class Throw(Act, frozen=True, kw_only=True):
    """Spin, throw or draw: a random result unless `symbols` are given."""

    symbols: tuple[ShortText, ...] = ()
    revolutions: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None


class Sell(Act, frozen=True, kw_only=True):
    """Sell a ticket of Keno."""

    spot: SpotNumber
    cents: AmountCents
    numbers: tuple[Annotated[int, msgspec.Meta(ge=1, le=80)], ...]
    draws: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


# people and scripts


class People(Act, frozen=True, kw_only=True):
    """Start the people's own play, or leave the table to the page."""

    play: bool


class Speed(Act, frozen=True, kw_only=True):
    """How much faster than people they are."""

    times: Annotated[float, msgspec.Meta(ge=0.1, le=100)]


class Step(Act, frozen=True):
    """Let the people do the one prompted step; in a script its next step."""


class Back(Act, frozen=True):
    """Go back to the state at the round's opening."""


class Load(Act, frozen=True, kw_only=True):
    """Seat the table that a round script is for, ready to play it step by step."""

    script: Annotated[str, msgspec.Meta(max_length=1 << 18)]


class Learn(Act, frozen=True, kw_only=True):
    """Seat the table of an exercise of the dealer's school, and have its situation played."""

    exercise: ShortText


class Seat(Act, frozen=True, kw_only=True):
    """Open another table: another game, from a full shoe."""

    game: ShortText
    spots: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None


class Speak(Act, frozen=True, kw_only=True):
    """Have the table speak another language: its displays, prompts and keys, and every page."""

    language: Literal["fr", "en"]


class Save(Act, frozen=True):
    """Return the game since the table was opened as a round script, in `done`."""


# fault injection


class Break(Act, frozen=True, kw_only=True, rename={"fault_name": "how", "bet_name": "on"}):
    """Inject a fault into a part, or end it. A `how` is one of the part's `breaks`."""

    part: ShortText
    fault_name: ShortText
    bet_name: bool = True


class MoveDoor(Act, frozen=True, kw_only=True):
    """Open or shut a door."""

    door: Door
    open: bool


class Power(Act, frozen=True, kw_only=True, rename={"bet_name": "on"}):
    """Cut the power of the service, or switch it on again."""

    bet_name: bool


class Clear(Act, frozen=True):
    """Allow, as a technician, the supervisor to clear faults that need two persons."""


class Look(Act, frozen=True, kw_only=True, rename={"frames_shown": "inside"}):
    """Set whether this page shows the wire trace: only then does it get frames."""

    frames_shown: bool


AnyPageRequest = (
    Put | Take | Tidy | Press | Turn | Name | Decide | Amounts | Draw | Cut | Shuffle | Throw | Sell
    | People | Speed | Step | Back | Load | Learn | Seat | Speak | Save | Break | MoveDoor
    | Power | Clear | Look
)  # fmt: skip
