"""Readers under the seats (67.88): nothing that leaves the table depends on a hand nobody shows.

A hand of poker is played twice over simulated wires, with other cards in the hands that are not
shown. All that leaves the table, its journal included, must be equal, to the octet and to the
millisecond of the table's time; and nothing names a card that was not shown, nor its tag.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.rr3036.reader import SeatReader
from firmware.core.vocabulary.cards import FULL_PACK, Card, parse_card
from firmware.core.vocabulary.keys import Key
from tests.kits.examples import examples
from tests.kits.games.seated_hands import Deal, SeatedHand, names_in, tags_in, timeless

HELD = {"holdem": 2, "omaha": 4, "stud": 3}
OPEN = 14
"""More cards than ever lie open: those of stud before three players."""
KEYS = (Key.CHECK, Key.CALL, Key.CALL, Key.FOLD, Key.ALL_IN, Key.MUCK_HAND)


@st.composite
def pairs(draw: Any) -> tuple[Deal, Deal]:
    """Return two deals that are the same to all who see no other's cards."""
    poker = draw(st.sampled_from(sorted(HELD)))
    players, held = draw(st.integers(2, 3)), HELD[poker]
    deck: Sequence[Card] = draw(st.permutations(FULL_PACK))
    shown = tuple(draw(st.lists(st.booleans(), min_size=players, max_size=players)))
    dealt, rest = deck[: 2 * players * held], deck[2 * players * held :]
    hands = [tuple(dealt[at : at + held]) for at in range(0, len(dealt), held)]
    one, other = hands[:players], hands[players:]
    keys = tuple(draw(st.lists(st.sampled_from(KEYS), max_size=12)))
    misnamed = tuple(rest[OPEN : OPEN + held]) if draw(st.booleans()) else ()
    deal = Deal(poker, tuple(one), tuple(rest[:OPEN]), keys, shown, misnamed)
    compared = zip(one, other, shown, strict=True)
    return deal, deal._replace(hands=tuple(a if open_ else b for a, b, open_ in compared))


def left(deal: Deal) -> list[str]:
    return [timeless(item) for item in SeatedHand(deal).play()]


@given(pairs())
@settings(max_examples=examples(4, 1000))
def test_output_ignores_hidden_hands(
    pair: tuple[Deal, Deal],
) -> None:
    one, other = map(left, pair)
    assert one == other


@given(pairs())
@settings(max_examples=examples(2, 1000))
def test_no_hidden_card_is_named(
    pair: tuple[Deal, Deal],
) -> None:
    deal, _ = pair
    named = {card.name for card in (*deal.open_cards, *deal.misnamed)}
    for item in left(deal):
        assert not {card.name for card in deal.unseen - set(deal.misnamed)} & names_in(item) - named
        assert not tags_in(item, {*FULL_PACK})


# the search finds what it is to find


def cards(names: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, names.split()))


DEAL = Deal(
    "holdem",
    (cards("AS KD"), cards("7H 2C")),
    cards("9D TD JD 3S 4S"),
    (),
    (True, False),
)


def test_readers_read_hidden_hands() -> None:
    hand = SeatedHand(DEAL)
    hand.play()
    attached = [one for bus in hand.table.buses for one in bus.attached]
    [reader] = [one.part for one in attached if isinstance(one.part, SeatReader)]
    assert reader.sweeps > 0
    assert hand.alarms == 0


def test_misnamed_hand_is_an_alarm() -> None:
    hand = SeatedHand(DEAL._replace(misnamed=cards("QS QH")))
    reported = [timeless(one) for one in hand.play()]
    assert hand.alarms == 1
    assert any("other_hand" in line for line in reported)
    assert any("Shown" in line and "AS" in names_in(line) for line in reported)


class Talkative(SeatedHand):
    """A table that says one thing more than it should, when the cards are dealt."""

    def __init__(self, deal: Deal, channel: str) -> None:
        super().__init__(deal)
        self._channel = channel

    def _deal(self) -> None:
        super()._deal()
        card = self.deal.hands[1][0]
        if self._channel == "log":
            self.left.append(("log", f"read <{card.name}>"))
        elif self._channel == "time":
            self.table.hands.wait(FULL_PACK.index(card))
        elif self._channel == "health":
            attached = [one for bus in self.table.buses for one in bus.attached]
            [part] = [one.part for one in attached if one.part.name == "seats"]
            part.health[card.name] = 1  # type: ignore[index]


@pytest.mark.parametrize("channel", ["log", "time", "health"])
def test_leak_by_any_channel_is_found(channel: str) -> None:
    other = DEAL._replace(hands=(DEAL.hands[0], cards("6C 5C")))
    one, two = ([timeless(t) for t in Talkative(d, channel).play()] for d in (DEAL, other))
    assert one != two
