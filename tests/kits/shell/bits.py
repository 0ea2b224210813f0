"""The bits of an octet that a test flips: one here, another in each octet; all in a campaign."""

from collections.abc import Iterator

from tests.kits.examples import examples

OF_EACH_OCTET = examples(1, 8)


def bits_of(at: int) -> Iterator[int]:
    """Yield the bits, 0 to 7, to flip in the octet at that place."""
    yield from ((at + nth) % 8 for nth in range(OF_EACH_OCTET))
