"""Whatever a far end may send: values of any msgspec type, and texts that no screen should obey."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from firmware.shell.words.templates import read_templates

HOSTILE = (
    "\x1b]0;title\x07", "\x1bc", "\x1b[5i", "\x1b[31m", "\x1b[2J", "\x1b[6n", "\x1bP1$r\x1b\\",
    "\x9b31m", "\x00", "\x07", "\x08", "\x0e", "\x7f", "\r", "\n", "\t", "\x85", "\u2028",
    "\u202e", "\u2066", "\u200f", "\u0301" * 9, "e\u0301", "\u200b", "\ufeff", "\U000e0041",
    "漢字", "🂡", "🏳️\u200d🌈", "\ud7ff", "\ufffe", "é", "«\u00a0»", "%s", "{name}", "{0.__class__}",
    "[bold]", "[/]", ":warning:", "$(id)", "`id`", "'", '"', "\\", "--json", "../../etc/passwd",
)  # fmt: skip
"""What a terminal, a template, a shell or a drawing library might take for something else."""
PLAIN = ("", "a", "shoe", "lost", "AS", "12", "-1", "0", "player", "Baccara 2", "é")
NAMES = ("marie", "luc", "a-9", "x" * 32, "o.p_q")
ISO = ("2026-11-21T02:00:00+00:00", "2026-11-21T01:59:58.123+00:00", "2026-02-28T23:59:59Z")
HUGE = (0, 1, -1, 7, 255, 10**6, 2**31, 2**53, -(2**53), 2**63 - 1, -(2**63))
KEYS = sorted(read_templates("en"))


class NotSent(Exception):
    """No socket sends a card as such, only its name."""


def a_text(chance: Random, most: int = 64) -> str:
    """A text: mostly short and plain, sometimes hostile, sometimes long."""
    kind = chance.random()
    if kind < 0.5:
        return chance.choice(PLAIN)[:most]
    if kind < 0.6:
        return chance.choice(KEYS)[:most]
    if kind < 0.97:
        return "".join(chance.choice((*PLAIN, *HOSTILE)) for _ in range(chance.randint(1, 4)))[
            :most
        ]
    return (chance.choice(HOSTILE) * most)[: chance.randint(0, most)]


def a_number(chance: Random, least: int | None = None, most: int | None = None) -> int:
    """A number within bounds, where there are any: its bounds, a small one, a huge one."""
    low, high = HUGE[-1] if least is None else least, HUGE[-2] if most is None else most
    wanted = chance.choice((low, high, chance.choice(HUGE), chance.randint(0, 99)))
    return min(max(wanted, low), high)


def a_value(chance: Random, kind: Any, depth: int = 0) -> Any:
    """A value of a type, as JSON has it."""
    return _value(chance, _type_info(kind), depth)


@cache
def _type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _value(chance: Random, kind: inspect.Type, depth: int) -> Any:
    return MAKERS[type(kind)](chance, kind, depth)


def _struct(chance: Random, kind: Any, depth: int) -> Any:
    made = {
        field.encode_name: _value(chance, field.type, depth + 1)
        for field in kind.fields
        if field.required or chance.random() < 0.8
    }
    return {kind.tag_field: kind.tag, **made} if kind.tag_field else made


def _union(chance: Random, kind: Any, depth: int) -> Any:
    plain = [one for one in kind.types if not isinstance(one, inspect.StructType)]
    return _value(chance, chance.choice(plain if plain and depth > 4 else kind.types), depth)


def _string(chance: Random, kind: Any, _depth: int) -> str:
    if kind.pattern:
        return chance.choice(NAMES)
    return chance.choice(ISO) if chance.random() < 0.05 else a_text(chance, kind.max_length or 200)


def _many(chance: Random, depth: int) -> int:
    return 0 if depth > 6 else chance.choice((0, 1, 1, 2, 3))


def _list(chance: Random, kind: Any, depth: int) -> list[Any]:
    return [_value(chance, kind.item_type, depth + 1) for _ in range(_many(chance, depth))]


def _dict(chance: Random, kind: Any, depth: int) -> dict[Any, Any]:
    return {
        str(_value(chance, kind.key_type, depth + 1)): _value(chance, kind.value_type, depth + 1)
        for _ in range(_many(chance, depth))
    }


def _card(_chance: Random, _kind: Any, _depth: int) -> Any:
    raise NotSent


MAKERS: dict[type[inspect.Type], Callable[[Random, Any, int], Any]] = {
    inspect.StructType: _struct,
    inspect.UnionType: _union,
    inspect.StrType: _string,
    inspect.IntType: lambda chance, kind, _: a_number(chance, kind.ge, kind.le),
    inspect.FloatType: lambda chance, _, __: chance.choice((0.0, -1.5, 1e300, 0.1)),
    inspect.BoolType: lambda chance, _, __: chance.random() < 0.5,
    inspect.NoneType: lambda _, __, ___: None,
    inspect.LiteralType: lambda chance, kind, _: chance.choice(kind.values),
    inspect.EnumType: lambda chance, kind, _: chance.choice([one.value for one in kind.cls]),
    inspect.VarTupleType: _list,
    inspect.ListType: _list,
    inspect.TupleType: lambda chance, kind, depth: [
        _value(chance, one, depth + 1) for one in kind.item_types
    ],
    inspect.NamedTupleType: lambda chance, kind, depth: [
        _value(chance, field.type, depth + 1) for field in kind.fields
    ],
    inspect.DictType: _dict,
    inspect.CustomType: _card,
    inspect.AnyType: lambda chance, _, __: chance.choice((a_text(chance), a_number(chance))),
}


def a_struct(chance: Random, kind: Any) -> Any:
    """A value of a type, as a socket's client decodes it."""
    while True:
        try:
            return msgspec.json.decode(msgspec.json.encode(a_value(chance, kind)), type=kind)
        except (NotSent, msgspec.ValidationError):
            continue
