"""A table in play, by those of its facts that the dealer may still undo."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from firmware.core.table.cards import UNREAD_FAULTS
from firmware.floor.projection.fact import MS_PER_HOUR, EpochMs, TableFact
from firmware.floor.projection.table_alarms import ALARM_FACTS, Alarm, alarms_after_fact

PlayPhase = Literal["away", "open", "locked", "void", "test", "dark"]
DOUBTFUL_FAULTS: Final = UNREAD_FAULTS | {"card_twice", "shoe_restarted", "wrong_count"}
"""The faults after which a card was not read with certainty, or is missing."""
MAX_DOUBTS: Final = 1_000
DOUBTS_COUNT_FOR_MS: Final = 48 * MS_PER_HOUR
"""How long a doubt is of interest: for longer than any shift."""


class ShuffleCount(msgspec.Struct, frozen=True):
    """How many cards the shuffler counted, None if it does not count, and how many of them it could
    not recognise.
    """

    cards: int | None
    unread: int


class JackpotAmount(msgspec.Struct, frozen=True):
    """The amount of a linked jackpot that a round's players were shown, in cents."""

    round: int
    shown: int


class TablePlay(msgspec.Struct, frozen=True):
    """A table after some facts of its journal."""

    table: str
    game: str = ""
    jackpot: str = ""
    """The linked jackpot that it shares, if it shares one."""
    limits: dict[str, dict[str, int]] = {}
    """The smallest and the largest stake of each bet that has limits."""
    tournament: bool = False
    """Whether its chips have no value."""
    seats: tuple[str, ...] = ()
    """The names of its spots; empty if they are their numbers."""
    round: int = 0
    phase: PlayPhase = "away"
    opened: EpochMs = 0
    """When the present round was opened."""
    last: EpochMs = 0
    """The time of the table's last fact."""
    bets: tuple[dict[str, Any], ...] = ()
    """The bets of the last closed round, as `BetsLocked` has them."""
    before: PlayPhase = "away"
    """The phase before the present test or power cut."""
    alarms: tuple[Alarm, ...] = ()
    doubts: tuple[EpochMs, ...] = ()
    """When a card was not read with certainty, or may be lost."""
    shuffle: ShuffleCount | None = None
    """The last count of the shuffler."""
    jackpot_locked: JackpotAmount | None = None
    """The linked jackpot of the last round with bets on it."""

    def doubts_between(self, first_hour: int, end_hour: int) -> int:
        """Return the number of doubts from `first_hour` to before `end_hour`."""
        return sum(first_hour <= doubt_ms // MS_PER_HOUR < end_hour for doubt_ms in self.doubts)

    @property
    def spots(self) -> int:
        """The number of spots with a bet when the last round was closed."""
        return len({bet["place"][0] for bet in self.bets})


def play_after_fact(table_play: TablePlay, table_fact: TableFact) -> TablePlay:
    """Return the table after its next fact; facts of a test count for nothing."""
    if table_play.phase == "test" and table_fact.fact_name not in ("TestClosed", "started"):
        return replace(table_play, last=table_fact.time_ms)
    table_play = replace(
        table_play,
        last=table_fact.time_ms,
        alarms=alarms_after_fact(
            table_play.alarms, _with_amount(table_fact, table_play.jackpot_locked), table_play.table
        ),
    )
    fact_handler = FACT_HANDLERS.get(table_fact.fact_name)
    return fact_handler(table_play, table_fact) if fact_handler else table_play


def _with_amount(table_fact: TableFact, locked: JackpotAmount | None) -> TableFact:
    """Return the fact that a jackpot is won with the amount that was shown for its round."""
    if table_fact.fact_name != "LotCalled":
        return table_fact
    won = {"round": table_fact.payload["round"]}
    if locked is not None and locked.round == won["round"]:
        won["cents"] = locked.shown
    return table_fact._replace(payload=won)


def check_shown(table_fact: TableFact) -> None:
    """Raise msgspec.ValidationError, TypeError or another error if no page could show a table after
    the fact.
    """
    if table_fact.fact_name in SHOWN_FACTS:
        table_play = play_after_fact(TablePlay(""), table_fact)
        msgspec.convert(msgspec.to_builtins(table_play), TablePlay)
        hash(tuple(bet["place"][0] for bet in table_play.bets))


def _after_start(table_play: TablePlay, table_fact: TableFact) -> TablePlay:
    table_rules = table_fact.payload.get("table", {})
    limits, tournament = table_rules.get("limits", {}), table_rules.get("tournament", False)
    resumed_phase = (
        table_play.before if table_play.phase in ("test", "dark", "away") else table_play.phase
    )
    jackpot_name = table_fact.payload.get("options", {}).get("progressive_link", "")
    game_name = table_fact.payload["game"]
    return replace(
        table_play,
        game=game_name,
        jackpot=jackpot_name,
        limits=limits,
        tournament=tournament,
        seats=tuple(table_rules.get("seats", ())),
        phase=resumed_phase,
    )


def _after_opening(table_play: TablePlay, table_fact: TableFact) -> TablePlay:
    return replace(
        table_play, round=table_fact.payload["round"], phase="open", opened=table_fact.time_ms
    )


def _after_close(table_play: TablePlay, table_fact: TableFact) -> TablePlay:
    bets = tuple(table_fact.payload["bets"])
    return replace(table_play, round=table_fact.payload["round"], phase="locked", bets=bets)


def _after_void(table_play: TablePlay, table_fact: TableFact) -> TablePlay:
    return replace(table_play, round=table_fact.payload["round"], phase="void")


def _after_fault(table_play: TablePlay, table_fact: TableFact) -> TablePlay:
    if table_fact.payload["code"] not in DOUBTFUL_FAULTS:
        return table_play
    recent_doubts = tuple(
        doubt_ms
        for doubt_ms in table_play.doubts
        if doubt_ms > table_fact.time_ms - DOUBTS_COUNT_FOR_MS
    )
    return replace(table_play, doubts=(*recent_doubts, table_fact.time_ms)[-MAX_DOUBTS:])


def _after_shuffle(table_play: TablePlay, table_fact: TableFact) -> TablePlay:
    return replace(table_play, shuffle=msgspec.convert(table_fact.payload, ShuffleCount))


def _after_jackpot(table_play: TablePlay, table_fact: TableFact) -> TablePlay:
    return replace(table_play, jackpot_locked=msgspec.convert(table_fact.payload, JackpotAmount))


def _set_aside(phase: PlayPhase) -> Callable[[TablePlay, TableFact], TablePlay]:
    """Return a handler that sets the table aside: it resumes in its present phase."""
    return lambda table_play, _: replace(table_play, phase=phase, before=table_play.phase)


def _resumed(table_play: TablePlay, _: TableFact) -> TablePlay:
    return replace(table_play, phase=table_play.before)


FACT_HANDLERS: Final[Mapping[str, Callable[[TablePlay, TableFact], TablePlay]]] = {
    "started": _after_start,
    "RoundOpened": _after_opening,
    "BetsLocked": _after_close,
    "RoundVoided": _after_void,
    "FaultShown": _after_fault,
    "ShuffleEnded": _after_shuffle,
    "LotLocked": _after_jackpot,
    "TestOpened": _set_aside("test"),
    "TestClosed": _resumed,
    "PowerLost": _set_aside("dark"),
    "PowerReturned": _resumed,
    "ServiceEnded": _set_aside("away"),
}
SHOWN_FACTS: Final = FACT_HANDLERS.keys() | ALARM_FACTS
"""The facts that change more of a table in play than the time of its last fact."""
