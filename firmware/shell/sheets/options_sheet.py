"""What the articles leave to a table ("si la table l'indique"): each option of a game in a line."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.games.roulette.roulette import RUNS, TOTALS, article_of_totals
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.rulings import bet_name
from firmware.shell.words.words import Words

NOT_IN_A_LINE: Final = frozenset({"progressive_table", "totals", "max_draw"})
"""Options that choose among the pay tables, which the sheet prints, or are amounts."""
ONLY_WITH: Final[Mapping[str, tuple[str, ...]]] = {"outside_with_twice": tuple(RUNS)}
"""Options that mean something only beside one of these."""
FLAGS: Final = {True: "yes", False: "no"}


def defaults(kind: type[Game]) -> dict[str, Any]:
    """Return a game's own options as they are if a table does not set them."""
    return {name: values[0] for name, values in kind.OPTIONS.items()}


def options_here(kind: type[Game], options: Mapping[str, Any], words: Words) -> Iterator[str]:
    """Yield what a table with these options permits, and the most that it pays."""
    found = {**defaults(kind), **options}
    for name in kind.OPTIONS:
        beside = ONLY_WITH.get(name, ())
        if name not in NOT_IN_A_LINE and (not beside or any(found[other] for other in beside)):
            yield words.say(_told(name, found[name], words))
    for name, (least, most) in found.get("totals", {}).items():
        ends: Values = {"least_cents": Cents(least), "most_cents": Cents(most)}
        ends = {**ends, "total": Text(f"total.{name}"), "article": article_of_totals(found)}
        yield words.say(Text("sheet.total", ends))
    if found.get("max_draw"):
        yield words.say(Text("sheet.most_draw", {"most_cents": Cents(found["max_draw"])}))
    for on, cents in found.get("max_payout", {}).items():
        cap: Values = {"on": bet_name(on), "most_cents": Cents(cents), "article": kind.CAPPED[on]}
        yield words.say(Text("sheet.most", cap))


def options_anywhere(kind: type[Game], words: Words) -> Iterator[str]:
    """Yield what each table must set, and what a table may permit if it shows so."""
    for name in kind.REQUIRED:
        yield words.say(Text(f"sheet.set_by_table.{name}"))
    for name, values in kind.OPTIONS.items():
        for value in () if name in NOT_IN_A_LINE else values[1:]:
            yield words.say(Text("sheet.may", {"what": _told(name, value, words)}))
    for name in TOTALS if "totals" in kind.OPTIONS else ():
        yield words.say(Text("sheet.may_total", {"total": Text(f"total.{name}")}))
    if "max_draw" in kind.OPTIONS:
        yield words.say(Text("sheet.may_most_draw"))
    for on, article in kind.CAPPED.items():
        yield words.say(Text("sheet.may_most", {"on": bet_name(on), "article": article}))


def _told(name: str, value: Any, words: Words) -> Text:  # noqa: ANN401
    """Return an option in words: one of its values has its own, a free number a placeholder."""
    said = FLAGS[value] if isinstance(value, bool) else str(value)
    key = f"sheet.here.{name}.{said}"
    return Text(key) if words.knows(key) else Text(f"sheet.here.{name}", {"number": said})
