"""The supervisor takes back a card or a result that was read or keyed wrong."""

from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import TILES_BY_NAME, parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    Door,
    DoorMoved,
    DrawnFor,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    PowerReturned,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetSettled, CardDealt, LateBet, Ruling, Undone
from firmware.floor.facts import FactExtractor
from firmware.shell.history.journal_entries import Entry
from tests.kits.core.results_kit import Felt
from tests.kits.core.table_kit import (
    BANK_WINS,
    Croupier,
    a_table,
    fault_codes,
    kinds,
    refusals,
)
from tests.kits.games.journaled import check_recount, journaled


def in_round(cards: str = "", **rules: object) -> Croupier:
    """Return a table of Baccara with a bet on the bank, and so many cards; its key is turned."""
    croupier = Croupier(journaled(a_table(keys=(Key.TAKE_CARD_BACK,), **rules)))
    croupier.chips(1, "banker", 1000)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(cards)
    croupier.key_switch(on=True)
    return croupier


def entries(croupier: Croupier) -> list[Entry]:
    return croupier.table.entries  # type: ignore[attr-defined,no-any-return]


def take_back(croupier: Croupier) -> tuple[Ruling, ...]:
    return croupier.press(Key.TAKE_CARD_BACK)


def cards_of(croupier: Croupier) -> dict[str, str]:
    cards = croupier.table.state.game.cards
    return {hand: " ".join(card.name for card in dealt) for hand, dealt in cards.items() if dealt}


def test_one_press_returns_one_card_to_the_shoe() -> None:
    croupier = in_round("4S KD 2H")
    assert take_back(croupier) == (Undone("take_back", 2, retained=(1,)),)
    assert cards_of(croupier) == {"player": "4S", "banker": "KD"}
    assert croupier.table.state.shoe.cards_left == 416 - 2
    take_back(croupier)
    take_back(croupier)
    assert refusals(take_back(croupier)) == ["why.nothing_to_take_back"]
    assert croupier.phase is Phase.ROUND


def test_only_under_supervisor_key_with_its_lamp() -> None:
    croupier = in_round()
    assert Key.TAKE_CARD_BACK not in croupier.panel.keys
    croupier.card("4S")
    assert Key.TAKE_CARD_BACK in croupier.panel.keys
    croupier.key_switch(on=False)
    assert Key.TAKE_CARD_BACK not in croupier.panel.keys
    assert refusals(take_back(croupier)) == ["why.supervisor_key"]


def test_its_settlement_lapses_and_paid_chips_are_late() -> None:
    croupier = in_round(BANK_WINS)
    croupier.key_switch(on=False)
    croupier.chips(1, "banker", 2000)
    croupier.key_switch(on=True)
    rulings = take_back(croupier)
    assert kinds(rulings) == ["Undone", "LateBet"]
    assert isinstance(rulings[1], LateBet)
    assert (rulings[1].cents, rulings[1].change) == (1000, "added")
    croupier.chips(1, "banker", 1000)
    assert kinds(croupier.press(Key.RESOLVE_LATE)) == ["LateResolved"]
    settled = [ruling for ruling in croupier.card("8C") if isinstance(ruling, BetSettled)]
    assert [line.outcome for line in settled] == ["win"]
    croupier.chips(1, "banker", 2000)
    croupier.press(Key.CONFIRM)
    croupier.press(Key.NO_MORE_BETS)
    assert croupier.table.state.meters.late_bets == 1
    check_recount(entries(croupier))


def test_skipped_payments_are_due_again() -> None:
    croupier = in_round(BANK_WINS)
    croupier.press(Key.NEXT_PAYMENT)
    take_back(croupier)
    croupier.card("7C")
    assert croupier.panel.payout is not None


def test_physical_facts_remain() -> None:
    croupier = in_round("4S KD")
    croupier.tell(DoorMoved(Door.SHOE, open=True))
    croupier.tell(FaultRaised("figures", "dark"))
    croupier.cut()
    rulings = take_back(croupier)
    assert kinds(rulings) == ["Undone", "FaultShown", "FaultShown", "Announced"]
    assert croupier.table.state.device.doors_open == (Door.SHOE,)
    assert set(fault_codes(croupier)) == {"door_open", "dark"}
    assert croupier.table.state.shoe.cut_card_out
    assert croupier.table.state.device.key_switch


def test_cleared_fault_stays_cleared_and_counted() -> None:
    croupier = in_round("4S KD")
    croupier.fault("shoe", "missed")
    croupier.press(Key.CLEAR_FAULTS)
    croupier.press(Key.CONFIRM)
    take_back(croupier)
    assert fault_codes(croupier) == []
    assert not croupier.table.state.stopped
    assert croupier.table.state.meters.overrides == 1
    croupier.cards("KD 2H 7C")
    croupier.chips(1, "banker", 2000)
    croupier.press(Key.CONFIRM)
    croupier.chips(1, "banker", 1000)
    check_recount(entries(croupier))
    assert croupier.table.state.meters.overrides == 1


def test_stop_is_no_confirmed_decision() -> None:
    """The CONFIRM of a felt ends no insurance once the stop that it ended is gone."""
    felt = Felt("blackjack")
    felt.bet(1, "main", 1000)
    felt.tell(*(CardRead(parse_card(name)) for name in ("TS", "AD", "7H")))
    felt.tell(KeySwitchTurned(on=True), FaultRaised("shoe", "unknown_tag"))
    felt.press(Key.CLEAR_FAULTS, Key.CONFIRM)
    felt.press(Key.TAKE_CARD_BACK)
    assert felt.refused == []
    assert Key.INSURANCE in {choice.do for choice in felt.table.state.game.choices}


def test_impossible_card_s_alarm_ends() -> None:
    croupier = in_round("4S JK")
    assert fault_codes(croupier) == ["impossible_card"]
    assert croupier.panel.dealer[1].key == "prompt.take_back_or_void"
    assert kinds(take_back(croupier)) == ["Undone"]
    assert fault_codes(croupier) == []
    assert kinds(croupier.card("KD")) == ["CardDealt"]


def test_card_set_aside_stays_out() -> None:
    croupier = in_round("4S JK")
    croupier.card("9H")
    take_back(croupier)
    assert cards_of(croupier) == {"player": "4S"}
    assert croupier.table.state.shoe.stray_cards == [parse_card("9H")]
    take_back(croupier)
    assert croupier.table.state.shoe.stray_cards == [parse_card("9H")]
    assert croupier.table.state.shoe.cards_left == 416 - 1


def test_following_shoe_is_out_of_step_until_round_ends() -> None:
    croupier = in_round()
    croupier.card("4S", DrawnFor.PLAYER, 1)
    croupier.card("KD", DrawnFor.BANKER, 1)
    take_back(croupier)
    assert kinds(croupier.card("9D", DrawnFor.PLAYER, 2)) == ["CardDealt"]
    croupier.cards("2H 7C")
    croupier.result("tie")
    assert fault_codes(croupier) == []


def test_undo_takes_prior_decision_despite_key_turn() -> None:
    felt = Felt("blackjack")
    felt.bet(1, "main", 1000)
    felt.tell(*(CardRead(parse_card(name)) for name in ("TS", "9D", "4H")))
    felt.press(Key.HIT)
    felt.tell(CardRead(parse_card("5H")), KeySwitchTurned(on=True))
    felt.press(Key.STAND)
    felt.press(Key.TAKE_CARD_BACK)
    assert felt.refused == ["why.undo_first"]
    felt.press(Key.UNDO, Key.TAKE_CARD_BACK, Key.UNDO, Key.TAKE_CARD_BACK)
    assert felt.refused == ["why.undo_first"]
    assert felt.table.state.device.key_switch
    assert len(felt.table.state.game.cards["1"]) == 1


def test_same_card_after_power_cut() -> None:
    croupier = in_round("4S KD 2H")
    croupier.tell(PowerReturned())
    croupier.chips(1, "banker", 1000)
    croupier.press(Key.CONFIRM)
    croupier.supervise(Key.TAKE_CARD_BACK)
    assert cards_of(croupier) == {"player": "4S", "banker": "KD"}
    assert kinds(croupier.card("3H")) == ["CardDealt"]


def test_floor_withdraws_rulings_but_no_events() -> None:
    croupier = in_round("4S JK")
    take_back(croupier)
    extractor = FactExtractor()
    facts = [
        fact
        for number, entry in enumerate(entries(croupier))
        for fact in extractor.extract(number, entry)
    ]
    named = {fact.position: next(iter(fact.body)) for fact in facts}
    (undone,) = (fact.body["undone"] for fact in facts if "undone" in fact.body)
    assert [named[position] for position in undone] == ["FaultShown"]
    assert "KeySwitchTurned" in named.values()


def unchanged(table: Table) -> tuple[object, ...]:
    return table.checkpoint(), table.state.phase


def test_nothing_between_rounds() -> None:
    croupier = in_round(BANK_WINS)
    croupier.chips(1, "banker", 2000)
    croupier.press(Key.CONFIRM)
    before = unchanged(croupier.table)
    (refused,) = croupier.tell(KeyPressed(Key.TAKE_CARD_BACK))
    assert refusals((refused,)) == ["why.nothing_to_take_back"]
    assert unchanged(croupier.table)[1] is before[1]
    assert CardDealt.__name__ not in kinds((refused,))


def test_impossible_tile_is_a_reading_despite_redeal() -> None:
    """Its deal is as it was before it: with the tile that came once already."""
    felt = Felt("pai-gow")
    felt.bet(1, "main", 1000)
    felt.press(Key.NO_MORE_BETS)
    felt.tell(CardRead(TILES_BY_NAME["6-2"]), CardRead(TILES_BY_NAME["6-2"]))
    assert felt.alarms == ["no_result.tiles"]
    assert felt.table.state.shoe.cards_left == 32
    felt.key_switch(on=True)
    felt.press(Key.TAKE_CARD_BACK)
    assert felt.table.state.shoe.cards_left == 31
    felt.press(Key.TAKE_CARD_BACK)
    assert felt.table.state.shoe.cards_left == 32
    felt.press(Key.TAKE_CARD_BACK)
    assert felt.refused == ["why.nothing_to_take_back"]
