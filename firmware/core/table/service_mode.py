"""The service mode: test rounds at a table that is set aside, and meters that begin again."""

from msgspec.structs import replace

from firmware.core.table import jackpot
from firmware.core.table.alarms import TABLE_PART
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT, Checkpoint, DeviceState
from firmware.core.table.fault_state import Fault
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import place_values
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import MetersBegan, TestClosed, TestOpened


def begin_test(state: State) -> None:
    """Set the real table aside and start a fresh one: closed, on a full shoe, without a bet.

    Raises Forbidden in a test, while chips are on the felt, while a fault needs a voided round.
    """
    if state.testing:
        raise Forbidden("why.testing")
    _check_nothing_open(state)
    before = state.checkpoint
    # no meter moves in a test; the linked jackpot is followed through it (`end_test`)
    test_table = replace(INITIAL_CHECKPOINT, meters=before.meters, link=before.link, aside=before)
    _restore(state, _on_this_device(test_table, before))
    state.add_ruling(TestOpened())


def end_test(state: State) -> None:
    """Restore the table set aside, except for the state of the device.

    Raises Forbidden outside a test, and as `begin_test`.
    """
    before, now = state.table_set_aside, state.checkpoint
    if before is None:
        raise Forbidden("why.not_testing")
    _check_nothing_open(state)
    device = replace(now.device, trouble=replace(
        now.device.trouble,
        faults=_merged_faults(before.device, now.device),
        felt_unconfirmed=_is_unconfirmed(before) or _is_unconfirmed(now),
    ))  # fmt: skip
    _restore(state, replace(_on_this_device(before, now), device=device, link=now.link))
    state.add_ruling(TestClosed())


def end_test_before_shuffle(state: State) -> None:
    """End a test while the shoe is being changed: its door is shut by then."""
    if state.testing and Door.SHOE in state.device.doors_open:
        _check_nothing_open(state)
        raise Forbidden(Text("fault.door_open", {"door": Door.SHOE.value}))
    end_test(state)


def refuse_unshuffled(state: State) -> None:
    """No test begins while the shoe is being changed."""
    raise Forbidden("why.testing" if state.testing else "why.shuffle_first")


def refuse_begin_in_round(state: State) -> None:
    """No test begins in a round."""
    if state.testing:
        raise Forbidden("why.testing")
    _check_no_void_due(state)
    raise Forbidden("why.round_open")


def refuse_end_in_round(state: State) -> None:
    """No test ends in a round."""
    if not state.testing:
        raise Forbidden("why.not_testing")
    _check_no_void_due(state)
    raise Forbidden("why.round_open")


def reset_meters(state: State) -> None:
    """Reset the meters to zero, under the supervisor's key: he is at the table. Raises Forbidden
    without it, and in a test.
    """
    if state.testing:
        raise Forbidden("why.testing")
    if not state.device.key_switch:
        raise Forbidden("why.supervisor_key")
    state.forget_undo()
    before, state.meters = state.meters, Meters()
    state.add_ruling(MetersBegan(before))


def refuse_reset(state: State) -> None:
    """The meters begin again at a closed table alone."""
    raise Forbidden("why.testing" if state.testing else "why.not_closed")


def _restore(state: State, checkpoint: Checkpoint) -> None:
    state.restore(checkpoint)
    jackpot.show_jackpot(state)
    state.effects.opened = True
    state.forget_undo()


def _check_nothing_open(state: State) -> None:
    """Raise Forbidden if something is still to be brought to its end."""
    _check_no_void_due(state)
    for place, _ in state.felt.stacks:
        raise Forbidden("why.clear_felt", **place_values(place))


def _check_no_void_due(state: State) -> None:
    trouble = state.device.trouble
    if trouble.needs_void:
        raise Forbidden("why.void_first", fault=trouble.stopping[0].words)


def _on_this_device(checkpoint: Checkpoint, now: Checkpoint) -> Checkpoint:
    felt = replace(checkpoint.felt, covered=now.felt.covered)
    return replace(checkpoint, device=now.device, felt=felt)


def _is_unconfirmed(checkpoint: Checkpoint) -> bool:
    return checkpoint.device.trouble.felt_unconfirmed


def _merged_faults(before: DeviceState, now: DeviceState) -> tuple[Fault, ...]:
    """Return the table's own faults as they were, and those of its parts as they are."""
    table_faults = (fault for fault in before.trouble.faults if fault.part == TABLE_PART)
    return (*table_faults, *(fault for fault in now.trouble.faults if fault.part != TABLE_PART))
