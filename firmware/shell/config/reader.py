"""Reading a table of a configuration, with bounds; every mistake is collected.

A missing or wrong value is reported and a stand-in is returned, so that reading goes on; no
stand-in gets out, since a configuration with one mistake is refused whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from os.path import normpath
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.faults import Faults

T = TypeVar("T")


class Reader:
    """One table of the file; leaving it as a context reports missing and unknown keys.

    A Reader without a table represents a missing one: it returns stand-ins and reports nothing.
    """

    def __init__(self, table: Mapping[str, object] | None, path: str, faults: Faults) -> None:
        self._faults = faults
        self._table = table
        self._path = path
        self._asked: list[str] = []
        self._missing: dict[str, type] = {}

    def __enter__(self) -> "Reader":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for name in self.names:
            if name not in self._asked:
                self._report_unknown(name)
        for name, wanted in self._missing.items():
            self.fault(name, "missing", kind=_a(wanted))

    @property
    def names(self) -> list[str]:
        """Return the keys that the table has."""
        return list(self._table or ())

    def has(self, name: str) -> bool:
        """Return whether a key that may be left out is there."""
        self._asked.append(name)
        return name in self.names

    def fault(self, name: str, why: str, **values: str | int | Text) -> None:
        """Report a mistake in the key `name` of this table."""
        self._faults.add(self.path(name), why, **values)

    def sound(self, *names: str) -> bool:
        """Return whether nothing is wrong with the keys `names` of this table."""
        return self._faults.sound(*map(self.path, names))

    def hold(self, name: str, kind: str, thing: str | int, said: str = "") -> None:
        """Reserve for the key `name` something that only one key can have, such as a pin."""
        self._faults.hold(kind, thing, self.path(name), said or shown(thing))

    def path(self, name: str) -> str:
        """Return the whole path of the key `name` of this table."""
        return f"{self._path}.{name}" if self._path else name

    def table(self, name: str) -> "Reader":
        """Return the table under `name`."""
        return Reader(self._take(name, dict), self.path(name), self._faults)

    def whole(self, name: str) -> int | None:
        """Return a whole number that the caller bounds, None if there is none."""
        return self._take(name, int)

    def integer(self, name: str, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`."""
        value = self._take(name, int)
        if value is None:
            return least
        if least <= value <= most:
            return value
        self.fault(name, "range", value=shown(value), least=least, most=most)
        return least

    def flag(self, name: str) -> bool:
        """Return true or false."""
        return self._take(name, bool) or False

    def text(self, name: str) -> str:
        """Return a text that can be printed and is not empty."""
        value = self._take(name, str)
        if value is not None:
            self._check_text(name, value)
        return value or ""

    def file(self, name: str) -> Path:
        """Return the path of a file that no other key names."""
        return self._file(name, self.text(name))

    def files(self, name: str, count: int) -> list[Path]:
        """Return the paths of `count` files that no other key names."""
        values = self._list(name, str)
        for value in values:
            self._check_text(name, value)
        if values and len(values) != count:
            self.fault(name, "count", number=len(values), count=count)
        return [self._file(name, value) for value in values]

    def choice(self, name: str, among: Sequence[T]) -> T:
        """Return a value that is one of `among`."""
        value = self._take(name, type(among[0]))
        if value is None:
            return among[0]
        if value in among:
            return value
        allowed = " / ".join(str(one) for one in among)
        self.fault(name, "among", value=shown(value), allowed=allowed)
        return among[0]

    def texts(self, name: str) -> list[str]:
        """Return a list, not empty, of texts that can be printed."""
        values = self._list(name, str)
        for value in values:
            self._check_text(name, value)
        return values

    def wholes(self, name: str) -> list[int]:
        """Return a list, not empty, of whole numbers that the caller bounds."""
        return self._list(name, int)

    def option(self, name: str) -> object:
        """Return a value of any kind but a float, a date or a time, nor holding one."""
        self._asked.append(name)
        value = (self._table or {}).get(name)
        for wrong in _no_options(value):
            self.fault(name, "kind", value=shown(wrong), kind=Text("config.a.option"))
        return value

    def _take(self, name: str, kind: type[T]) -> T | None:
        self._asked.append(name)
        value: object = None if self._table is None else self._table.get(name)
        if value is None:
            self._faults.without(self.path(name))
            if self._table is not None:
                self._missing[name] = kind
            return None
        if isinstance(value, kind) and _is_exactly(kind, value):
            return value
        self.fault(name, "kind", value=shown(value), kind=_a(kind))
        return None

    def _check_text(self, name: str, value: str) -> None:
        if not value.strip() or not value.isprintable():
            self.fault(name, "no_text", value=shown(value))

    def _file(self, name: str, value: str) -> Path:
        if value.strip():
            self.hold(name, "file", normpath(value))
        return Path(value)

    def _list(self, name: str, kind: type[T]) -> list[T]:
        values = self._take(name, list)
        if values is not None and not values:
            self.fault(name, "empty", kind=_a(kind))
        right = []
        for value in values or ():
            if isinstance(value, kind) and _is_exactly(kind, value):
                right.append(value)
            else:
                self.fault(name, "kind", value=shown(value), kind=_a(kind))
        return right

    def _report_unknown(self, name: str) -> None:
        near = get_close_matches(name, self._missing, 1) or get_close_matches(name, self._asked, 1)
        if near:
            self._missing.pop(near[0], None)
            self.fault(name, "unknown_near", near=near[0])
        else:
            self.fault(name, "unknown")


def shown(value: object) -> str:
    """Return a value for a message: a text in quotes, without long content."""
    match value:
        case list():
            return "[…]"
        case dict():
            return "{…}"
        case bool():
            return str(value).lower()
        case int():
            said = str(value) if value.bit_length() < _MOST_BITS else "…"
        case str():
            said = f'"{value}"'
        case _:
            said = str(value)
    return said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"


_LONGEST = 40
_LARGEST = (1 << 63) - 1
_MOST_BITS = 4096
"""Python writes no number of many thousand digits."""
_DEEPEST = 4


def _a(kind: type) -> Text:
    return Text(f"config.a.{kind.__name__}")


def _is_exactly(kind: type, value: object) -> bool:
    """Return whether `value` is no bool where an int is wanted."""
    return kind is bool or not isinstance(value, bool)


def _no_options(value: object, deep: int = 0) -> Iterator[object]:
    """Yield what an option can neither be nor hold."""
    match value:
        case list() if deep < _DEEPEST:
            for one in value:
                yield from _no_options(one, deep + 1)
        case dict() if deep < _DEEPEST:
            yield from _no_options(list(value.values()), deep)
        case str():
            return
        case int() if abs(value) <= _LARGEST:
            return
        case _:
            yield value
