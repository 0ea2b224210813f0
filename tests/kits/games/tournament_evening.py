"""A tournament's table whose entries are kept as the loop writes them."""

from msgspec.structs import replace

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.tournament import LevelSeen
from firmware.shell.config.defaults import default_table
from firmware.shell.history.journal_entries import Checked, Entry, Happened, Ruled
from tests.kits.games.keyed_poker import KEY_MS, KeyedPoker

Hands = tuple[tuple[str, str], ...]
ACES_WIN = (("AS", "AH"), ("4D", "5H"), ("9C", "TC"), ("QD", "JD"))
GALA = LevelSeen("Gala", 1, (50, 100), 0, 20)


class TournamentEvening(KeyedPoker):
    """Players of 1000 chips each; `entries` is what the journal has, one record each."""

    def __init__(self, players: int = 3, *, has_level: bool = True) -> None:
        super().__init__(default_table("holdem-tournament"))
        self.entries: list[Entry] = []
        self._saved_opening = self.table.history.opening_checkpoint
        self.seat(*[1000] * players)
        if has_level:
            self.tell(GALA)

    def tell(self, event: Event, after_ms: int = KEY_MS) -> tuple[Ruling, ...]:
        ruled = super().tell(event, after_ms)
        self.entries.append(Happened(self.now, "", event))
        if ruled:
            self.entries.append(Ruled(ruled))  # type: ignore[arg-type]
        opening, events_since = self.table.final_opening
        if opening is not self._saved_opening:
            self._saved_opening = opening
            self.entries.append(Checked(opening, events_since))
        return ruled

    def level(self, number: int, tournament: str = "Gala") -> None:
        """Hear another level, at the same blinds."""
        self.tell(replace(GALA, number=number, tournament=tournament))

    def fold_round(self) -> None:
        """Play a game that all but one give up, and push the pot."""
        self.press(Key.POST_BLINDS, Key.CARDS_DEALT)
        while (game := self.room.game) and not game.end_rulings:
            self.press(Key.FOLD)
        self.press(Key.CONFIRM)

    def all_in(self, hands: Hands = ACES_WIN, *, push: bool = True) -> None:
        """Play a game in which all go in; the hands are shown in this order."""
        self.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.ALL_IN)
        while self.room.game and self.room.game.to_act is not None:
            self.press(Key.CALL)
        for names in (("7H", "8D", "2C"), ("KS",), ("3S",)):
            self.press(Key.BURN_CARD)
            self.card(*names)
        shown = iter(hands)
        while self.room.game and not self.room.game.end_rulings:
            self.card(*next(shown))
            self.press(Key.SHOW_HAND)
        if push:
            self.press(Key.CONFIRM)
