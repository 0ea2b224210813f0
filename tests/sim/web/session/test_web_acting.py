"""The pages' requests are executed at the simulated parts, and the table sees
it: on virtual time.
"""

import json
import sys
from collections.abc import Iterator
from types import FrameType

import msgspec
import pytest

from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.script import TableScript
from sim.machines.rr3036 import SimRr3036
from sim.web.bench.subprocess_world import SubprocessWorld
from sim.web.bench.table_dir import Seating
from sim.web.messages import messages_in as requests
from tests.kits.sim.web.seated_table import SeatedTable, played

AMOUNT = 2500
QUICK = 100.0


def press(*keys: Key) -> list[requests.PageRequest]:
    return [requests.PressKey(key=key) for key in keys]


def put(
    on: str, cents: int = AMOUNT, spot: int = 1, bettor: str | None = None
) -> requests.LayChips:
    return requests.LayChips(spot=spot, bet_name=on, cents=cents, bettor=bettor)


def draw(*cards: str) -> list[requests.PageRequest]:
    return [requests.DrawCard(card=card) for card in cards]


def why(table: SeatedTable, act: requests.PageRequest) -> str:
    """Return the key of why something can't be done."""
    with pytest.raises(RequestFailed) as unfit:
        table.do(act)
    return unfit.value.why.key


def lying(table: SeatedTable) -> dict[tuple[int, str], int]:
    return {
        tuple(place): cents for (place, _), cents in table.bench.hands.amounts_on_felt().items()
    }


def open_bets(table: SeatedTable) -> Status:
    """Have a round open with nothing on the felt."""
    seen = table.bench.read_status()
    if seen.ask.do is Act.OPEN_TABLE:
        table.do(*press(Key.CONFIRM))
    return table.until(lambda now: now.phase == "open" and not now.stopped)


def bets_read(table: SeatedTable) -> Status:
    """Wait until what lies on the felt is shown."""
    return table.until(
        lambda seen: (
            {
                (spot, bet.on): bet.cents
                for spot, spot_status in seen.spots.items()
                for bet in spot_status.bets
            }
            == lying(table)
        )
    )


def end_round(table: SeatedTable) -> None:
    """Let the players take their chips, and confirm."""
    if lying(table):
        table.do(requests.TidyChips())
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


# who lays a chip


def classes_on_stack(frame: FrameType | None) -> Iterator[str]:
    """Yield the classes of the simulator whose methods are being executed, the inmost first."""
    while frame is not None:
        if "self" in frame.f_locals and frame.f_globals["__name__"].startswith("sim."):
            yield type(frame.f_locals["self"]).__name__
        frame = frame.f_back


def test_a_chip_passes_three_owners_to_its_reader(blackjack: SeatedTable) -> None:
    """ADR 54."""
    owners: list[str] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code is SimRr3036.put_tag.__code__:
            owners.extend(dict.fromkeys(classes_on_stack(frame)))

    open_bets(blackjack)
    sys.setprofile(note)
    try:
        blackjack.do(put("main"))
    finally:
        sys.setprofile(None)
    blackjack.do(requests.TakeChips(spot=1, bet_name="main"))
    assert owners == ["SimRr3036", "SimFelt", "PlayerChips", "Dispatcher"]


# a round by hand, and what is saved of it


def test_hand_dealt_round_replays_alike(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    left = blackjack.acting.count_cards_left()
    blackjack.do(put("main"), put("main", 500, bettor="B"))
    blackjack.do(requests.TakeChips(spot=1, bet_name="main", bettor="B"))
    bets_read(blackjack)
    blackjack.do(*press(Key.NO_MORE_BETS))
    blackjack.until(lambda seen: seen.phase == "round")
    blackjack.do(*draw("5S", "TD", "6H"))
    blackjack.until(lambda seen: bool(seen.choices))
    blackjack.do(requests.KeyDecision(spot=1, decision=Key.DOUBLE))
    assert lying(blackjack) == {(1, "main"): 2 * AMOUNT}
    blackjack.do(*draw("TC", "TH", "9H"))
    assert blackjack.acting.count_cards_left() == left - 6
    blackjack.until(lambda seen: seen.ask.do is Act.PAY_BET)
    blackjack.do(requests.TidyChips())
    assert lying(blackjack) == {(1, "main"): 4 * AMOUNT}
    end_round(blackjack)
    blackjack.until(lambda seen: seen.round == 2)
    saved = json.loads(blackjack.acting.execute(requests.SaveScript()) or "")
    assert blackjack.acting.people_message().recorded == len(saved["steps"])
    script = msgspec.convert(saved, TableScript, dec_hook=decode_plain)
    won = (1, "main", None, None, 2 * AMOUNT, "win", 2 * AMOUNT, 2 * AMOUNT, 0)
    assert played(script) == blackjack.settled() == [won]


# what can't be done


def test_impossible_act_is_refused(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    unfit = {
        put("main", spot=9): "why.no_such_spot",
        put("red"): "why.no_such_bet",
        put("main", 1): "person.no_chip",
        put("main", bettor="C"): "person.no_chip",
        requests.TakeChips(spot=1, bet_name="main"): "why.nothing_there",
        requests.TidyChips(): "person.nothing_to_tidy",
        requests.PressKey(key=Key.DIGIT_1): "person.no_key",
        requests.NameCards(cards=("AS",)): "person.nothing_to_name",
        requests.KeyDecision(spot=1, decision=Key.HIT): "why.nothing_to_decide",
        requests.KeyAmount(): "person.nothing_to_key",
        requests.DrawCard(card="6-6"): "person.no_such_card",
        requests.ThrowResult(): "person.nothing_to_throw",
        requests.SellTicket(spot=1, cents=100, numbers=(1,)): "person.no_tickets",
        requests.InjectFault(part="moon", fault_name="unplugged"): "web.unfit.no_part",
    }
    assert {act: why(blackjack, act) for act in unfit} == unfit
    assert lying(blackjack) == {}


def test_drawn_card_leaves_the_shoe(blackjack: SeatedTable) -> None:
    pack = blackjack.acting._dealt_cards.pack
    order = pack.pack_order
    try:
        while pack.contains(FULL_PACK[0]):
            pack.draw_card(FULL_PACK[0])
        assert why(blackjack, requests.DrawCard(card=FULL_PACK[0].name)) == "person.card_gone"
        while len(pack):
            pack.draw_card()
        assert why(blackjack, requests.DrawCard()) == "person.shoe_empty"
    finally:
        pack.restore(order)


def test_split_by_clicks(blackjack: SeatedTable) -> None:
    """A refusal moves no chips; then each click takes the lost hand, pays the other, clears all."""
    open_bets(blackjack)
    blackjack.do(put("main", 1000))
    bets_read(blackjack)
    blackjack.do(*press(Key.NO_MORE_BETS), *draw("8S", "9D", "8H"))
    blackjack.until(lambda seen: bool(seen.choices))
    blackjack.do(put("main", 500))
    assert why(blackjack, requests.KeyDecision(spot=2, decision=Key.STAND)) == "why.not_its_turn"
    assert (
        why(blackjack, requests.KeyDecision(spot=1, decision=Key.INSURANCE))
        == "why.not_this_decision"
    )
    blackjack.do(requests.KeyDecision(spot=1, decision=Key.SPLIT))
    assert lying(blackjack) == {(1, "main"): 2000}
    blackjack.until(lambda seen: seen.due is not None and not seen.choices)
    blackjack.do(*draw("AC"), requests.KeyDecision(spot=1, decision=Key.STAND, hand=1))
    blackjack.do(*draw("9C"), requests.KeyDecision(spot=1, decision=Key.STAND, hand=2))
    blackjack.do(*draw("9H"))
    shown = []
    for act in (Act.TAKE_CHIPS, Act.PAY_BET, Act.CONFIRM_PAID):
        seen = blackjack.until(lambda now, act=act: now.ask.do is act)
        shown.append((lying(blackjack)[1, "main"], seen.spots[1].bets[0].due))
        blackjack.do(requests.TidyChips())
    assert shown == [(2000, 1000), (1000, 2000), (2000, None)]
    assert not lying(blackjack)
    end_round(blackjack)


def test_each_lost_bet_needs_a_click(blackjack: SeatedTable) -> None:
    """A bust of each, 12 and ten: both have lost (18)."""
    open_bets(blackjack)
    blackjack.do(put("main"), put("main", spot=2))
    bets_read(blackjack)
    blackjack.do(*press(Key.NO_MORE_BETS), *draw("TS", "9S", "TD", "2H", "3H"))
    for spot, card in ((1, "TH"), (2, "TC")):
        while not any(choice.spot == spot for choice in blackjack.bench.read_status().choices):
            blackjack.until(lambda seen: bool(seen.choices))
        blackjack.do(requests.KeyDecision(spot=spot, decision=Key.HIT), *draw(card))
    left = []
    while lying(blackjack):
        blackjack.until(lambda seen: seen.ask.do is Act.TAKE_CHIPS)
        blackjack.do(requests.TidyChips())
        left.append(sorted(lying(blackjack)))
    assert left == [[(2, "main")], []]
    end_round(blackjack)


def test_chosen_card_entered_or_changed(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    blackjack.do(put("main"))
    bets_read(blackjack)
    blackjack.do(*press(Key.NO_MORE_BETS), requests.DrawCard(readable=False))
    blackjack.do(requests.TurnKeySwitch(is_on=True), *press(Key.ENTER_CARD))
    blackjack.until(lambda seen: seen.ask.do is Act.CHOOSE_CARD)
    blackjack.do(requests.NameCards(cards=("AS",)))
    blackjack.until(lambda seen: seen.ask.do is Act.ENTER_CARD)
    assert why(blackjack, requests.NameCards(cards=("KS",))) == "person.card_is_chosen"
    blackjack.do(*press(Key.VOID_ROUND), requests.TurnKeySwitch(is_on=False))
    blackjack.until(lambda seen: seen.ask.do is Act.RETURN_BET)
    blackjack.do(requests.TidyChips(), *press(Key.CONFIRM))
    blackjack.until(lambda seen: seen.ask.do is Act.PLACE_BETS)


# the supervisor


def test_void_returns_every_stake(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    blackjack.do(put("main"))
    bets_read(blackjack)
    blackjack.do(
        *press(Key.NO_MORE_BETS),
        requests.TurnKeySwitch(is_on=True),
        *press(Key.VOID_ROUND),
        requests.TurnKeySwitch(is_on=False),
    )
    blackjack.until(lambda seen: seen.ask.do is Act.RETURN_BET)
    blackjack.do(requests.TidyChips(), *press(Key.CONFIRM))
    assert lying(blackjack) == {}
    blackjack.until(lambda seen: seen.ask.do is Act.PLACE_BETS)


def test_shuffle_after_the_cut_card(blackjack: SeatedTable) -> None:
    open_bets(blackjack)
    blackjack.do(requests.DrawCutCard())
    blackjack.until(lambda seen: seen.phase == "shoe_change")
    blackjack.do(requests.ShuffleCards())
    assert blackjack.until(lambda seen: seen.phase == "open").shoe.left == 312
    assert blackjack.acting.count_cards_left() == 312


# dice


def test_chosen_dice_are_keyed(craps: SeatedTable) -> None:
    open_bets(craps)
    craps.do(put("pass"))
    bets_read(craps)
    craps.do(requests.ThrowResult(symbols=("4", "4")))
    craps.until(lambda seen: seen.game_values["point"].get("number") in (8, "8"))
    assert why(craps, requests.ThrowResult(symbols=("7", "1"))) == "no_result.faces"
    assert why(craps, requests.DrawCard()) == "person.no_cards"
    seen = craps.bench.read_status()
    craps.do(requests.ThrowResult())
    craps.until(lambda now: (now.round, now.ask) != (seen.round, seen.ask))


# balls


def test_draw_starts_after_a_ticket(keno: SeatedTable) -> None:
    assert why(keno, requests.ThrowResult()) == "person.no_draw_yet"
    open_bets(keno)
    keno.do(requests.SellTicket(spot=1, cents=500, numbers=(1, 2)), requests.ThrowResult())
    keno.until(lambda seen: seen.round == 2)


# going back


def test_going_back_repeats_the_cards(blackjack: SeatedTable) -> None:
    check_going_back(blackjack)


@pytest.mark.live
def test_separate_service_goes_back_alike() -> None:
    with SeatedTable(Seating("blackjack"), SubprocessWorld) as table:
        check_going_back(table)


def check_going_back(table: SeatedTable) -> None:
    start = open_bets(table)
    steps = table.acting.people_message().recorded
    first = deal(table)
    table.do(requests.RestoreRound())
    back = table.until(lambda seen: seen.ask.do is Act.CONFIRM_FELT)
    assert (back.round, back.phase, back.shoe.left) == (start.round, "open", start.shoe.left)
    assert lying(table) == {}
    assert table.acting.people_message().recorded == steps
    table.do(*press(Key.CONFIRM))
    open_bets(table)
    assert deal(table) == first


def deal(table: SeatedTable) -> dict[str, list[str]]:
    table.do(put("main"))
    bets_read(table)
    table.do(*press(Key.NO_MORE_BETS), *(requests.DrawCard() for _ in range(3)))
    return table.until(lambda seen: len(seen.cards.get("1", ())) == 2).cards


def test_dice_go_back_with_the_chips(craps: SeatedTable) -> None:
    seen = open_bets(craps)
    while seen.ask.do is not Act.BRING_RESULT:
        craps.do(requests.PlayStep())
        seen = craps.bench.read_status()
    lay = lying(craps)
    craps.acting.observe_status(seen)
    craps.do(put("field"))
    craps.do(requests.RestoreRound())
    craps.until(lambda now: now.ask.do is Act.CONFIRM_FELT and now.round == seen.round)
    assert lying(craps) == lay


# people, and both at one table


def test_people_play_beside_a_page(craps: SeatedTable) -> None:
    craps.do(requests.SetSpeed(times=QUICK), requests.SetPlaying(play=True))
    before = craps.bench.read_status()
    craps.until(lambda seen: (seen.ask, seen.round) != (before.ask, before.round))
    craps.do(
        requests.TurnKeySwitch(is_on=True),
        requests.TurnKeySwitch(is_on=False),
        requests.SwitchPower(is_on=False),
    )
    assert why(craps, requests.ThrowResult()) == "web.act.no_service"
    lay = lying(craps)
    craps.do(put("any_7"))
    assert lying(craps) != lay
    assert craps.acting.people_message().play
    craps.do(requests.SwitchPower(is_on=True))
    back = craps.until(lambda _: True)
    craps.until(lambda seen: seen.round > back.round)  # so they have confirmed the felt
    craps.do(requests.SetPlaying(play=False))
    assert not craps.acting.people_message().play
