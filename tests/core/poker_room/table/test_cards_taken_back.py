"""67.101, 67.110: a card or a hand that was read or keyed wrong is put right until CONFIRM."""

from firmware.core.poker_room.engine.rulings import (
    AlarmResolved,
    FlopScrambled,
    PotReported,
    PotWon,
)
from firmware.core.table.card_picker import keys_to_card
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.events import Event, FaultRaised, KeySwitchTurned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.meters import BetMeters, Meters
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.rulings import (
    FaultCleared,
    FaultShown,
    Refused,
    Ruling,
    Undone,
)
from firmware.shell.history.meter_count import MeterCount, RuledEvent, count_rulings
from firmware.shell.words.words import Words
from tests.kits.games.keyed_poker import KeyedPoker, three_on_the_flop

SAY = Words.load("en", "poker-room").render


class NotedPoker(KeyedPoker):
    """A table that notes its events and what was ruled on them."""

    def __init__(self, **options: object) -> None:
        self.noted: list[RuledEvent] = []
        super().__init__(**options)

    def tell(self, event: Event, after_ms: int = 100) -> tuple[Ruling, ...]:
        ruled = super().tell(event, after_ms)
        self.noted.append(RuledEvent(event, ruled))
        return ruled


def show(keyed: KeyedPoker, spot: int, *names: str) -> tuple[Ruling, ...]:
    keyed.at(spot)
    keyed.card(*names)
    return keyed.press(Key.SHOW_HAND)


def both_all_in() -> NotedPoker:
    """Return a table of two all in at the showdown, of whom 1 shows an ace more than he has."""
    keyed = NotedPoker(commission={"percent": 10})
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.ALL_IN, Key.CALL)
    for street in (["7H", "8D", "2C"], ["KS"], ["3S"]):
        keyed.press(Key.BURN_CARD)
        keyed.card(*street)
    return keyed


def test_renamed_hand_moves_the_pot() -> None:
    keyed = both_all_in()
    show(keyed, 1, "AS", "AD")
    [won] = [x for x in show(keyed, 2, "QS", "QD") if isinstance(x, PotWon)]
    assert won.spot == 1
    keyed.supervise(Key.TAKE_CARD_BACK)
    keyed.supervise(Key.TAKE_CARD_BACK)
    show(keyed, 1, "JS", "AD")
    [won] = [x for x in show(keyed, 2, "QS", "QD") if isinstance(x, PotWon)]
    assert won.spot == 2
    keyed.press(Key.CONFIRM)
    assert keyed.chips() == 18_000
    assert keyed.table.state.meters.bets["pot"] == BetMeters(20_000, 18_000, 0, 0, 2000)


def test_rulings_count_the_last_award() -> None:
    keyed = both_all_in()
    show(keyed, 1, "AS", "AD")
    show(keyed, 2, "QS", "QD")
    keyed.supervise(Key.TAKE_CARD_BACK)
    show(keyed, 2, "QH", "QD")
    keyed.press(Key.CONFIRM)
    own, by_rulings = counted(keyed)
    assert by_rulings.bets["pot"] == own.bets["pot"]
    assert by_rulings.rounds == 1


def counted(keyed: NotedPoker) -> tuple[Meters, Meters]:
    """Return the table's meters, and those that are counted by its rulings."""
    start = MeterCount(KeyedPoker().table.state.meters)
    return keyed.table.state.meters, count_rulings(start, keyed.noted).meters


def enter(keyed: KeyedPoker, name: str) -> None:
    keyed.press(Key.NEXT_RANK, *keys_to_card(parse_card(name), FULL_PACK), Key.ENTER_CARD)


def before_the_turn() -> NotedPoker:
    """Return a table of two whose turn is due, under the supervisor's key."""
    keyed = NotedPoker()
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.CALL, Key.CHECK, Key.BURN_CARD)
    keyed.card("7H", "8D", "2C")
    keyed.tell(KeySwitchTurned(on=True))
    keyed.press(Key.CHECK, Key.CHECK, Key.BURN_CARD)
    return keyed


def test_card_entered_and_taken_back_is_no_override() -> None:
    keyed = before_the_turn()
    enter(keyed, "KD")
    assert keyed.table.state.meters.overrides == 1
    keyed.press(Key.TAKE_CARD_BACK)
    assert [meters.overrides for meters in counted(keyed)] == [0, 0]


def test_cleared_fault_stays_cleared() -> None:
    keyed = before_the_turn()
    keyed.tell(FaultRaised("shoe", "unreadable"))
    keyed.press(Key.CLEAR_FAULTS, Key.CONFIRM)
    enter(keyed, "KD")
    keyed.press(Key.TAKE_CARD_BACK)
    undone, shown, cleared = [x for x in keyed.press(Key.UNDO) if not isinstance(x, PotReported)]
    assert isinstance(undone, Undone)
    # the fault and its clearing are facts, and the burn went with the card
    assert len(undone.retained) == 2
    assert isinstance(shown, FaultShown)
    assert cleared == FaultCleared("shoe", "unreadable")
    assert [meters.overrides for meters in counted(keyed)] == [1, 1]


def test_power_cut_replay_is_identical() -> None:
    keyed = both_all_in()
    show(keyed, 1, "AS", "AD")
    keyed.supervise(Key.TAKE_CARD_BACK)
    keyed.supervise(Key.TAKE_CARD_BACK)
    again = KeyedPoker(commission={"percent": 10})
    for event, ruled in keyed.noted:
        assert again.tell(event) == ruled
    assert again.room == keyed.room


def test_street_goes_with_its_burn() -> None:
    keyed = three_on_the_flop()
    keyed.supervise(Key.TAKE_CARD_BACK)
    # the key switch, three cards and the burn
    assert [ruling for ruling in keyed.said if isinstance(ruling, Undone)] == [
        Undone("take_back", 5, retained=(1,))
    ]
    assert keyed.room.game is not None
    assert keyed.room.game.board == ()
    assert keyed.panel.ask.do is Act.BURN_CARD
    keyed.press(Key.BURN_CARD)
    keyed.card("7C", "8D", "2C")
    assert [card.name for card in keyed.room.game.board] == ["7C", "8D", "2C"]


def test_recalled_game_omits_them() -> None:
    keyed = three_on_the_flop()
    keyed.supervise(Key.TAKE_CARD_BACK)
    keyed.press(Key.BURN_CARD)
    keyed.card("7C", "8D", "2C")
    keyed.tell(KeySwitchTurned(on=True))
    keyed.press(Key.RECALL_GAME, Key.RECALL_GAME)
    assert [SAY(text) for text in keyed.panel.dealer][1:] == ["Board: 7♣ 8♦ 2♣"]
    keyed.press(Key.RECALL_GAME)
    assert "Board: 7♥ 8♦ 2♣" not in [SAY(text) for text in keyed.panel.dealer]


def test_supervisor_takes_back_until_decision() -> None:
    keyed = three_on_the_flop()
    assert Key.TAKE_CARD_BACK not in keyed.panel.keys
    assert keyed.refused(Key.TAKE_CARD_BACK) == "why.supervisor_key"
    keyed.tell(KeySwitchTurned(on=True))
    assert Key.TAKE_CARD_BACK in keyed.panel.keys
    keyed.press(Key.CHECK)
    assert Key.TAKE_CARD_BACK not in keyed.panel.keys
    assert keyed.refused(Key.TAKE_CARD_BACK) == "room.undo_first"
    keyed.press(Key.UNDO)
    assert Key.TAKE_CARD_BACK in keyed.panel.keys


def test_wrong_correction_taken_back_too() -> None:
    keyed = three_on_the_flop()
    keyed.tell(KeySwitchTurned(on=True))
    keyed.at(1)
    keyed.amount(90)
    keyed.press(Key.CORRECT_STACK)
    assert keyed.room.seats[1].cents == 9000
    keyed.press(Key.TAKE_CARD_BACK)
    assert keyed.room.seats[1].cents == 9800
    assert keyed.room.game is not None
    assert len(keyed.room.game.board) == 3


def four_on_the_flop() -> KeyedPoker:
    keyed = three_on_the_flop()
    keyed.card("KS")
    keyed.tell(KeySwitchTurned(on=True))
    return keyed


def test_supervisor_names_burn_of_a_four_card_flop() -> None:
    keyed = four_on_the_flop()
    assert {Key.TAKE_CARD_BACK, Key.NEXT_RANK, Key.NEXT_SUIT} <= keyed.panel.keys
    assert Key.BURN_CARD not in keyed.panel.keys
    assert [SAY(text) for text in keyed.panel.dealer][:2] == [
        "Four cards instead of three: the supervisor takes them back, or burns one",
        "7♥ 8♦ 2♣ K♠: TAKE BACK, or name the one to burn, then BURNED",
    ]
    keyed.press(Key.NEXT_RANK, *keys_to_card(parse_card("8D"), FULL_PACK))
    assert Key.BURN_CARD in keyed.panel.keys
    resolved, scrambled = keyed.press(Key.BURN_CARD)
    assert isinstance(resolved, AlarmResolved)
    board = tuple(map(parse_card, ("7H", "2C", "KS")))
    assert scrambled == FlopScrambled(parse_card("8D"), board)
    assert keyed.room.game is not None
    assert keyed.room.game.board == board
    keyed.press(Key.CHECK, Key.CHECK, Key.CHECK)
    assert keyed.panel.ask.do is Act.DEAL_CARD
    keyed.press(Key.RECALL_GAME, Key.RECALL_GAME)
    assert "8♦ burned, the other three are the board" in [SAY(text) for text in keyed.panel.dealer]


def test_four_card_flop_goes_back_whole() -> None:
    keyed = four_on_the_flop()
    keyed.press(Key.TAKE_CARD_BACK)
    assert keyed.room.game is not None
    assert keyed.room.game.board == ()
    assert not [x for x in keyed.card("KS", "8D", "2C") if isinstance(x, Refused)]
    assert keyed.panel.ask.do is Act.TAKE_DECISION


def test_four_card_flop_needs_key_and_one_of_its_cards() -> None:
    keyed = four_on_the_flop()
    assert keyed.refused(Key.BURN_CARD) == "why.choose_card_first"
    keyed.press(Key.NEXT_RANK, *keys_to_card(parse_card("AS"), FULL_PACK))
    assert keyed.refused(Key.BURN_CARD) == "room.not_of_flop"
    keyed.tell(KeySwitchTurned(on=False))
    assert Key.TAKE_CARD_BACK not in keyed.panel.keys
    assert keyed.refused(Key.BURN_CARD) == "why.supervisor_key"


def test_wrong_card_count_is_taken_back_or_redealt() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS)
    keyed.amount(3)
    keyed.press(Key.CARDS_DEALT)
    keyed.tell(KeySwitchTurned(on=True))
    assert {Key.MISDEAL, Key.TAKE_CARD_BACK} <= keyed.panel.keys
    keyed.press(Key.TAKE_CARD_BACK)
    assert keyed.panel.ask.do is Act.DEAL_CARD
    assert keyed.refused(Key.CARDS_DEALT) is None
