"""A value of a call as text: the same in each run, without addresses or a default's value."""

from collections.abc import Mapping, Set
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum

import msgspec

from firmware.core.vocabulary.cards import Card


class PlainText(str):
    """A text that is shown without quotation marks: a number in another base, a line of a file."""

    __slots__ = ()


def value_text(value: object) -> str:
    """Return a value in a few words, None as nothing at all; the fields of a mapping unbraced."""
    if value is None:
        return ""
    return _items_text(value) if isinstance(value, Mapping) else _text(value)


def _text(value: object) -> str:
    match value:
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case Card():
            return value.name
        case bytes():
            return value.hex(" ").upper() or "no octets"
        case str() if not isinstance(value, PlainText):
            return f'"{value}"'
        case None | str() | int() | float():
            return str(value)
        case list() | tuple() | Set() | Mapping():
            return _collection_text(value)
    return _object_text(value)


def _collection_text(value: object) -> str:
    match value:
        case Mapping():
            return f"{{{_items_text(value)}}}"
        case list():
            return f"[{', '.join(map(_text, value))}]"
        case Set():
            return f"{{{', '.join(sorted(map(_text, value)))}}}"
        case tuple() if not hasattr(value, "_fields"):
            last_comma = "," if len(value) == 1 else ""
            return f"({', '.join(map(_text, value))}{last_comma})"
    return _object_text(value)


def _items_text(items: Mapping[object, object]) -> str:
    return ", ".join(f"{_name_text(name)} = {_text(item)}" for name, item in items.items())


def _name_text(name: object) -> str:
    return name if type(name) is str else _text(name)


def _object_text(value: object) -> str:
    """Return an object with the fields that have another value than their default; one that is
    made of nothing but its class is that class's name.
    """
    shown = ", ".join(
        f"{name}={_text(getattr(value, name))}"
        for name, default in _field_defaults(value).items()
        if getattr(value, name) != default
    )
    name = type(value).__name__
    return f"{name}({shown})" if shown else name


def _field_defaults(value: object) -> dict[str, object]:
    match value:
        case msgspec.Struct():
            return {field.name: _struct_default(field) for field in msgspec.structs.fields(value)}
        case tuple():
            return {name: value._field_defaults.get(name, MISSING) for name in value._fields}  # type: ignore[attr-defined]
    if is_dataclass(value):
        return {field.name: field.default for field in fields(value) if field.compare}
    return {}


def _struct_default(field: msgspec.structs.FieldInfo) -> object:
    factory = field.default_factory
    return field.default if factory is msgspec.NODEFAULT else factory()
