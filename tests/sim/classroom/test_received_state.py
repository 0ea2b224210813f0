"""The trainer's copy of a table's state is the state that its pages are sent."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.pages.state_changes import SentState
from sim.classroom.received_state import ReceivedState

FIELDS = st.dictionaries(
    st.sampled_from("abcd"),
    st.recursive(
        st.integers(0, 2) | st.booleans(),
        lambda inner: st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
        max_leaves=6,
    )
    | st.lists(st.fixed_dictionaries({"n": st.integers(0, 2)}), max_size=3),
    max_size=4,
)


def same_kinds(states: list[dict[str, Any]]) -> bool:
    kinds: dict[str, type] = {}
    return all(
        kinds.setdefault(name, type(value)) is type(value)
        for state in states
        for name, value in state.items()
    )


@given(states=st.lists(FIELDS, min_size=1, max_size=6).filter(same_kinds))
def test_received_is_sent_state(states: list[dict[str, Any]]) -> None:
    sent, received = SentState(), ReceivedState()
    for state in states:
        if message := sent.message_for(state):
            received.receive(msgspec.json.decode(msgspec.json.encode(message)))
        assert received.topics == state


def test_lost_message_is_noticed() -> None:
    received = ReceivedState()
    received.receive({"number": 1, "change": [{"a": 1}]})
    with pytest.raises(ValueError, match="3"):
        received.receive({"number": 3, "change": {"a": [2]}})
