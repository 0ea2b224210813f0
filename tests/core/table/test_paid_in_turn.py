"""Article 26.7: each of the dealer's hands is taken and paid before he completes the next."""

from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.events import PresenceSeen, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Announced, BetSettled, RoundVoided
from tests.kits.core.played_round import WORDS, PlayedRound, refused
from tests.kits.offenders import each

ON = ("main:1", "main:2", "main:3")


def after_first_hand(amounts: Amounts, dealer: str = "8H") -> PlayedRound:
    """19 of the player's against 9 and one card of the dealer's: 17, or another."""
    played = PlayedRound("blackjack-multi-action", amounts)
    for on in ON:
        played.chips(on, 1000)
    played.press(Key.NO_MORE_BETS)
    played.deal("TS 9H 9D")
    played.press(Key.STAND)
    played.deal(dealer)
    return played


def announced(played: PlayedRound) -> list[str]:
    said = (ruling.words for ruling in played.said if isinstance(ruling, Announced))
    return [WORDS.render(words).replace("\u00a0", " ") for words in said][2:]


@each("amounts", list(Amounts))
def test_first_hand_paid_before_next_card(amounts: Amounts) -> None:
    played = after_first_hand(amounts)
    assert (played.panel.ask.do, played.panel.ask.on) == (Act.PAY_BET, "main:1")
    played.press(Key.NEXT_PAYMENT)
    assert played.panel.ask.do is Act.DEAL_CARD
    assert played.prompt == "2e carte : Croupier"


@each("amounts", list(Amounts))
def test_first_hand_is_taken_before_next_card(amounts: Amounts) -> None:
    played = after_first_hand(amounts, "AD")
    assert (played.panel.ask.do, played.panel.ask.on) == (Act.TAKE_CHIPS, "main:1")
    played.chips("main:1", 0)
    assert played.panel.ask.do is Act.DEAL_CARD


def test_seen_payment_needs_no_key() -> None:
    played = after_first_hand(Amounts.READ)
    assert played.panel.figures == 1000
    played.chips("main:1", 2000)
    assert (played.panel.ask.do, played.late) == (Act.DEAL_CARD, [])


def test_only_last_hand_paid_at_end() -> None:
    played = after_first_hand(Amounts.READ)
    played.chips("main:1", 2000)
    played.deal("TC")
    assert played.panel.ask.do is Act.DEAL_CARD  # 19 against 19: nothing moves
    played.deal("9C")
    assert (played.panel.ask.do, played.panel.ask.on) == (Act.PAY_BET, "main:3")


def test_each_result_announced_at_once() -> None:
    played = after_first_hand(Amounts.READ)
    assert announced(played) == ["Place 1 : 19", "Croupier : 17"]
    played.chips("main:1", 2000)
    played.deal("TC")
    assert announced(played) == ["Place 1 : 19", "Croupier : 17", "Croupier : 19"]
    played.deal("8C")
    assert announced(played) == ["Place 1 : 19", "Croupier : 17", "Croupier : 19", "Croupier : 17"]


def test_early_card_is_dealt_and_payment_still_due() -> None:
    played = after_first_hand(Amounts.READ)
    assert refused(played.deal("TC")) == []
    assert (played.panel.ask.do, played.panel.ask.on) == (Act.PAY_BET, "main:1")


def test_confirm_between_hands_refused() -> None:
    played = after_first_hand(Amounts.READ)
    assert Key.CONFIRM not in played.panel.keys
    assert len(refused(played.press(Key.CONFIRM))) == 1


def test_next_between_hands_is_undone() -> None:
    played = after_first_hand(Amounts.KEYED)
    played.press(Key.NEXT_PAYMENT, Key.UNDO)
    assert (played.panel.ask.do, played.panel.ask.on) == (Act.PAY_BET, "main:1")


def test_chips_added_to_a_later_hand_are_late() -> None:
    played = after_first_hand(Amounts.READ)
    played.chips("main:2", 2000)
    assert [late.cents for late in played.late] == [1000]
    assert played.panel.ask.do is Act.RESOLVE_LATE
    assert (played.panel.payout, played.panel.figures) == (None, None)
    played.chips("main:2", 1000)
    played.supervise(Key.RESOLVE_LATE)
    assert (played.panel.ask.do, played.panel.figures) == (Act.PAY_BET, 1000)


def test_no_line_is_settled_before_round_ends() -> None:
    played = after_first_hand(Amounts.READ)
    played.chips("main:1", 2000)
    assert not any(isinstance(ruling, BetSettled) for ruling in played.said)
    played.supervise(Key.VOID_ROUND)
    assert any(isinstance(ruling, RoundVoided) for ruling in played.said)
    returned = [ruling for ruling in played.said if isinstance(ruling, BetSettled)]
    assert [(line.outcome, line.returned) for line in returned] == [("push", 1000)] * 3


@each("amounts", list(Amounts))
def test_round_ends_with_confirm(amounts: Amounts) -> None:
    played = after_first_hand(amounts)
    played.press(Key.NEXT_PAYMENT)
    played.deal("TC 8C")
    played.press(Key.NEXT_PAYMENT)
    assert refused(played.press(Key.CONFIRM)) == []
    assert played.table.state.running_phase is Phase.OPEN


def test_nothing_is_paid_before_a_late_bet_is_resolved() -> None:
    played = PlayedRound("casino-war", Amounts.READ)
    tied = Place(2, "main")
    played.chips("main", 1000)
    played.tell(StackRead(tied, Cents(1000)))
    played.tell(PresenceSeen(tied, covered=True))
    played.press(Key.NO_MORE_BETS)
    played.deal("6D 2D 2C")  # spot 1 has won, spot 2 decides
    played.tell(StackRead(tied, Cents(1100)))
    played.press(Key.SURRENDER)
    assert played.panel.ask.do is Act.RESOLVE_LATE
    assert (played.panel.payout, played.panel.figures) == (None, None)
    played.tell(StackRead(tied, Cents(1000)))
    played.supervise(Key.RESOLVE_LATE)
    played.tell(StackRead(tied, Cents(500)))  # half of it is the house's
    assert (played.panel.ask.do, played.panel.figures) == (Act.PAY_BET, 1000)
