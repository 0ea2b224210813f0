"""The articles of a rule pack in place of Québec's, which the program cites."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec

ArticleKind = Literal[
    "wins", "loses", "push", "surrenders", "bets", "limits", "late_entry", "sole_bettor", "result"
]

_TERMS: Final = ("bets", "tables", "stakes", "switches", "limits", "max_payout", "bounds")
"""The tables of a game's rules whose articles say when a bet loses, or is refused."""


class Articles(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The articles of a house where the program would cite Québec; none if it is empty."""

    wins: str = ""
    """A win that the pack pays by none of its own lines."""
    loses: str = ""
    push: str = ""
    surrenders: str = ""
    bets: str = ""
    """A bet that is refused by itself or beside others."""
    limits: str = ""
    """A minimum or a maximum, of one bet or of several together."""
    late_entry: str = ""
    sole_bettor: str = ""
    """One player a spot."""
    result: str = ""
    """A spin that does not count."""
    options: dict[str, str] = {}
    """By option of the table."""


class Citations(NamedTuple):
    """The articles of one game of a pack."""

    own: Articles | None = None
    """None if the pack cites Québec's where it says nothing."""
    of_payments: frozenset[str] = frozenset()
    """Those of its payments, by which a bet only wins."""
    of_terms: frozenset[str] = frozenset()
    """Those of its bets, pay tables, stakes and switches, by which one may also lose."""

    def cite(self, kind: ArticleKind, article: str) -> str:
        """Return the article cited in place of one that the pack may not have."""
        if self.own is None or article in self.of_terms:
            return article
        if kind == "wins" and article in self.of_payments:
            return article
        own_article: str = getattr(self.own, kind)
        return own_article


def citations(own: Articles | None, rules: Mapping[str, Any]) -> Citations:
    """Return the articles of a game, of its rules as plain values."""
    if own is None:
        return Citations()
    of_terms = (article for name in _TERMS for article in _articles_in(rules[name]))
    return Citations(own, frozenset(_articles_in(rules["pays"])), frozenset(of_terms))


def _articles_in(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the articles of a table of tables."""
    return (part["article"] for part in table.values() if part.get("article"))
