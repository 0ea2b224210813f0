"""The pages' requests are executed at the simulated parts, and the table sees
it: on virtual time.
"""

import json
from collections.abc import Iterator

import msgspec
import pytest

from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import PACK
from firmware.core.vocabulary.events import from_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from firmware.shell.script import Script
from sim.web.bench.subprocess_world import Beside
from sim.web.bench.table_dir import Seating
from sim.web.messages import messages_in as ask
from tests.kits.sim.web.seated_table import SeatedTable, played

AMOUNT = 2500
QUICK = 100.0


def press(*keys: Key) -> list[ask.Act]:
    return [ask.Press(key=key) for key in keys]


def put(on: str, cents: int = AMOUNT, spot: int = 1, bettor: str | None = None) -> ask.Put:
    return ask.Put(spot=spot, on=on, cents=cents, bettor=bettor)


def draw(*cards: str) -> list[ask.Act]:
    return [ask.Draw(card=card) for card in cards]


def why(table: SeatedTable, act: ask.Act) -> str:
    """Return the key of why something can't be done."""
    with pytest.raises(CannotBeDone) as unfit:
        table.do(act)
    return unfit.value.why.key


def lying(table: SeatedTable) -> dict[tuple[int, str], int]:
    return {tuple(place): cents for (place, _), cents in table.bench.rack.lying().items()}


def open_bets(table: SeatedTable) -> Status:
    """Have a round open with nothing on the felt."""
    seen = table.bench.look()
    if seen.ask.do is Act.OPEN_TABLE:
        table.do(*press(Key.CONFIRM))
    return table.until(lambda now: now.phase == "open" and not now.stopped)


def bets_read(table: SeatedTable) -> Status:
    """Wait until what lies on the felt is shown."""
    return table.until(
        lambda seen: (
            {(spot, bet.on): bet.cents for spot, told in seen.spots.items() for bet in told.bets}
            == lying(table)
        )
    )


def end_round(table: SeatedTable) -> None:
    """Let the players take their chips, and confirm."""
    if lying(table):
        table.do(ask.Tidy())
    assert lying(table) == {}
    table.do(*press(Key.CONFIRM))
    table.until(lambda seen: seen.phase == "open")


@pytest.fixture(scope="module")
def blackjack() -> Iterator[SeatedTable]:
    with SeatedTable(Seating("blackjack")) as table:
        yield table


@pytest.fixture(scope="module")
def craps() -> Iterator[SeatedTable]:
    with SeatedTable(Seating("craps")) as table:
        yield table


@pytest.fixture(scope="module")
def keno() -> Iterator[SeatedTable]:
    with SeatedTable(Seating("keno")) as table:
        yield table


# a round by hand, and what is saved of it


def test_a_round_dealt_by_hand_is_saved_and_comes_to_the_same(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    left = blackjack.acting.left()
    blackjack.do(put("main"), put("main", 500, bettor="B"))
    blackjack.do(ask.Take(spot=1, on="main", bettor="B"))
    bets_read(blackjack)
    blackjack.do(*press(Key.NO_MORE_BETS))
    blackjack.until(lambda seen: seen.phase == "round")
    blackjack.do(*draw("5S", "TD", "6H"))
    blackjack.until(lambda seen: bool(seen.choices))
    blackjack.do(ask.Decide(spot=1, do=Key.DOUBLE))
    assert lying(blackjack) == {(1, "main"): 2 * AMOUNT}
    blackjack.do(*draw("TC", "TH", "9H"))
    assert blackjack.acting.left() == left - 6
    blackjack.until(lambda seen: seen.ask.do is Act.PAY)
    blackjack.do(ask.Tidy())
    assert lying(blackjack) == {(1, "main"): 4 * AMOUNT}
    end_round(blackjack)
    blackjack.until(lambda seen: seen.round == 2)
    saved = json.loads(blackjack.acting.do(ask.Save()) or "")
    assert blackjack.acting.told().recorded == len(saved["steps"])
    script = msgspec.convert(saved, Script, dec_hook=from_plain)
    won = (1, "main", None, None, 2 * AMOUNT, "win", 2 * AMOUNT, 2 * AMOUNT, 0)
    assert played(script) == blackjack.settled() == [won]


# what can't be done


def test_what_nobody_could_do_is_refused_in_words(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    unfit = {
        put("main", spot=9): "why.no_such_spot",
        put("red"): "why.no_such_bet",
        put("main", 1): "person.no_chip",
        put("main", bettor="C"): "person.no_chip",
        ask.Take(spot=1, on="main"): "why.nothing_there",
        ask.Tidy(): "person.nothing_to_tidy",
        ask.Press(key=Key.DIGIT_1): "person.no_key",
        ask.Name(cards=("AS",)): "person.nothing_to_name",
        ask.Decide(spot=1, do=Key.HIT): "why.nothing_to_decide",
        ask.Amounts(): "person.nothing_to_key",
        ask.Draw(card="6-6"): "person.no_such_card",
        ask.Throw(): "person.nothing_to_throw",
        ask.Sell(spot=1, cents=100, numbers=(1,)): "person.no_tickets",
        ask.Break(part="moon", how="unplugged"): "web.unfit.no_part",
    }
    assert {act: why(blackjack, act) for act in unfit} == unfit
    assert lying(blackjack) == {}


def test_a_card_that_was_drawn_is_not_in_the_shoe_any_more(blackjack: SeatedTable) -> None:
    pack = blackjack.acting._deal.pack
    kept = pack.order
    try:
        while pack.holds(PACK[0]):
            pack.draw(PACK[0])
        assert why(blackjack, ask.Draw(card=PACK[0].name)) == "person.card_gone"
        while len(pack):
            pack.draw()
        assert why(blackjack, ask.Draw()) == "person.shoe_empty"
    finally:
        pack.lie(kept)


def test_a_decision_that_the_table_refuses_gives_the_chips_back(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    blackjack.do(put("main", 1000))
    bets_read(blackjack)
    blackjack.do(*press(Key.NO_MORE_BETS), *draw("8S", "9D", "8H"))
    blackjack.until(lambda seen: bool(seen.choices))
    blackjack.do(put("main", 500))
    assert why(blackjack, ask.Decide(spot=2, do=Key.STAND)) == "why.not_its_turn"
    assert why(blackjack, ask.Decide(spot=1, do=Key.INSURANCE)) == "why.not_this_decision"
    blackjack.do(ask.Decide(spot=1, do=Key.SPLIT))
    assert lying(blackjack) == {(1, "main"): 2000}
    blackjack.until(lambda seen: seen.due is not None and not seen.choices)
    blackjack.do(*draw("AC"), ask.Decide(spot=1, do=Key.STAND, hand=1))
    blackjack.do(*draw("9C"), ask.Decide(spot=1, do=Key.STAND, hand=2))
    blackjack.do(*draw("9H"))


def test_each_click_moves_chips_once_and_the_felt_shows_it_before_the_next(
    blackjack: SeatedTable,
) -> None:
    """Of a split the hand that lost is taken, the one that won is paid, then all is cleared."""
    blackjack.until(lambda now: now.ask.do is Act.TAKE)
    shown = []
    while lying(blackjack):
        seen = blackjack.bench.look()
        shown.append((seen.ask.do, lying(blackjack)[1, "main"], seen.spots[1].bets[0].due))
        blackjack.do(ask.Tidy())
    assert shown == [
        (Act.TAKE, 2000, 1000),
        (Act.PAY, 1000, 2000),
        (Act.CONFIRM, 2000, None),
    ]
    end_round(blackjack)


def test_each_lost_bet_is_taken_by_a_click_of_its_own(blackjack: SeatedTable) -> None:
    """A bust of each, 12 and ten: both have lost (18)."""
    open_bets(blackjack)
    blackjack.do(put("main"), put("main", spot=2))
    bets_read(blackjack)
    blackjack.do(*press(Key.NO_MORE_BETS), *draw("TS", "9S", "TD", "2H", "3H"))
    for spot, card in ((1, "TH"), (2, "TC")):
        while not any(choice.spot == spot for choice in blackjack.bench.look().choices):
            blackjack.until(lambda seen: bool(seen.choices))
        blackjack.do(ask.Decide(spot=spot, do=Key.HIT), *draw(card))
    left = []
    while lying(blackjack):
        blackjack.until(lambda seen: seen.ask.do is Act.TAKE)
        blackjack.do(ask.Tidy())
        left.append(sorted(lying(blackjack)))
    assert left == [[(2, "main")], []]
    end_round(blackjack)


def test_a_card_that_is_chosen_to_be_entered_is_entered_or_turned(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    blackjack.do(put("main"))
    bets_read(blackjack)
    blackjack.do(*press(Key.NO_MORE_BETS), ask.Draw(readable=False))
    blackjack.do(ask.Turn(on=True), *press(Key.ENTER))
    blackjack.until(lambda seen: seen.ask.do is Act.CHOOSE_CARD)
    blackjack.do(ask.Name(cards=("AS",)))
    blackjack.until(lambda seen: seen.ask.do is Act.ENTER_CARD)
    assert why(blackjack, ask.Name(cards=("KS",))) == "person.card_is_chosen"
    blackjack.do(*press(Key.VOID), ask.Turn(on=False))
    blackjack.until(lambda seen: seen.ask.do is Act.RETURN_BET)
    blackjack.do(ask.Tidy(), *press(Key.CONFIRM))
    blackjack.until(lambda seen: seen.ask.do is Act.PLACE_BETS)


# the supervisor


def test_the_supervisor_voids_and_tidying_gives_every_stake_back(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    blackjack.do(put("main"))
    bets_read(blackjack)
    blackjack.do(*press(Key.NO_MORE_BETS), ask.Turn(on=True), *press(Key.VOID), ask.Turn(on=False))
    blackjack.until(lambda seen: seen.ask.do is Act.RETURN_BET)
    blackjack.do(ask.Tidy(), *press(Key.CONFIRM))
    assert lying(blackjack) == {}
    blackjack.until(lambda seen: seen.ask.do is Act.PLACE_BETS)


def test_the_cut_card_ends_the_shoe_and_a_shuffle_fills_it(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    blackjack.do(ask.Cut())
    blackjack.until(lambda seen: seen.phase == "shoe_change")
    blackjack.do(ask.Shuffle())
    assert blackjack.until(lambda seen: seen.phase == "open").shoe.left == 312
    assert blackjack.acting.left() == 312


# dice


def test_chosen_dice_are_keyed_and_chance_has_the_rest(craps: SeatedTable) -> None:
    open_bets(craps)
    craps.do(put("pass"))
    bets_read(craps)
    craps.do(ask.Throw(symbols=("4", "4")))
    craps.until(lambda seen: seen.told["point"].get("number") in (8, "8"))
    assert why(craps, ask.Throw(symbols=("7", "1"))) == "no_result.faces"
    assert why(craps, ask.Draw()) == "person.no_cards"
    seen = craps.bench.look()
    craps.do(ask.Throw())
    craps.until(lambda now: (now.round, now.ask) != (seen.round, seen.ask))


# balls


def test_a_draw_begins_once_a_ticket_is_sold(keno: SeatedTable) -> None:
    assert why(keno, ask.Throw()) == "person.no_draw_yet"
    open_bets(keno)
    keno.do(ask.Sell(spot=1, cents=500, numbers=(1, 2)), ask.Throw())
    keno.until(lambda seen: seen.round == 2)


# going back


def test_after_going_back_the_same_cards_come_again(blackjack: SeatedTable) -> None:
    check_going_back(blackjack)


@pytest.mark.live
def test_a_service_in_a_process_of_its_own_is_taken_back_alike() -> None:
    with SeatedTable(Seating("blackjack"), Beside) as table:
        check_going_back(table)


def check_going_back(table: SeatedTable) -> None:
    start = open_bets(table)
    steps = table.acting.told().recorded
    first = deal(table)
    table.do(ask.Back())
    back = table.until(lambda seen: seen.ask.do is Act.CONFIRM_FELT)
    assert (back.round, back.phase, back.shoe.left) == (start.round, "open", start.shoe.left)
    assert lying(table) == {}
    assert table.acting.told().recorded == steps
    table.do(*press(Key.CONFIRM))
    open_bets(table)
    assert deal(table) == first


def deal(table: SeatedTable) -> dict[str, list[str]]:
    table.do(put("main"))
    bets_read(table)
    table.do(*press(Key.NO_MORE_BETS), *(ask.Draw() for _ in range(3)))
    return table.until(lambda seen: len(seen.cards.get("1", ())) == 2).cards


def test_dice_go_back_with_the_chips_that_stood(craps: SeatedTable) -> None:
    seen = open_bets(craps)
    while seen.ask.do is not Act.BRING_RESULT:
        craps.do(ask.Step())
        seen = craps.bench.look()
    lay = lying(craps)
    craps.acting.watch(seen)
    craps.do(put("field"))
    craps.do(ask.Back())
    craps.until(lambda now: now.ask.do is Act.CONFIRM_FELT and now.round == seen.round)
    assert lying(craps) == lay


# people, and both at one table


def test_people_play_while_a_page_acts_and_wait_without_power(craps: SeatedTable) -> None:
    craps.do(ask.Speed(times=QUICK), ask.People(play=True))
    before = craps.bench.look()
    craps.until(lambda seen: (seen.ask, seen.round) != (before.ask, before.round))
    craps.do(ask.Turn(on=True), ask.Turn(on=False), ask.Power(on=False))
    assert why(craps, ask.Throw()) == "web.act.no_service"
    lay = lying(craps)
    craps.do(put("any_7"))
    assert lying(craps) != lay
    assert craps.acting.told().play
    craps.do(ask.Power(on=True))
    back = craps.until(lambda _: True)
    craps.until(lambda seen: seen.round > back.round)  # so they have confirmed the felt
    craps.do(ask.People(play=False))
    assert not craps.acting.told().play
