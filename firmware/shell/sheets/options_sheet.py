"""The options that the articles or the rule pack leave to a table ("si la table l'indique"), a line
each.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.game.options import FOR_THE_PLAYER, ROUNDING, SMALLEST_CHIP
from firmware.core.game.pack import GameRules
from firmware.core.games.roulette.roulette import (
    LIMITED_GROUPS,
    RUN_LENGTHS,
    TOTAL_WORDS,
    article_of_totals,
)
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
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
    ("surrender", "none"): "sheet.here.surrender.none",
    ("surrender", "late"): "sheet.here.surrender.late",
    ("surrender", "early"): "sheet.here.surrender.early",
    ("no_hole_card", "first"): "sheet.here.no_hole_card.first",
    ("no_hole_card", "all"): "sheet.here.no_hole_card.all",
    ("doubles", "9_11"): "sheet.here.doubles.9_11",
    ("doubles", "10_11"): "sheet.here.doubles.10_11",
    ("doubles", "any"): "sheet.here.doubles.any",
    ("resplit_aces", "yes"): "sheet.here.resplit_aces.yes",
    ("resplit_aces", "no"): "sheet.here.resplit_aces.no",
    ("hit_split_aces", "yes"): "sheet.here.hit_split_aces.yes",
    ("hit_split_aces", "no"): "sheet.here.hit_split_aces.no",
    ("unlike_tens", "yes"): "sheet.here.unlike_tens.yes",
    ("unlike_tens", "no"): "sheet.here.unlike_tens.no",
    ("insurance_for_less", "yes"): "sheet.here.insurance_for_less.yes",
    ("insurance_for_less", "no"): "sheet.here.insurance_for_less.no",
    ("zero", "lose"): "sheet.here.zero.lose",
    ("zero", "half"): "sheet.here.zero.half",
    ("zero", "prison"): "sheet.here.zero.prison",
    ("zero", "prison_once"): "sheet.here.zero.prison_once",
    ("burn", "none"): "sheet.here.burn.none",
    ("burn", "first_card"): "sheet.here.burn.first_card",
    ("burn", "packs"): "sheet.here.burn.packs",
    ("several_bettors", "yes"): "sheet.here.several_bettors.yes",
    ("several_bettors", "no"): "sheet.here.several_bettors.no",
    ("commission_due", "once"): "sheet.here.commission_due.once",
    ("commission_due", "shoe"): "sheet.here.commission_due.shoe",
    ("dealer_opens", "queen"): "sheet.here.dealer_opens.queen",
    ("dealer_opens", "jack"): "sheet.here.dealer_opens.jack",
    ("dealer_opens", "king"): "sheet.here.dealer_opens.king",
    ("dealer_opens", "always"): "sheet.here.dealer_opens.always",
    ("tie", "push"): "sheet.here.tie.push",
    ("tie", "player"): "sheet.here.tie.player",
    ("tie", "dealer"): "sheet.here.tie.dealer",
    ("fold_takes_pair_plus", "yes"): "sheet.here.fold_takes_pair_plus.yes",
    ("fold_takes_pair_plus", "no"): "sheet.here.fold_takes_pair_plus.no",
    ("pair_plus_alone", "yes"): "sheet.here.pair_plus_alone.yes",
    ("pair_plus_alone", "no"): "sheet.here.pair_plus_alone.no",
    ("barred", "12"): "sheet.here.barred.12",
    ("barred", "2"): "sheet.here.barred.2",
    ("put_bets", "yes"): "sheet.here.put_bets.yes",
    ("put_bets", "no"): "sheet.here.put_bets.no",
}
"""By an option and its value."""
NUMBER_KEYS: Final[Mapping[str, str]] = {
    "max_spots": "sheet.here.max_spots",
    "claim_days": "sheet.here.claim_days",
    "split_hands": "sheet.here.split_hands",
    "turns": "sheet.here.turns",
    "burn": "sheet.here.burn.number",
}
"""By an option whose value is a number."""
_CITATION: Final = re.compile(r"\s\([^()]*\d[^()]*\)$")
REQUIRED_KEYS: Final[Mapping[str, str]] = {
    "segments": "sheet.set_by_table.segments",
    "paytable": "sheet.set_by_table.paytable",
}
"""By an option that each table must set."""


def default_options(game_class: type[Game], rules: GameRules) -> dict[str, Any]:
    """Return a game's own options as they are if a table of this house does not set them."""
    own_values = {name: values[0] for name, values in game_class.OWN_OPTIONS.items()}
    return own_values | {name: switch.usual for name, switch in rules.switches.items()}


def options_in_force(
    game_class: type[Game], rules: GameRules, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return all options of a table that sets these."""
    return {**default_options(game_class, rules), **options}


def table_option_lines(
    game_class: type[Game], rules: GameRules, options: Mapping[str, Any], words: Words
) -> Iterator[str]:
    """Yield the lines of a table's options, and its maximum payments."""
    effective_options = options_in_force(game_class, rules, options)
    cite = rules.citations.cite
    for name in _listed_options(game_class, rules):
        required_options = REQUIRED_OPTIONS.get(name, ())
        if not required_options or any(effective_options[needed] for needed in required_options):
            yield _option_line(game_class, rules, name, effective_options[name], words)
    for name, (least_cents, most_cents) in effective_options.get("totals", {}).items():
        total_values: TextValues = {
            "least_cents": Cents(least_cents),
            "most_cents": Cents(most_cents),
        }
        total_values = {
            **total_values,
            "total": Text(TOTAL_WORDS[name]),
            "article": cite("limits", article_of_totals(effective_options)),
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
    for bet, cents in (rules.payment_caps | effective_options.get("max_payout", {})).items():
        cap_values: TextValues = {
            "on": bet_words(bet),
            "most_cents": Cents(cents),
            "article": rules.max_payout[bet].article,
        }
        yield words.render(Text("sheet.most", cap_values))


def game_option_lines(game_class: type[Game], rules: GameRules, words: Words) -> Iterator[str]:
    """Yield the options that each table must set, what the house has in any case, and what a table
    may have if it displays it.
    """
    cite = rules.citations.cite
    for name in game_class.REQUIRED_OPTIONS:
        yield words.render(Text(REQUIRED_KEYS[name]))
    for name in _listed_options(game_class, rules):
        yield from _permission_lines(game_class, rules, name, words)
    for name in LIMITED_GROUPS if "totals" in game_class.OWN_OPTIONS else ():
        total_article = cite("limits", article_of_totals(default_options(game_class, rules)))
        may_total: TextValues = {"total": Text(TOTAL_WORDS[name]), "article": total_article}
        yield words.render(Text("sheet.may_total", may_total))
    if "max_draw" in game_class.OWN_OPTIONS:
        yield words.render(Text("sheet.may_most_draw"))
    for bet, limit in rules.max_payout.items():
        cap_values: TextValues = {"on": bet_words(bet), "article": limit.article}
        if limit.cents is None:
            yield words.render(Text("sheet.may_most", cap_values))
        else:
            yield words.render(Text("sheet.most", {**cap_values, "most_cents": limit.cents}))


def _permission_lines(
    game_class: type[Game], rules: GameRules, name: str, words: Words
) -> Iterator[str]:
    """Yield the value of an option that every table of the house has, if the pack says one, and
    those that a table may have.
    """
    usual = default_options(game_class, rules)[name]
    switch = rules.switches.get(name)
    if switch is not None:
        yield _option_line(game_class, rules, name, usual, words)
    for value in switch.allowed if switch else game_class.OWN_OPTIONS[name]:
        if value != usual:
            what = _option_line(game_class, rules, name, value, words)
            yield words.render(Text("sheet.may", {"what": what}))


def _listed_options(game_class: type[Game], rules: GameRules) -> list[str]:
    """Return the names of the options with a line of their own."""
    own_names = [
        name
        for name in game_class.OWN_OPTIONS
        if name not in UNLISTED_OPTIONS and game_class.REPLACED_BY.get(name) not in rules.switches
    ]
    return own_names + [name for name in rules.switches if name in game_class.SWITCHES]


def _option_line(
    game_class: type[Game],
    rules: GameRules,
    name: str,
    value: Any,  # noqa: ANN401
    words: Words,
) -> str:
    """Return an option in words with its article, which ends the program's words; of a house with
    its own, with that.
    """
    text = _option_text(game_class, rules, name, value)
    line = words.render(text)
    if rules.articles is None or "article" in text.values:
        return line
    values = {"what": _CITATION.sub("", line), "article": rules.articles.options.get(name, "")}
    return words.render(Text("sheet.by_article", values))


def _option_text(game_class: type[Game], rules: GameRules, name: str, value: Any) -> Text:  # noqa: ANN401
    """Return an option in words: one of its values has its own, a free number a placeholder; a
    switch with the article by which the rule pack has it.
    """
    option_value = FLAG_WORDS[value] if isinstance(value, bool) else str(value)
    key = VALUE_KEYS.get((name, option_value))
    text = Text(NUMBER_KEYS[name], {"number": option_value}) if key is None else Text(key)
    article = rules.switches[name].article if name in game_class.SWITCHES else ""
    return Text("sheet.by_article", {"what": text, "article": article}) if article else text
