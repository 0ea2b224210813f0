"""A payment that the reader does not see is reported, recorded, and never said to be paid."""

from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act, Role
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import PaymentUnseen, Ruling
from firmware.shell.words.ruling_words import ruling_texts
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from tests.kits.core.table_kit import BANK_WINS, PLAYER_WINS, Croupier, kinds, refusals
from tests.kits.games.bare_table import BareTable
from tests.kits.games.scripts import CLOSE, CONFIRM, bet, cards, decide
from tests.kits.offenders import each

UNPAID = PaymentUnseen(1, Place(1, "player"), 20000, 10000)


def won(**rules: object) -> Croupier:
    """Return a table at which spot 1 has won 100 $ and waits for them."""
    croupier = Croupier(**rules)
    croupier.bet_and_close(1, "player", 10000)
    croupier.cards(PLAYER_WINS)
    return croupier


def passed(**rules: object) -> Croupier:
    croupier = won(**rules)
    croupier.press(Key.NEXT_PAYMENT)
    return croupier


def unseen(rulings: tuple[Ruling, ...]) -> list[PaymentUnseen]:
    return [ruling for ruling in rulings if isinstance(ruling, PaymentUnseen)]


def lines(croupier: Croupier, language: str = "en") -> list[str]:
    words = Words.load(language)
    return [words.render(text).replace(NO_BREAK, " ") for text in croupier.panel.dealer]


@each(
    "language, first, second",
    [
        (
            "fr", "1 paiement non vu. Payer maintenant, ou CONFIRMER tel quel",
            "Place 1, Joueur : paiement non vu, 200,00 $ dus, 100,00 $ sur place",
        ),
        (
            "en", "1 payment not seen. Pay it now, or CONFIRM as it is",
            "Spot 1, Player: payment not seen, $200.00 due, $100.00 lies there",
        ),
    ],
)  # fmt: skip
def test_next_over_unpaid_winner_is_named_unseen(language: str, first: str, second: str) -> None:
    croupier = passed()
    assert croupier.panel.ask.do is Act.CONFIRM_UNSEEN
    assert lines(croupier, language)[:2] == [first, second]


def test_confirm_records_and_counts_it() -> None:
    croupier = passed()
    rulings = croupier.press(Key.CONFIRM)
    assert unseen(rulings) == [UNPAID]
    assert kinds(rulings)[-2:] == ["RoundOpened", "Announced"]
    assert croupier.table.state.meters.unseen_payments == 1


def test_seen_payment_leaves_no_record() -> None:
    croupier = won()
    croupier.chips(1, "player", 20000)
    assert croupier.panel.ask.do is Act.CONFIRM_PAID
    assert unseen(croupier.press(Key.CONFIRM)) == []
    assert croupier.table.state.meters.unseen_payments == 0


def test_wrong_payment_shows_the_felt() -> None:
    croupier = won()
    croupier.chips(1, "player", 15000)
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.pay_first"]
    croupier.press(Key.NEXT_PAYMENT)
    assert "$150.00 lies there" in lines(croupier)[1]
    assert unseen(croupier.press(Key.CONFIRM)) == [
        PaymentUnseen(1, Place(1, "player"), 20000, 15000)
    ]


def test_payment_after_next_is_seen() -> None:
    croupier = passed()
    croupier.chips(1, "player", 20000)
    assert croupier.panel.ask.do is Act.CONFIRM_PAID
    assert unseen(croupier.press(Key.CONFIRM)) == []


def test_seen_then_lifted_wins_are_paid() -> None:
    croupier = won()
    croupier.chips(1, "player", 20000)
    croupier.chips(1, "player", 10000)
    assert unseen(croupier.press(Key.CONFIRM)) == []


def test_stack_lifted_at_once_is_paid() -> None:
    croupier = won()
    croupier.chips(1, "player", 0)
    assert croupier.panel.ask.do is Act.CONFIRM_PAID
    assert unseen(croupier.press(Key.CONFIRM)) == []


def test_stake_lifted_later_is_unseen() -> None:
    croupier = passed()
    croupier.chips(1, "player", 0)
    assert unseen(croupier.press(Key.CONFIRM)) == [PaymentUnseen(1, Place(1, "player"), 20000, 0)]


def test_skipped_payment_is_shown_below_the_due_one() -> None:
    croupier = Croupier()
    for spot in (1, 2):
        croupier.chips(spot, "player", 10000)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(PLAYER_WINS)
    croupier.press(Key.NEXT_PAYMENT)
    assert lines(croupier)[:2] == [
        "Spot 2, Player: pay $100.00 (1 to 1)",
        "Spot 1, Player: payment not seen, $200.00 due, $100.00 lies there",
    ]
    croupier.press(Key.NEXT_PAYMENT)
    assert lines(croupier)[0] == "2 payments not seen. Pay them now, or CONFIRM as it is"
    assert [ruling.place.spot for ruling in unseen(croupier.press(Key.CONFIRM))] == [1, 2]
    assert croupier.table.state.meters.unseen_payments == 2


def test_undo_of_next_makes_payment_due_again() -> None:
    croupier = passed()
    croupier.press(Key.UNDO)
    assert croupier.panel.ask.do is Act.PAY_BET
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.pay_first"]


def test_undo_of_confirm_removes_record_and_count() -> None:
    croupier = passed()
    croupier.press(Key.CONFIRM)
    croupier.press(Key.UNDO)
    assert croupier.panel.ask.do is Act.CONFIRM_UNSEEN
    assert croupier.table.state.meters.unseen_payments == 0
    croupier.chips(1, "player", 20000)
    assert unseen(croupier.press(Key.CONFIRM)) == []


def test_invisible_prize_is_recorded() -> None:
    royal, dealer = "AS KS QS JS TS", "3D 5C 7D JH QC"
    options = {"side_bets": ["progressive"], "progressive_meter": 100_000}
    table = BareTable({"game": "caribbean-stud", "options": options})
    laid = [bet(1, "ante"), bet(1, "progressive", 100)]
    table.play([*laid, CLOSE, cards(f"{royal} {dealer}"), decide(1, "raise"), CONFIRM])
    assert table.table.state.meters.unseen_payments == 1


@each("amounts", [Amounts.KEYED, Amounts.UNSEEN])
def test_no_reader_no_unseen_payment(amounts: Amounts) -> None:
    croupier = Croupier(amounts=amounts, sensed=amounts is Amounts.UNSEEN)
    if amounts is Amounts.UNSEEN:
        croupier.sense(1, "player", covered=True)
    else:
        croupier.chips(1, "player", 10000)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(PLAYER_WINS)
    croupier.press(Key.NEXT_PAYMENT)
    assert croupier.panel.ask.do is Act.CONFIRM_PAID
    assert unseen(croupier.press(Key.CONFIRM)) == []


# the house wants each payment seen


def test_seen_confirm_without_supervisor_is_refused() -> None:
    croupier = passed(payments="seen")
    assert (croupier.panel.ask.do, croupier.panel.ask.of) == (Act.CONFIRM_UNSEEN, Role.SUPERVISOR)
    assert Key.CONFIRM not in croupier.panel.keys
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.payment_unseen"]
    assert lines(croupier)[0] == "1 payment not seen. Pay it now, or supervisor: CONFIRM as it is"
    assert lines(croupier)[-1] == (
        "Spot 1, Player: payment not seen, $200.00 due, $100.00 lies there. "
        "Pay, or the supervisor's key"
    )
    assert croupier.table.state.meters.unseen_payments == 0


def test_seen_supervisor_confirms_and_it_is_recorded() -> None:
    croupier = passed(payments="seen")
    assert unseen(croupier.supervise(Key.CONFIRM)) == [UNPAID]


def test_seen_payment_needs_no_key() -> None:
    croupier = won(payments="seen")
    croupier.chips(1, "player", 20000)
    assert Key.CONFIRM in croupier.panel.keys
    assert refusals(croupier.press(Key.CONFIRM)) == []


def test_seen_round_without_winner_needs_no_key() -> None:
    croupier = Croupier(payments="seen")
    croupier.bet_and_close(1, "player", 10000)
    croupier.cards(BANK_WINS)
    croupier.chips(1, "player", 0)
    assert refusals(croupier.press(Key.CONFIRM)) == []


@each(
    "language, sentence",
    [
        ("fr", "Paiement non vu, place 1, Joueur : 200,00 $ dus, 100,00 $ sur place"),
        ("en", "Payment not seen, spot 1, Player: $200.00 due, $100.00 lay there"),
    ],
)
def test_record_has_its_sentence(language: str, sentence: str) -> None:
    (text,) = ruling_texts(UNPAID)
    assert Words.load(language).render(text).replace(NO_BREAK, " ") == sentence
