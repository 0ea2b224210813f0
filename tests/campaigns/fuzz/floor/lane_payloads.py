"""Absurd contents of a table's messages to the ledger: real lines, mutated, dropped, doubled."""

import json
import zlib
from collections.abc import Callable, Sequence
from random import Random

from tests.campaigns.fuzz.floor.absurd_json import mutated, text_of
from tests.campaigns.fuzz.floor.hostile_senders import POSITIONS

Texts = list[bytes]
"""The head and lines of a message, each as JSON."""


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


def absurd_lane_payload(chance: Random, payload: bytes) -> bytes:
    """Return a message's compressed content, mutated."""
    texts = zlib.decompress(payload).split(b"\n")
    packed = zlib.compress(b"\n".join(chance.choice(HARMS)(chance, texts)), 1)
    if chance.random() < 0.05:
        packed = packed[: chance.randrange(len(packed))] + chance.randbytes(3)
    return packed
