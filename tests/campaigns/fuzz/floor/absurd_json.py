"""Absurd contents: JSON values whose structure is mutated, and octets that are damaged."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

Json = Any

DEEP: Json = []
for _ in range(300):
    DEEP = [DEEP]
VALUES: Sequence[Json] = (
    *(0, 1, -1, -5, 2**31, 2**40 - 1, 2**40, 2**53, 2**61, 2**63, 2**64, -(2**63), 10**40, 10**400),
    *(0.5, -0.0, 1e308, float("nan"), float("inf"), True, False, None),
    *("", "\x00", "\ud800", "é" * 50, "a" * 5000, "undone", "Attested", "meters", "../x", "a.b"),
    *([], {}, [[]], {"": {}}, DEEP, [0] * 300, {"type": "Ruled"}, {"type": "Unheard"}),
)
LONG = "a" * 100_000
"""Now and then: it costs as much as a hundred other values."""
KEYS = ("at", "n", "fact", "payload", "header", "before", "place", "back", "since", "type", "event")


def mutated(chance: Random, value: Json) -> Json:
    """Return a JSON value with some of its nodes changed."""
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        value = _mutated_once(chance, value)
    return value


def _mutated_once(chance: Random, value: Json) -> Json:
    if isinstance(value, dict) and value and chance.random() < 0.9:
        return _mutated_object(chance, dict(value))
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [*value[:at], _mutated_once(chance, value[at]), *value[at + 1 :]]
    if isinstance(value, int) and chance.random() < 0.4:
        return value + chance.choice((-1, 1, -(2**20), 2**30))
    return LONG if chance.random() < 0.002 else chance.choice(VALUES)


def _mutated_object(chance: Random, value: dict[str, Json]) -> Json:
    key = chance.choice([*value])
    match chance.randrange(8):
        case 0:
            del value[key]
        case 1:
            value[chance.choice(KEYS)] = chance.choice(VALUES)
        case _:
            value[key] = _mutated_once(chance, value[key])
    return value


def text_of(value: Json) -> bytes:
    """Return a value as JSON, also one that JSON has no text for."""
    return json.dumps(value, separators=(",", ":")).encode()


def absurd_text(chance: Random, text: bytes) -> bytes:
    """Return a JSON text with its structure mutated; one in twenty with its octets damaged."""
    if chance.random() < 0.05:
        return damaged(chance, text)
    return text_of(mutated(chance, json.loads(text)))


def damaged(chance: Random, octets: bytes) -> bytes:
    """Return octets of which some are cut off, doubled, reversed, or changed."""
    at = chance.randrange(len(octets) or 1)
    match chance.randrange(7):
        case 0:
            return octets[:at]
        case 1:
            return octets + octets[at:]
        case 2:
            return octets[::-1]
        case 3:
            return chance.choice((b"", b"\n", b"{", b"[" * 20_000, b"null", b"\xff\xfe"))
    return octets[:at] + chance.randbytes(1) + octets[at + 1 :]
