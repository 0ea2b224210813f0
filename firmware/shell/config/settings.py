"""The configuration of a table as frozen types: the house's settings and the wiring."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from drivers.wiring import Wiring
from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits, LateEntry
from firmware.core.game.pack import GameRules
from firmware.core.table.amounts import Amounts
from firmware.core.table.rules import PaymentRule
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.words.house_words import HouseWords, with_seats
from firmware.shell.words.words import Words


@dataclass(frozen=True, slots=True)
class TableSetting:
    """The house's settings; `denominations` are the chips it pays with, highest first.

    `amounts` is the source of the size of bets.
    """

    name: str
    game: str
    spots: int
    late_entry: LateEntry
    denominations: tuple[Cents, ...]
    amounts: Amounts
    implausible: Cents
    """The largest total payment of a round without a check by two persons."""
    payments: PaymentRule = "noted"
    """Whether a payment that the reader does not see is noted, or needs the supervisor's key."""
    smallest_chip: Cents | None = None
    """That of which the chips and the limits are multiples; None if amounts are exact to the cent.
    """
    rounding: str = ""
    """In whose favour an amount that no chips make is paid; "" where no stake may lead to one."""
    seats: tuple[str, ...] = ()
    """The names of the spots, from the dealer's left; empty if they are their numbers."""


@dataclass(frozen=True, slots=True)
class JournalSetting:
    """The directories of the two copies, the size of a full segment, and the size of a copy at
    which its oldest segments are removed.
    """

    copies: tuple[Path, ...]
    segment_bytes: int
    keep_bytes: int


@dataclass(frozen=True, slots=True)
class ConsoleSetting:
    """The serial port of the technician's console, and after how long he is logged out."""

    port: str
    idle_minutes: int


@dataclass(frozen=True, slots=True)
class JackpotSetting:
    """The jackpot that the table shares: its name, its keeper's public key, and the folder of the
    public keys of those who sign its terms.
    """

    name: str
    keeper: Path
    people: Path


@dataclass(frozen=True, slots=True)
class TournamentSetting:
    """A table whose chips have no value: a player's entry in cents, None if only the tournament's
    server knows it, and the table's number there.
    """

    entry: Cents | None = None
    table: int = 1


@dataclass(frozen=True, slots=True)
class Certificates:
    """PEM files: the authority that both ends trust, this end's certificate, and its key."""

    ca: Path
    certificate: Path
    key: Path


DEFAULT_PIT: Final = "main"
"""The pit of a house that has one alone."""


@dataclass(frozen=True, slots=True)
class FloorSetting:
    """The place on the floor: property, pit and name; the key that signs its messages, and the
    folder of the public keys of the people who enrol.
    """

    house: str
    name: str
    servers: tuple[str, ...]
    key: Path
    people: Path
    pit: str = DEFAULT_PIT
    certificates: Certificates | None = None
    """None on one machine alone."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that is set."""

    language: str
    table: TableSetting
    game_options: Mapping[str, object]
    limits: Mapping[str, BetLimits]
    """By bet, in the order in which the bets of a spot are wired."""
    journal: JournalSetting
    control: Path
    wiring: Wiring
    trust: Path | None = None
    """The maker's public key; if it is set, program and configuration must be as signed."""
    rules_key: Path | None = None
    """The public key of a rules office; if it is set, the rule pack must be signed with it."""
    console: ConsoleSetting | None = None
    """None if no serial port is served."""
    floor: FloorSetting | None = None
    """None if the table is alone."""
    jackpot: JackpotSetting | None = None
    """None if the table's progressive jackpot, where it has one, is its own."""
    tournament: TournamentSetting | None = None
    """None if the table plays for money."""
    rule_pack: RulePack = field(default_factory=default_pack)
    """The rules of the house."""
    former_names: tuple[Text, ...] = ()
    """For each section under a former name, a text that names the present one."""

    @property
    def game_class(self) -> type[Game]:
        """The class of its game, with the bets of the house."""
        return self.rule_pack.game_class(self.table.game)

    @property
    def game_rules(self) -> GameRules:
        return self.rule_pack.rules(self.table.game)

    @property
    def house_words(self) -> HouseWords:
        """The words of its house, and the names of its seats."""
        return with_seats(self.rule_pack.words, self.table.seats)

    def words_in(self, language: str) -> Words:
        """Return the words of its house at this table, in a language. Raises WordsError."""
        return Words.load(
            language,
            self.table.game,
            chips=self.tournament is not None,
            house=self.house_words,
        )

    def open_game(self) -> Game:
        """Return its game. Raises OptionRefused or RulesError."""
        return self.rule_pack.open_game(self.table.game, dict(self.game_options))
