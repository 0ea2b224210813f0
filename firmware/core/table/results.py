"""From the wheel, the dice and the balls to the game: the table's actions on results."""

from typing import Final

from msgspec.structs import replace

from firmware.core.table.closing import close_bets
from firmware.core.table.decisions import announce_result, lapse_offer
from firmware.core.table.event_effects import EventRole
from firmware.core.table.legality import legal_bets
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, KeyPressed, NoResultSeen, ResultSeen, TimeUp
from firmware.core.vocabulary.instruments import HALF_A_THROW_MS, Instrument, KeyedResult, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import SoundAlert, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Announced, FaultShown

NO_ROLL_WORDS: Final = ("no_roll.1", "no_roll.2", "no_roll.3", "no_roll.4", "no_roll.5")
"""The message keys of the cases of article 95.3 in which a throw does not count."""

# results that an instrument reports


def result_seen(state: State, _event: ResultSeen) -> None:
    """Take a result from an instrument; it drops an unfinished entry by keys."""
    state.forget_undo()
    state.effects.role = EventRole.LAID_ASIDE
    _store_keyed(state, KeyedResult())


def refuse_undue(_state: State) -> None:
    """No result is due."""
    raise Forbidden("why.no_result_due")


def has_no_instrument(state: State) -> bool:
    """Return whether the game has no instrument."""
    return state.game.INSTRUMENT is None


def throw_closes_bets(state: State, event: Event) -> bool:
    """Return whether a throw closes the bets: dice and balls do, if they show a result."""
    result = _thrown_result(state, event)
    return (
        result is not None
        and state.game.THROW_CLOSES_BETS
        and state.game.result_refusal(result) is None
    )


def _thrown_result(state: State, event: Event) -> ResultSeen | None:
    """Return the result of an instrument, or the one that a key completes."""
    if isinstance(event, KeyPressed):
        symbols = _completed_symbols(state, event.key)
        return None if symbols is None else ResultSeen(symbols)
    return event if isinstance(event, ResultSeen) else None


def close_and_take(state: State, event: Event) -> None:
    """Close the bets by the throw, and settle by it."""
    result = _thrown_result(state, event)
    if isinstance(event, KeyPressed):
        _remember_whole(state)
    unready = state.game.throw_refusal([(bet.place, bet.bettor) for bet in legal_bets(state)])
    if unready is not None:
        _store_keyed(state, KeyedResult())
        raise Forbidden(unready)
    close_bets(state)
    if result is not None:
        _settle_by_result(state, result)


def early_result(state: State, event: ResultSeen) -> None:
    """Refuse a spin's result while bets are open, or show that a throw is impossible."""
    if not state.game.THROW_CLOSES_BETS:
        raise Forbidden("why.bets_open")
    _show_impossible(state, event)


def take_result(state: State, event: ResultSeen) -> None:
    """Give the result to the game. Raises Forbidden unless one is due."""
    if not state.game.awaits_result:
        raise Forbidden("why.no_result_due")
    if state.game.result_refusal(event) is None:
        _settle_by_result(state, event)
    else:
        _show_impossible(state, event)


def _settle_by_result(state: State, result: ResultSeen) -> None:
    state.key_entry = replace(state.key_entry, no_roll=None)
    state.game.take_result(result)
    state.effects.role = EventRole.READING
    for why in state.game.refusals:
        state.refuse(why)
    announce_result(state)


def _show_impossible(state: State, result: ResultSeen) -> None:
    why = state.game.result_refusal(result)
    if why is not None:
        state.effects.role = EventRole.LAID_ASIDE
        no_result(state, why)


def no_result(state: State, why: Text) -> None:
    """Report that a throw or spin does not count: bets stay, and the table waits for another."""
    state.last_refusal = why
    state.add_ruling(FaultShown("table", "impossible_result", why), SoundAlert.FAULT)


def no_result_seen(state: State, event: NoResultSeen) -> None:
    """The instrument reports that the spin does not count."""
    state.forget_undo()
    state.effects.role = EventRole.LAID_ASIDE
    no_result(state, event.text())


def no_result_keyed(state: State) -> None:
    """The dealer declares a throw or spin void (74, 95.3, 121)."""
    if state.game.INSTRUMENT is None or state.game.finished:
        raise Forbidden("why.not_now")
    _store_keyed(state, KeyedResult())
    state.remember_undo()
    if state.game.THROW_CLOSES_BETS:
        _announce_no_roll(state)
    else:
        no_result(state, Text("no_result.dealer"))


def _announce_no_roll(state: State) -> None:
    """Announce a coup nul (95.3); pressed again at once, the key selects its case."""
    last_no_roll = state.key_entry.no_roll
    if last_no_roll is None or state.now - last_no_roll[0] >= HALF_A_THROW_MS:
        state.key_entry = replace(state.key_entry, no_roll=(state.now, 0))
        state.add_ruling(Announced(Text("announce.no_roll")), SoundAlert.CALL)
        return
    case_number = last_no_roll[1] % len(NO_ROLL_WORDS) + 1
    state.key_entry = replace(state.key_entry, no_roll=(state.now, case_number))
    state.last_refusal = Text(NO_ROLL_WORDS[case_number - 1])
    state.add_ruling(Announced(state.last_refusal))


# results that the dealer keys


def key_early_result(state: State, event: KeyPressed) -> None:
    """Take one key of a result while bets are open."""
    result = _press_result_key(state, event)
    if result is not None:
        early_result(state, result)


def key_result(state: State, event: KeyPressed) -> None:
    """Take one key of a result, and the result with its last key."""
    result = _press_result_key(state, event)
    if result is not None:
        take_result(state, result)


def _press_result_key(state: State, event: KeyPressed) -> ResultSeen | None:
    """Return the result once it is whole, and read twice alike if it has to be."""
    instrument = _keyed_instrument(state)
    state.effects.role = EventRole.ENTRY
    _remember_whole(state)
    keyed_reading = state.key_entry.keyed.after_key(event.key, instrument)
    _store_keyed(state, keyed_reading)
    symbols = keyed_reading.whole_reading(instrument)
    if symbols is None:
        return None
    if keyed_reading.first is None and instrument.readings > 1:
        _store_keyed(state, KeyedResult(first=symbols))
        return None
    _store_keyed(state, KeyedResult())
    if keyed_reading.first not in (None, symbols):
        raise Forbidden("why.readings_differ", **_both_readings(keyed_reading.first or (), symbols))
    return ResultSeen(symbols)


def _remember_whole(state: State) -> None:
    """Undo takes a whole result back, from its first key on."""
    if state.key_entry.keyed == KeyedResult():
        state.remember_undo()
    else:
        state.join_undo()


def _store_keyed(state: State, keyed: KeyedResult) -> None:
    state.key_entry = replace(state.key_entry, keyed=keyed, keyed_at=state.now)


def _both_readings(first: Symbols, second: Symbols) -> dict[str, str]:
    return {"first": " ".join(first), "second": " ".join(second)}


def _keyed_instrument(state: State) -> Instrument:
    """Return the instrument that may be keyed now. Raises Forbidden if none may."""
    if not may_key_result(state) or state.game.INSTRUMENT is None:
        raise Forbidden("why.no_result_due")
    return state.game.INSTRUMENT


def may_key_result(state: State) -> bool:
    """Return whether a result may be keyed: one is due, or is thrown while bets are open."""
    game = state.game
    if game.INSTRUMENT is None or game.finished:
        return False
    return game.awaits_result or (game.THROW_CLOSES_BETS and state.phase is Phase.OPEN)


def _completed_symbols(state: State, pressed_key: Key) -> Symbols | None:
    """Return the result that a key would complete, every reading of it alike."""
    instrument = state.game.INSTRUMENT
    if instrument is None:
        return None
    keyed_reading = state.key_entry.keyed.after_key(pressed_key, instrument)
    symbols = keyed_reading.whole_reading(instrument)
    agreed_symbols = (
        keyed_reading.first == symbols if instrument.readings > 1 else symbols is not None
    )
    return symbols if agreed_symbols else None


def entry_expires_ms(state: State) -> int | None:
    """Return when a half-keyed result will be forgotten."""
    instrument, keyed = state.game.INSTRUMENT, state.key_entry.keyed
    if instrument is None or not (keyed.symbols or keyed.digits):
        return None
    return state.key_entry.keyed_at + instrument.patience_ms


def time_up(state: State, _event: TimeUp) -> None:
    """Drop a half-keyed result whose time is up; or take chips without a decision as late."""
    if entry_expires_ms(state) is None:
        lapse_offer(state)
        return
    _store_keyed(state, KeyedResult())
    state.forget_undo()
    state.refuse(Text("why.half_keyed"))


def start_instrument(state: State) -> None:
    """Start the wheel or the blower, once."""
    if state.game.INSTRUMENT is None or state.game.finished:
        raise Forbidden("why.not_now")
    state.device = replace(state.device, spin=state.device.spin + 1)
