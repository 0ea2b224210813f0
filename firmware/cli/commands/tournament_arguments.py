"""The arguments of `croupier tournament`: directory, player, age, chips, money."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import FolderPath, PositiveCount, parse_count
from firmware.core.tournament.player_names import AGES
from firmware.core.vocabulary.name_spelling import cleaned_name, name_key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.directories import user_directory
from firmware.shell.words.words import Words
from firmware.tournament.act_correction import RightValues

MAX_DIGITS: Final = 9
"""Of a number of chips."""


class ChipsOfPlayer(NamedTuple):
    """A player and a number of chips."""

    player: str
    chip_count: int


def parse_chips(typed_text: str) -> ChipsOfPlayer:
    """Return a player and a number of chips, from `Anne=2500`. Raises ValueError."""
    player_name, _, chip_digits = typed_text.rpartition("=")
    if not player_name or not chip_digits.isdecimal() or len(chip_digits) > MAX_DIGITS:
        raise ValueError(typed_text)
    return ChipsOfPlayer(cleaned_name(player_name), int(chip_digits))


def parse_age(typed_text: str) -> int:
    """Return an age in years. Raises ValueError."""
    age_years = parse_count(typed_text)
    if age_years not in AGES:
        raise ValueError(typed_text)
    return age_years


AgeYears = Annotated[int, Option(parse=parse_age, expected_key="command.wanted.age")]
PlayerName = Annotated[str, Option(parse=cleaned_name, value_key="command.value.name")]
PlayerChips = Annotated[
    tuple[ChipsOfPlayer, ...],
    Option(parse=parse_chips, expected_key="command.wanted.chips", value_key="command.value.chips"),
]


@dataclass(frozen=True, kw_only=True)
class TournamentDirectory:
    """The state directory of the tournament."""

    state: FolderPath | None = None

    @property
    def directory_path(self) -> Path:
        """The directory given, else the user's; its former name if that is there."""
        former_directory = user_directory() / "room"
        if self.state is None and former_directory.is_dir():
            return former_directory
        return self.state or user_directory() / "tournament"


@mutually_exclusive("cents", "amount", is_required=True)
@dataclass(frozen=True, kw_only=True)
class Payment:
    """The amount that the seller has taken."""

    cents: int | None = None
    amount: Annotated[str | None, Option(value_key="command.value.amount")] = None

    def cents_in(self, words: Words) -> int:
        """Return the amount in cents, typed as the house writes money. Raises RequestFailed."""
        if self.amount is None:
            return self.cents or 0
        cents = words.parsed_money(self.amount)
        if cents is None or cents < 0:
            example = words.format_money(50 * words.money_unit)
            raise RequestFailed(Text("hall.no_amount", {"given": self.amount, "example": example}))
        return cents


def chips_by_player(players: tuple[ChipsOfPlayer, ...]) -> dict[str, int]:
    """Return the chips of each player. Raises RequestFailed if a player is named twice."""
    by_key: dict[str, ChipsOfPlayer] = {}
    for entry in players:
        if name_key(entry.player) in by_key:
            raise RequestFailed(Text("hall.named_twice", {"who": entry.player}))
        by_key[name_key(entry.player)] = entry
    return dict(by_key.values())


@dataclass(frozen=True, kw_only=True)
class CorrectedValues:
    """The values that an act should have had."""

    player: PlayerName | None = None
    age: AgeYears | None = None
    table: PositiveCount | None = None
    spot: PositiveCount | None = None
    chips: PlayerChips = ()

    @property
    def right_values(self) -> RightValues:
        """The values that are given. Raises RequestFailed if a player is named twice."""
        chips = chips_by_player(self.chips) or None
        return RightValues(self.player, self.age, self.table, self.spot, chips)
