"""The table that a round script is played at: a configured one, as the script sets it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from drivers.fortune_wheel.kind import FortuneSensorWiring
from drivers.wiring import LAYOUT, PartWiring, RouletteWiring, Wiring, pocket_count
from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.game.options import JACKPOT_LINK, OptionRefused
from firmware.core.games.wheel_of_fortune import arrange_symbols
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.script import SCRIPTED_OPTIONS, BetPosition, DecideStep, TableScript


def script_table(
    game: str, rule_pack: RulePack | None = None, spots: int | None = None, **switches: object
) -> Config:
    """Return the table at which a game's scripts are played if no other is named; `switches` may
    need keys of their own.
    """
    options = SCRIPTED_OPTIONS.get(game, {}) | switches
    return default_table(game, rule_pack, spots=spots, **options)


def script_of_house(script: TableScript, config: Config) -> TableScript:
    """Return a script with the options and limits of a house's table, where it sets no own.

    A jackpot that other tables share is not there: its keeper is not.
    """
    if script.game != config.table.game:
        return script
    house_options = {
        name: value for name, value in config.game_options.items() if name != JACKPOT_LINK
    }
    house_limits = {
        bet: (limits.min_cents, limits.max_cents) for bet, limits in config.limits.items()
    }
    return msgspec.structs.replace(
        script, options=house_options | script.options, limits=house_limits | script.limits
    )


def configure_table(config: Config, script: TableScript) -> Config:
    """Return the table as the script sets it. Raises OptionRefused."""
    if script.game != config.table.game:
        raise OptionRefused("game", script.game)
    spots = config.table.spots if script.spots is None else script.spots
    max_spots = min(config.table.spots, config.game_rules.seats_at(script.options).most)
    if not 1 <= spots <= max_spots:
        reason = Text("why.spots", {"spots": spots, "most": max_spots})
        raise OptionRefused("spots", spots, reason)
    options = _script_options(config, script)
    game = config.rule_pack.open_game(script.game, options)
    wiring = _offered_wiring(config.wiring, script.offered)
    wiring = _layout_wiring(_narrowed_wiring(wiring, spots), script, config.game_class)
    return replace(
        config,
        # the people of a script clear the felt of all that is settled at once
        table=replace(config.table, spots=spots, payments="noted"),
        wiring=_read_where_needed(wiring, game, script),
        limits=_script_limits(script, config.game_class),
        game_options=options,
    )


def _script_options(config: Config, script: TableScript) -> dict[str, Any]:
    """Return the script's options; a table without the key for a number draws its own (48.1)."""
    return (
        script.game_options
        if Key.REQUEST_NUMBER in config.wiring.keys.meanings()
        else script.options
    )


def _offered_wiring(wiring: Wiring, offered: Collection[str] | None) -> Wiring:
    """Return the wiring of the places of these bets alone."""
    if offered is None:
        return wiring
    chips, presence = wiring.chips, wiring.presence

    def is_offered(place: Place) -> bool:
        return base_bet_name(place.on) in offered

    return replace(
        wiring,
        places=tuple(filter(is_offered, wiring.places)),
        chips=chips and replace(chips, antennas=_filtered_places(chips.antennas, is_offered)),
        presence=presence
        and replace(presence, places=_filtered_places(presence.places, is_offered)),
    )


def _narrowed_wiring(wiring: Wiring, spots: int) -> Wiring:
    """Return the wiring of the first `spots` spots."""
    chips, presence, lights = wiring.chips, wiring.presence, wiring.lights
    return replace(
        wiring,
        places=tuple(place for place in wiring.places if place.spot <= spots),
        chips=chips and replace(chips, antennas=_places_within(chips.antennas, spots)),
        presence=presence and replace(presence, places=_places_within(presence.places, spots)),
        lights=replace(
            lights,
            spots={spot: channels for spot, channels in lights.spots.items() if spot <= spots},
        ),
    )


def _layout_wiring(wiring: Wiring, script: TableScript, game_type: type[Game]) -> Wiring:
    """Return the wiring of a layout, and of a wheel, as the options of the script have them."""
    if not game_type.SHARED_LAYOUT:
        return wiring
    places = tuple(Place(LAYOUT, bet_name) for bet_name in game_type.places_with(script.options))
    chips = wiring.chips and replace(wiring.chips, antennas=dict(enumerate(places, start=1)))
    return replace(wiring, places=places, chips=chips, wheel=_arranged_wheel(wiring.wheel, script))


def _read_where_needed(wiring: Wiring, game: Game, script: TableScript) -> Wiring:
    """Return the wiring with the antennas that the script may need, one at least.

    So a sweep is short.
    """
    if wiring.chips is None:
        return wiring
    is_needed, antennas = _place_test(game, script), wiring.chips.antennas
    needed_antennas = {number: place for number, place in antennas.items() if is_needed(place)}
    first_antenna = dict(list(antennas.items())[:1])
    return replace(wiring, chips=replace(wiring.chips, antennas=needed_antennas or first_antenna))


def _place_test(game: Game, script: TableScript) -> Callable[[Place], bool]:
    """Return a test of a place: whether the script can put chips on it."""
    step_values = [getattr(step, step.kind) for step in script.steps]
    named_bets = {
        game.canonical_name(place_step.on)
        for place_step in step_values
        if isinstance(place_step, BetPosition)
    }
    if game.SHARED_LAYOUT:  # bets may be moved
        reached_bets = named_bets | {
            bet_name for bet_name in game.BETS if base_bet_name(bet_name) in named_bets
        }
        return lambda place: place.on in reached_bets
    if any(isinstance(step, DecideStep) for step in step_values):  # that may cost chips
        side_bets = (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS)
        named_bets |= {
            bet_name for bet_name in game.BETS if base_bet_name(bet_name) not in side_bets
        }
    spots = {
        place_step.spot
        for place_step in step_values
        if isinstance(place_step, BetPosition | DecideStep)
    }
    return lambda place: place.spot in spots and place.on in named_bets


def _arranged_wheel(wheel: PartWiring | None, script: TableScript) -> PartWiring | None:
    match wheel:
        case FortuneSensorWiring():
            return replace(wheel, order=tuple(arrange_symbols(script.options.get("segments", {}))))
        case RouletteWiring():
            return replace(wheel, numbers=pocket_count(script.options))
    return None


Wire = TypeVar("Wire")


def _places_within(places: Mapping[Wire, Place], spots: int) -> dict[Wire, Place]:
    return _filtered_places(places, lambda place: place.spot <= spots)


def _filtered_places(
    places: Mapping[Wire, Place], accepts: Callable[[Place], bool]
) -> dict[Wire, Place]:
    return {wire: place for wire, place in places.items() if accepts(place)}


def _script_limits(script: TableScript, game_type: type[Game]) -> dict[str, BetLimits]:
    bets = set(map(base_bet_name, game_type.places_with(script.options)))
    for bet, (min_cents, max_cents) in script.limits.items():
        if bet not in bets or not 0 <= min_cents <= max_cents:
            raise OptionRefused(f"limits.{bet}", [min_cents, max_cents])
    return {
        bet: BetLimits(Cents(min_cents), Cents(max_cents))
        for bet, (min_cents, max_cents) in script.limits.items()
    }
