"""A poker table in service: what its dealer keys, what it refuses, and what an alarm leaves."""

from random import Random

import pytest

from firmware.core.poker_room.engine.rulings import (
    AlarmRaised,
    HandRevived,
    PlayerLeft,
    PotWon,
    StackCorrected,
    StackReported,
)
from firmware.core.poker_room.table.rows import PHASES, RUNNING_ROWS, STOPPED_ROWS
from firmware.core.state_machine import table_flaws
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    PowerLost,
    PowerReturned,
)
from firmware.core.vocabulary.keys import POKER_DECISION_KEYS, Key
from firmware.core.vocabulary.meters import BetMeters
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import SpotLight, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import (
    CardDealt,
    Refused,
    RoundOpened,
    RoundVoided,
    Ruling,
    Undone,
)
from tests.kits.games.keyed_poker import KeyedPoker, three_on_the_flop


def test_rows_are_reachable_and_lead_to_phases() -> None:
    unused = "unreachable: SHOE_CHANGE"
    found = [flaw for flaw in table_flaws(Phase.CLOSED, RUNNING_ROWS) if "SHOE_CHANGE" not in flaw]
    assert found == []
    assert unused in table_flaws(Phase.CLOSED, RUNNING_ROWS)
    assert all(row.phase in PHASES and row.to in PHASES for row in (*RUNNING_ROWS, *STOPPED_ROWS))


def test_game_is_keyed_blinds_to_pot() -> None:
    keyed = three_on_the_flop()
    keyed.amount(9)
    keyed.press(Key.BET, Key.FOLD)
    ruled = keyed.press(Key.FOLD)
    assert [won.cents for won in ruled if isinstance(won, PotWon)] == [600]
    assert keyed.panel.ask.do is Act.CONFIRM_PAID
    assert keyed.panel.spots[1] is SpotLight.WIN
    assert keyed.press(Key.CONFIRM) == (RoundOpened(2),)
    assert keyed.chips() == 30_000
    assert keyed.table.state.meters.rounds == 1
    assert keyed.table.state.meters.bets["pot"] == BetMeters(handle=600, returned=600)


def test_commission_is_collected_and_no_chip_lost() -> None:
    keyed = KeyedPoker(commission={"percent": 10})
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.ALL_IN, Key.CALL)
    keyed.press(Key.BURN_CARD)
    keyed.card("7H", "8D", "2C")
    keyed.press(Key.BURN_CARD)
    keyed.card("KS")
    keyed.press(Key.BURN_CARD)
    keyed.card("3S")
    keyed.card("AS", "AH")
    keyed.press(Key.SHOW_HAND)
    keyed.press(Key.MUCK_HAND, Key.MUCK_HAND)
    keyed.press(Key.CONFIRM)
    assert keyed.table.state.meters.bets["pot"] == BetMeters(20_000, 18_000, 0, 0, 2000)
    assert keyed.chips() == 18_000


def test_muck_of_all_in_hand_needs_a_second_press() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.ALL_IN, Key.CALL)
    for street in (["7H", "8D", "2C"], ["KS"], ["3S"]):
        keyed.press(Key.BURN_CARD)
        keyed.card(*street)
    assert keyed.press(Key.MUCK_HAND) == ()
    assert keyed.panel.dealer[0].key == "room.ask.muck_again"
    keyed.press(Key.EMPTY_PLACE)
    assert keyed.panel.dealer[0].key == "room.ask.show"
    assert not [x for x in keyed.press(Key.MUCK_HAND) if isinstance(x, PotWon)]
    assert [x.article for x in keyed.press(Key.MUCK_HAND) if isinstance(x, PotWon)] == ["67.102"]


def test_second_press_does_nothing() -> None:
    keyed = three_on_the_flop()
    keyed.press(Key.BURN_CARD)
    assert keyed.refused(Key.BURN_CARD) == "room.no_burn_due"
    assert keyed.refused(Key.POST_BLINDS) == "why.choose_spot_first"
    assert keyed.refused(Key.CARDS_DEALT) == "room.no_deal_due"
    keyed.press(Key.CHECK, Key.CHECK, Key.FOLD)
    assert keyed.room.game is not None
    keyed.press(Key.UNDO)
    keyed.amount(5)
    keyed.press(Key.BET, Key.FOLD, Key.FOLD, Key.CONFIRM)
    assert keyed.refused(Key.CONFIRM) == "why.players_first"
    assert keyed.room.game is None


def test_low_bet_is_refused_with_allowed_range() -> None:
    keyed = three_on_the_flop()
    keyed.amount(1)
    assert keyed.refused(Key.BET) == "room.bet_range"
    assert keyed.panel.dealer[-1].key == "room.bet_range"
    assert keyed.chips() == 30_000


def test_refused_act_uses_up_its_amount() -> None:
    keyed = KeyedPoker(max_stake=20_000)
    keyed.press(Key.CONFIRM)
    keyed.at(1)
    keyed.amount(500)
    assert keyed.refused(Key.SIT_DOWN) == "room.stake_high"
    keyed.amount(100)
    assert keyed.refused(Key.SIT_DOWN) is None
    assert keyed.chips() == 10_000
    keyed = three_on_the_flop()
    keyed.amount(1)
    assert keyed.refused(Key.BET) == "room.bet_range"
    assert keyed.refused(Key.BET) == "room.amount_missing"


def test_amount_waits_for_missing_spot_or_supervisor() -> None:
    keyed = KeyedPoker()
    keyed.press(Key.CONFIRM)
    keyed.amount(100)
    assert keyed.refused(Key.SIT_DOWN) == "why.choose_spot_first"
    assert keyed.refused(Key.NEXT_PLACE, Key.SIT_DOWN) is None
    keyed = three_on_the_flop()
    keyed.press(Key.ALL_IN)
    keyed.at(2)
    keyed.amount(90)
    assert keyed.refused(Key.CORRECT_STACK) == "why.supervisor_key"
    assert StackCorrected(2, Cents(9800), Cents(9000)) in keyed.supervise(Key.CORRECT_STACK)


def test_player_gone_mid_hand_is_mucked_and_leaves_after() -> None:
    keyed = three_on_the_flop()
    keyed.amount(6)
    keyed.press(Key.BET)
    keyed.at(3)
    for key in (Key.LEAVE_SEAT, Key.SIT_OUT, Key.SIT_DOWN):
        assert keyed.refused(key) == "room.game_on"
    keyed.press(Key.MUCK_HAND)  # out of turn (67.104)
    assert keyed.panel.ask.spot == 2
    keyed.press(Key.FOLD, Key.CONFIRM)
    keyed.at(3)
    assert keyed.press(Key.LEAVE_SEAT) == (PlayerLeft(3, Cents(9800)),)
    keyed.press(Key.POST_BLINDS)
    assert keyed.room.game is not None
    assert sorted(keyed.room.game.hands) == [1, 2]
    assert keyed.chips() == 20_200


@pytest.mark.parametrize(
    ("key", "cents"), [(Key.LEAST_BET, 200), (Key.HALF_POT, 300), (Key.POT_BET, 600)]
)
def test_one_key_gives_least_bet_or_part_of_pot(key: Key, cents: int) -> None:
    keyed = three_on_the_flop()
    keyed.press(key)
    assert keyed.table.state.key_entry.amount == cents
    assert keyed.refused(Key.BET) is None


def test_undo_takes_back_decisions_but_no_card() -> None:
    keyed = three_on_the_flop()
    keyed.press(Key.CHECK, Key.CHECK)
    assert keyed.press(Key.UNDO) == (Undone("check", 1),)
    assert keyed.press(Key.UNDO) == (Undone("check", 3),)
    assert keyed.refused(Key.UNDO) == "why.nothing_to_undo"
    assert Key.UNDO not in keyed.panel.keys


def test_mistaken_blind_is_undone_with_the_game() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS, Key.UNDO)
    assert keyed.table.state.phase is Phase.OPEN
    assert keyed.table.state.round.number == 1
    assert keyed.refused(Key.POST_BLINDS) is None


def test_premature_card_stops_until_taken_back() -> None:
    keyed = three_on_the_flop()
    keyed.press(Key.CHECK, Key.CHECK, Key.CHECK, Key.BURN_CARD)
    keyed.card("KS")
    keyed.press(Key.CHECK)
    keyed.press(Key.BURN_CARD)
    assert any(isinstance(ruling, AlarmRaised) for ruling in keyed.card("3S"))
    assert keyed.panel.ask.do is Act.TAKE_CARD_BACK
    assert keyed.refused(Key.CHECK) == "why.stopped"
    assert keyed.refused(Key.TAKE_CARD_BACK) == "why.supervisor_key"
    keyed.supervise(Key.TAKE_CARD_BACK)
    assert keyed.panel.ask.do is Act.TAKE_DECISION
    assert keyed.room.game is not None
    assert len(keyed.room.game.board) == 4


def test_repeated_board_card_is_an_alarm() -> None:
    keyed = three_on_the_flop()
    keyed.press(Key.CHECK, Key.CHECK, Key.CHECK, Key.BURN_CARD)
    assert any(isinstance(ruling, AlarmRaised) for ruling in keyed.card("7H"))


def test_void_returns_everybody_s_chips() -> None:
    keyed = three_on_the_flop()
    keyed.amount(50)
    keyed.press(Key.BET)
    ruled = keyed.supervise(Key.VOID_ROUND)
    assert RoundVoided(1) in ruled
    assert [stack.cents for stack in ruled if isinstance(stack, StackReported)] == [10_000] * 3
    assert keyed.table.state.phase is Phase.OPEN
    assert keyed.table.state.meters.voids == 1
    assert keyed.table.state.meters.rounds == 0


def test_lost_part_stops_until_felt_is_confirmed() -> None:
    keyed = three_on_the_flop()
    keyed.tell(FaultRaised("lights", "lost"))
    assert keyed.refused(Key.CHECK) == "why.stopped"
    assert isinstance(keyed.card("KS")[0], Refused)
    keyed.tell(FaultEnded("lights", "lost"))
    assert keyed.panel.ask.do is Act.CONFIRM_FELT
    keyed.press(Key.CONFIRM)
    assert keyed.refused(Key.CHECK) is None


def test_dark_board_reader_lets_supervisor_name_cards() -> None:
    keyed = three_on_the_flop()
    keyed.tell(FaultRaised("shoe", "lost"))
    keyed.press(Key.CHECK, Key.CHECK, Key.CHECK, Key.BURN_CARD)
    assert isinstance(keyed.card("KS")[0], Refused)
    assert any(line.key == "fault.lost" for line in keyed.panel.dealer)
    keyed.press(Key.NEXT_RANK)
    keyed.supervise(Key.ENTER_CARD)
    assert keyed.panel.ask.do is Act.TAKE_DECISION
    keyed.tell(FaultEnded("shoe", "lost"))
    assert keyed.panel.ask.do is Act.CONFIRM_FELT
    keyed.press(Key.CONFIRM)
    keyed.press(Key.CHECK, Key.CHECK, Key.CHECK, Key.BURN_CARD)
    assert isinstance(keyed.card("KS")[0], CardDealt)


def test_without_reader_supervisor_names_the_card() -> None:
    keyed = three_on_the_flop()
    keyed.press(Key.CHECK, Key.CHECK, Key.CHECK, Key.BURN_CARD, Key.NEXT_RANK)
    assert keyed.refused(Key.ENTER_CARD) == "why.supervisor_key"
    keyed.supervise(Key.ENTER_CARD)
    assert keyed.room.game is not None
    assert keyed.room.game.board[-1] == FULL_PACK[0]
    assert keyed.table.state.meters.overrides == 1


def test_wrong_card_count_is_misdeal_and_blinds_stay() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 100, 100)
    keyed.press(Key.POST_BLINDS, Key.DIGIT_5, Key.CARDS_DEALT)
    assert keyed.panel.ask.do is Act.DEAL_AGAIN
    keyed.press(Key.MISDEAL)
    assert keyed.refused(Key.CARDS_DEALT) is None
    assert keyed.room.game is not None
    assert keyed.room.game.total_pot_cents == 300


def test_called_clock_runs_out_alone() -> None:
    keyed = three_on_the_flop()
    keyed.press(Key.CALL_CLOCK)
    assert keyed.table.deadline is not None
    keyed.now = keyed.table.deadline - 1
    assert not keyed.tell(KeySwitchTurned(on=False), after_ms=0)
    assert keyed.tell(KeySwitchTurned(on=False), after_ms=1) != ()
    assert keyed.table.deadline is None


def test_power_cut_adds_no_players_time() -> None:
    keyed = three_on_the_flop()
    keyed.press(Key.CALL_CLOCK)
    keyed.now = 10_000_000
    keyed.tell(PowerLost())
    keyed.tell(PowerReturned())
    assert keyed.table.deadline is not None
    assert keyed.table.deadline > keyed.now
    assert keyed.panel.ask.do is Act.CONFIRM_FELT


def supervised_at(keyed: KeyedPoker, spot: int, key: Key, dollars: int = 0) -> tuple[Ruling, ...]:
    keyed.at(spot)
    if dollars:
        keyed.amount(dollars)
    return keyed.supervise(key)


def test_amount_corrected_after_next_card_shows_both() -> None:
    keyed = three_on_the_flop()
    keyed.amount(6)
    keyed.press(Key.BET, Key.CALL, Key.FOLD, Key.BURN_CARD)
    keyed.card("KS")
    before = keyed.chips()
    ruled = supervised_at(keyed, 2, Key.CORRECT_STACK, 89)
    assert StackCorrected(2, Cents(9200), Cents(8900)) in ruled
    assert keyed.chips() == before
    assert keyed.room.game is not None
    assert keyed.room.game.total_pot_cents == 2100
    assert keyed.refused(Key.UNDO) == "why.nothing_to_undo"
    assert supervised_at(keyed, 2, Key.CORRECT_STACK, 200)[-1] == Refused(
        Text("room.no_such_stack", {"spot": 2, "most_cents": Cents(10_000)})
    )


def test_hand_taken_in_error_is_back() -> None:
    keyed = three_on_the_flop()
    keyed.amount(6)
    keyed.press(Key.BET, Key.FOLD, Key.CALL, Key.BURN_CARD)
    keyed.card("KS")
    assert supervised_at(keyed, 2, Key.REVIVE_HAND) == (HandRevived(2),)
    assert keyed.room.game is not None
    assert keyed.room.game.live_spots == [1, 2, 3]
    assert supervised_at(keyed, 2, Key.REVIVE_HAND)[-1] == Refused(Text("room.is_in", {"spot": 2}))


def test_dealer_alone_corrects_nothing() -> None:
    keyed = three_on_the_flop()
    keyed.at(2)
    assert keyed.refused(Key.REVIVE_HAND) == "why.supervisor_key"
    assert keyed.refused(Key.CORRECT_STACK) == "why.supervisor_key"


def events(seed: int, count: int) -> list[Event]:
    """Return keys, cards and turns of the supervisor's key, those that play the most often."""
    chance = Random(seed)
    usual = [
        *POKER_DECISION_KEYS,
        Key.CONFIRM,
        Key.POST_BLINDS,
        Key.CARDS_DEALT,
        Key.BURN_CARD,
        Key.SIT_DOWN,
        Key.SHOW_HAND,
    ]
    found: list[Event] = [KeyPressed(Key.CONFIRM)]
    for _ in range(count):
        found.append(
            chance.choice(
                [
                    KeyPressed(chance.choice(usual)),
                    KeyPressed(chance.choice(list(Key))),
                    CardRead(chance.choice(FULL_PACK)),
                    KeySwitchTurned(on=chance.random() < 0.5),
                ]
            )
        )
    return found


@pytest.mark.parametrize("seed", range(6))
def test_random_keys_lose_no_chip_and_replay_alike(seed: int) -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 40, 70, 100)
    for event in events(seed, 400):
        before = keyed.chips()
        ruled = keyed.tell(event)
        moves = any(type(ruling).__name__ in ("StackIs", "Left") for ruling in ruled)
        assert moves or keyed.chips() == before
        assert all(light in SpotLight for light in keyed.panel.spots.values())
    table = keyed.table
    again = KeyedPoker().table
    again.resume_from(table.history.opening_checkpoint)
    for handled in table.history._events:
        again.handle(handled.event, handled.now)
    assert again.checkpoint() == table.checkpoint()


def test_lit_key_is_accepted() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 40, 70, 100)
    chance = Random(7)
    sized = {Key.BET, Key.RAISE}
    for _ in range(400):
        lit = sorted(
            keyed.panel.keys
            - {Key.VOID_ROUND, Key.LEAVE_SEAT, Key.SIT_OUT, Key.EXPOSE_CARD, Key.SHOW_HAND}
        )
        key = chance.choice(lit)
        if key in sized:
            keyed.press(Key.EMPTY_PLACE, Key.LEAST_BET)
        why = keyed.refused(key)
        assert why in (None, "why.too_much_keyed", "why.not_his_card", "room.stake_low"), key
        if keyed.panel.ask.do is Act.DEAL_CARD and keyed.room.game:
            keyed.tell(CardRead(chance.choice(FULL_PACK)))
        if keyed.panel.ask.do is Act.TAKE_CARD_BACK:
            keyed.supervise(Key.TAKE_CARD_BACK)
    assert any(isinstance(ruling, PotWon) for ruling in keyed.said)
    assert not any(isinstance(r, Refused) and r.why.key == "why.not_now" for r in keyed.said)


def test_pack_is_short_of_dealt_burned_and_turned() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 100, 100)
    game = keyed.table.state.game
    assert game.cards_gone_unread() == 0
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    assert game.cards_gone_unread() == 6
    keyed.press(Key.CALL, Key.CALL, Key.CHECK, Key.BURN_CARD)
    assert game.cards_gone_unread() == 7
    keyed.card("7H", "8D", "2C")
    assert game.cards_gone_unread() == 10
