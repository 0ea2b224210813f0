"""Legal minima and maxima of a house, each with its article."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text

PERCENT: Final = 100


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The least and the most of a whole number, of per cent or of cents."""

    least: int | None = None
    most: int | None = None
    article: str = ""

    def allows(self, number: int | Fraction) -> bool:
        """Return whether a number is within."""
        return not (
            (self.least is not None and number < self.least)
            or (self.most is not None and number > self.most)
        )

    def allows_share(self, share: Fraction) -> bool:
        """Return whether a share is within these per cent."""
        return self.allows(share * PERCENT)

    def return_refusal(self, share: Fraction, what: Text) -> Text | None:
        """Return why a named bet returns too little or too much of its stake."""
        if self.allows_share(share):
            return None
        key = "why.return_low" if share * PERCENT < (self.least or 0) else "why.return_high"
        ratio = f"{share.numerator}/{share.denominator}"
        return Text(key, {"what": what, "back_ratio": ratio, **self.values})

    def within(self, widest: "Bound") -> "Bound":
        """Return the bound, its missing ends those of another."""
        least = widest.least if self.least is None else self.least
        most = widest.most if self.most is None else self.most
        return Bound(least, most, self.article)

    @property
    def values(self) -> dict[str, str]:
        """Its values in words."""
        return {"least": str(self.least), "most": str(self.most), "article": self.article}


Bounds = Mapping[str, Bound]
"""By the name of the number."""
NO_BOUNDS: Final[Bounds] = {}


def bound_faults(widest: Bounds, bounds: Bounds) -> Iterator[Text]:
    """Yield the bounds of a pack that exceed the widest ones, or that no number is within."""
    for name, bound in bounds.items():
        known = widest.get(name)
        if known is None:
            continue
        whole = bound.within(known)
        ends = [end for end in (whole.least, whole.most) if end is not None]
        if not all(map(known.allows, ends)) or ends != sorted(ends):
            most = "∞" if known.most is None else str(known.most)
            values = {"where": f"bounds.{name}", "least": str(known.least), "most": most}
            yield Text("pack.bound", values)


def house_bounds(widest: Bounds, bounds: Bounds) -> dict[str, Bound]:
    """Return the bounds of a house, with the widest ones where its pack has none."""
    return {name: bounds.get(name, Bound()).within(bound) for name, bound in widest.items()}
