"""What is wrong with a bank, in words with the remedy; and what is worth a note."""

from collections.abc import Iterator, Mapping
from typing import Final

from drivers.sas.exceptions import meaning_of
from firmware.core.games.slot_bank import LEAST_RETURN, THOUSANDTHS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.slots.feeding import TWO, differs
from firmware.slots.returns import Return, returns
from firmware.slots.state import LOOKED_AT, UNKNOWN, BankState, Defect, MachineState
from firmware.slots.terms import WHOLE

WELL: Final = frozenset({"new", "up"})


def alarms(state: BankState) -> list[Text]:
    """Return what is wrong, by machine."""
    return [
        alarm
        for address, machine in sorted(state.machines.items())
        for alarm in _alarms(state, address, machine)
    ]


def notes(state: BankState) -> list[Text]:
    """Return what the house owes beyond the lot, and the games outside of their bands."""
    owed = Text("slots.note.reserve", {"owed_cents": Cents(-state.reserve // THOUSANDTHS)})
    far = [
        Text("slots.note.far", _of_return(address, one))
        for address, machine in sorted(state.machines.items())
        for one in returns(state.terms.machine[address], machine)
        if one.is_far
    ]
    return [owed, *far] if state.reserve else far


def _alarms(state: BankState, address: int, machine: MachineState) -> Iterator[Text]:
    signs, looked = machine.signs, machine.feeding.looked
    if signs.link not in WELL:
        yield _alarm(signs.link, address)
    for game in differs(state, address):
        yield _differs(machine, address, game)
    if signs.shut:
        yield _alarm("shut", address)
    if machine.feeding.doubt:
        yield _alarm(machine.feeding.doubt, address, left=TWO - len(looked))
    for sign in signs.standing:
        left: Values = {"left": TWO - len(looked)} if sign in LOOKED_AT else {}
        yield _alarm(sign, address, **left)
    if signs.doors:
        doors = ", ".join(f"{door:02X}" for door in signs.doors)
        yield _alarm("open", address, doors=doors)
    for defect in machine.playing.defects:
        yield _defective(address, defect)


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


def _defective(address: int, defect: Defect) -> Text:
    code = f"{defect.code:02X}"
    why = Text(f"slots.told.{meaning_of(defect.code)}", {"code": code})
    if defect.stake in (None, UNKNOWN):
        return _alarm("defective_unknown", address, why=why)
    return _alarm("defective", address, why=why, stake_cents=Cents(defect.stake or 0))


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
