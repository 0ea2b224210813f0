"""The alarms of a bank, in words with the remedy, and its notes."""

from collections.abc import Iterator, Mapping
from typing import Final

from drivers.sas.exceptions import meaning_of
from drivers.sas.polls import MOST_CENTS
from firmware.core.games.slot_bank import LEAST_RETURN, THOUSANDTHS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.slots.contributions import TWO, differs
from firmware.slots.returns import Return, returns
from firmware.slots.state import (
    HAND_PAY,
    LOOKED_AT,
    UNKNOWN,
    BankState,
    Defect,
    MachineState,
    Signs,
)
from firmware.slots.terms import WHOLE

WELL: Final = frozenset({"new", "up"})


def alarms(state: BankState) -> list[Text]:
    """Return the alarms: those of the lot and the wire, then those of each machine."""
    lot = Text("slots.alarm.lot_unsaid", {"most_cents": Cents(MOST_CENTS)})
    wire = Text("slots.alarm.wire", {"count": len(state.machines)})
    is_out = _wire_is_out(state)
    return (
        [lot] * (state.lot_cents > MOST_CENTS)
        + [wire] * is_out
        + [
            alarm
            for address, machine in sorted(state.machines.items())
            for alarm in (
                *_link(address, machine.signs, is_out=is_out),
                *_alarms(state, address, machine),
            )
        ]
    )


def notes(state: BankState) -> list[Text]:
    """Return the notes: the house's debt beyond the lot, and the games outside of their bands."""
    owed = Text("slots.note.reserve", {"owed_cents": Cents(-state.reserve // THOUSANDTHS)})
    far = [
        Text("slots.note.far", _of_return(address, one))
        for address, machine in sorted(state.machines.items())
        for one in returns(state.terms.machine[address], machine)
        if one.is_far
    ]
    return [owed, *far] if state.reserve else far


def _wire_is_out(state: BankState) -> bool:
    """Return whether none of several machines answers."""
    links = [machine.signs.link for machine in state.machines.values()]
    return len(links) > 1 and {*links} == {"lost"}


def _link(address: int, signs: Signs, *, is_out: bool) -> list[Text]:
    return [] if is_out or signs.link in WELL else [_alarm(signs.link, address)]


def _alarms(state: BankState, address: int, machine: MachineState) -> Iterator[Text]:
    signs, left = machine.signs, TWO - len(machine.feeding.looked)
    for game in differs(state, address):
        yield _differs(machine, address, game)
    if signs.shut:
        yield _alarm("shut", address)
    yield from _lots(address, machine)
    if machine.feeding.doubt:
        yield _alarm(machine.feeding.doubt, address, left=left)
    yield from _signs(address, signs, left)
    for void in machine.playing.voids:
        yield from _void(address, void, left)


def _signs(address: int, signs: Signs, left: int) -> Iterator[Text]:
    for sign in signs.standing:
        if sign in LOOKED_AT:
            yield _alarm(sign, address, left=left)
        elif sign != HAND_PAY:
            yield _alarm(sign, address)
    for door in signs.doors:
        yield _alarm("open", address, **_coded(door))


def _differs(machine: MachineState, address: int, game: int) -> Text:
    identity = machine.identities[game]
    if identity.base is not None and identity.base < LEAST_RETURN:
        return _alarm(
            "under_83", address, name=named(address, game), percent=in_percent(identity.base)
        )
    return _alarm(
        "differs",
        address,
        name=named(address, game),
        pay_table=identity.pay_table,
        coins=identity.coins,
        coin_cents=Cents(identity.denomination or 0),
        percent=in_percent(identity.base or 0),
    )


def _lots(address: int, machine: MachineState) -> Iterator[Text]:
    """Yield the wins that wait to be paid by hand. That of a defective game is never paid."""
    playing, asked = machine.playing, HAND_PAY in machine.signs.standing
    left: Values = {} if asked else {"left": TWO - len(machine.feeding.looked)}
    for cents in playing.unpaid:
        key = "lot_won" if asked else "lot_credited"
        yield _alarm(key, address, lot_cents=Cents(cents), **left)
    if asked and not playing.unpaid:
        doubted = playing.in_void or any(void.waits != "nothing" for void in playing.voids)
        yield _alarm("hand_pay_void" if doubted else "hand_pay", address)


def _void(address: int, void: Defect, left: int) -> Iterator[Text]:
    if void.waits == "decision":
        yield _defective(address, void)
    if void.waits != "nothing":
        if void.credited:
            yield _credited(address, void.credited)
        if void.play.won:
            yield _alarm("lot_not_won", address, lot_cents=Cents(void.play.won))
    if void.waits == "look":
        yield _alarm("after_decision", address, left=left)


def _defective(address: int, defect: Defect) -> Text:
    why = Text(f"slots.told.{meaning_of(defect.code)}", _coded(defect.code))
    if defect.stake in (None, UNKNOWN):
        return _alarm("defective_unknown", address, why=why)
    return _alarm("defective", address, why=why, stake_cents=Cents(defect.stake or 0))


def _coded(code: int) -> dict[str, str | int | Text]:
    """Return an exception's name, and its code for a technician."""
    return {"name": Text(f"slots.code.{code:02x}"), "code": f"{code:02X}"}


def _credited(address: int, cents: int) -> Text:
    if cents == UNKNOWN:
        return _alarm("credited_unknown", address)
    return _alarm("credited", address, credited_cents=Cents(cents))


def _alarm(key: str, address: int, **values: str | int | Text) -> Text:
    return Text(f"slots.alarm.{key}", {"machine": address, **values})


def _of_return(address: int, one: Return) -> Mapping[str, str | int | Text]:
    return {
        "name": named(address, one.game),
        "plays": one.plays,
        "actual": in_percent(one.actual),
        "base": in_percent(one.base),
        "band": in_percent(one.band or 0),
    }


def named(address: int, game: int) -> Text:
    """Return the name of a machine's game, or of the machine as a whole."""
    values: Values = {"machine": address, "game": game}
    return Text("slots.whole" if game == WHOLE else "slots.game", values)


def in_percent(hundredths: int) -> Text:
    """Return hundredths of a percent."""
    whole, rest = divmod(hundredths, 100)
    return Text("slots.percent", {"whole": whole, "rest": f"{rest:02}"})
