"""A round that is voided while it is paid: what was paid goes back to the house, what was taken to
the player, and the display says so stack by stack.
"""

import msgspec
import pytest

from firmware.core.table.amounts import Amounts
from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.reversal import reversal
from firmware.core.table.stack_sums import StackMovements
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from tests.core.table.test_takings import CASES, split, surrender
from tests.kits.core.played_round import WORDS, PlayedRound
from tests.kits.offenders import each

MAIN = Place(1, "main"), None
GIVE_BACK = ("return_bet", "return_paid", "collect_paid", "give_taken", "collect_from_player")


def war(cards: str, amounts: Amounts = Amounts.READ) -> PlayedRound:
    """A bet of 10,00 $ at casino war."""
    played = PlayedRound("casino-war", amounts)
    played.chips("main", 1000)
    played.press(Key.NO_MORE_BETS)
    played.deal(cards)
    return played


def banker() -> PlayedRound:
    """35: 30,00 $ on the banker's natural 8 over 6 pay 30,00 $, less 1,50 $."""
    played = PlayedRound("baccarat", Amounts.READ)
    played.chips("banker", 3000)
    played.press(Key.NO_MORE_BETS)
    played.deal("4S KD 2H 8C")
    return played


def going_back(played: PlayedRound) -> list[str]:
    """Return the lines that say which chips go back."""
    lines = (one for one in played.panel.dealer if one.key.removeprefix("prompt.") in GIVE_BACK)
    return [WORDS.render(line).replace("\u00a0", " ") for line in lines]


def test_payment_returns_to_house_and_stake_to_player() -> None:
    played = war("TS 9H")
    played.chips("main", 2000)
    played.supervise(Key.VOID_ROUND)
    assert going_back(played) == ["Place 1, Mise : reprendre 10,00 $, remettre 10,00 $"]
    played.chips("main", 1000)
    assert going_back(played) == ["Place 1, Mise : remettre 10,00 $"]
    played.chips("main", 0)
    assert going_back(played) == []


def test_taken_bet_is_returned_until_confirmed() -> None:
    played = war("9S TH")
    played.chips("main", 0)
    played.supervise(Key.VOID_ROUND)
    assert going_back(played) == ["Place 1, Mise : rendre 10,00 $, ramassés"]
    assert played.panel.ask.do is Act.PLACE_BETS
    assert Key.CONFIRM in played.panel.keys
    played.press(Key.CONFIRM)
    assert going_back(played) == []


def test_untaken_bet_returns_as_it_is() -> None:
    played = war("9S TH")
    played.supervise(Key.VOID_ROUND)
    assert going_back(played) == ["Place 1, Mise : remettre 10,00 $"]


def test_payment_in_hand_is_collected_from_player() -> None:
    played = war("TS 9H")
    played.press(Key.NEXT_PAYMENT)
    played.supervise(Key.VOID_ROUND)
    assert going_back(played) == [
        "Place 1, Mise : remettre 10,00 $",
        "Place 1, Mise : reprendre 10,00 $ au joueur",
    ]


def test_chips_lifted_by_paid_player_are_collected() -> None:
    played = war("TS 9H")
    played.chips("main", 2000)
    played.chips("main", 0)
    played.supervise(Key.VOID_ROUND)
    assert going_back(played) == ["Place 1, Mise : reprendre 10,00 $ au joueur"]


def test_35_commission_is_returned_too() -> None:
    played = banker()
    played.chips("banker", 6000)
    played.supervise(Key.VOID_ROUND)
    assert going_back(played) == ["Place 1, Banque : reprendre 28,50 $, remettre 31,50 $"]


def test_partly_taken_bet_has_its_rest_on_felt() -> None:
    played = surrender(Amounts.READ)
    played.chips("main", 750)
    played.supervise(Key.VOID_ROUND)
    assert going_back(played) == [
        "Place 1, Mise : remettre 7,50 $",
        "Place 1, Mise : rendre 7,50 $, ramassés",
    ]


def test_equal_taking_and_paying_return_as_they_lie() -> None:
    played = split(Amounts.READ)
    played.chips("main", 2500)
    played.chips("main", 5000)
    played.supervise(Key.VOID_ROUND)
    assert going_back(played) == ["Place 1, Mise : remettre 50,00 $"]


@pytest.mark.parametrize(
    ("amounts", "said"),
    [
        (Amounts.KEYED, "Place 1, Mise : reprendre 10,00 $, remettre 10,00 $"),
        (Amounts.UNSEEN, "Place 1, Mise : reprendre le paiement, remettre la mise"),
    ],
)
def test_undetectable_payment_counts_as_prompted(amounts: Amounts, said: str) -> None:
    played = war("TS 9H", amounts)
    played.press(Key.NEXT_PAYMENT)
    played.supervise(Key.VOID_ROUND)
    assert going_back(played) == [said]


@each("moves", range(4))
@each("case_name", CASES)
def test_any_movement_ends_with_original_money(case_name: str, moves: int) -> None:
    played = CASES[case_name].play(Amounts.READ)
    bets = played.table.state.round.bets
    stakes, given = bets.stakes, dict.fromkeys(bets.locked_bets, 0)
    for _ in range(moves):
        ask = played.panel.ask
        if (
            ask.do in (Act.TAKE_CHIPS, Act.PAY_BET)
            and (due := bets.after_next_movement(ask.stack)) is not None
        ):
            given[ask.stack] += due - played.table.state.felt.amount(ask.stack)
            played.chips(ask.stack[0].on, due)
    if played.table.state.phase is not Phase.ROUND:
        return
    played.supervise(Key.VOID_ROUND)
    felt, found = played.table.state.felt, {r.stack: r for r in played.table.state.round.reversals}
    for stack, stake in stakes.items():
        one, lies = found.get(stack), felt.amount(stack)
        assert lies == stake + given[stack]
        if one is None:
            assert given[stack] == 0
        else:
            assert (one.stake + one.paid, one.stake + one.gives) == (lies, stake + one.collects)


def test_reversals_are_never_negative() -> None:
    amounts = [Cents(cents) for cents in range(4)]
    for stake in amounts:
        for paid in amounts:
            for taken in amounts[: stake + 1]:
                for lies in amounts:
                    moved = StackMovements(stake, paid, taken, Cents(0))
                    one = reversal(MAIN, lies, moved, read=True)
                    if one is not None:
                        assert min(one.stake, one.paid, one.collects, one.gives) >= 0
                        assert one.collects + one.paid - one.gives == paid - taken


def test_power_cut_loses_no_reversal() -> None:
    played = war("TS 9H")
    played.chips("main", 2000)
    played.supervise(Key.VOID_ROUND)
    checkpoint = played.table.state.checkpoint
    again = msgspec.json.decode(msgspec.json.encode(checkpoint), type=Checkpoint)
    assert again == checkpoint
    assert again.reversals == played.table.state.round.reversals != ()


def test_next_bets_end_it() -> None:
    played = war("9S TH")
    played.chips("main", 0)
    played.supervise(Key.VOID_ROUND)
    played.chips("main", 1000)
    assert going_back(played) == ["Place 1, Mise : rendre 10,00 $, ramassés"]
    played.press(Key.NO_MORE_BETS)
    assert played.table.state.round.reversals == ()
