"""What one measurement gives: sentences for people and fields for programs."""

from statistics import quantiles
from typing import Any, NamedTuple

UNVERIFIED = "Unverified on a Pi."


class Sample(NamedTuple):
    """A measurement; `lines` are plain English, `fields` go into the JSON block."""

    name: str
    lines: list[str]
    fields: dict[str, Any]


def ninetieth(values: list[float]) -> float:
    """Return the ninetieth percentile; of a single value, that value."""
    return quantiles(values, n=10)[8] if len(values) > 1 else values[0]


def verdict(*, met: bool, aim: str) -> str:
    return f"Aim: {aim}: {'met' if met else 'MISSED'}. {UNVERIFIED}"
