"""From the wheel, the dice and the balls to the game: what the table does about results."""

from typing import TYPE_CHECKING, Final

from firmware.core.table import closing
from firmware.core.table import decisions as deciding
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    Event,
    KeyPressed,
    NoMoreBetsSeen,
    NoResultSeen,
    ResultSeen,
    TimeUp,
)
from firmware.core.vocabulary.instruments import HALF_A_THROW_MS, Instrument, Keyed, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Announced, FaultShown

if TYPE_CHECKING:
    from firmware.core.table.table import Table


CASES: Final = 5
"""Those of article 95.3, in which a throw is none."""

# results that an instrument tells


def result_seen(table: "Table", event: ResultSeen) -> None:
    """Take over what an instrument shows; one that can't be is none, and another is waited for."""
    table.forget_undo()
    table.keyed = Keyed()
    if table.phase is Phase.FAULT:
        raise Forbidden(table.stopped_by())
    if table.game.INSTRUMENT is None or table.phase not in (Phase.OPEN, Phase.ROUND):
        raise Forbidden("why.no_result_due")
    table.machine.fire(event)


def closes(table: "Table", event: Event) -> bool:
    """Say whether what was thrown closes the bets: dice and balls do, if they show a result."""
    seen = _thrown(table, event)
    return seen is not None and table.game.THROWN and table.game.impossible(seen) is None


def _thrown(table: "Table", event: Event) -> ResultSeen | None:
    """Return what an instrument tells, or a key completes."""
    if isinstance(event, KeyPressed):
        symbols = _completed(table, event.key)
        return None if symbols is None else ResultSeen(symbols)
    return event if isinstance(event, ResultSeen) else None


def close_and_take(table: "Table", event: Event) -> None:
    """Close the bets by the throw, and settle by it."""
    seen = _thrown(table, event)
    if isinstance(event, KeyPressed):
        _remember(table)
    table.keyed = Keyed()
    closing.close(table, event)
    if seen is not None:
        _settle(table, seen)


def early(table: "Table", event: ResultSeen) -> None:
    """A result while bets are open: none of a throw, or of a wheel that nobody closed for."""
    if table.game.THROWN:
        _show_impossible(table, event)
    else:
        raise Forbidden("why.bets_open")


def take(table: "Table", event: ResultSeen) -> None:
    """Give the result to the game. Raises Forbidden when none is due."""
    if not table.game.awaits_result:
        raise Forbidden("why.no_result_due")
    if table.game.impossible(event) is None:
        _settle(table, event)
    else:
        _show_impossible(table, event)


def _settle(table: "Table", seen: ResultSeen) -> None:
    table.game.take_result(seen)
    for why in table.game.refusals:
        table.refuse(why)
    if table.game.finished:
        table.rule(Announced(table.game.result()), Alert.RESULT)


def _show_impossible(table: "Table", seen: ResultSeen) -> None:
    why = table.game.impossible(seen)
    if why is not None:
        no_result(table, why)


def no_result(table: "Table", why: Text) -> None:
    """Say that something was no result: bets stand as they are, and the table waits for another."""
    table.refused = why
    table.rule(FaultShown("table", "impossible_result", why), Alert.FAULT)


def no_result_seen(table: "Table", event: NoResultSeen) -> None:
    """The instrument says that the spin was none."""
    table.forget_undo()
    no_result(table, Text(f"no_result.{event.reason}"))


def no_result_keyed(table: "Table", _event: KeyPressed) -> None:
    """The dealer says that what was spun or thrown is none (74, 95.3, 121)."""
    if table.game.INSTRUMENT is None or table.game.finished:
        raise Forbidden("why.not_now")
    table.keyed = Keyed()
    table.remember_undo()
    if table.game.THROWN:
        _no_roll(table)
    else:
        no_result(table, Text("no_result.dealer"))


def _no_roll(table: "Table") -> None:
    """Announce a coup nul (95.3); pressed again at once, the key turns to why it is one."""
    said = table.no_roll
    if said is None or table.now - said[0] >= HALF_A_THROW_MS:
        table.no_roll = table.now, 0
        table.rule(Announced(Text("announce.no_roll")), Alert.REFUSED)
        return
    case = said[1] % CASES + 1
    table.no_roll = table.now, case
    table.refused = Text(f"no_roll.{case}")
    table.rule(Announced(table.refused))


# results that the dealer keys


def key(table: "Table", event: KeyPressed) -> None:
    """Take one key of a result, and the result with its last key."""
    instrument = _keyed_instrument(table)
    _remember(table)
    reading = table.keyed.press(event.key, instrument)
    table.keyed, table.keyed_at = reading, table.now
    symbols = reading.read(instrument)
    if symbols is None:
        return
    if reading.first is None and instrument.readings > 1:
        table.keyed = Keyed(first=symbols)
        return
    table.keyed = Keyed()
    if reading.first not in (None, symbols):
        raise Forbidden("why.readings_differ", **_both(reading.first or (), symbols))
    _take_keyed(table, ResultSeen(symbols))


def _take_keyed(table: "Table", seen: ResultSeen) -> None:
    if table.phase is Phase.OPEN:
        early(table, seen)
    else:
        take(table, seen)


def _both(first: Symbols, second: Symbols) -> dict[str, str]:
    return {"first": " ".join(first), "second": " ".join(second)}


def _keyed_instrument(table: "Table") -> Instrument:
    """Return the instrument that may be keyed now. Raises Forbidden where none may."""
    if not may_key(table) or table.game.INSTRUMENT is None:
        raise Forbidden("why.no_result_due")
    return table.game.INSTRUMENT


def may_key(table: "Table") -> bool:
    """Say whether a result may be keyed: one is due, or is thrown while bets are open."""
    game = table.game
    if game.INSTRUMENT is None or game.finished:
        return False
    return game.awaits_result or (game.THROWN and table.under is Phase.OPEN)


def _completed(table: "Table", pressed: Key) -> Symbols | None:
    """Return the result that a key would complete, every reading of it alike."""
    instrument = table.game.INSTRUMENT
    if instrument is None:
        return None
    reading = table.keyed.press(pressed, instrument)
    symbols = reading.read(instrument)
    agreed = reading.first == symbols if instrument.readings > 1 else symbols is not None
    return symbols if agreed else None


def _remember(table: "Table") -> None:
    """Undo takes a whole result back, from its first key on."""
    if table.keyed == Keyed():
        table.remember_undo()
    else:
        table.keep_undo()


def patience_ends(table: "Table") -> int | None:
    """Return when what is half keyed will be forgotten."""
    instrument = table.game.INSTRUMENT
    if instrument is None or not (table.keyed.symbols or table.keyed.digits):
        return None
    return table.keyed_at + instrument.patience_ms


def time_up(table: "Table", event: TimeUp) -> None:
    """Forget what was half keyed for too long, or take chips for late that nothing has claimed."""
    if patience_ends(table) is None:
        deciding.lapse(table, event)
        return
    table.keyed = Keyed()
    table.forget_undo()
    table.refuse(Text("why.half_keyed"))


# wheels that the table hears of, or starts


def no_more_bets_seen(table: "Table", event: NoMoreBetsSeen) -> None:
    """The wheel closes the bets, unless the dealer was first."""
    table.forget_undo()
    if table.phase in (Phase.OPEN, Phase.ROUND):
        table.machine.fire(event)


def spin(table: "Table", _event: KeyPressed) -> None:
    """Start the wheel or the blower, once."""
    if table.game.INSTRUMENT is None or table.game.finished:
        raise Forbidden("why.not_now")
    table.spin += 1
