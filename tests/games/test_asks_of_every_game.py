"""Each table's next step, as a value, matches its display; each card dealt is ruled to its hand."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

from firmware.core.display.panel import table_panel
from firmware.core.table.amounts import Amounts
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import CardRead, Event
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.next_step import FAULT_ACTS, SETTLEMENT_ACTS, Act, NextStep
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import CardDealt, Ruling
from tests.kits.core.table_kit import Croupier
from tests.kits.games.any_chance import Chance
from tests.kits.games.any_table import a_new_table
from tests.kits.games.any_throw import ThrownChance
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

STEPS: Final = 250
NOISE: Final = 0.03
SAID: Final = {
    Act.OPEN_TABLE: ("open_table",),
    Act.PLACE_BETS: ("place_bets",),
    Act.PUT_BET_BACK: ("put_back",),
    Act.RETURN_BET: ("return_bet",),
    Act.KEY_AMOUNT: ("key_amount",),
    Act.KEY_PRICE: ("price",),
    Act.UNREAD_CHIP: ("chip_unread",),
    Act.READ_CHIPS: ("reading_chips",),
    Act.RESOLVE_LATE: ("resolve_late",),
    Act.DEAL_CARD: ("card_to", "tile_to"),
    Act.CHOOSE_CARD: ("choose_card",),
    Act.ENTER_CARD: ("enter_card",),
    Act.SHUFFLE_CARDS: ("shuffle", "shuffle_in_turn"),
    Act.TAKE_DECISION: (
        "decide",
        "decide_bet",
        "decide_hand",
        "decide_bank",
        "decide_players_bank",
        "number",
    ),
    Act.DRAW_NUMBER: ("drawing",),
    Act.BRING_RESULT: ("spin", "dice", "balls"),
    Act.KEY_RESULT: ("key_dice", "key_number"),
    Act.KEY_AGAIN: ("key_dice_again", "key_number_again"),
    Act.PAY_BET: ("pay", "pay_commission", "pay_prize", "pay_most"),
    Act.TAKE_CHIPS: ("take", "take_part", "take_commission"),
    Act.MOVE_BET: ("move",),
    Act.CONFIRM_PAID: ("confirm",),
    Act.CONFIRM_UNSEEN: ("confirm_unseen",),
    Act.AWAIT_PART: ("starting",),
    Act.CONFIRM_FELT: ("confirm_felt",),
}
OF_OTHER_HOUSES: Final = {Act.COLLECT_COMMISSION}
"""Steps of switches that Québec has not."""
OF_BETS: Final = {
    Act.PUT_BET_BACK,
    Act.RETURN_BET,
    Act.RESOLVE_LATE,
    Act.PAY_BET,
    Act.TAKE_CHIPS,
    Act.MOVE_BET,
    Act.KEY_AMOUNT,
}
RARE: Final = {
    Act.AWAIT_PART,
    Act.READ_CHIPS,
    Act.UNREAD_CHIP,
    Act.KEY_PRICE,
    Act.MOVE_BET,
    Act.PUT_BET_BACK,
}
"""What chance seldom or never brings about: parts that start, readers that are late or blind,
colour chips, and bets of Craps carried from round to round. `tests/core/table` has them."""
OF_POKER_ROOM: Final = {
    Act.POST_BLINDS,
    Act.BURN_CARD,
    Act.SHOW_HANDS,
    Act.DEAL_AGAIN,
    Act.TAKE_CARD_BACK,
}
"""What a table of players against each other waits for: see `tests/core/poker_room/table`."""


class Seen:
    """What an evening has shown after each event, and what its cards came to."""

    def __init__(self, game: str, amounts: Amounts) -> None:
        rng = Random(f"{game} asks")
        self.croupier = Croupier(a_new_table(game, rng, amounts)(), opened=False)
        kind = ThrownChance if self.table.state.game.INSTRUMENT else Chance
        chance = kind(rng, game, self.croupier, NOISE)
        self.asks: list[tuple[NextStep, Panel]] = []
        self.wrong_cards: list[str] = []
        for _ in range(STEPS):
            self._tell(chance.next())

    @property
    def table(self) -> Table:
        return self.croupier.table

    def _tell(self, event: Event) -> None:
        public, before = _public(self.table), sum(self.table.state.game.dealt.values())
        rulings = self.croupier.tell(event)
        shown = table_panel(self.table)
        self.asks.append((shown.ask, shown))
        if isinstance(event, CardRead) and self.table.state.running_phase is Phase.ROUND:
            more = sum(self.table.state.game.dealt.values()) - before
            self.wrong_cards += self._held_to(event, rulings, _public(self.table) - public, more)

    def _held_to(
        self, event: CardRead, rulings: tuple[Ruling, ...], turned: int, more: int
    ) -> Iterator[str]:
        """Yield how the rulings on a card contradict what lies there now."""
        dealt = [ruling for ruling in rulings if isinstance(ruling, CardDealt)]
        burnt = [ruling for ruling in dealt if ruling.to.key == "hand.burnt"]
        if len(dealt) > 1 or max(more, 0) > len(dealt) or (not dealt and turned > 0):
            yield f"{event}: {rulings}, {more} more cards lie there"
        for ruling in dealt:
            game = self.table.state.game
            again = bool(game.results) and ruling.to.key == "hand.dealer"  # 26.7
            is_due = turned >= 0 and not (game.finished or burnt or again)
            if is_due and ruling.face_up != (turned > 0):
                yield f"{event}: {ruling}, {turned} more lie face up"


def _public(table: Table) -> int:
    return sum(map(len, table.state.game.cards.values())) if table.state.game.decks else 0


@cache
def evenings() -> dict[tuple[str, Amounts], Seen]:
    ways = list(Amounts)
    named = {game: ways[at % len(ways)] for at, game in enumerate(sorted(games_in_pack()))}
    return {(game, amounts): Seen(game, amounts) for game, amounts in named.items()}


def asks() -> Iterator[tuple[NextStep, Panel]]:
    for seen in evenings().values():
        yield from seen.asks


def test_next_step_is_first_on_display() -> None:
    wrong = [
        (ask, shown.dealer)
        for ask, shown in asks()
        if ask.do not in FAULT_ACTS
        and shown.dealer[0].key not in {f"prompt.{said}" for said in SAID[ask.do]}
    ]
    assert wrong == []


def test_fault_named_by_part_and_code() -> None:
    mending = [(ask, shown) for ask, shown in asks() if ask.do in FAULT_ACTS]
    wrong = [
        (ask, shown.dealer)
        for ask, shown in mending
        if ask.fault not in FAULT_KINDS or shown.dealer[0].key != f"fault.{ask.fault}"
    ]
    assert mending
    assert wrong == []


def test_queried_bet_named_on_display() -> None:
    wrong = [
        (ask, shown.dealer[0])
        for ask, shown in asks()
        if ask.do in OF_BETS and ask.stack[0].spot != shown.dealer[0].values["spot"]
    ]
    assert wrong == []


def test_payment_is_due_while_figures_show_it() -> None:
    paid = [(ask, shown) for ask, shown in asks() if shown.payout is not None]
    wrong = [
        (ask, shown.payout)
        for ask, shown in paid
        if ask.do is Act.PAY_BET and shown.payout and ask.stack[0] != shown.payout.place
    ]
    assert any(ask.do is Act.PAY_BET for ask, _ in paid)
    assert wrong == []


def test_evenings_reach_every_prompt() -> None:
    reached = {ask.do for ask, _ in asks()}
    assert set(Act) - reached <= RARE | OF_POKER_ROOM | OF_OTHER_HOUSES
    assert reached >= SETTLEMENT_ACTS - RARE


@each("game", sorted(games_in_pack()))
def test_dealt_card_is_ruled_once_face_up_if_seen(game: str) -> None:
    wrong = [
        line for (name, _), seen in evenings().items() if name == game for line in seen.wrong_cards
    ]
    assert wrong == []


def test_card_ruling_names_no_card() -> None:
    assert CardDealt.__struct_fields__ == ("to", "nth", "face_up")
