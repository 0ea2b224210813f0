"""A lot of the tests: its terms, and a table of Caraïbes that shares it."""

from typing import Any

from firmware.core.display.panel import table_panel
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import (
    AnyJackpotRuling,
    JackpotContribution,
    JackpotHit,
    JackpotTerms,
    JackpotTermsReceived,
    JackpotUpdate,
    JackpotUpdateReceived,
)
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from tests.kits.games.bare_table import BareTable

GAME = "caribbean-stud"
TERMS = JackpotTerms(
    jackpot="grand",
    game=GAME,
    progressive_table=0,
    decks=1,
    stake_cents=Cents(100),
    rate=(29, 2),
    reserve_rate=3,
    begin_cents=Cents(100_000),
    reset_cents=Cents(50_000),
    ceiling_cents=Cents(1_000_000),
    first_generation=1,
)
"""Each bet adds 14 1/2 cents."""
SCRIPT: dict[str, Any] = {
    "game": GAME,
    "options": {"side_bets": ["progressive"], "progressive_link": "grand"},
}
JOURNAL = "ab" * 16
TAKEN = JackpotTermsReceived(TERMS, "table-7", JOURNAL)


def shown(version: int, cents: int, cursor: int = 0, **more: Any) -> JackpotUpdate:
    """Return a line of the lot, in its first generation if no other is given."""
    values: dict[str, Any] = {
        "generation": 1,
        "rest_units": 0,
        "hits": 0,
        "nonces": (),
        "at": version,
    }
    return JackpotUpdate(
        "grand", version, cents=Cents(cents), cursors={JOURNAL: cursor}, **values | more
    )


def seen(version: int, cents: int, cursor: int = 0, **more: Any) -> JackpotUpdateReceived:
    return JackpotUpdateReceived(shown(version, cents, cursor, **more))


class LinkedTable(BareTable):
    """A table that has terms; it keeps what it ruled on its lot."""

    def __init__(self) -> None:
        self.ruled: list[Ruling] = []
        super().__init__(SCRIPT)
        self.tell(TAKEN)

    def tell(self, *events: Event) -> "LinkedTable":
        for event in events:
            self._tell(event)
        return self

    def _note(self, ruling: Ruling) -> None:
        super()._note(ruling)
        if isinstance(ruling, AnyJackpotRuling):
            self.ruled.append(ruling)

    @property
    def fed(self) -> list[JackpotContribution]:
        """Its messages to the keeper."""
        return [ruling for ruling in self.ruled if isinstance(ruling, JackpotContribution)]

    @property
    def shows(self) -> int:
        """The lot on the players' display."""
        return self._lot.values["lot_cents"]

    @property
    def closed(self) -> str | None:
        """Why no bet on the lot is taken, as it is displayed."""
        why = self._lot.values.get("why")
        return why.key if isinstance(why, Text) else None

    @property
    def _lot(self) -> Text:
        (lot,) = (t for t in table_panel(self.table).players if t.key.startswith("players.lot"))
        return lot


A, B = "aa" * 16, "bb" * 16


def fed(n: int, bets: int = 1, journal: str = A) -> JackpotContribution:
    return JackpotContribution("grand", "table-1", journal, n, 10 * n, bets, 1, Cents(0))


def hit(n: int, paid: int, percent: int = 100, journal: str = A, **more: Any) -> JackpotHit:
    known: dict[str, Any] = {"generation": 1, "bets": 1} | more
    facts = "grand", "table-1", journal, n, 10 * n, known["bets"], 1, Cents(paid)
    return JackpotHit(*facts, known["generation"], ((1, percent, Cents(paid)),))
