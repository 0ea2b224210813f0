"""Evenings by chance at a tournament's table whose hall speaks, moves players and falls silent.

The chips are counted apart: who sat down with what, who was moved with what, which odd chips went.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from firmware.cli.serving.assembly import configured_table
from firmware.core.display.panel import table_panel
from firmware.core.poker_room.engine.rulings import OddChipRemoved, PlayerLeft, StackReported
from firmware.core.poker_room.engine.tournament_link import NO_TOURNAMENT
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.tournament import SeatMove, TournamentLapsed
from firmware.shell.config.defaults import default_table
from firmware.shell.history.journal_entries import Checked, Happened
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from tests.kits.examples import examples
from tests.kits.games.any_chance import Chance
from tests.kits.games.any_keyed_poker import KeyedChance, keys
from tests.kits.games.tournament_evening import GALA, TournamentEvening

GAME = "holdem-tournament"
SCREENS = [DisplayScreens(Words.load(language, GAME, chips=True)) for language in ("fr", "en")]
LEVELS = ((25, 50), (50, 100), (100, 200), (200, 400), (10, 20))
SEEDS, STEPS = range(examples(1, 200)), examples(80, 300)


class HallChance(KeyedChance):
    """A dealer who carries out the hall's moves as they come; nobody closes the table."""

    def next(self) -> Event:
        if self._rng.random() < 0.08:
            return self._word()
        return super().next()

    def _word(self) -> Event:
        rng = self._rng
        if rng.random() < 0.2:
            return TournamentLapsed()
        moves = tuple(
            SeatMove(rng.randint(1, 10), 2, rng.randint(1, 10), is_arrival=rng.random() < 0.5)
            for _ in range(rng.randint(0, 2))
        )
        return replace(
            GALA,
            number=rng.randint(1, 9),
            blinds=rng.choice(LEVELS),
            ante=rng.choice((0, 25)),
            rest=rng.random() < 0.2,
            hand_for_hand=rng.random() < 0.2,
            released=rng.choice((None, 1, 2)),
            moves=moves,
        )

    def _open(self) -> list[Event]:
        hall = getattr(self._table.state.game, "tournament_link", NO_TOURNAMENT)
        if hall.open_moves and self._rng.random() < 0.7:
            move = self._rng.choice(hall.open_moves)
            places = [Key.EMPTY_PLACE, *[Key.NEXT_PLACE] * move.spot]
            brings = [DIGIT_KEYS[5], DIGIT_KEYS[0], DIGIT_KEYS[0], Key.SIT_DOWN]
            return keys(*places, *(brings if move.is_arrival else [Key.LEAVE_SEAT]))
        return keys(Key.POST_BLINDS)

    ODD: ClassVar[Sequence[Callable[[Any], Event]]] = (
        *(Chance._any_key, Chance._lit_key, Chance._undo, Chance._lapses, Chance._any_card),
        *(Chance._shoe_fault, Chance._any_mend, Chance._door),
    )


class Cashier:
    """Counts the chips that must be at the table."""

    def __init__(self, evening: TournamentEvening) -> None:
        self.due = evening.chips()
        self._evening = evening
        self._stacks = {spot: seat.cents for spot, seat in evening.room.seats.items()}

    def take_rulings(self, event: Event, ruled: Iterable[Ruling]) -> None:
        for ruling in ruled:
            match ruling:
                case PlayerLeft(cents=cents) | OddChipRemoved(cents=cents):
                    self.due -= cents
                case StackReported(spot, cents) if event == KeyPressed(Key.SIT_DOWN):
                    self.due += cents - self._stacks.get(spot, 0)
        self._stacks = {spot: seat.cents for spot, seat in self._evening.room.seats.items()}


def played(seed: int) -> TournamentEvening:
    rng = Random(seed)
    evening = TournamentEvening(rng.randint(2, 6))
    chance = HallChance(rng, GAME, evening, 0.05)  # type: ignore[arg-type]
    cashier = Cashier(evening)
    for _ in range(STEPS):
        event = chance.next()
        cashier.take_rulings(event, evening.tell(event))
        assert evening.chips() == cashier.due, seed
        _check_shown(evening)
    return evening


def _check_shown(evening: TournamentEvening) -> None:
    shown = evening.panel
    for screens in SCREENS:
        lines = (*screens.dealer_lines(shown), *screens.player_lines(shown))
        assert not any("$" in line for line in lines)
    assert (
        Key.POST_BLINDS not in shown.keys
        or not evening.table.state.game.tournament_link.block_reason
    )  # type: ignore[attr-defined]


def resumed(evening: TournamentEvening) -> Table:
    """Return the table as a power cut leaves it: from its last checkpoint on, by its events."""
    at = max(n for n, entry in enumerate(evening.entries) if isinstance(entry, Checked))
    table = configured_table(default_table(GAME), simulated=True)
    checked = evening.entries[at]
    assert isinstance(checked, Checked)
    table.resume_from(checked.table)
    happened = [entry for entry in evening.entries[:at] if isinstance(entry, Happened)]
    since = happened[len(happened) - checked.since :] if checked.since else []
    for entry in (*since, *evening.entries[at:]):
        if isinstance(entry, Happened):
            table.handle(entry.event, entry.at)
    return table


def test_moves_games_and_power_cuts_conserve_chips() -> None:
    for seed in SEEDS:
        evening = played(seed)
        again = resumed(evening)
        assert again.checkpoint() == evening.table.checkpoint(), seed
        assert table_panel(again) == evening.panel, seed
