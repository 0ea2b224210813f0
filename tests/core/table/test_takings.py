"""What is lost is taken first, in whole or in part, then what is won is paid (20, 67.38, 67.47,
95.15): each line is one movement of chips, which the felt must show before the round is over.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import SpotLight
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.played_round import PlayedRound, refused
from tests.kits.offenders import each

ALL_AMOUNTS: Final = tuple(Amounts)


def surrender(amounts: Amounts) -> PlayedRound:
    """67.38 (3): half of 15,00 $ is lost."""
    played = PlayedRound("casino-war", amounts)
    played.chips("main", 1500)
    played.press(Key.NO_MORE_BETS)
    played.deal("TS TH")
    played.press(Key.SURRENDER)
    return played


def withdrawal(amounts: Amounts) -> PlayedRound:
    """67.47: half of the bet on seven cards is lost; the others are lost whole."""
    played = PlayedRound("poker-3-5-7", amounts)
    for on, cents in (("three", 1000), ("five", 1000), ("seven", 1500)):
        played.chips(on, cents)
    played.press(Key.NO_MORE_BETS)
    played.deal("2S 4H 6D TS 8H KD QD")
    played.press(Key.WITHDRAW_BET)
    return played


def doubled(amounts: Amounts) -> PlayedRound:
    """20: of a doubled bet of 10,00 $ one stake is lost."""
    played = PlayedRound("blackjack", amounts)
    played.chips("main", 1000)
    played.press(Key.NO_MORE_BETS)
    played.deal("5S AH 6D")
    played.press(Key.NO_INSURANCE)
    if amounts.by_reader:
        played.chips("main", 2000)
    played.press(Key.DOUBLE)
    played.deal("TS TH")
    return played


def split(amounts: Amounts) -> PlayedRound:
    """24: of two hands of 25,00 $ one loses and one wins: 18 and 21 against 19."""
    played = PlayedRound("blackjack", amounts)
    played.chips("main", 2500)
    played.press(Key.NO_MORE_BETS)
    played.deal("8S TH 8D")
    if amounts.by_reader:
        played.chips("main", 5000)
    played.press(Key.SPLIT)
    played.deal("TD")
    played.press(Key.STAND)
    played.deal("3S")
    played.press(Key.HIT)
    played.deal("TS 9C")
    return played


def craps(on: str, cents: int, *faces: int) -> Callable[[Amounts], PlayedRound]:
    def rolled(amounts: Amounts) -> PlayedRound:
        played = PlayedRound("craps", amounts)
        played.chips(on, cents)
        played.roll(*faces)
        return played

    return rolled


class Taking(NamedTuple):
    """A round, the place of the movement, and the prompt where amounts are known or unseen."""

    play: Callable[[Amounts], PlayedRound]
    on: str
    known: str
    unseen: str
    stays: int
    even: bool = False
    """Whether as much is won as lost: as it lies, the stack is what is owed."""


CASES: Final = {
    "surrender": Taking(
        surrender,
        "main",
        "Place 1, Mise : ramasser 7,50 $, reste 7,50 $",
        "ramasser 1/2, laisser le reste",
        750,
    ),
    "double": Taking(
        doubled,
        "main",
        "Place 1, Mise : ramasser 10,00 $, reste 10,00 $",
        "ramasser 1/2, laisser le reste",
        1000,
    ),
    "withdraw": Taking(
        withdrawal,
        "seven",
        "Place 1, 7 cartes : ramasser 7,50 $, reste 7,50 $",
        "ramasser 1/2, laisser le reste",
        750,
    ),
    "split": Taking(
        split,
        "main",
        "Place 1, Mise, main 1 : ramasser 25,00 $, reste 25,00 $",
        "ramasser 1/2, laisser le reste",
        2500,
        even=True,
    ),
    "horn": Taking(
        craps("horn", 1000, 5, 6),
        "horn",
        "Place 1, Horn : ramasser 7,50 $, reste 2,50 $",
        "ramasser 3/4, laisser le reste",
        250,
    ),
    "world": Taking(
        craps("world", 1000, 3, 4),
        "world",
        "Place 1, World : ramasser 8,00 $, reste 2,00 $",
        "ramasser 4/5, laisser le reste",
        200,
        even=True,
    ),
    "three-way": Taking(
        craps("three_way", 900, 1, 1),
        "three_way",
        "Place 1, 3 way craps : ramasser 6,00 $, reste 3,00 $",
        "ramasser 2/3, laisser le reste",
        300,
    ),
}


@each("case_name", CASES)
@each("amounts", ALL_AMOUNTS)
def test_partial_loss_shows_taken_and_remaining(case_name: str, amounts: Amounts) -> None:
    case = CASES[case_name]
    played = case.play(amounts)
    assert played.panel.ask.do is Act.TAKE_CHIPS
    assert played.panel.ask.on == case.on
    where, _, told_to = played.prompt.partition(" : ")
    assert told_to == case.unseen if not amounts.are_known else f"{where} : {told_to}" == case.known
    assert played.panel.figures is None


@each("case_name", [name for name, case in CASES.items() if not case.even])
def test_no_confirm_until_reader_sees_part_gone(case_name: str) -> None:
    case = CASES[case_name]
    played = case.play(Amounts.READ)
    assert Key.CONFIRM not in played.panel.keys
    assert refused(played.press(Key.CONFIRM)) == [f"{case.known.partition(', reste')[0]} d'abord"]
    assert played.table.state.running_phase is Phase.ROUND


@each("lifted", [False, True])
@each("case_name", CASES)
def test_following_prompts_is_never_late(case_name: str, lifted: bool) -> None:
    """He takes the part; or he lifts the whole stack for change, and lays what stays."""
    case = CASES[case_name]
    played = case.play(Amounts.READ)
    if lifted:
        played.chips(case.on, 0)
    played.chips(case.on, case.stays)
    for _ in range(8):
        ask = played.panel.ask
        if ask.do not in (Act.TAKE_CHIPS, Act.PAY_BET):
            break
        due = played.table.state.round.bets.after_next_movement(ask.stack)
        assert due is not None
        played.chips(ask.stack[0].on, due)
    assert played.late == []
    assert Key.CONFIRM in played.panel.keys or played.table.state.running_phase is Phase.OPEN
    assert refused(played.press(Key.CONFIRM)) == []
    assert played.table.state.running_phase is Phase.OPEN


@each("amounts", [Amounts.KEYED, Amounts.UNSEEN])
@each("case_name", CASES)
def test_next_skips_an_unseen_part(case_name: str, amounts: Amounts) -> None:
    case = CASES[case_name]
    played = case.play(amounts)
    assert Key.NEXT_PAYMENT in played.panel.keys
    played.press(Key.NEXT_PAYMENT)
    assert (played.panel.ask.do, played.panel.ask.on) != (Act.TAKE_CHIPS, case.on)


@each("amounts", [Amounts.KEYED, Amounts.UNSEEN])
@each("case_name", CASES)
def test_change_under_sensors_only_is_no_late_bet(case_name: str, amounts: Amounts) -> None:
    case = CASES[case_name]
    played = case.play(amounts)
    played.chips(case.on, 0)
    played.chips(case.on, case.stays)
    assert played.late == []


def test_split_takes_lost_hand_then_pays_other_by_number() -> None:
    played = split(Amounts.READ)
    assert played.panel.spots[1] is SpotLight.PUSH
    played.chips("main", 2500)
    assert played.prompt == "Place 1, Mise, main 2 : payer 25,00 $ (1 à 1)"
    assert played.panel.ask.hand == 2
    played.chips("main", 5000)
    assert played.panel.ask.do is Act.CONFIRM_PAID


def test_next_is_lit_if_stack_already_matches() -> None:
    played = split(Amounts.READ)
    assert Key.NEXT_PAYMENT in played.panel.keys
    played.press(Key.NEXT_PAYMENT, Key.NEXT_PAYMENT)
    assert played.panel.ask.do is Act.CONFIRM_PAID


def test_paid_beside_stake_is_late() -> None:
    played = CASES["horn"].play(Amounts.READ)
    played.chips("horn", 1000 + 3750)
    assert [late.cents for late in played.late] == [3750]


def test_net_payment_is_accepted() -> None:
    played = CASES["horn"].play(Amounts.READ)
    played.chips("horn", 250 + 3750)
    assert played.late == []
    assert played.panel.ask.do is Act.CONFIRM_PAID


def test_95_17_lost_bet_shows_owed_commission() -> None:
    played = craps("lay:4", 2000, 2, 2)(Amounts.READ)
    assert played.prompt == "Place 1, Lay 4 : ramasser 20,00 $ et 0,50 $ de commission"


def test_95_14_lost_bet_is_taken_before_another_moves_in() -> None:
    played = PlayedRound("craps", Amounts.READ)
    played.chips("dont_pass", 500)
    played.roll(4, 4)
    played.chips("dont_come", 600)
    played.roll(3, 3)
    played.chips("dont_come", 0)
    played.chips("dont_come:6", 600)
    played.press(Key.CONFIRM)
    played.chips("dont_come", 1000)
    played.roll(5, 1)
    assert played.prompt == "Place 1, Don't come 6 : ramasser 6,00 $"
    played.chips("dont_come:6", 0)
    assert played.panel.ask.do is Act.MOVE_BET
    played.chips("dont_come", 0)
    played.chips("dont_come:6", 1000)
    assert (played.late, played.panel.ask.do) == ([], Act.CONFIRM_PAID)
