"""Reading a table of a configuration, with bounds; every mistake is collected.

A missing or wrong value is reported and a stand-in is returned, so that all mistakes are found; no
stand-in is used, since a configuration with one mistake is refused whole.
"""

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from os.path import normpath
from pathlib import Path
from types import TracebackType
from typing import Final, TypeVar

from firmware.core.vocabulary.money import MOST_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.faults import ConfigFaults
from firmware.shell.config.values import displayed_value, unfit_values

Value = TypeVar("Value")

TYPE_KEYS: Final[Mapping[type, str]] = {
    int: "config.a.int",
    float: "config.a.float",
    str: "config.a.str",
    bool: "config.a.bool",
    list: "config.a.list",
    dict: "config.a.dict",
}
"""The expected types in words."""


class SectionReader:
    """One table of the file; leaving it as a context reports missing and unknown keys.

    A Reader without a table represents a missing one: it returns stand-ins and reports nothing.
    """

    def __init__(self, table: Mapping[str, object] | None, path: str, faults: ConfigFaults) -> None:
        self._faults = faults
        self._table = table
        self._path = path
        self._requested_keys: list[str] = []
        self._missing_keys: dict[str, type] = {}

    def __enter__(self) -> "SectionReader":
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for name in self.names:
            if name not in self._requested_keys:
                self.refuse_unknown(name, self._missing_keys, self._requested_keys)
        for name, value_type in self._missing_keys.items():
            self.add_fault(name, "config.missing", kind=_type_text(value_type))

    @property
    def names(self) -> list[str]:
        """Return the keys that the table has."""
        return list(self._table or ())

    def has(self, name: str) -> bool:
        """Return whether a key that may be left out is there."""
        self._requested_keys.append(name)
        return name in self.names

    def add_fault(self, name: str, reason: str, **values: str | int | Text) -> None:
        """Report a mistake in the key `name` of this table; `reason` is the key of its words."""
        self._faults.add_fault(self.path(name), reason, **values)

    def refuse_name(self, name: str, reason: str, **values: str | int | Text) -> None:
        """Report that the key `name` itself may not be there, and why."""
        self._requested_keys.append(name)
        self.add_fault(name, reason, **values)

    def refuse_unknown(self, name: str, *known_names: Collection[str]) -> None:
        """Report a key that is not known, and which of the known ones is meant: of the first that
        has one near it.
        """
        for known in known_names:
            for near in get_close_matches(name, known, 1):
                self._missing_keys.pop(near, None)
                self.add_fault(name, "config.unknown_near", near=near)
                return
        self.add_fault(name, "config.unknown")

    def distrust(self, name: str) -> None:
        """Note that the key `name` gave no value that another may be compared with."""
        self._faults.note_missing(self.path(name))

    def are_sound(self, *names: str) -> bool:
        """Return whether nothing is wrong with the keys `names` of this table."""
        return self._faults.are_sound(*map(self.path, names))

    def hold(
        self,
        name: str,
        kind: str,
        resource: str | int,
        displayed: str = "",
        refusal: str = "config.taken",
    ) -> None:
        """Reserve for the key `name` something that only one key can have, such as a pin."""
        self._faults.reserve(
            kind, resource, self.path(name), displayed or displayed_value(resource), refusal
        )

    def path(self, name: str) -> str:
        """Return the whole path of the key `name` of this table."""
        return f"{self._path}.{name}" if self._path else name

    def table(self, name: str) -> "SectionReader":
        """Return the table under `name`."""
        return SectionReader(self._typed_value(name, dict), self.path(name), self._faults)

    def whole_number(self, name: str) -> int | None:
        """Return a whole number, which the caller bounds; None if it is missing."""
        return self._typed_value(name, int)

    def integer(self, name: str, minimum: int, maximum: int) -> int:
        """Return a whole number from `minimum` to `maximum`."""
        return self._whole_number(name, minimum, maximum, maximum)

    def _whole_number(self, name: str, minimum: int, maximum: int, most: int | Text) -> int:
        value = self._typed_value(name, int)
        if value is None:
            return minimum
        if minimum <= value <= maximum:
            return value
        self.add_fault(name, "config.range", value=displayed_value(value), least=minimum, most=most)
        return minimum

    def amount(self, name: str) -> Cents:
        """Return an amount above 0, in cents."""
        most = Text("config.most_amount", {"most": MOST_CENTS, "most_cents": MOST_CENTS})
        return Cents(self._whole_number(name, 1, MOST_CENTS, most))

    def number(self, name: str) -> float | None:
        """Return a number, whole or not, which the caller bounds; None if it is missing."""
        is_whole = isinstance((self._table or {}).get(name), int)
        return self._typed_value(name, int) if is_whole else self._typed_value(name, float)

    def flag(self, name: str) -> bool:
        """Return true or false."""
        return self._typed_value(name, bool) or False

    def text(self, name: str) -> str:
        """Return a text that can be printed and is not empty."""
        value = self._typed_value(name, str)
        if value is not None:
            self._require_printable(name, value)
        return value or ""

    def file(self, name: str) -> Path:
        """Return the path of a file that no other key names."""
        return self._reserved_path(name, self.text(name))

    def files(self, name: str, count: int) -> list[Path]:
        """Return the paths of `count` files that no other key names."""
        values = self._typed_list(name, str)
        for value in values:
            self._require_printable(name, value)
        if values and len(values) != count:
            self.add_fault(name, "config.count", number=len(values), count=count)
        return [self._reserved_path(name, value) for value in values]

    def choice(self, name: str, allowed_values: Sequence[Value]) -> Value:
        """Return a value that is one of `allowed_values`."""
        value = self._typed_value(name, type(allowed_values[0]))
        if value is None:
            return allowed_values[0]
        if value in allowed_values:
            return value
        allowed = " / ".join(str(allowed_value) for allowed_value in allowed_values)
        self.add_fault(name, "config.among", value=displayed_value(value), allowed=allowed)
        return allowed_values[0]

    def texts(self, name: str) -> list[str]:
        """Return a list, not empty, of texts that can be printed."""
        values = self._typed_list(name, str)
        for value in values:
            self._require_printable(name, value)
        return values

    def whole_numbers(self, name: str) -> list[int]:
        """Return a list, not empty, of whole numbers that the caller bounds."""
        return self._typed_list(name, int)

    def option(self, name: str) -> object:
        """Return a value of any kind but a float, a date or a time, nor holding one."""
        self._requested_keys.append(name)
        value = (self._table or {}).get(name)
        for unfit_value in unfit_values(value):
            self.add_fault(
                name,
                "config.kind",
                value=displayed_value(unfit_value),
                kind=Text("config.a.option"),
            )
        return value

    def _typed_value(self, name: str, value_type: type[Value]) -> Value | None:
        self._requested_keys.append(name)
        value: object = None if self._table is None else self._table.get(name)
        if value is None:
            # noted even if the whole table is missing: values that depend on it are then not
            # compared
            self._faults.note_missing(self.path(name))
            if self._table is not None:
                self._missing_keys[name] = value_type
            return None
        # in Python a bool is an int
        if isinstance(value, value_type) and _is_exact_type(value_type, value):
            return value
        self.add_fault(
            name, "config.kind", value=displayed_value(value), kind=_type_text(value_type)
        )
        return None

    def _require_printable(self, name: str, value: str) -> None:
        if not value.strip() or not value.isprintable():
            self.add_fault(name, "config.no_text", value=displayed_value(value))

    def _reserved_path(self, name: str, value: str) -> Path:
        if value.strip():
            self.hold(name, "file", normpath(value))
        return Path(value)

    def _typed_list(self, name: str, value_type: type[Value]) -> list[Value]:
        values = self._typed_value(name, list)
        if values is not None and not values:
            self.add_fault(name, "config.empty", kind=_type_text(value_type))
        typed_values = []
        for value in values or ():
            if isinstance(value, value_type) and _is_exact_type(value_type, value):
                typed_values.append(value)
            else:
                self.add_fault(
                    name, "config.kind", value=displayed_value(value), kind=_type_text(value_type)
                )
        return typed_values


def _type_text(value_type: type) -> Text:
    return Text(TYPE_KEYS[value_type])


def _is_exact_type(value_type: type, value: object) -> bool:
    """Return whether `value` is no bool where an int is wanted."""
    return value_type is bool or not isinstance(value, bool)
