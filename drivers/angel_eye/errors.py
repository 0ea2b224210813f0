"""The shoe's errors that stand, by their numbers."""

from collections.abc import Iterator

from drivers.angel_eye.messages import ERRORS, SHOE
from firmware.core.vocabulary.events import FaultEnded, FaultRaised


class ShoeErrors:
    """Ends a fault once no error stands that has it: the unknown numbers share one.

    An error whose beginning was not seen, as before the program's start, ends all the same.
    """

    def __init__(self) -> None:
        self._fault_codes: dict[int, str] = {}

    def note_raised(self, number: int, fault: FaultRaised) -> None:
        """Note that an error has begun."""
        self._fault_codes[number] = fault.code

    def note_ended(self, number: int, ended: FaultEnded) -> Iterator[FaultEnded]:
        """Note that an error is over; yield the end of its fault."""
        self._fault_codes.pop(number, None)
        if ended.code not in self._fault_codes.values():
            yield ended

    def numbers(self, fault_code: str) -> list[int]:
        """Return the errors that stand with this fault, or else those that can have it."""
        errors = self._fault_codes if fault_code in self._fault_codes.values() else ERRORS
        return [number for number, code in errors.items() if code == fault_code]

    def end_all(self) -> Iterator[FaultEnded]:
        """Yield the ends of all: a shoe that starts again has none."""
        codes = {*self._fault_codes.values()}
        self._fault_codes.clear()
        yield from (FaultEnded(SHOE, code) for code in sorted(codes))
