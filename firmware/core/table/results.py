"""From the wheel, the dice and the balls to the game: the table's actions on results."""

from typing import Final

from msgspec.structs import replace

from firmware.core.table.closing import close
from firmware.core.table.decisions import announce_result, lapse_offer
from firmware.core.table.legality import legal_bets
from firmware.core.table.state import State, Undo
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, KeyPressed, NoResultSeen, ResultSeen, TimeUp
from firmware.core.vocabulary.instruments import HALF_A_THROW_MS, Instrument, Keyed, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Announced, FaultShown

CASES: Final = 5
"""The cases of article 95.3 in which a throw does not count."""

# results that an instrument tells


def result_seen(state: State, _event: ResultSeen) -> None:
    """Take a result from an instrument; it drops an unfinished entry by keys."""
    state.forget_undo()
    _set_keyed(state, Keyed())


def refuse_undue(_state: State) -> None:
    """No result is due."""
    raise Forbidden("why.no_result_due")


def has_no_instrument(state: State) -> bool:
    """Return whether the game has no instrument."""
    return state.game.INSTRUMENT is None


def closes(state: State, event: Event) -> bool:
    """Return whether a throw closes the bets: dice and balls do, if they show a result."""
    seen = _thrown(state, event)
    return seen is not None and state.game.THROWN and state.game.impossible(seen) is None


def _thrown(state: State, event: Event) -> ResultSeen | None:
    """Return the result of an instrument, or the one that a key completes."""
    if isinstance(event, KeyPressed):
        symbols = _completed(state, event.key)
        return None if symbols is None else ResultSeen(symbols)
    return event if isinstance(event, ResultSeen) else None


def close_and_take(state: State, event: Event) -> None:
    """Close the bets by the throw, and settle by it."""
    seen = _thrown(state, event)
    if isinstance(event, KeyPressed):
        _remember_whole(state)
    unready = state.game.unready([(bet.place, bet.bettor) for bet in legal_bets(state)])
    if unready is not None:
        _set_keyed(state, Keyed())
        raise Forbidden(unready)
    close(state)
    if seen is not None:
        _settle(state, seen)


def early(state: State, event: ResultSeen) -> None:
    """Refuse a spin's result while bets are open; a throw comes here only if it is impossible."""
    if not state.game.THROWN:
        raise Forbidden("why.bets_open")
    _show_impossible(state, event)


def take(state: State, event: ResultSeen) -> None:
    """Give the result to the game. Raises Forbidden unless one is due."""
    if not state.game.awaits_result:
        raise Forbidden("why.no_result_due")
    if state.game.impossible(event) is None:
        _settle(state, event)
    else:
        _show_impossible(state, event)


def _settle(state: State, seen: ResultSeen) -> None:
    state.gesture = replace(state.gesture, no_roll=None)
    state.game.take_result(seen)
    for why in state.game.refusals:
        state.refuse(why)
    announce_result(state)


def _show_impossible(state: State, seen: ResultSeen) -> None:
    why = state.game.impossible(seen)
    if why is not None:
        no_result(state, why)


def no_result(state: State, why: Text) -> None:
    """Report that a throw or spin does not count: bets stay, and the table waits for another."""
    state.refused = why
    state.rule(FaultShown("table", "impossible_result", why), Alert.FAULT)


def no_result_seen(state: State, event: NoResultSeen) -> None:
    """The instrument reports that the spin does not count."""
    state.forget_undo()
    no_result(state, Text(f"no_result.{event.reason}"))


def no_result_keyed(state: State) -> None:
    """The dealer declares a throw or spin void (74, 95.3, 121)."""
    if state.game.INSTRUMENT is None or state.game.finished:
        raise Forbidden("why.not_now")
    _set_keyed(state, Keyed())
    state.remember_undo()
    if state.game.THROWN:
        _no_roll(state)
    else:
        no_result(state, Text("no_result.dealer"))


def _no_roll(state: State) -> None:
    """Announce a coup nul (95.3); pressed again at once, the key turns to why it is one."""
    said = state.gesture.no_roll
    if said is None or state.now - said[0] >= HALF_A_THROW_MS:
        state.gesture = replace(state.gesture, no_roll=(state.now, 0))
        state.rule(Announced(Text("announce.no_roll")), Alert.CALL)
        return
    case = said[1] % CASES + 1
    state.gesture = replace(state.gesture, no_roll=(state.now, case))
    state.refused = Text(f"no_roll.{case}")
    state.rule(Announced(state.refused))


# results that the dealer keys


def key_early(state: State, event: KeyPressed) -> None:
    """Take one key of a result while bets are open."""
    seen = _key(state, event)
    if seen is not None:
        early(state, seen)


def key(state: State, event: KeyPressed) -> None:
    """Take one key of a result, and the result with its last key."""
    seen = _key(state, event)
    if seen is not None:
        take(state, seen)


def _key(state: State, event: KeyPressed) -> ResultSeen | None:
    """Return the result once it is whole, and read twice alike if it has to be."""
    instrument = _keyed_instrument(state)
    _remember_whole(state)
    reading = state.gesture.keyed.press(event.key, instrument)
    _set_keyed(state, reading)
    symbols = reading.read(instrument)
    if symbols is None:
        return None
    if reading.first is None and instrument.readings > 1:
        _set_keyed(state, Keyed(first=symbols))
        return None
    _set_keyed(state, Keyed())
    if reading.first not in (None, symbols):
        raise Forbidden("why.readings_differ", **_both(reading.first or (), symbols))
    return ResultSeen(symbols)


def _remember_whole(state: State) -> None:
    """Undo takes a whole result back, from its first key on."""
    first = state.gesture.keyed == Keyed()
    state.turn.undo = Undo.THIS_KEY if first else Undo.WITH_LAST_KEY


def _set_keyed(state: State, keyed: Keyed) -> None:
    state.gesture = replace(state.gesture, keyed=keyed, keyed_at=state.now)


def _both(first: Symbols, second: Symbols) -> dict[str, str]:
    return {"first": " ".join(first), "second": " ".join(second)}


def _keyed_instrument(state: State) -> Instrument:
    """Return the instrument that may be keyed now. Raises Forbidden if none may."""
    if not may_key(state) or state.game.INSTRUMENT is None:
        raise Forbidden("why.no_result_due")
    return state.game.INSTRUMENT


def may_key(state: State) -> bool:
    """Return whether a result may be keyed: one is due, or is thrown while bets are open."""
    game = state.game
    if game.INSTRUMENT is None or game.finished:
        return False
    return game.awaits_result or (game.THROWN and state.phase is Phase.OPEN)


def _completed(state: State, pressed: Key) -> Symbols | None:
    """Return the result that a key would complete, every reading of it alike."""
    instrument = state.game.INSTRUMENT
    if instrument is None:
        return None
    reading = state.gesture.keyed.press(pressed, instrument)
    symbols = reading.read(instrument)
    agreed = reading.first == symbols if instrument.readings > 1 else symbols is not None
    return symbols if agreed else None


def patience_ends(state: State) -> int | None:
    """Return when a half-keyed result will be forgotten."""
    instrument, keyed = state.game.INSTRUMENT, state.gesture.keyed
    if instrument is None or not (keyed.symbols or keyed.digits):
        return None
    return state.gesture.keyed_at + instrument.patience_ms


def time_up(state: State, _event: TimeUp) -> None:
    """Drop a half-keyed result whose time is up; or take chips without a decision as late."""
    if patience_ends(state) is None:
        lapse_offer(state)
        return
    _set_keyed(state, Keyed())
    state.forget_undo()
    state.refuse(Text("why.half_keyed"))


def spin(state: State) -> None:
    """Start the wheel or the blower, once."""
    if state.game.INSTRUMENT is None or state.game.finished:
        raise Forbidden("why.not_now")
    state.device = replace(state.device, spin=state.device.spin + 1)
