"""The state of a table while a settlement is paid blind: felt, cards and wheel are shown, displays,
outcomes and amounts due are withheld.
"""

from typing import Any, Final

from msgspec.structs import replace

from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act, NextStep
from firmware.core.vocabulary.panel import SpotLight
from firmware.core.vocabulary.status import BetStatus, SpotStatus, Status
from sim.web.felt.plan_parts import FeltPlan, PlacePlan
from sim.web.messages.messages_out import (
    Displays,
    Hello,
    LetterScreen,
    Lights,
    PixelScreen,
    Scene,
)
from sim.web.school.pot_veil import status_without_pots, veiled_seats

UNLIT = (0, 0, 0)
BETS_PRINTED_AS_ODDS: Final = ("column",)
"""Bets of which the cloth has the odds in place of a name."""


SHOWN_FIELDS: Final = (
    *("version", "board", "table", "game", "language", "phase", "stopped", "round", "cards"),
    *("shoe", "faults", "instrument", "key_switch", "doors_open", "parts", "shoe_port", "testing"),
    *("tournament", "dealt", "limits", "machine", "bank", "pack", "rules", "house"),
)
"""The fields of a status that are shown as they are; a field that is added later is withheld."""


def veiled_status(status: Status, prompt: str) -> Status:
    """Return a status without outcomes and amounts due; `prompt` is its dealer's line."""
    shown: dict[str, Any] = {name: getattr(status, name) for name in SHOWN_FIELDS}
    # A stopped table says why it is stopped, and by which keys it continues.
    ask = status.ask if status.stopped else NextStep(Act.CONFIRM_PAID)
    keys = status.keys if status.stopped else (Key.CONFIRM.value,)
    veiled = Status(
        **shown,
        ask=ask,
        keys=keys,
        spots={spot: _veiled_spot(spot_status) for spot, spot_status in status.spots.items()},
        dealer=(prompt,),
        players=(),
        figures=None,
        late=(),
        results=(),
    )
    return veiled if status.room is None else replace(veiled, **veiled_seats(status))


def status_without_outcomes(status: Status) -> Status:
    """Return a status of a round in play, of which some bets are settled already."""
    spots = {
        spot: _veiled_spot(spot_status)
        if any(bet.outcome for bet in spot_status.bets)
        else spot_status
        for spot, spot_status in status.spots.items()
    }
    shown = replace(status, spots=spots, figures=None, results=(), players=(), refused=None)
    return shown if status.room is None else status_without_pots(shown)


def _veiled_spot(spot_status: SpotStatus) -> SpotStatus:
    """Return a spot with its bets as they were locked."""
    bets = tuple(BetStatus(bet.on, bet.cents, bet.bettor) for bet in spot_status.bets)
    light = SpotLight.LOCKED if bets else SpotLight.NONE
    return SpotStatus(light.value, pulsing=False, bets=bets)


def hello_without_odds(hello: Hello) -> Hello:
    """Return a greeting whose felt has no printed odds, and whose places have no tips."""
    return replace(hello, felt=felt_without_odds(hello.felt), tips={})


def felt_without_odds(felt: FeltPlan) -> FeltPlan:
    """Return a felt on which no odds are printed."""
    title = None if felt.title is None else replace(felt.title, line={})
    return replace(felt, title=title, places=tuple(map(_without_odds, felt.places)))


def _without_odds(place: PlacePlan) -> PlacePlan:
    is_odds = base_bet_name(place.on) in BETS_PRINTED_AS_ODDS
    return replace(place, odds={}, cloth={} if is_odds else place.cloth)


def veiled_scene(scene: Scene) -> Scene:
    """Return a scene with dark lamps and digits, and no sound."""
    figures = None if scene.figures is None else ""
    return replace(scene, keys=(), figures=figures, hz=0, announcements=())


def veiled_lights(lights: Lights) -> Lights:
    return Lights(dict.fromkeys(lights.spots, UNLIT))


def veiled_displays(displays: Displays) -> Displays:
    """Return dark displays."""
    return Displays(_dark(displays.dealer_display), _dark(displays.payout_display))


def _dark(screen: PixelScreen | LetterScreen) -> PixelScreen | LetterScreen:
    if isinstance(screen, PixelScreen):
        return PixelScreen(screen.width, screen.height, lit=False, bits=b"")
    return LetterScreen(lit=False, rows=tuple(bytes(len(row)) for row in screen.rows), glyphs=())
