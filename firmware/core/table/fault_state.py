"""The faults of a table, and the steps still missing before play continues."""

from typing import Self

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.fault_text import fault_words, remedy_words
from firmware.core.vocabulary.faults import FAULT_KINDS, LOSS_CODES, FaultCure
from firmware.core.vocabulary.panel import Text


class Fault(msgspec.Struct, frozen=True):
    """A raised fault; `gone` when its cause is over and it waits for a person."""

    part: str
    code: str
    values: dict[str, str] = {}
    gone: bool = False

    @property
    def words(self) -> Text:
        return fault_words(self.part, self.code, self.values)

    @property
    def remedy(self) -> Text:
        return remedy_words(self.part, self.code, self.values)

    @property
    def cure(self) -> FaultCure:
        """The cure of the fault's code."""
        return FAULT_KINDS[self.code].cure

    @property
    def clearable(self) -> bool:
        """Whether it waits for the supervisor alone."""
        shoes_own = self.part == "shoe" and self.cure is FaultCure.CAUSE_ENDS
        return shoes_own or (self.gone and self.cure is not FaultCure.VOID_ROUND)


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
        return bool(self.faults) and any(
            FAULT_KINDS[fault.code].stops_deal for fault in self.faults
        )

    @property
    def stopping(self) -> list[Fault]:
        """The faults that stop the deal; first those that cost the round."""
        stopping = [fault for fault in self.faults if FAULT_KINDS[fault.code].stops_deal]
        return sorted(stopping, key=lambda fault: fault.cure is not FaultCure.VOID_ROUND)

    @property
    def only_felt(self) -> bool:
        """Whether only the felt is still to be confirmed."""
        return not (self.stopping or self.awaited)

    @property
    def needs_void(self) -> bool:
        """Whether the round must be voided before play continues."""
        return any(fault.cure is FaultCure.VOID_ROUND for fault in self.faults)

    @property
    def only_shoe(self) -> bool:
        """Whether the shoe alone stops the deal, so that a card may be entered by hand."""
        if self.needs_void or self.awaited or self.felt_unconfirmed:
            return False
        return all(fault.part == "shoe" for fault in self.stopping)

    @property
    def lost_parts(self) -> dict[str, str]:
        """The parts and buses that have not come back, each with its fault."""
        return {fault.part: fault.code for fault in self.faults if fault.code in LOSS_CODES}

    @property
    def held_buses(self) -> frozenset[str]:
        """The buses that a part holds."""
        return frozenset(fault.part for fault in self.faults if fault.code == "held")

    @property
    def clearable(self) -> list[Fault]:
        """The faults that wait for the supervisor alone."""
        return [fault for fault in self.faults if fault.clearable]

    @property
    def voidable(self) -> list[Fault]:
        """The faults that only a voided round cures."""
        return [fault for fault in self.faults if fault.cure is FaultCure.VOID_ROUND]

    def find_fault(self, part: str, code: str) -> Fault | None:
        """Return that fault, None unless the table has it."""
        same = (fault for fault in self.faults if (fault.part, fault.code) == (part, code))
        return next(same, None)

    # faults are raised, and end

    def is_new(self, fault: Fault) -> bool:
        """Return whether a fault that is raised now is a new one."""
        known_fault = self.find_fault(fault.part, fault.code)
        return known_fault is None or (
            known_fault.gone and not FAULT_KINDS[fault.code].is_momentary
        )

    def with_raised(self, fault: Fault) -> Self:
        """Record a fault. A part that is lost is awaited no longer."""
        awaited = self._awaited_without(fault.part) if fault.code in LOSS_CODES else self.awaited
        raised = replace(fault, gone=FAULT_KINDS[fault.code].is_momentary)
        return replace(self._with_fault(raised), awaited=awaited)

    def with_ended(self, part: str, code: str) -> Self:
        """Record that the cause of a fault is over: it ends too, or waits for a person."""
        fault = self.find_fault(part, code)
        if fault is None or fault.cure is FaultCure.TWO_PERSONS:
            return self
        if fault.cure in (FaultCure.CAUSE_ENDS, FaultCure.CONFIRM_FELT):
            must_confirm = self.felt_unconfirmed or fault.cure is FaultCure.CONFIRM_FELT
            return replace(self._without_faults([fault]), felt_unconfirmed=must_confirm)
        return self._with_fault(replace(fault, gone=True))

    def waits_for_technician(self, part: str, code: str) -> bool:
        """Return whether a technician must see to that fault first."""
        fault = self.find_fault(part, code)
        return fault is not None and not fault.gone and fault.cure is FaultCure.TWO_PERSONS

    def with_allowed(self, part: str, code: str) -> Self:
        """Record that a technician has seen to a fault that waits for him."""
        fault = self.find_fault(part, code)
        return self if fault is None else self._with_fault(replace(fault, gone=True))

    def with_cleared(self) -> Self:
        """Remove the faults that the supervisor may clear; the felt must be confirmed next."""
        cleared = self.clearable
        must_confirm = self.felt_unconfirmed or bool(cleared)
        return replace(self._without_faults(cleared), felt_unconfirmed=must_confirm)

    def with_voided(self) -> Self:
        """Remove the faults that only a voided round cures."""
        return self._without_faults(self.voidable)

    # parts that are starting, and power

    def with_awaited(self, part: str) -> Self:
        """Record that a part may still be starting."""
        return replace(self, awaited=(*self._awaited_without(part), part))

    def with_answered(self, part: str, *, must_confirm: bool) -> Self:
        """Record that an awaited part is there, and that the felt may have to be confirmed."""
        unconfirmed = self.felt_unconfirmed or (part in self.awaited and must_confirm)
        return replace(self, awaited=self._awaited_without(part), felt_unconfirmed=unconfirmed)

    def with_power_returned(self, *, must_confirm: bool) -> Self:
        """Record that power is back: no report of a part is valid any more, and the felt may have
        to be confirmed.
        """
        # a power cut takes no technician's place: what two persons clear is not gone by it
        faults = (
            fault if fault.cure is FaultCure.TWO_PERSONS else replace(fault, gone=True)
            for fault in self.faults
        )
        unconfirmed = self.felt_unconfirmed or must_confirm
        return replace(
            self,
            faults=tuple(faults),
            awaited=(),
            felt_unconfirmed=unconfirmed,
            power_returned=must_confirm,
        )

    def _with_fault(self, fault: Fault) -> Self:
        """Put a fault in its own place, or behind the others."""
        faults_by_name = {(known.part, known.code): known for known in (*self.faults, fault)}
        return replace(self, faults=tuple(faults_by_name.values()))

    def _without_faults(self, gone_faults: list[Fault]) -> Self:
        return replace(
            self, faults=tuple(fault for fault in self.faults if fault not in gone_faults)
        )

    def _awaited_without(self, part: str) -> tuple[str, ...]:
        return tuple(awaited_part for awaited_part in self.awaited if awaited_part != part)
