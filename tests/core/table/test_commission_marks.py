"""9 NYCRR 5324.21 (a)(2): a commission is collected at once, or marked until the shoe ends."""

from collections.abc import Mapping

import msgspec
import pytest

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import CorrectionMade, TestBegun, TestEnded
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Bettor, Place
from firmware.core.vocabulary.rulings import CommissionCollected
from tests.kits.core.table_kit import BANK_WINS, PLAYER_WINS, Croupier, kinds, refusals, settled
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

HOUSE = pack_of("""
[baccarat.switches]
commission_due = { allowed = ["once", "shoe"], usual = "once", article = "5324.21" }
several_bettors = { allowed = [false, true], usual = false, article = "H2" }
""")
KEYS = (Key.COLLECT_COMMISSION,)
OWED = ["why.commission_owed"]


def a_table(due: str = "shoe", checkpoint: Checkpoint | None = None) -> Table:
    game = HOUSE.open_game("baccarat", {"commission_due": due, "several_bettors": True})
    return Table(game, TableRules(sensed=False, keys=KEYS), checkpoint or Checkpoint())


def paid_banker(due: str = "shoe", bets: Mapping[Bettor, int] | None = None) -> Croupier:
    """Return a table after a round of winning bets on the banker, 25,00 $ at spot 1 usually."""
    croupier = Croupier(a_table(due))
    play_banker(croupier, bets or {(1, None): 2500})
    return croupier


def play_banker(croupier: Croupier, bets: Mapping[Bettor, int]) -> None:
    for (spot, bettor), cents in bets.items():
        croupier.chips(spot, "banker", cents, bettor)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(BANK_WINS)
    for (spot, bettor), cents in bets.items():
        croupier.chips(spot, "banker", 2 * cents, bettor)
    croupier.press(Key.CONFIRM)
    for spot, bettor in bets:
        croupier.chips(spot, "banker", 0, bettor)


def marks(croupier: Croupier) -> dict[Bettor, int]:
    return dict(croupier.table.state.commission_marks)


def prompt_keys(croupier: Croupier) -> list[str]:
    return [line.key for line in croupier.panel.dealer]


@each("due, prompt", [("once", "prompt.pay_commission"), ("shoe", "prompt.pay_marked")])
def test_payment_says_whether_commission_is_collected_or_marked(due: str, prompt: str) -> None:
    croupier = Croupier(a_table(due))
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    assert prompt_keys(croupier)[0] == prompt
    croupier.chips(1, "banker", 5000)
    croupier.press(Key.CONFIRM)
    assert marks(croupier) == ({(1, None): 150} if due == "shoe" else {})


def test_marks_add_up_by_player_from_the_dealers_left() -> None:
    croupier = paid_banker(bets={(3, None): 2500, (1, "Ann"): 1000, (1, None): 2000})
    play_banker(croupier, {(3, None): 1000})
    assert list(marks(croupier).items()) == [((1, None), 100), ((1, "Ann"), 50), ((3, None), 200)]


def test_meters_count_a_commission_once_with_its_round() -> None:
    at_once, marked = paid_banker("once"), paid_banker()
    assert marked.table.state.meters == at_once.table.state.meters
    marked.press(Key.COLLECT_COMMISSION)
    assert kinds(marked.press(Key.CONFIRM)) == ["CommissionCollected"]
    assert marked.table.state.meters == at_once.table.state.meters


def test_lost_and_void_rounds_mark_nothing() -> None:
    croupier = Croupier(a_table())
    croupier.bet_and_close()
    croupier.cards(PLAYER_WINS)
    croupier.chips(1, "banker", 0)
    croupier.press(Key.CONFIRM)
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    croupier.chips(1, "banker", 5000)
    croupier.supervise(Key.VOID_ROUND)
    assert marks(croupier) == {}
    (reversal,) = croupier.table.state.round.reversals
    assert (reversal.stake, reversal.paid, reversal.gives) == (2500, 2500, 0)


def test_shoe_change_asks_for_each_commission_before_the_shuffle() -> None:
    croupier = paid_banker(bets={(1, None): 2500, (3, None): 1000})
    croupier.cut()
    assert croupier.phase is Phase.SHOE_CHANGE
    ask = croupier.panel.ask
    assert (ask.do, ask.spot, ask.bettor) == (Act.COLLECT_COMMISSION, 1, None)
    assert croupier.panel.pulsing == {1}
    assert Key.CARDS_SHUFFLED not in croupier.panel.keys
    assert refusals(croupier.press(Key.CARDS_SHUFFLED)) == OWED
    croupier.press(Key.COLLECT_COMMISSION)
    assert croupier.panel.ask.spot == 3
    assert croupier.press(Key.CONFIRM) == (CommissionCollected(3, None, 50),)  # type: ignore[arg-type]
    assert croupier.press(Key.CONFIRM) == (CommissionCollected(1, None, 150),)  # type: ignore[arg-type]
    assert croupier.panel.ask.do is Act.SHUFFLE_CARDS
    assert not refusals(croupier.press(Key.CARDS_SHUFFLED))
    assert croupier.phase is Phase.OPEN


def test_player_who_leaves_pays_while_bets_are_open() -> None:
    croupier = paid_banker(bets={(1, None): 2500, (3, None): 1000})
    croupier.chips(5, "player", 1000)
    asked = []
    for _ in range(4):
        croupier.press(Key.COLLECT_COMMISSION)
        asked.append(croupier.panel.ask.spot)
    assert asked == [1, 3, None, 1]
    croupier.press(Key.CONFIRM)
    assert marks(croupier) == {(3, None): 50}
    assert croupier.panel.ask.do is Act.PLACE_BETS


def test_table_does_not_close_nor_shuffle_over_a_mark() -> None:
    croupier = paid_banker()
    assert refusals(croupier.press(Key.CARDS_SHUFFLED)) == OWED
    assert refusals(croupier.supervise(Key.CONFIRM)) == OWED
    croupier.press(Key.COLLECT_COMMISSION)
    croupier.press(Key.CONFIRM)
    croupier.supervise(Key.CONFIRM)
    assert croupier.phase is Phase.CLOSED


@pytest.mark.parametrize("at_shoe_change", [False, True])
def test_undo_takes_back_what_was_collected(*, at_shoe_change: bool) -> None:
    croupier = paid_banker()
    before = marks(croupier)
    if at_shoe_change:
        croupier.cut()
    else:
        croupier.press(Key.COLLECT_COMMISSION)
    croupier.press(Key.CONFIRM)
    assert marks(croupier) == {}
    croupier.press(Key.UNDO)
    assert marks(croupier) == before


def test_undo_of_a_rounds_end_takes_its_mark_back() -> None:
    croupier = Croupier(a_table())
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    croupier.chips(1, "banker", 5000)
    croupier.press(Key.CONFIRM)
    assert marks(croupier) == {(1, None): 150}
    croupier.press(Key.UNDO)
    assert marks(croupier) == {}
    croupier.press(Key.CONFIRM)
    assert marks(croupier) == {(1, None): 150}


def test_marks_survive_a_power_cut() -> None:
    croupier = paid_banker(bets={(1, "Ann"): 2500})
    stored = msgspec.json.encode(croupier.table.checkpoint())
    restored = a_table(checkpoint=msgspec.json.decode(stored, type=Checkpoint))
    assert dict(restored.state.commission_marks) == {(1, "Ann"): 150}
    mark_lines = [
        line for line in Croupier(restored, opened=False).panel.dealer if "mark" in line.key
    ]
    assert [line.values["commission_cents"] for line in mark_lines] == [150]


def test_checkpoint_without_a_mark_is_as_before() -> None:
    assert b"commission_marks" not in msgspec.json.encode(paid_banker("once").table.checkpoint())


def test_test_rounds_leave_the_marks_alone() -> None:
    croupier = paid_banker()
    croupier.tell(TestBegun())
    assert marks(croupier) == {}
    croupier.press(Key.CONFIRM)
    play_banker(croupier, {(2, None): 1000})
    croupier.tell(TestEnded())
    assert marks(croupier) == {(1, None): 150}


def test_correction_is_paid_at_once_and_leaves_the_mark() -> None:
    croupier = paid_banker()
    number = croupier.table.state.round.number - 1
    correction = CorrectionMade(number, Place(1, "banker"), -5000, "tie", ("a", "b"))
    assert kinds(croupier.tell(correction)) == ["RoundCorrected"]
    assert marks(croupier) == {(1, None): 150}


def test_rules_do_not_change_over_a_mark() -> None:
    croupier = paid_banker()
    assert not croupier.table.state.between_rounds
    croupier.press(Key.COLLECT_COMMISSION)
    croupier.press(Key.CONFIRM)
    assert croupier.table.state.between_rounds


def test_key_without_a_mark_is_refused() -> None:
    croupier = Croupier(a_table())
    assert Key.COLLECT_COMMISSION not in croupier.panel.keys
    assert refusals(croupier.press(Key.COLLECT_COMMISSION)) == ["why.no_commission"]
    assert Text("prompt.place_bets") in croupier.panel.dealer


def test_settled_line_is_the_same_either_way() -> None:
    assert settled(paid_banker("once").rulings) == settled(paid_banker().rulings)
