"""A page has the server's state after each message: the changes of any two states lead there."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from firmware.pages.state_changes import SentState, StateMessage, change_between
from sim.web.messages.messages_out import StatusMessage
from sim.web.session.pages import state_with
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.sim.status_evening import evening
from tests.kits.sim.web.browser import browser, needs_chromium  # noqa: F401
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import EMPTY, page_files
from tests.kits.sim.web.received_state import ReceivedState, changed

GAMES = ("baccarat", "blackjack", "craps", "keno", "pai-gow-poker", "roulette")
STEPS = examples(25, 250)

LEAVES = st.text(max_size=2) | st.integers(5, 9) | st.none()
FIELDS = st.sampled_from(("a", "b", "1"))
TREES = st.recursive(
    LEAVES,
    lambda inner: (
        st.dictionaries(FIELDS, inner, max_size=3)
        | st.lists(inner, max_size=3)
        | st.lists(st.dictionaries(FIELDS, inner, max_size=2), max_size=3)
    ),
    max_leaves=8,
)
STATES = st.dictionaries(FIELDS, TREES, max_size=3)

RECEIVE = """async (evenings) => {
    const { ReceivedState } = await import('/state_changes.js');
    return evenings.map((messages) => {
        const [state, target, topics] = [new ReceivedState(), new EventTarget(), {}];
        for (const topic of ['a', 'b', '1', 'status']) {
            target.addEventListener(topic, ({ detail }) => {
                if (detail === null) delete topics[topic];
                else topics[topic] = detail;
            });
        }
        return messages.map((message) => [state.receive(message, target), structuredClone(topics)]);
    });
}"""


def as_json(value: object) -> Any:
    """Return what a page reads of a value."""
    return json.loads(msgspec.json.encode(value))


def messages_for(states: list[Any]) -> list[StateMessage]:
    """Return what a page is sent that reads each of these states."""
    sent = SentState()
    return [message for state in states if (message := sent.message_for(state))]


@cache
def states_of(game: str) -> list[Any]:
    """Return the states of a page while a croupier plays by chance."""
    return [state_with({}, StatusMessage(status)) for status in evening(game, STEPS)]


@given(TREES, TREES)
def test_change_leads_from_any_value_to_any_other(before: Any, after: Any) -> None:
    change = as_json(change_between(before, after))
    assert (change == {}) == (before == after)
    assert not change or changed(before, change) == after


@each("game", GAMES)
def test_any_earlier_state_leads_to_any_later_one(game: str) -> None:
    states = states_of(game)
    for before in states[::5]:
        for after in states:
            assert changed(as_json(before), as_json(change_between(before, after))) == as_json(
                after
            )


@given(st.lists(STATES, max_size=6))
def test_page_has_each_state_that_it_read(states: list[Any]) -> None:
    sent, received = SentState(), ReceivedState()
    for state in states:
        if message := sent.message_for(state):
            received.receive(as_json(message))
        assert received.topics == state


# the page's own reading


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:  # noqa: F811
    with page_files(EMPTY) as host, browser.new_page(base_url=host) as page:
        page.goto("/")
        yield page


@needs_chromium
@settings(max_examples=examples(5, 100))
@given(evenings=st.lists(st.lists(STATES, min_size=1, max_size=6), min_size=40, max_size=40))
def test_browser_has_each_state_that_it_read(page: Page, evenings: list[list[Any]]) -> None:
    sent = [messages_for(states) for states in evenings]
    received = called(page, RECEIVE, [as_json(messages) for messages in sent])
    for messages, results in zip(sent, received, strict=True):
        state = ReceivedState()
        for message, (accepted, topics) in zip(messages, results, strict=True):
            state.receive(as_json(message))
            assert accepted
            assert topics == {name: one for name, one in state.topics.items() if one is not None}


@needs_chromium
@each("game", GAMES)
def test_browser_has_the_table_s_last_state(page: Page, game: str) -> None:
    states = states_of(game)
    ((*_, (_, topics)),) = called(page, RECEIVE, [as_json(messages_for(states))])
    assert topics == as_json(states[-1])


@needs_chromium
def test_message_after_a_gap_changes_nothing(page: Page) -> None:
    messages = as_json(messages_for([{"a": 5}, {"a": 6}, {"a": 7}, {"a": 8}]))
    whole_again = {**messages[0], "number": 1, "change": [{"a": 9}]}
    del messages[1]
    (results,) = called(page, RECEIVE, [[*messages, whole_again]])
    assert results == [[True, {"a": 5}], [False, {"a": 5}], [False, {"a": 5}], [True, {"a": 9}]]
