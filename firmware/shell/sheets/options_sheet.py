"""The options that the articles leave to a table ("si la table l'indique"), a line each."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.game.options import FOR_THE_PLAYER, ROUNDING, SMALLEST_CHIP
from firmware.core.games.roulette.roulette import (
    LIMITED_GROUPS,
    RUN_LENGTHS,
    TOTAL_WORDS,
    article_of_totals,
)
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import bet_words
from firmware.shell.words.words import Words

UNLISTED_OPTIONS: Final = frozenset({"progressive_table", "totals", "max_draw"})
"""Options that choose among the pay tables, which the sheet prints, or are amounts."""
REQUIRED_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {"outside_with_twice": tuple(RUN_LENGTHS)}
"""Options that have an effect only with one of these."""
FLAG_WORDS: Final = {True: "yes", False: "no"}

VALUE_KEYS: Final[Mapping[tuple[str, str], str]] = {
    ("hole_card", "yes"): "sheet.here.hole_card.yes",
    ("hole_card", "no"): "sheet.here.hole_card.no",
    ("stand_all_17", "yes"): "sheet.here.stand_all_17.yes",
    ("stand_all_17", "no"): "sheet.here.stand_all_17.no",
    ("special_hands", "yes"): "sheet.here.special_hands.yes",
    ("special_hands", "no"): "sheet.here.special_hands.no",
    ("double_any", "yes"): "sheet.here.double_any.yes",
    ("double_any", "no"): "sheet.here.double_any.no",
    ("resplit", "yes"): "sheet.here.resplit.yes",
    ("resplit", "no"): "sheet.here.resplit.no",
    ("double_after_split", "yes"): "sheet.here.double_after_split.yes",
    ("double_after_split", "no"): "sheet.here.double_after_split.no",
    ("hands", "2"): "sheet.here.hands.2",
    ("hands", "3"): "sheet.here.hands.3",
    ("variant", "midi"): "sheet.here.variant.midi",
    ("variant", "grand"): "sheet.here.variant.grand",
    ("numbers", "37"): "sheet.here.numbers.37",
    ("numbers", "38"): "sheet.here.numbers.38",
    ("kind", "french"): "sheet.here.kind.french",
    ("kind", "american"): "sheet.here.kind.american",
    ("kind", "english"): "sheet.here.kind.english",
    ("twice", "yes"): "sheet.here.twice.yes",
    ("twice", "no"): "sheet.here.twice.no",
    ("thrice", "yes"): "sheet.here.thrice.yes",
    ("thrice", "no"): "sheet.here.thrice.no",
    ("outside_with_twice", "yes"): "sheet.here.outside_with_twice.yes",
    ("outside_with_twice", "no"): "sheet.here.outside_with_twice.no",
    ("players_throw", "yes"): "sheet.here.players_throw.yes",
    ("players_throw", "no"): "sheet.here.players_throw.no",
    ("own_chips", "yes"): "sheet.here.own_chips.yes",
    ("own_chips", "no"): "sheet.here.own_chips.no",
    ("generator", "system"): "sheet.here.generator.system",
    ("generator", "keyed"): "sheet.here.generator.keyed",
}
"""By an option and its value."""
NUMBER_KEYS: Final[Mapping[str, str]] = {
    "max_spots": "sheet.here.max_spots",
    "claim_days": "sheet.here.claim_days",
}
"""By an option whose value is a number."""
REQUIRED_KEYS: Final[Mapping[str, str]] = {
    "segments": "sheet.set_by_table.segments",
    "paytable": "sheet.set_by_table.paytable",
}
"""By an option that each table must set."""


def default_options(game_class: type[Game]) -> dict[str, Any]:
    """Return a game's own options as they are if a table does not set them."""
    return {name: values[0] for name, values in game_class.OWN_OPTIONS.items()}


def table_option_lines(
    game_class: type[Game], options: Mapping[str, Any], words: Words
) -> Iterator[str]:
    """Yield the lines of a table's options, and its maximum payments."""
    effective_options = {**default_options(game_class), **options}
    for name in game_class.OWN_OPTIONS:
        required_options = REQUIRED_OPTIONS.get(name, ())
        if name not in UNLISTED_OPTIONS and (
            not required_options
            or any(effective_options[required_option] for required_option in required_options)
        ):
            yield words.render(_option_text(name, effective_options[name]))
    for name, (least_cents, most_cents) in effective_options.get("totals", {}).items():
        total_values: TextValues = {
            "least_cents": Cents(least_cents),
            "most_cents": Cents(most_cents),
        }
        total_values = {
            **total_values,
            "total": Text(TOTAL_WORDS[name]),
            "article": article_of_totals(effective_options),
        }
        yield words.render(Text("sheet.total", total_values))
    if effective_options.get("max_draw"):
        yield words.render(
            Text("sheet.most_draw", {"most_cents": Cents(effective_options["max_draw"])})
        )
    if effective_options.get(ROUNDING) == FOR_THE_PLAYER:
        chip_cents = Cents(effective_options[SMALLEST_CHIP])
        yield words.render(Text("sheet.rounded", {"cents": chip_cents}))
        if game_class.INSTRUMENT:
            yield words.render(Text("sheet.exact_returns"))
    for bet, cents in effective_options.get("max_payout", {}).items():
        cap_values: TextValues = {
            "on": bet_words(bet),
            "most_cents": Cents(cents),
            "article": game_class.CAPPED_BETS[bet],
        }
        yield words.render(Text("sheet.most", cap_values))


def game_option_lines(game_class: type[Game], words: Words) -> Iterator[str]:
    """Yield the options that each table must set, and those that a table may set if it displays
    them.
    """
    for name in game_class.REQUIRED_OPTIONS:
        yield words.render(Text(REQUIRED_KEYS[name]))
    for name, values in game_class.OWN_OPTIONS.items():
        for value in () if name in UNLISTED_OPTIONS else values[1:]:
            yield words.render(Text("sheet.may", {"what": _option_text(name, value)}))
    for name in LIMITED_GROUPS if "totals" in game_class.OWN_OPTIONS else ():
        yield words.render(Text("sheet.may_total", {"total": Text(TOTAL_WORDS[name])}))
    if "max_draw" in game_class.OWN_OPTIONS:
        yield words.render(Text("sheet.may_most_draw"))
    for bet, article in game_class.CAPPED_BETS.items():
        yield words.render(Text("sheet.may_most", {"on": bet_words(bet), "article": article}))


def _option_text(name: str, value: Any) -> Text:  # noqa: ANN401
    """Return an option in words: one of its values has its own, a free number a placeholder."""
    option_value = FLAG_WORDS[value] if isinstance(value, bool) else str(value)
    key = VALUE_KEYS.get((name, option_value))
    return Text(NUMBER_KEYS[name], {"number": option_value}) if key is None else Text(key)
