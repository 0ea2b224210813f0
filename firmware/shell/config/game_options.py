"""How the section of a game's options is read: the regulation and the game judge each of them."""

from collections.abc import Iterator, Mapping

from firmware.core.game.game import Game
from firmware.core.game.options import JACKPOT_LINK, ROUNDING, SMALLEST_CHIP, OptionRefused
from firmware.core.game.pack import GameRules
from firmware.shell.config.reader import SectionReader


def read_options(
    document: SectionReader,
    game_class: type[Game],
    rules: GameRules,
    other_options: Mapping[str, object],
) -> dict[str, object]:
    """Read the options of the game, or only its packs if one is malformed; `other_options` are
    written in other sections.
    """
    options = _game_options(document, rules) | dict(other_options)
    if not document.are_sound("game"):
        return options
    refusals = list(_option_refusals(document, game_class, rules, options))
    for refusal in refusals:
        is_written = refusal.name in options and refusal.name not in other_options
        key = f"game.{refusal.name}" if is_written else "game"
        document.add_fault(key, "config.option", what=refusal.why)
        document.distrust("game")
    if all(refusal.well_formed for refusal in refusals):
        return options
    return {name: value for name, value in options.items() if name == "decks"}


def _game_options(document: SectionReader, rules: GameRules) -> dict[str, object]:
    decks = rules.decks
    if decks is None and not document.has("game"):
        return {}
    with document.table("game") as options:
        deck_option = {"decks": options.integer("decks", decks.least, decks.most)} if decks else {}
        if SMALLEST_CHIP in options.names:
            options.add_fault(SMALLEST_CHIP, "config.of_table")
        if ROUNDING in options.names:
            options.add_fault(ROUNDING, "config.rounding_of_table")
        if JACKPOT_LINK in options.names:
            options.add_fault(JACKPOT_LINK, "config.of_lot")
        other_names = (name for name in options.names if name not in deck_option)
        return {**deck_option, **{name: options.option(name) for name in other_names}}


def _option_refusals(
    document: SectionReader,
    game_class: type[Game],
    rules: GameRules,
    options: Mapping[str, object],
) -> Iterator[OptionRefused]:
    """Yield the refusal of each option: one that is refused is left out, and the rest tried."""
    refused_names = {name for name in options if not document.are_sound(f"game.{name}")}
    tried_options = {name: value for name, value in options.items() if name not in refused_names}
    while refusal := _option_refusal(game_class, rules, tried_options):
        # one that was left out is missing now, which is no mistake of its own
        if refusal.name not in refused_names:
            yield refusal
        refused_names.add(refusal.name)
        if tried_options.pop(refusal.name, None) is None:
            return


def _option_refusal(
    game_class: type[Game], rules: GameRules, options: Mapping[str, object]
) -> OptionRefused | None:
    try:
        game_class(rules, options)
    except OptionRefused as refusal:
        return refusal
    return None
