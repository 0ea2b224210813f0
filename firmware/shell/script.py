"""The round script: the acts of people and parts at a table, one JSON object a line."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue
from firmware.shell.tournament_script import BankStep, SingleActStep, TournamentStep


class BetPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bettor's chips at one place."""

    spot: int
    on: str
    bettor: str | None = None


class BetStep(BetPosition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Chips placed."""

    cents: int
    working: bool | UnsetType = UNSET
    colour: int | UnsetType = UNSET
    """The worth of a chip, if they are the player's colour chips (70)."""

    def __post_init__(self) -> None:
        """Raise ValueError unless the amount is whole chips of its colour."""
        if self.colour is not UNSET and (self.colour <= 0 or self.cents % self.colour):
            raise InvalidValue(
                Text("script.colour", {"cents": self.cents, "worth_cents": self.colour})
            )

    @property
    def is_working(self) -> bool:
        """Whether it sets when the bet works, as at craps."""
        return self.working is not UNSET


class ResolveStep(BetPosition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A late bet settled by the supervisor."""

    do: Literal["return"]


class DecideStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's decision; `cents` if he lays chips for it, `low` the cards of his low hand."""

    spot: int
    do: str
    hand: int | None = None
    cents: int | None = None
    low: tuple[Card, ...] | None = None
    bettor: str | None = None


class TicketStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket of Keno; the numbers are the player's, or so many that are picked for him."""

    spot: int
    cents: int
    numbers: tuple[int, ...] | None = None
    quick_pick: int | None = None
    draws: int = 1
    paid: bool = True


class SpotStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who is to be the bank of the round, or to throw the dice."""

    spot: int


class CommissionStep(SpotStep, frozen=True, forbid_unknown_fields=True):
    """A player who pays the commissions that are marked at his seat."""

    bettor: str | None = None


class EnterStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card entered by hand."""

    card: Card


class CorrectionStep(BetPosition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The money of a closed round corrected by two people."""

    round: int
    cents: int
    why: str = ""


TableKeyPress = Literal[
    "no_more_bets", "confirm", "undo", "supervised_undo", "void", "take_back", "dice_changed"
]


class TableStep(SingleActStep, frozen=True, forbid_unknown_fields=True):
    """One thing that is done; exactly one field is set, `revolutions` aside."""

    bet: BetStep | UnsetType = UNSET
    take: BetPosition | UnsetType = UNSET
    press: TableKeyPress | UnsetType = UNSET
    card: Card | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    cut: bool | UnsetType = UNSET
    shuffle: bool | UnsetType = UNSET
    resolve: ResolveStep | UnsetType = UNSET
    enter: EnterStep | UnsetType = UNSET
    commission: CommissionStep | UnsetType = UNSET
    decide: DecideStep | UnsetType = UNSET
    bank: SpotStep | UnsetType = UNSET
    shooter: SpotStep | UnsetType = UNSET
    number: str | UnsetType = UNSET
    dice: list[int] | UnsetType = UNSET
    no_roll: bool | UnsetType = UNSET
    tiles: list[str] | UnsetType = UNSET
    balls: list[int] | UnsetType = UNSET
    segment: str | UnsetType = UNSET
    ticket: TicketStep | UnsetType = UNSET
    correct: CorrectionStep | UnsetType = UNSET
    revolutions: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError unless the step does one thing."""
        super().__post_init__()
        if self.revolutions is not UNSET and self.kind not in ("number", "segment"):
            raise InvalidValue(Text("script.revolutions"))
        if False in (self.cut, self.shuffle, self.no_roll):
            raise InvalidValue(Text("script.true", {"name": self.kind}))

    @property
    def act_count(self) -> int:
        """How many things are done; revolutions belong to another."""
        return super().act_count - (self.revolutions is not UNSET)


SCRIPTED_OPTIONS: Final[Mapping[str, dict[str, Any]]] = {"pai-gow-poker": {"generator": "keyed"}}
"""The options of a table whose script states the number drawn (48.1)."""


class TableScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table's evening, from a full shoe on."""

    game: str
    steps: tuple[TableStep, ...]
    id: str | int | None = None
    options: dict[str, Any] = {}
    limits: dict[str, tuple[int, int]] = {}
    spots: int | None = None
    """As many as the table has, if not given."""
    rules: str | None = None
    """The rule pack: its name, or its file beside the script."""
    offered: tuple[str, ...] | None = None
    """The bets that are offered; None for every one of the game."""

    @property
    def game_options(self) -> dict[str, Any]:
        """The options of its table; a result that the script states is not drawn."""
        return SCRIPTED_OPTIONS.get(self.game, {}) | self.options


class SeatedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player at the poker table with his chips."""

    spot: int
    cents: int


class SeatStep(SeatedStep, frozen=True, forbid_unknown_fields=True):
    """A player who sits down, by name if he is known, or adds to his chips."""

    player: str | None = None


class HandStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a player's hand."""

    spot: int
    cards: tuple[Card, ...]


class MuckStep(SpotStep, frozen=True, forbid_unknown_fields=True):
    """A hand that is thrown in or taken away; by the supervisor though it must be shown."""

    supervised: bool = False


class ExposeStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was seen by all."""

    card: Card
    spot: int | None = None


class LevelStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament's level, as its room has announced it."""

    blinds: tuple[int, int]
    ante: int = 0
    number: int | None = None
    seconds: int | None = None


PokerKeyPress = Literal[TableKeyPress, "post", "misdeal", "clock"]


class PokerStep(TableStep, frozen=True, forbid_unknown_fields=True, tag="RoomStep"):
    """One thing that is done at a poker table."""

    take: SeatedStep | UnsetType = UNSET  # type: ignore[assignment]
    press: PokerKeyPress | UnsetType = UNSET  # type: ignore[assignment]
    seat: SeatStep | UnsetType = UNSET
    leave: SpotStep | UnsetType = UNSET
    sit_out: SpotStep | UnsetType = UNSET
    sit_in: SpotStep | UnsetType = UNSET
    button: int | UnsetType = UNSET
    wait: int | UnsetType = UNSET
    level: LevelStep | UnsetType = UNSET
    deal: int | UnsetType = UNSET
    hole: HandStep | UnsetType = UNSET
    muck: MuckStep | UnsetType = UNSET
    burn: bool | UnsetType = UNSET
    scramble: Card | UnsetType = UNSET
    show: HandStep | UnsetType = UNSET
    expose: ExposeStep | UnsetType = UNSET


class PokerScript(TableScript, frozen=True, forbid_unknown_fields=True):
    """A poker table's evening."""

    steps: tuple[PokerStep, ...]


class TournamentScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The room of a tournament, from the sale of entries on."""

    game: str
    steps: tuple[TournamentStep, ...]
    id: str | int | None = None
    options: dict[str, Any] = {}


class BankScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The script of a bank of slot machines."""

    game: str
    steps: tuple[BankStep, ...]
    id: str | int | None = None
    options: dict[str, Any] = {}
