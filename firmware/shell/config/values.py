"""The values of a configuration: how a message shows one, and which no option may have."""

from collections.abc import Iterator
from typing import Final

LONGEST_DISPLAY: Final = 40
LARGEST_INTEGER: Final = (1 << 63) - 1
MOST_BITS: Final = 4096
"""Python writes no number of many thousand digits."""
DEEPEST_NESTING: Final = 4


def displayed_value(value: object) -> str:
    """Return a value for a message: a text in quotes, without long content."""
    match value:
        case list():
            return "[…]"
        case dict():
            return "{…}"
        case bool():
            return str(value).lower()
        case int():
            displayed = str(value) if value.bit_length() < MOST_BITS else "…"
        case str():
            displayed = f'"{value}"'
        case _:
            displayed = str(value)
    return (
        displayed if len(displayed) <= LONGEST_DISPLAY else displayed[: LONGEST_DISPLAY - 1] + "…"
    )


def unfit_values(value: object, depth: int = 0) -> Iterator[object]:
    """Yield the values that no option may have, nor a list in it."""
    match value:
        case list() if depth < DEEPEST_NESTING:
            for element in value:
                yield from unfit_values(element, depth + 1)
        case dict() if depth < DEEPEST_NESTING:
            yield from unfit_values(list(value.values()), depth)
        case str():
            return
        case int() if abs(value) <= LARGEST_INTEGER:
            return
        case _:
            yield value
