"""The requests of a page: one JSON object a message of its WebSocket.

A page sends an `act` and a `ref` of its own; the answer carries that `ref`
(`sim.web.messages.messages_out.Answer`).
"""

from typing import Annotated, Literal

import msgspec

from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.wheel_acts import WheelAct
from firmware.shell.words.languages import Language

ShortText = Annotated[str, msgspec.Meta(max_length=64)]
SpotNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
AmountCents = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]
CallName = Literal["no_more_bets", "result", "commission", "winner"]
CardName = Annotated[str, msgspec.Meta(max_length=8)]


class PageRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """A request."""

    ref: int = 0


# chips


class LayChips(PageRequest, frozen=True, kw_only=True, rename={"bet_name": "on"}, tag="put"):
    """Bet an amount on a place, in the fewest chips."""

    spot: SpotNumber
    bet_name: ShortText
    cents: AmountCents
    bettor: ShortText | None = None


class TakeChips(PageRequest, frozen=True, kw_only=True, rename={"bet_name": "on"}, tag="take"):
    """Take all of a bettor's chips from a place."""

    spot: SpotNumber
    bet_name: ShortText
    bettor: ShortText | None = None


class TidyChips(PageRequest, frozen=True, tag="tidy"):
    """Move the chips as the table prompts: pay, take, give back, clear the felt."""


# the dealer


class PressKey(PageRequest, frozen=True, kw_only=True, tag="press"):
    """Press and release a key of the panel; hold it if it needs to be held."""

    key: Key


class TurnKeySwitch(PageRequest, frozen=True, kw_only=True, rename={"is_on": "on"}, tag="turn"):
    """Turn the supervisor's key."""

    is_on: bool


class NameCards(PageRequest, frozen=True, kw_only=True, tag="name"):
    """Name cards by rank and suit, as for a low hand or for a card entered by hand."""

    cards: tuple[CardName, ...]


class KeyDecision(PageRequest, frozen=True, kw_only=True, rename={"decision": "do"}, tag="decide"):
    """Key a spot's decision, with its chips if only one amount is possible."""

    spot: SpotNumber
    decision: Key
    hand: int | None = None
    bettor: ShortText | None = None


class KeyAmount(PageRequest, frozen=True, kw_only=True, tag="amounts"):
    """Key the amount of the prompted place, at a table with keyed amounts."""


class MakeCall(PageRequest, frozen=True, kw_only=True, rename={"bet_name": "on"}, tag="call"):
    """Call something aloud, in an exercise of the school; of a commission the amount too."""

    call: CallName
    spot: SpotNumber | None = None
    bet_name: ShortText | None = None
    cents: AmountCents | None = None


# cards, wheels, dice, balls, tickets


class DrawCard(
    PageRequest, frozen=True, kw_only=True, rename={"is_foreign": "foreign"}, tag="draw"
):
    """Draw the next card of the shuffled shoe, or one that is chosen from those left in it."""

    card: CardName | None = None
    readable: bool = True
    is_foreign: bool = False
    """Whether the chosen card is of another pack, and came into this shoe by mistake."""


class DrawCutCard(PageRequest, frozen=True, tag="cut"):
    """Draw the cut card."""


class ShuffleCards(PageRequest, frozen=True, tag="shuffle"):
    """Shuffle the cards, load the shoe, and press the key."""


class ThrowResult(PageRequest, frozen=True, kw_only=True, tag="throw"):
    """Spin, throw or draw: a random result unless `symbols` are given."""

    symbols: tuple[ShortText, ...] = ()
    revolutions: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None


class SellTicket(PageRequest, frozen=True, kw_only=True, tag="sell"):
    """Sell a ticket of Keno."""

    spot: SpotNumber
    cents: AmountCents
    numbers: tuple[Annotated[int, msgspec.Meta(ge=1, le=80)], ...]
    draws: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


# people and scripts


class SetPlaying(PageRequest, frozen=True, kw_only=True, tag="people"):
    """Start the people's own play, or leave the table to the page."""

    play: bool


class SetSpeed(PageRequest, frozen=True, kw_only=True, tag="speed"):
    """How much faster than people they are."""

    times: Annotated[float, msgspec.Meta(ge=0.1, le=100)]


class PlayStep(PageRequest, frozen=True, tag="step"):
    """Let the people do the one prompted step; in a script its next step."""


class RestoreRound(PageRequest, frozen=True, tag="back"):
    """Go back to the state at the round's opening."""


class LoadScript(PageRequest, frozen=True, kw_only=True, tag="load"):
    """Seat the table that a round script is for, ready to play it step by step."""

    script: Annotated[str, msgspec.Meta(max_length=1 << 18)]


class StartExercise(PageRequest, frozen=True, kw_only=True, tag="learn"):
    """Seat the table of an exercise of the dealer's school, and have its situation played; `blind`
    if not as the exercise itself says.
    """

    exercise: ShortText
    blind: bool | None = None


class StartExam(PageRequest, frozen=True, kw_only=True, tag="exam"):
    """Begin an exam sheet of the dealer's school, or its next part."""

    exam: ShortText


class NameTrainee(PageRequest, frozen=True, kw_only=True, tag="trainee"):
    """Name who learns at this table: his lines of the sheet have that name."""

    name: ShortText


class StartDrill(PageRequest, frozen=True, kw_only=True, rename={"is_timed": "timed"}, tag="drill"):
    """Begin a drill of payouts at one game, or at every one if none is named."""

    game: ShortText = ""
    is_timed: bool = False


class PayDrill(PageRequest, frozen=True, kw_only=True, tag="paydrill"):
    """Pay what a drill's question is about."""

    number: Annotated[int, msgspec.Meta(ge=1)]
    cents: Annotated[int, msgspec.Meta(ge=0, le=10_000_000_000)]


class ContinueDrill(PageRequest, frozen=True, tag="nextdrill"):
    """Have the next question of the drill put."""


class EndDrill(PageRequest, frozen=True, tag="enddrill"):
    """End the drill: its marks are entered into the sheet."""


class SolveDrill(PageRequest, frozen=True, tag="solvedrill"):
    """Return the amount of a drill's open question, in cents: for the trainer of a class alone."""


class OpenTable(PageRequest, frozen=True, kw_only=True, tag="seat"):
    """Open another table: another game, from a full shoe."""

    game: ShortText
    spots: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None


class SetLanguage(PageRequest, frozen=True, kw_only=True, tag="speak"):
    """Have the table speak another language: its displays, prompts and keys, and every page."""

    language: Language


class SaveScript(PageRequest, frozen=True, tag="save"):
    """Return the game since the table was opened as a round script, in `done`."""


# fault injection


class InjectFault(
    PageRequest,
    frozen=True,
    kw_only=True,
    rename={"fault_name": "how", "active": "on"},
    tag="break",
):
    """Inject a fault into a part, or end it. A `how` is one of the part's `breaks`."""

    part: ShortText
    fault_name: ShortText
    active: bool = True


class MoveDoor(PageRequest, frozen=True, kw_only=True, tag="movedoor"):
    """Open or shut a door."""

    door: Door
    open: bool


class SwitchPower(PageRequest, frozen=True, kw_only=True, rename={"is_on": "on"}, tag="power"):
    """Cut the power of the service, or switch it on again."""

    is_on: bool


class AllowClear(PageRequest, frozen=True, tag="clear"):
    """Allow, as a technician, the supervisor to clear faults that need two persons."""


class OrderWheel(PageRequest, frozen=True, kw_only=True, tag="wheel"):
    """Open or close the wheel, or set its mode, as a technician."""

    order: WheelAct


class SetView(
    PageRequest, frozen=True, kw_only=True, rename={"frames_shown": "inside"}, tag="look"
):
    """Set what this page shows: only while the wire trace is shown does it get frames, and only
    while it is visible lights, displays and frames.
    """

    frames_shown: bool
    visible: bool = True


# the trainer of a class


class FreezeTable(PageRequest, frozen=True, kw_only=True, rename={"is_frozen": "on"}, tag="freeze"):
    """Freeze a trainee's table, or let it continue."""

    is_frozen: bool


class RaiseClaim(PageRequest, frozen=True, kw_only=True, tag="claim"):
    """Have the player of a spot claim that he was paid wrong; None ends his claim."""

    spot: SpotNumber | None = None


AnyPageRequest = (
    LayChips | TakeChips | TidyChips | PressKey | TurnKeySwitch | NameCards | KeyDecision
    | KeyAmount | MakeCall | DrawCard | DrawCutCard | ShuffleCards | ThrowResult | SellTicket
    | SetPlaying
    | SetSpeed | PlayStep | RestoreRound | LoadScript | StartExercise | StartExam | NameTrainee
    | StartDrill | PayDrill | ContinueDrill | EndDrill | SolveDrill
    | OpenTable | SetLanguage | SaveScript | InjectFault | MoveDoor | SwitchPower | AllowClear
    | OrderWheel | SetView | FreezeTable | RaiseClaim
)  # fmt: skip
