"""The last rounds are reported whole, as they were recorded, and no card before it was shown."""

import json
from typing import Any

import msgspec
import pytest

from firmware.core.vocabulary.events import KeyPressed, KeySwitchTurned, PowerLost, TicketOrdered
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    Announced,
    BetSettled,
    BetsLocked,
    Decided,
    Undone,
)
from firmware.shell.history.journal_entries import Happened, decode
from firmware.shell.journal import (
    JournalReader,
)
from firmware.shell.recall import RecalledRound, RecalledRounds, recall
from firmware.shell.rules.pack_files import program_games
from firmware.shell.words.templates import NO_BREAK
from tests.kits.cli.play_kit import BANKER_WINS, CLOSE, CONFIRM, bet
from tests.kits.examples import examples
from tests.kits.games.golden_rounds import golden_rounds
from tests.kits.offenders import each
from tests.kits.shell import loop_kit
from tests.kits.shell.loop_kit import Disks, do
from tests.kits.shell.recalled import faces, lines, rulings_of
from tests.kits.shell.recorded import evening, reader_of

OF_EACH_GAME = examples(1, 4)


def script(*steps: dict[str, Any], game: str = "baccarat", **more: Any) -> dict[str, Any]:
    return {"game": game, "steps": list(steps), **more}


def rounds_of(*steps: dict[str, Any], **more: Any) -> tuple[RecalledRound, ...]:
    played, _ = evening(script(*steps, **more))
    return recall(reader_of(played))


SOME = {
    golden["script"]["id"]: golden
    for game in program_games()
    for golden in golden_rounds(game)[:: max(1, len(golden_rounds(game)) // OF_EACH_GAME)]
    if not golden.get("refused")
}


@pytest.mark.clause("Practice whole recall")
@each("name", SOME)
def test_money_is_that_of_the_script(name: str) -> None:
    golden = SOME[name]
    played, said = evening(golden["script"])
    rounds = recall(reader_of(played), 50)
    assert not any(recalled.differs for recalled in rounds)
    ruled = list(rulings_of(rounds))
    paid = [
        [r.bet.place.spot, r.outcome, r.returned, r.paid, r.commission, r.odds, r.article]
        for r in ruled
        if isinstance(r, BetSettled)
    ]
    expected = [[row[0], *row[2:]] for row in golden["expect"]]
    assert sorted(paid, key=json.dumps) == sorted(expected, key=json.dumps)
    locked = [len(line["locked"]) for line in said if "locked" in line]
    assert [len(r.bets) for r in ruled if isinstance(r, BetsLocked)] == locked
    decided = [line["decided"]["do"] for line in said if "decided" in line]
    made = [t.ruling.do for one in rounds for t in one.story if isinstance(t.ruling, Decided)]
    assert made == decided
    held = sum(recalled.account.held or 0 for recalled in rounds)
    came = sum(stake(row) - row[3] - row[4] + row[5] for row in said_of(said))
    assert held == came


def said_of(said: list[dict[str, Any]]) -> list[list[Any]]:
    reported = [line["settled"] for line in said if "settled" in line]
    return [
        [one["stake"], one.get("bonus"), None, one["returned"], one["paid"], one["commission"]]
        for one in reported
    ]


def stake(row: list[Any]) -> int:
    return int(row[0])


def dealt(golden: dict[str, Any]) -> list[str]:
    steps = golden["script"]["steps"]
    lists = (step.get("cards", [step["card"]] if "card" in step else []) for step in steps)
    return [card for cards in lists for card in cards]


@pytest.mark.clause("Practice whole recall")
@each("name", [name for name, golden in SOME.items() if dealt(golden)])
def test_cards_are_in_the_order_dealt(name: str) -> None:
    golden = SOME[name]
    played, _ = evening(golden["script"])
    rounds = recall(reader_of(played), 50)
    reported = [face for one in rounds for face in faces(one)]
    assert len(reported) == len(dealt(golden))
    pairs = zip(reported, dealt(golden), strict=True)
    assert all(face in (None, card) for face, card in pairs)
    for one in rounds:
        orders = [part.card.order for part in one.story if part.card]
        assert orders == list(range(1, len(orders) + 1))


@pytest.mark.clause("Practice whole recall")
def test_baccarat_round_printed_by_line() -> None:
    (first, *_) = rounds_of(bet(2, "banker", 4000), CLOSE, BANKER_WINS, CONFIRM)
    story = [line[12:].replace(NO_BREAK, " ") for line in lines(first)[2:-2]]
    assert story == [
        "Faites vos jeux",
        "Rien ne va plus",
        "Place 2, Banque : 40,00 $",
        "Carte 1 : 4♠ → Joueur (1)",
        "Carte 2 : R♦ → Banque (1)",
        "Carte 3 : 2♥ → Joueur (2)",
        "Carte 4 : 7♣ → Banque (2)",
        "La Banque gagne, 7 contre 6",
        "Place 2, Banque, 40,00 $ : gagne 40,00 $ (1 à 1), commission 2,00 $, art. 35",
    ]
    house = "House: -$38.00 (staked $40.00, returned $40.00, paid $40.00, commissions $2.00)"
    assert house in lines(first, "en")[-2]


@pytest.mark.clause("25 CFR 547.10(c)", "ANZ 1.15.1(d)")
def test_interrupted_round_recalled_in_part() -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, loop_kit.CONFIRM, *loop_kit.bet(1, "player", 1000), loop_kit.CLOSE)
    do(loop, *loop_kit.cards("4S KD"))
    do(disks.loop())
    (recalled,) = recall(JournalReader.over_copies(disks.files))
    assert recalled.closed is not None
    assert recalled.ended is None
    assert faces(recalled) == ["4S", "KD"]
    assert next(type(part.event) for part in recalled.story if part.event) is PowerLost
    assert "Courant perdu, constaté au démarrage" in "\n".join(lines(recalled))


# cards that nobody has seen

RAISE_OPEN = [
    {"bet": {"spot": 1, "on": "ante", "cents": 1000}},
    {"press": "no_more_bets"},
]


def stud(*cards: str) -> tuple[RecalledRound, ...]:
    return rounds_of(*RAISE_OPEN, {"cards": list(cards)}, game="caribbean-stud")


def plain(rounds: tuple[RecalledRound, ...]) -> str:
    """Return all that is reported but the times."""
    reported = msgspec.to_builtins(RecalledRounds(rounds))
    for one in reported["rounds"]:
        one.update(opened=None, closed=None, ended=None)
        for part in one["story"]:
            part["wall"] = None
    return json.dumps(reported)


UP = "JD"
DEALS = [
    (["KS", "KH", "3H", "4C", "5S"], ["2S", "2D", "5H", "8C"]),
    (["2C", "3C", "7C", "9C", "JC"], ["QS", "QD", "QH", "QC"]),
    (["AS", "AH", "AD", "AC", "2H"], ["KS", "KH", "KD", "KC"]),
]


def test_live_round_independent_of_unseen() -> None:
    values = {plain(stud(*player, *dealer, UP)) for player, dealer in DEALS}
    assert len(values) == 1
    assert UP in values.pop()


def test_partial_deal_hides_cards() -> None:
    player, dealer = DEALS[0]
    for length in range(1, len(player) + len(dealer) + 1):
        (recalled,) = stud(*(player + dealer)[:length])
        assert faces(recalled) == [None] * length


def test_cards_named_after_their_shoe() -> None:
    player, dealer = DEALS[0]
    fold = {"decide": {"spot": 1, "do": "fold"}}
    rounds = rounds_of(
        *RAISE_OPEN, {"cards": [*player, *dealer, UP]}, fold, CONFIRM, game="caribbean-stud"
    )
    assert faces(rounds[0]) == [*player, *dealer, UP]


def test_burnt_cards_hidden_during_shoe() -> None:
    tied = [bet(1, "main", 1000), CLOSE, {"cards": ["8S", "8D"]}]
    burnt_and_dealt = {"cards": ["2S", "3S", "4S", "KS", "2H", "3H", "4H", "5H"]}
    war = {"decide": {"spot": 1, "do": "war"}}
    (recalled, *_) = rounds_of(*tied, war, burnt_and_dealt, CONFIRM, game="casino-war")
    assert recalled.ended
    burnt = [
        p.card for p in recalled.story if p.card and p.card.to and p.card.to.key == "hand.burnt"
    ]
    assert len(burnt) == 6
    assert {(card.card, card.tag) for card in burnt} == {(None, None)}


def test_payment_number_of_a_ticket_hidden() -> None:
    golden = golden_rounds("keno")[0]
    played, _ = evening(golden["script"])
    reader = reader_of(played)
    entries = [decode(payload) for _, payload in reader.records()]
    asked = [
        entry.event.control
        for entry in entries
        if isinstance(entry, Happened) and isinstance(entry.event, TicketOrdered)
    ]
    recalled = msgspec.json.encode(RecalledRounds(recall(reader))).decode()
    assert asked
    assert not any(control in recalled for control in asked)


# what was taken back, overridden, mended


def test_undone_event_is_not_counted() -> None:
    loop = (disks := Disks()).loop()
    do(loop, loop_kit.CONFIRM, *loop_kit.bet(1, "banker", 1000), loop_kit.CLOSE)
    do(loop, *loop_kit.cards("4S KD 2H 7C"), *loop_kit.bet(1, "banker", 0))
    do(loop, loop_kit.CONFIRM, loop_kit.UNDO, loop_kit.CONFIRM)
    first, second = recall(JournalReader.over_copies(disks.files))
    assert (first.number, second.number) == (1, 2)
    assert any(isinstance(part.ruling, Undone) for part in first.story)
    assert first.account.held == Cents(-950)
    assert any("(défait)" in line for line in lines(first))


def test_card_closing_bets_follows_the_close() -> None:
    """Article 30: the bets are closed once the first card has left the shoe."""
    loop = (disks := Disks()).loop()
    do(loop, loop_kit.CONFIRM, *loop_kit.bet(1, "banker", 1000), *loop_kit.cards("4S KD"))
    (recalled,) = recall(JournalReader.over_copies(disks.files))
    announced, locked, *dealt = recalled.story[-4:]
    assert announced.ruling == Announced(Text("announce.no_more_bets"))
    assert isinstance(locked.ruling, BetsLocked)
    assert [one.card and one.card.order for one in dealt] == [1, 2]
    assert len({announced.record, locked.record, dealt[0].record}) == 1


@pytest.mark.clause("Practice whole recall")
def test_supervisor_acts_are_recalled() -> None:
    loop = (disks := Disks()).loop()
    do(loop, loop_kit.CONFIRM, *loop_kit.bet(1, "banker", 1000), loop_kit.CLOSE)
    do(loop, KeyPressed(Key.VOID_ROUND), KeySwitchTurned(on=True), KeyPressed(Key.VOID_ROUND))
    do(loop, KeySwitchTurned(on=False))
    voided, _ = recall(JournalReader.over_copies(disks.files))
    assert voided.voided
    assert voided.account.held == 0
    reported = [part.event for part in voided.story if part.event]
    assert reported == [KeySwitchTurned(on=True), KeyPressed(Key.VOID_ROUND)]
