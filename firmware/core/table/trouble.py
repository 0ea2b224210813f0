"""The faults that stand at a table, and what is still missing before play goes on."""

import msgspec

from firmware.core.vocabulary.faults import FAULTS, Cure
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import bet_name

FaultId = tuple[str, str]
"""A part and a code of `FAULTS`."""


class Fault(msgspec.Struct, frozen=True):
    """A fault as it was raised; `gone` when its cause is over and it waits for a person."""

    part: str
    code: str
    values: dict[str, str] = {}
    gone: bool = False

    @property
    def words(self) -> Text:
        """What is wrong."""
        return Text(f"fault.{self.code}", self._all_values())

    @property
    def remedy(self) -> Text:
        """What to do."""
        return Text(f"remedy.{self.code}", self._all_values())

    def _all_values(self) -> dict[str, str | int | Text]:
        return {**_named(self.values), "part": Text(f"part.{self.part}")}


def _named(values: dict[str, str]) -> dict[str, str | int | Text]:
    return {name: bet_name(value) if name == "on" else value for name, value in values.items()}


class Trouble:
    """The faults of a table, oldest first."""

    def __init__(
        self,
        faults: tuple[Fault, ...] = (),
        awaited: tuple[str, ...] = (),
        *,
        felt_unconfirmed: bool = False,
    ) -> None:
        self.faults: dict[FaultId, Fault] = {(f.part, f.code): f for f in faults}
        self.awaited = list(awaited)
        """The parts that may still be starting, the longest awaited first."""
        self.felt_unconfirmed = felt_unconfirmed

    @property
    def stopping(self) -> list[Fault]:
        """The faults that stop the deal; first those that cost the round."""
        stopping = [fault for fault in self.faults.values() if FAULTS[fault.code].stops]
        return sorted(stopping, key=lambda fault: FAULTS[fault.code].cure is not Cure.VOID)

    @property
    def stopped(self) -> bool:
        """Whether the deal is stopped."""
        causes = self.felt_unconfirmed or self.awaited
        return bool(causes) or any(FAULTS[code].stops for _, code in self.faults)

    @property
    def only_felt(self) -> bool:
        """Whether nothing is left to be done but to confirm the felt."""
        return not (self.stopping or self.awaited)

    def has(self, part: str, code: str) -> bool:
        """Say whether that fault stands."""
        return (part, code) in self.faults

    @property
    def needs_void(self) -> bool:
        """Whether only a voided round goes on from here."""
        return any(FAULTS[code].cure is Cure.VOID for _, code in self.faults)

    @property
    def only_shoe(self) -> bool:
        """Whether the shoe alone stops the deal, so that a card may be entered by hand."""
        if self.needs_void or self.awaited:
            return False
        return all(fault.part == "shoe" for fault in self.stopping)

    @property
    def lost_parts(self) -> tuple[str, ...]:
        """The parts that have not come back."""
        return tuple(part for part, code in self.faults if code in ("lost", "dark", "stuck"))

    def add(self, fault: Fault) -> bool:
        """Note a fault; return whether it is a new one. Who is lost is awaited no longer."""
        if fault.code == "lost":
            self._await_no_more(fault.part)
        standing = self.faults.get((fault.part, fault.code))
        gone = FAULTS[fault.code].passing
        new = standing is None or (standing.gone and not gone)
        self.faults[fault.part, fault.code] = msgspec.structs.replace(fault, gone=gone)
        return new

    def wait_for(self, part: str) -> None:
        """Note that a part may still be starting."""
        self._await_no_more(part)
        self.awaited.append(part)

    def answered(self, part: str, *, confirm: bool) -> None:
        """Note that an awaited part is there, and that the felt may have to be confirmed."""
        self.felt_unconfirmed |= self._await_no_more(part) and confirm

    def _await_no_more(self, part: str) -> bool:
        was_awaited = part in self.awaited
        self.awaited = [each for each in self.awaited if each != part]
        return was_awaited

    def end(self, part: str, code: str) -> bool:
        """Note that the cause of a fault is over; return whether the fault is over with it."""
        fault = self.faults.get((part, code))
        if fault is None:
            return False
        if FAULTS[code].cure is Cure.BOTH:
            return False
        if FAULTS[code].cure in (Cure.ITSELF, Cure.FELT):
            del self.faults[part, code]
            self.felt_unconfirmed |= FAULTS[code].cure is Cure.FELT
            return True
        self.faults[part, code] = msgspec.structs.replace(fault, gone=True)
        return False

    def allow(self, part: str, code: str) -> bool:
        """Note that a technician has seen to a fault; return whether it waited for him."""
        fault = self.faults.get((part, code))
        if fault is None or fault.gone or FAULTS[code].cure is not Cure.BOTH:
            return False
        self.faults[part, code] = msgspec.structs.replace(fault, gone=True)
        return True

    @property
    def clearable(self) -> list[Fault]:
        """The faults that wait for the supervisor alone."""
        return [fault for fault in self.faults.values() if _clearable(fault)]

    def clear(self) -> list[Fault]:
        """Take away, as the supervisor, what he may clear; return what was cleared."""
        cleared = self.clearable
        for fault in cleared:
            del self.faults[fault.part, fault.code]
        self.felt_unconfirmed |= bool(cleared)
        return cleared

    def void(self) -> list[Fault]:
        """Take away what only a voided round cures; return it."""
        voided = [f for f in self.faults.values() if FAULTS[f.code].cure is Cure.VOID]
        for fault in voided:
            del self.faults[fault.part, fault.code]
        return voided

    def after_power(self, *, confirm: bool) -> None:
        """Power is back: no part's word holds any more, and the felt may have to be confirmed."""
        self.awaited.clear()
        for key, fault in self.faults.items():
            if FAULTS[fault.code].cure is not Cure.BOTH:
                self.faults[key] = msgspec.structs.replace(fault, gone=True)
        self.felt_unconfirmed |= confirm


def _clearable(fault: Fault) -> bool:
    cure = FAULTS[fault.code].cure
    shoes_own = fault.part == "shoe" and cure is Cure.ITSELF
    return shoes_own or (fault.gone and cure is not Cure.VOID)
