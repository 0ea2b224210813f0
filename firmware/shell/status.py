"""The table as it is told to others: over the control socket, to the terminal, to a person."""

from collections.abc import Sequence

import msgspec

from firmware import __version__
from firmware.core.counting import UNCOUNTED
from firmware.core.keying import place_being_keyed
from firmware.core.money import Cents
from firmware.core.panel import Panel
from firmware.core.phase import Phase
from firmware.core.table import Table
from firmware.shell.screens import Screens
from firmware.shell.words import Words


class BetStatus(msgspec.Struct, frozen=True):
    """A bet as it lies on the felt, or as it was locked; `cents` is None where nobody knows it."""

    on: str
    cents: Cents | None
    bettor: str | None = None


class SpotStatus(msgspec.Struct, frozen=True):
    """One spot: its light and its bets."""

    light: str
    pulsing: bool
    bets: tuple[BetStatus, ...]


class ShoeStatus(msgspec.Struct, frozen=True):
    """How many cards are left, and whether the cut card has come; never which."""

    left: int
    of: int
    cut: bool


class FaultStatus(msgspec.Struct, frozen=True):
    """A fault in words, and what to do about it."""

    part: str
    code: str
    words: str
    remedy: str


class PartStatus(msgspec.Struct, frozen=True):
    """A part and how it is; counts are since the service started."""

    name: str
    kind: str
    up: bool
    losses: int
    last_error: str
    proof: str | None = None
    """What its last self-test came to, one of `drivers.part.Proof`; None where there is none."""
    tests: int = 0
    identity: str = ""
    heard_ms_ago: int | None = None
    """How long ago the unit last gave a sign of life, where it gives any."""
    round_trip_ms: int = 0
    transfers: int = 0
    bytes_out: int = 0
    bytes_in: int = 0
    errors: int = 0
    mended: dict[str, int] = {}
    """What the driver mended by itself, by name: dropped bytes, retries and their like."""


class Status(msgspec.Struct, frozen=True):
    """Everything that anyone may know of the table now. Cards are those that are public."""

    version: str
    board: str
    table: str
    game: str
    language: str
    phase: str
    stopped: bool
    round: int
    act: str
    """The key of the words that stand first on the dealer's display: the one next act."""
    spots: dict[int, SpotStatus]
    cards: dict[str, list[str]]
    shoe: ShoeStatus
    dealer: tuple[str, ...]
    players: tuple[str, ...]
    figures: Cents | None
    keys: tuple[str, ...]
    late: tuple[tuple[int, str], ...]
    faults: tuple[FaultStatus, ...]
    results: tuple[str, ...]
    """The last winners, oldest first: player, banker or tie."""
    keying: tuple[int, str] | None = None
    """The spot and bet whose amount the dealer keys next, where he keys any."""
    parts: tuple[PartStatus, ...] = ()
    shoe_port: str = ""
    notes: tuple[str, ...] = ()
    """What the journal found and mended."""


class Reporter:
    """Says a table's state in the table's language."""

    def __init__(self, name: str, game: str, words: Words) -> None:
        self._name = name
        self._game = game
        self._words = words
        self._screens = Screens(words)

    def status(self, table: Table, panel: Panel, results: Sequence[str]) -> Status:
        """Return the table as it is; parts, port and notes are the service's to add."""
        return Status(
            version=__version__,
            board="sim" if panel.simulated else "pi",
            table=self._name,
            game=self._game,
            language=self._words.language,
            phase=table.under.name.lower(),
            stopped=table.phase is Phase.FAULT,
            round=table.round,
            act=panel.dealer[0].key,
            spots=_spots(table, panel),
            cards={hand: [c.name for c in cards] for hand, cards in table.game.cards.items()},
            shoe=ShoeStatus(table.shoe.left, table.shoe.size, table.cut),
            dealer=self._screens.dealer(panel),
            players=self._screens.players(panel),
            figures=panel.figures,
            keys=tuple(sorted(panel.keys)),
            keying=place_being_keyed(table) if table.under is Phase.OPEN else None,
            late=tuple((place.spot, place.on) for place, _ in table.bets.late),
            faults=self._faults(table),
            results=tuple(results),
        )

    def _faults(self, table: Table) -> tuple[FaultStatus, ...]:
        say = self._words.say
        faults = table.trouble.faults.values()
        return tuple(FaultStatus(f.part, f.code, say(f.words), say(f.remedy)) for f in faults)


def _spots(table: Table, panel: Panel) -> dict[int, SpotStatus]:
    bets: dict[int, list[BetStatus]] = {spot: [] for spot in panel.spots}
    locked = table.bets.locked.values() if table.under is Phase.ROUND else table.felt.bets()
    for bet in table.told_bets(locked):
        cents = None if bet.cents == UNCOUNTED else bet.cents
        bets[bet.place.spot].append(BetStatus(bet.place.on, cents, bet.bettor))
    return {
        spot: SpotStatus(light.value, spot in panel.pulsing, tuple(bets[spot]))
        for spot, light in panel.spots.items()
    }
