"""The table that a round script is played at: a configured one, as the script sets it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from drivers.fortune_wheel.kind import FortuneSensors
from drivers.wiring import LAYOUT, PartWiring, RouletteWiring, Wiring, pockets
from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.game.options import OptionRefused
from firmware.core.games.wheel_of_fortune import arranged
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import base_name
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import game_kind, game_rules, open_game
from firmware.shell.script import GIVEN, At, DecideStep, Script


def script_table(game: str, spots: int | None = None) -> Config:
    """Return the table at which a game's scripts are played if no other is named."""
    return default_table(game, spots=spots, **GIVEN.get(game, {}))


def configured(config: Config, script: Script) -> Config:
    """Return the table as the script sets it. Raises OptionRefused."""
    if script.game != config.table.game:
        raise OptionRefused("game", script.game)
    spots = config.table.spots if script.spots is None else script.spots
    most = min(config.table.spots, game_rules(script.game).seats_at(script.options).most)
    if not 1 <= spots <= most:
        why = Text("why.spots", {"spots": spots, "most": most})
        raise OptionRefused("spots", spots, why)
    options = _options(config, script)
    game = open_game(script.game, options)
    wiring = _laid_out(_narrowed(config.wiring, spots), script)
    return replace(
        config,
        table=replace(config.table, spots=spots, late_entry="allow"),
        wiring=_read_where_needed(wiring, game, script),
        limits=_limits(script),
        game_options=options,
    )


def _options(config: Config, script: Script) -> dict[str, Any]:
    """Return the script's options; a table without the key for a number draws its own (48.1)."""
    return script.settings if Key.NUMBER in config.wiring.keys.meanings() else script.options


def _narrowed(wiring: Wiring, spots: int) -> Wiring:
    """Return the wiring of the first `spots` spots."""
    chips, presence, lights = wiring.chips, wiring.presence, wiring.lights
    return replace(
        wiring,
        places=tuple(place for place in wiring.places if place.spot <= spots),
        chips=chips and replace(chips, antennas=_within(chips.antennas, spots)),
        presence=presence and replace(presence, places=_within(presence.places, spots)),
        lights=replace(lights, spots={s: c for s, c in lights.spots.items() if s <= spots}),
    )


def _laid_out(wiring: Wiring, script: Script) -> Wiring:
    """Return the wiring of a layout, and of a wheel, as the options of the script have them."""
    kind = game_kind(script.game)
    if not kind.LAYOUT:
        return wiring
    places = tuple(Place(LAYOUT, on) for on in kind.bets_of(script.options))
    chips = wiring.chips and replace(wiring.chips, antennas=dict(enumerate(places, start=1)))
    return replace(wiring, places=places, chips=chips, wheel=_turned(wiring.wheel, script))


def _read_where_needed(wiring: Wiring, game: Game, script: Script) -> Wiring:
    """Return the wiring with the antennas that the script may need, one at least.

    So a sweep is short.
    """
    if wiring.chips is None:
        return wiring
    may_need, antennas = _may_need(game, script), wiring.chips.antennas
    needed = {number: place for number, place in antennas.items() if may_need(place)}
    one = dict(list(antennas.items())[:1])
    return replace(wiring, chips=replace(wiring.chips, antennas=needed or one))


def _may_need(game: Game, script: Script) -> Callable[[Place], bool]:
    """Return a test of a place: whether the script can lay chips on it."""
    told = [getattr(step, step.kind) for step in script.steps]
    named = {game.canonical(at.on) for at in told if isinstance(at, At)}
    if game.LAYOUT:  # bets may be moved
        reached = named | {on for on in game.BETS if base_name(on) in named}
        return lambda place: place.on in reached
    if any(isinstance(step, DecideStep) for step in told):  # that may cost chips
        aside = (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS)
        named |= {on for on in game.BETS if base_name(on) not in aside}
    spots = {at.spot for at in told if isinstance(at, At | DecideStep)}
    return lambda place: place.spot in spots and place.on in named


def _turned(wheel: PartWiring | None, script: Script) -> PartWiring | None:
    match wheel:
        case FortuneSensors():
            return replace(wheel, order=tuple(arranged(script.options.get("segments", {}))))
        case RouletteWiring():
            return replace(wheel, numbers=pockets(script.options))
    return None


Wire = TypeVar("Wire")


def _within(places: Mapping[Wire, Place], spots: int) -> dict[Wire, Place]:
    return {wire: place for wire, place in places.items() if place.spot <= spots}


def _limits(script: Script) -> dict[str, BetLimits]:
    bets = set(map(base_name, game_kind(script.game).bets_of(script.options)))
    for bet, (least, most) in script.limits.items():
        if bet not in bets or not 0 <= least <= most:
            raise OptionRefused(f"limits.{bet}", [least, most])
    return {
        bet: BetLimits(Cents(least), Cents(most)) for bet, (least, most) in script.limits.items()
    }
