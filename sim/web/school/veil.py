"""What pages are sent while a settlement is paid blind: the felt, the cards and the wheel, and
nothing that the table says of it.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act, NextStep
from firmware.core.vocabulary.panel import SpotLight
from firmware.core.vocabulary.status import BetStatus, SpotStatus, Status
from sim.web.messages.messages_out import (
    Displays,
    LetterScreen,
    Lights,
    PixelScreen,
    Scene,
)

UNLIT = (0, 0, 0)


def veiled_status(status: Status, prompt: str) -> Status:
    """Return a status without outcomes and amounts due; `prompt` is its dealer's line. Built anew,
    so that a field which is added later is withheld.
    """
    # A stopped table says why it is stopped, and what ends that.
    ask = status.ask if status.stopped else NextStep(Act.CONFIRM_PAID)
    return Status(
        version=status.version,
        board=status.board,
        table=status.table,
        game=status.game,
        language=status.language,
        phase=status.phase,
        stopped=status.stopped,
        round=status.round,
        ask=ask,
        spots={
            spot: SpotStatus(
                SpotLight.LOCKED.value, pulsing=False, bets=_veiled_bets(spot_status.bets)
            )
            for spot, spot_status in status.spots.items()
        },
        cards=status.cards,
        shoe=status.shoe,
        dealer=(prompt,),
        players=(),
        figures=None,
        keys=status.keys if status.stopped else (Key.CONFIRM.value,),
        late=(),
        faults=status.faults,
        results=(),
        instrument=status.instrument,
        key_switch=status.key_switch,
        doors_open=status.doors_open,
        parts=status.parts,
        shoe_port=status.shoe_port,
        testing=status.testing,
        tournament=status.tournament,
        dealt=status.dealt,
        limits=status.limits,
        machine=status.machine,
        bank=status.bank,
        pack=status.pack,
        rules=status.rules,
        house=status.house,
    )


def status_without_outcomes(status: Status) -> Status:
    """Return a status of a round in play, of which some bets are settled already."""
    spots = {
        spot: replace(
            spot_status, light=SpotLight.LOCKED.value, bets=_veiled_bets(spot_status.bets)
        )
        if any(bet.outcome for bet in spot_status.bets)
        else spot_status
        for spot, spot_status in status.spots.items()
    }
    return replace(status, spots=spots, figures=None, results=(), players=(), refused=None)


def _veiled_bets(bets: Iterable[BetStatus]) -> tuple[BetStatus, ...]:
    """Return the bets as they were locked."""
    return tuple(BetStatus(bet.on, bet.cents, bet.bettor) for bet in bets)


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
