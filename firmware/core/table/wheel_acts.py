"""A wheel that is opened, closed or set to the table's mode: by a key, the console or the page.

Opening a closed wheel is the dealer's: no ball is in play there. Closing it and setting its mode,
which closes it too, are a supervisor's or a technician's, and never while bets are locked for a
spin: those are played or voided first. That no ball is in play before the bets are locked, only the
wheel knows; its driver then refuses the order.
"""

from typing import Final

from msgspec.structs import replace

from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed, WheelOrdered, WheelRefused
from firmware.core.vocabulary.panel import WheelOrder
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.wheel_acts import WheelAct

CLOSED_FAULT: Final = ("wheel", "wheel_closed")
MODE_FAULT: Final = ("wheel", "wheel_mode")


def keyed_act(state: State) -> WheelAct | None:
    """Return the act that ends the fault which the dealer's display shows, if his key does it."""
    stopping = state.device.trouble.stopping
    if not stopping or stopping[0].gone:
        return None
    shown_fault = (stopping[0].part, stopping[0].code)
    if shown_fault == CLOSED_FAULT:
        return WheelAct.OPEN
    if shown_fault == MODE_FAULT and state.device.key_switch:
        return WheelAct.SET_MODE
    return None


def lights_key(state: State) -> bool:
    """Return whether a key of the dealer's would be obeyed now."""
    act = keyed_act(state)
    return act is WheelAct.OPEN or (act is WheelAct.SET_MODE and not _is_locked(state))


def has_keyed_act(state: State, _event: KeyPressed) -> bool:
    """Return whether a key of the dealer's would do something at the wheel."""
    return keyed_act(state) is not None


def key_act(state: State) -> None:
    """Have the wheel do what ends the fault that is shown."""
    act = keyed_act(state)
    if act is not None:
        _order_between_spins(state, act)


def order_act(state: State, event: WheelOrdered) -> None:
    """Have the wheel do what a person at the console or the page wants."""
    instrument = state.game.INSTRUMENT
    if instrument is None or instrument.result_kind != "number":
        raise Forbidden("why.no_wheel")
    is_closed = state.device.trouble.find_fault(*CLOSED_FAULT) is not None
    if event.act is WheelAct.OPEN and not is_closed:
        raise Forbidden("why.wheel_open")
    if event.act is WheelAct.CLOSE and is_closed:
        raise Forbidden("why.wheel_closed")
    _order_between_spins(state, event.act)


def refused(state: State, event: WheelRefused) -> None:
    """Show that the wheel has not done it, and why."""
    state.refuse(event.text())


def _is_locked(state: State) -> bool:
    """Return whether bets are locked for a spin."""
    return state.phase is Phase.ROUND and state.game.awaits_result


def _order_between_spins(state: State, act: WheelAct) -> None:
    if act is not WheelAct.OPEN and _is_locked(state):
        raise Forbidden("why.wheel_locked")
    state.forget_undo()
    order = WheelOrder(state.device.wheel_order.number + 1, act)
    state.device = replace(state.device, wheel_order=order)
