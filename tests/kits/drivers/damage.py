"""Damage to one message on its way, for property tests of the drivers that receive it."""

from collections.abc import Callable

from hypothesis import strategies as st

Befall = Callable[[bytes], bytes]


def damages(*kinds: str, remaining: int = 0) -> st.SearchStrategy[Befall]:
    """Return a strategy of damages; of a truncated message, `remaining` bytes arrive."""

    def damage(kind: str, at: int, bit: int) -> Befall:
        return lambda message: damaged_message(message, kind, at % len(message), bit, remaining)

    return st.builds(damage, st.sampled_from(kinds), st.integers(0, 40), st.integers(0, 7))


def damaged_message(message: bytes, kind: str, place: int, bit: int, remaining: int) -> bytes:
    """Return the message after the damage; it has at least one byte."""
    before, hit, behind = message[:place], message[place : place + 1], message[place + 1 :]
    return {
        "none": message,
        "lost": before + behind,
        "twice": before + hit * 2 + behind,
        "flip": before + bytes([hit[0] ^ 1 << bit]) + behind,
        "noise": before + hit + bytes([place * bit % 256]) + behind,
        "cut": message[: place + remaining],
        "again": message * 2,
    }[kind]
