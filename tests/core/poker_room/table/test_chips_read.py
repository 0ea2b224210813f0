"""67.98: chips pushed over the line, which a reader counts and the dealer confirms with one key."""

from random import Random

import pytest

from drivers.rr3036.stacks import ChipStacks
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from firmware.core.poker_room.engine.betting_line import BET_LINE
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.rulings import ChipsReturned, PlayerDecided
from firmware.core.poker_room.engine.state import GameStage
from firmware.core.poker_room.table.chip_reader import SETTLE_MS, chips_before
from firmware.core.vocabulary.events import (
    ChipsSwept,
    FaultRaised,
    KeyPressed,
    PowerLost,
    PowerReturned,
    StackRead,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Refused, Ruling
from tests.kits.examples import examples
from tests.kits.games.keyed_poker import KeyedPoker, three_with_a_reader

COUNTED = SETTLE_MS + 100


def spoken(ruled: tuple[Ruling, ...]) -> list[tuple[int, str, int]]:
    return [(said.spot, said.do, said.cents) for said in ruled if isinstance(said, PlayerDecided)]


def confirmed(keyed: KeyedPoker, spot: int, cents: int) -> list[tuple[int, str, int]]:
    """Push chips, and confirm them once they lie still."""
    keyed.push(spot, cents)
    return spoken(keyed.tell(KeyPressed(Key.CONFIRM), COUNTED))


def why(keyed: KeyedPoker, spot: int, cents: int) -> dict[str, object]:
    """Push chips that are no decision, and return the values of the refusal."""
    keyed.push(spot, cents)
    [refused] = keyed.tell(KeyPressed(Key.CONFIRM), COUNTED)
    assert isinstance(refused, Refused)
    return {"key": refused.why.key, **refused.why.values}


def test_one_key_confirms_call_raise_bet_or_all_in() -> None:
    keyed = three_with_a_reader()
    assert confirmed(keyed, 3, 200) == [(3, "call", 200)]
    assert confirmed(keyed, 1, 600) == [(1, "raise", 600)]
    keyed.press(Key.FOLD)
    assert confirmed(keyed, 3, 600) == [(3, "call", 600)]
    keyed.rake_in()
    keyed.press(Key.BURN_CARD)
    keyed.card("7H", "8D", "2C")
    assert confirmed(keyed, 1, 500) == [(1, "bet", 500)]
    assert confirmed(keyed, 3, 9400) == [(3, "all_in", 9400)]
    assert keyed.chips() == 30_000


def test_display_names_the_decision_before_key() -> None:
    keyed = three_with_a_reader()
    assert Key.CONFIRM not in keyed.panel.keys
    keyed.push(3, 600)
    [offer] = [line for line in keyed.panel.dealer if line.key == "room.line.offer"]
    assert offer.values["do"].key == "room.do.raise"
    assert (offer.values["spot"], offer.values["read_cents"]) == (3, 600)
    assert Key.CONFIRM in keyed.panel.keys


def test_bring_in_is_pushed_too() -> None:
    keyed = KeyedPoker(poker="stud", limit="fixed", bets=[200, 400], bring_in=100, ante=100)
    keyed.table.state.rules = three_with_a_reader().table.state.rules
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    keyed.card("2C", "9H")
    assert confirmed(keyed, 1, 100) == [(1, "bring_in", 100)]
    assert why(keyed, 2, 300)["key"] == "room.line.raise"
    assert confirmed(keyed, 2, 200) == [(2, "raise", 200)]


@pytest.mark.parametrize(("cents", "key"), [(100, "room.line.raise"), (300, "room.line.raise")])
def test_invalid_amount_is_refused_with_valid_ones(cents: int, key: str) -> None:
    keyed = three_with_a_reader()
    assert why(keyed, 3, cents) == {
        "key": key,
        "spot": 3,
        "read_cents": cents,
        "call_cents": 200,
        "least_cents": 400,
        "most_cents": 10_000,
    }
    assert player_to_act(keyed.room) == 3
    assert keyed.panel.dealer[-1].key == key


def test_more_than_the_stack_is_refused() -> None:
    assert why(three_with_a_reader(), 3, 10_100)["most_cents"] == 10_000


def test_closed_raise_is_refused_with_call_alone() -> None:
    keyed = KeyedPoker(config=None, min_stake=0)
    keyed.table.state.rules = three_with_a_reader().table.state.rules
    keyed.seat(100, 100, 7)
    keyed.press(Key.POST_BLINDS)
    keyed.lay_bets()
    keyed.press(Key.CARDS_DEALT)
    confirmed(keyed, 3, 400)
    confirmed(keyed, 1, 400)
    keyed.press(Key.FOLD)
    assert keyed.room.game is not None
    keyed.rake_in()
    keyed.press(Key.BURN_CARD)
    keyed.card("7H", "8D", "2C")
    assert confirmed(keyed, 1, 200) == [(1, "bet", 200)]
    assert confirmed(keyed, 3, 300) == [(3, "all_in", 300)]
    assert why(keyed, 1, 700) == {"key": "room.line.call", "spot": 1, "read_cents": 700} | {
        "call_cents": 300
    }


def test_moving_stack_is_not_confirmed() -> None:
    keyed = three_with_a_reader()
    keyed.push(3, 600)
    keyed.push(3, 800, after_ms=2000)
    early = keyed.tell(KeyPressed(Key.CONFIRM), SETTLE_MS - 1)
    assert [said.why.key for said in early if isinstance(said, Refused)] == ["room.line.moving"]
    assert spoken(keyed.tell(KeyPressed(Key.CONFIRM), COUNTED)) == [(3, "raise", 800)]


def test_key_contradicting_reader_refused() -> None:
    keyed = three_with_a_reader()
    assert keyed.refused(Key.CALL) == "room.line.other"  # nothing lies there
    keyed.push(3, 600)
    assert keyed.refused(Key.CALL) == "room.line.other"
    assert keyed.refused(Key.FOLD) == "room.line.other"  # what was pushed is a bet (67.99)
    keyed.amount(8)
    assert keyed.refused(Key.RAISE) == "room.line.other"
    keyed.press(Key.EMPTY_PLACE)
    assert spoken(keyed.press(Key.RAISE)) == [(3, "raise", 600)]


def test_another_player_s_chips_first() -> None:
    keyed = three_with_a_reader()
    keyed.push(2, 600)  # out of turn
    keyed.push(3, 200)
    assert keyed.refused(Key.CALL) == "room.line.odd"
    keyed.push(2, 0)  # his blind has gone with it
    assert keyed.refused(Key.CALL) == "room.line.odd"
    keyed.push(2, 200)
    assert keyed.refused(Key.CALL) is None


def test_no_burn_over_pushed_chips() -> None:
    keyed = three_with_a_reader()
    confirmed(keyed, 3, 200)
    confirmed(keyed, 1, 200)
    keyed.press(Key.CHECK)
    assert keyed.refused(Key.BURN_CARD) == "room.line.odd"
    assert [line.key for line in keyed.panel.dealer].count("room.line.odd") == 3
    keyed.rake_in()
    assert keyed.refused(Key.BURN_CARD) is None


def test_deal_needs_blinds_on_felt() -> None:
    keyed = three_with_a_reader()
    keyed.supervise(Key.VOID_ROUND)
    keyed.rake_in()
    keyed.press(Key.POST_BLINDS)
    assert keyed.refused(Key.CARDS_DEALT) == "room.line.odd"
    keyed.lay_bets()
    assert keyed.refused(Key.CARDS_DEALT) is None


def test_chip_at_two_antennas_stops_deal() -> None:
    chip, places = bytes(8), [Place(1, BET_LINE), Place(2, BET_LINE)]
    stacks = ChipStacks(places, ChipRegistry({chip: RegisteredChip(Cents(500), None, None)}))
    keyed = three_with_a_reader()
    for place in places:
        stacks.set_place_tags(place, frozenset([chip]))
    [*_, fault] = [*stacks.take_events(sweep_ended=True), *stacks.take_events(sweep_ended=True)]
    assert isinstance(fault, FaultRaised)
    keyed.tell(fault)
    assert keyed.panel.ask.do is Act.MEND_FAULT
    assert keyed.refused(Key.CALL) == "why.stopped"
    assert chips_before(keyed.table.state, 1) == 100  # nothing was counted of it


def test_unknown_place_and_colour_chips_are_refused() -> None:
    keyed = three_with_a_reader()
    for wrong in (
        StackRead(Place(11, BET_LINE), Cents(100)),
        StackRead(Place(1, "main"), Cents(100)),
        StackRead(Place(1, BET_LINE), Cents(0), colours=3),
    ):
        assert isinstance(keyed.tell(wrong)[0], Refused)


def test_unread_chips_after_power_cut_are_gone() -> None:
    keyed = three_with_a_reader()
    keyed.push(3, 200)
    for event in (PowerLost(), PowerReturned()):
        keyed.tell(event)
    keyed.press(Key.CONFIRM)
    keyed.push(1, 100)
    keyed.push(2, 200)
    keyed.tell(ChipsSwept())
    assert [chips_before(keyed.table.state, spot) for spot in (1, 2, 3)] == [100, 200, 0]


@pytest.mark.parametrize("seed", range(examples(3, 200)))
def test_felt_matches_table_for_any_push(seed: int) -> None:
    """Every decision taken leaves before its player what the reader saw, and no chip is lost."""
    chance, keyed = Random(seed), three_with_a_reader()
    for _ in range(80):
        game = keyed.room.game
        if game is None or game.stage is GameStage.OVER:
            break
        if game.stage is GameStage.BETTING:
            spot = chance.choice([player_to_act(keyed.room) or 1, chance.randint(1, 3)])
            keyed.push(spot, chance.choice([0, 100, 200, 300, 600, 1000, 10_000]))
            key = chance.choice([Key.CONFIRM, Key.CALL, Key.RAISE, Key.CHECK, Key.FOLD, Key.ALL_IN])
            ruled = keyed.tell(KeyPressed(key), chance.choice([100, COUNTED]))
            for who, _, cents in spoken(ruled):
                assert chips_before(keyed.table.state, who) == cents
            keyed.lay_bets() if chance.random() < 0.4 else None
        else:
            keyed.rake_in()
            keyed.press(Key.BURN_CARD)
            keyed.card(chance.choice(["7H", "8D", "2C", "KS", "3S"]))
            keyed.press(*([Key.MUCK_HAND] if game.stage is GameStage.SHOWDOWN else []))
        assert keyed.chips() == 30_000
    assert not [said for said in keyed.said if isinstance(said, ChipsReturned) and said.cents < 0]
