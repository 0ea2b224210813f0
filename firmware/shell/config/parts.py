"""The kinds of part, section by section of the configuration, in the order of starting.

Each is described in its driver's package. Lights come first: a PCA9685 answers at 0x70 until it is
set up, and the eye is quicker than the readers.
"""

from collections.abc import Mapping
from typing import Any, Final

import drivers.angel_eye.kind as angel_eye
import drivers.ball_blower.kind as ball_blower
import drivers.bee_tek.kind as bee_tek
import drivers.displays.kinds as displays
import drivers.escpos.kind as escpos
import drivers.fortune_wheel.kind as fortune_wheel
import drivers.inputs.kinds as inputs
import drivers.lights.kinds as lights
import drivers.mercury.kind as mercury
import drivers.pn532.kind as pn532
import drivers.power.kind as power
import drivers.reshuffled.kind as reshuffled
import drivers.rr3036.kind as rr3036
import drivers.shuffler_contacts.kind as shuffler_contacts
import drivers.slingshot.kind as slingshot
import drivers.sounds.kinds as sounds
from drivers.kind import PartKind
from drivers.wiring import PartWiring

PART_KINDS: Final[Mapping[str, tuple[PartKind[Any], ...]]] = {
    "lights": lights.LIGHT_KINDS,
    "keys": inputs.KEY_KINDS,
    "presence": inputs.SENSOR_KINDS,
    "figures": (displays.FIGURES_KIND,),
    "dealer_display": displays.DISPLAY_KINDS,
    "payout_display": displays.DISPLAY_KINDS,
    "shoe": (angel_eye.KIND, bee_tek.KIND, pn532.HSU_KIND, pn532.I2C_KIND),
    "wheel": (slingshot.KIND, mercury.KIND, fortune_wheel.KIND),
    "balls": (ball_blower.KIND,),
    "printer": (escpos.KIND,),
    "chips": (rr3036.KIND,),
    "seats": (rr3036.SEATS_KIND,),
    "shuffler": (reshuffled.KIND, shuffler_contacts.KIND),
    "sounder": (sounds.PIEZO_KIND, sounds.BUZZER_KIND),
    "voice": (sounds.VOICE_KIND,),
    "power": (power.KIND,),
}


def part_kind(section: str, wiring: PartWiring) -> PartKind[Any]:
    """Return which kind of part a section's wiring is for."""
    return next(kind for kind in PART_KINDS[section] if kind.word == wiring.part)
