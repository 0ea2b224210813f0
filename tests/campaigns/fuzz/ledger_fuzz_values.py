"""Absurd contents of a table's messages: real ones whose structure is mutated, and signed anew."""

import json
import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from firmware.floor.facts import LANE_START, LanePosition

Json = Any
Texts = list[bytes]
"""The head and lines of a message, each as JSON."""

DEEP: Json = []
for _ in range(300):
    DEEP = [DEEP]
VALUES: Sequence[Json] = (
    *(0, 1, -1, -5, 2**31, 2**40 - 1, 2**40, 2**53, 2**61, 2**63, 2**64, -(2**63), 10**40, 10**400),
    *(0.5, -0.0, 1e308, float("nan"), float("inf"), True, False, None),
    *("", "\x00", "\ud800", "é" * 50, "a" * 100_000, "undone", "Attested", "meters"),
    *([], {}, [[]], {"": {}}, DEEP, [0] * 1000, {"type": "Ruled"}, {"type": "Unheard"}),
)
KEYS = ("at", "n", "fact", "payload", "header", "before", "place", "back", "since", "type", "event")
POSITIONS = (
    *(LANE_START, LanePosition(0, 0), LanePosition(2**39, 2**39), LanePosition(7, 0)),
    *(LanePosition(0, 2**40 - 1), LanePosition(1, -1)),
)


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
    return chance.choice(VALUES)


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


def _one_line(chance: Random, texts: Texts) -> Texts:
    at = chance.randrange(len(texts))
    texts[at] = text_of(mutated(chance, json.loads(texts[at])))
    return texts


def _payload(chance: Random, texts: Texts) -> Texts:
    """Change what is within a record, or a fact."""
    at = chance.randrange(1, len(texts))
    line = json.loads(texts[at])
    if "payload" in line:
        line["payload"] = text_of(mutated(chance, json.loads(line["payload"]))).decode()
    else:
        line["fact"] = mutated(chance, line["fact"])
    texts[at] = text_of(line)
    return texts


def _swap(chance: Random, texts: Texts) -> Texts:
    chance.shuffle(texts)
    return texts


def _drop(chance: Random, texts: Texts) -> Texts:
    del texts[chance.randrange(len(texts))]
    return texts


def _double(chance: Random, texts: Texts) -> Texts:
    return texts + texts[1:] * chance.choice((1, 1, 300))


def _cut(chance: Random, texts: Texts) -> Texts:
    return [text_of({"after": list(chance.choice(POSITIONS)), "cut": True}), *texts[1:]]


def _damage(chance: Random, texts: Texts) -> Texts:
    at = chance.randrange(len(texts))
    octets = bytearray(texts[at] or b"{")
    octets[chance.randrange(len(octets))] = chance.randrange(256)
    texts[at] = bytes(octets)
    return texts


def _empty(chance: Random, texts: Texts) -> Texts:
    return chance.choice(([], [b""], [b"\n" * 2000], [b"[" * 20_000], texts[:1], texts[1:]))


HARMS: Sequence[Callable[[Random, Texts], Texts]] = (
    *(_one_line, _one_line, _one_line, _payload, _payload, _payload, _swap, _drop),
    *(_double, _cut, _damage, _empty),
)


def absurd_payload(chance: Random, payload: bytes) -> bytes:
    """Return a message's compressed content, mutated."""
    texts = zlib.decompress(payload).split(b"\n")
    packed = zlib.compress(b"\n".join(chance.choice(HARMS)(chance, texts)), 1)
    if chance.random() < 0.05:
        packed = packed[: chance.randrange(len(packed))] + chance.randbytes(3)
    return packed
