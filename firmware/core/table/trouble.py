"""The faults of a table, and the steps still missing before play goes on."""

from typing import Self

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.faults import FAULTS, LOSSES, Cure
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import bet_name


class Fault(msgspec.Struct, frozen=True):
    """A raised fault; `gone` when its cause is over and it waits for a person."""

    part: str
    code: str
    values: dict[str, str] = {}
    gone: bool = False

    @property
    def words(self) -> Text:
        return Text(f"fault.{self.code}", self._all_values())

    @property
    def remedy(self) -> Text:
        return Text(f"remedy.{self.code}", self._all_values())

    @property
    def cure(self) -> Cure:
        """The cure of the fault's code."""
        return FAULTS[self.code].cure

    @property
    def clearable(self) -> bool:
        """Whether it waits for the supervisor alone."""
        shoes_own = self.part == "shoe" and self.cure is Cure.ITSELF
        return shoes_own or (self.gone and self.cure is not Cure.VOID)

    def _all_values(self) -> dict[str, str | int | Text]:
        return {**_named(self.values), "part": Text(f"part.{self.part}")}


def _named(values: dict[str, str]) -> dict[str, str | int | Text]:
    return {name: bet_name(value) if name == "on" else value for name, value in values.items()}


class Trouble(msgspec.Struct, frozen=True):
    """The faults and confirmations that stop the deal. Immutable: every change returns another."""

    faults: tuple[Fault, ...] = ()
    """The oldest first."""
    awaited: tuple[str, ...] = ()
    """The parts that may still be starting, the longest awaited first."""
    felt_unconfirmed: bool = False
    """Whether the dealer must confirm that the felt matches the display."""
    power_returned: bool = False
    """Whether that is because the power has returned, and with it perhaps the shoe's."""

    # stopping the deal

    @property
    def stopped(self) -> bool:
        if self.felt_unconfirmed or self.awaited:
            return True
        return bool(self.faults) and any(FAULTS[fault.code].stops for fault in self.faults)

    @property
    def stopping(self) -> list[Fault]:
        """The faults that stop the deal; first those that cost the round."""
        stopping = [fault for fault in self.faults if FAULTS[fault.code].stops]
        return sorted(stopping, key=lambda fault: fault.cure is not Cure.VOID)

    @property
    def only_felt(self) -> bool:
        """Whether only the felt is still to be confirmed."""
        return not (self.stopping or self.awaited)

    @property
    def needs_void(self) -> bool:
        """Whether only a voided round goes on from here."""
        return any(fault.cure is Cure.VOID for fault in self.faults)

    @property
    def only_shoe(self) -> bool:
        """Whether the shoe alone stops the deal, so that a card may be entered by hand."""
        if self.needs_void or self.awaited or self.felt_unconfirmed:
            return False
        return all(fault.part == "shoe" for fault in self.stopping)

    @property
    def losses(self) -> dict[str, str]:
        """The parts and buses that have not come back, each with its fault."""
        return {fault.part: fault.code for fault in self.faults if fault.code in LOSSES}

    @property
    def clearable(self) -> list[Fault]:
        """The faults that wait for the supervisor alone."""
        return [fault for fault in self.faults if fault.clearable]

    @property
    def voidable(self) -> list[Fault]:
        """The faults that only a voided round cures."""
        return [fault for fault in self.faults if fault.cure is Cure.VOID]

    def find(self, part: str, code: str) -> Fault | None:
        """Return that fault, None unless the table has it."""
        return next((f for f in self.faults if (f.part, f.code) == (part, code)), None)

    # faults come and go

    def news(self, fault: Fault) -> bool:
        """Return whether a fault that is raised now is a new one."""
        known = self.find(fault.part, fault.code)
        return known is None or (known.gone and not FAULTS[fault.code].passing)

    def raised(self, fault: Fault) -> Self:
        """Note a fault. A part that is lost is awaited no longer."""
        awaited = self._without(fault.part) if fault.code in LOSSES else self.awaited
        now = replace(fault, gone=FAULTS[fault.code].passing)
        return replace(self._with(now), awaited=awaited)

    def ended(self, part: str, code: str) -> Self:
        """Note that the cause of a fault is over: it is gone with it, or waits for a person."""
        fault = self.find(part, code)
        if fault is None or fault.cure is Cure.BOTH:
            return self
        if fault.cure in (Cure.ITSELF, Cure.FELT):
            confirm = self.felt_unconfirmed or fault.cure is Cure.FELT
            return replace(self._less([fault]), felt_unconfirmed=confirm)
        return self._with(replace(fault, gone=True))

    def waits_for_technician(self, part: str, code: str) -> bool:
        """Return whether a technician must see to that fault first."""
        fault = self.find(part, code)
        return fault is not None and not fault.gone and fault.cure is Cure.BOTH

    def allowed(self, part: str, code: str) -> Self:
        """Note that a technician has seen to a fault that waits for him."""
        fault = self.find(part, code)
        return self if fault is None else self._with(replace(fault, gone=True))

    def cleared(self) -> Self:
        """Remove the faults that the supervisor may clear; the felt must be confirmed next."""
        cleared = self.clearable
        confirm = self.felt_unconfirmed or bool(cleared)
        return replace(self._less(cleared), felt_unconfirmed=confirm)

    def voided(self) -> Self:
        """Remove the faults that only a voided round cures."""
        return self._less(self.voidable)

    # parts that are starting, and power

    def waiting_for(self, part: str) -> Self:
        """Note that a part may still be starting."""
        return replace(self, awaited=(*self._without(part), part))

    def answered(self, part: str, *, confirm: bool) -> Self:
        """Note that an awaited part is there, and that the felt may have to be confirmed."""
        unconfirmed = self.felt_unconfirmed or (part in self.awaited and confirm)
        return replace(self, awaited=self._without(part), felt_unconfirmed=unconfirmed)

    def after_power(self, *, confirm: bool) -> Self:
        """Power is back: no part's word holds any more, and the felt may have to be confirmed."""
        faults = (f if f.cure is Cure.BOTH else replace(f, gone=True) for f in self.faults)
        unconfirmed = self.felt_unconfirmed or confirm
        return replace(
            self,
            faults=tuple(faults),
            awaited=(),
            felt_unconfirmed=unconfirmed,
            power_returned=confirm,
        )

    def _with(self, fault: Fault) -> Self:
        """Put a fault in its own place, or behind the others."""
        named = {(f.part, f.code): f for f in (*self.faults, fault)}
        return replace(self, faults=tuple(named.values()))

    def _less(self, gone: list[Fault]) -> Self:
        return replace(self, faults=tuple(fault for fault in self.faults if fault not in gone))

    def _without(self, part: str) -> tuple[str, ...]:
        return tuple(each for each in self.awaited if each != part)
