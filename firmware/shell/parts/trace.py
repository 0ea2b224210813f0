"""What spells the wire of each kind of part, by its word in the configuration."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from drivers.angel_eye.spelling import angel_eye
from drivers.ball_blower.spelling import ball_blower
from drivers.bee_tek.spelling import bee_tek
from drivers.escpos.spelling import escpos
from drivers.kind import Kind
from drivers.mercury.spelling import mercury
from drivers.pn532.spelling import pn532_hsu, pn532_i2c
from drivers.reshuffled.spelling import reshuffled
from drivers.rr3036.spelling import rr3036
from drivers.slingshot.spelling import slingshot
from drivers.spelling import Speller
from drivers.wiring import Mercury

SPELLERS: Final[Mapping[str, Callable[[], Speller]]] = {
    "angel-eye": angel_eye,
    "bee-tek": bee_tek,
    "pn532-hsu": pn532_hsu,
    "pn532-i2c": pn532_i2c,
    "reshuffled": reshuffled,
    "slingshot": slingshot,
    "blower": ball_blower,
    "escpos": escpos,
    "rr3036": rr3036,
}
"""Kinds whose wire is spelled in one way; the others have lines, or none."""


def speller_of(kind: Kind[Any], wiring: Any) -> Speller | None:  # noqa: ANN401  # of any kind
    """Return what spells the wire of a part; None where it has none that could be spelled."""
    if kind.trace is not None:
        return kind.trace(wiring)
    if isinstance(wiring, Mercury):
        return mercury(wiring.protocol, wiring.numbers)
    return SPELLERS[kind.word]() if kind.word in SPELLERS else None
