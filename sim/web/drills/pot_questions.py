"""The questions that a hand of poker gives: a pot, the commission, a player's share."""

from collections.abc import Iterator
from typing import NamedTuple

from firmware.core.poker_room.engine.rulings import (
    ChipsReturned,
    HandShown,
    PotClosed,
    PotWon,
    StackReported,
)
from firmware.core.poker_room.engine.terms import POKER_ROOM
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.recall import RoundItem
from firmware.shell.recall.text import item_texts
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.why.pot_answers import pot_answers
from firmware.shell.why.rules_in_force import game_rules
from sim.web.drills.poker_hand import PlayedHand
from sim.web.drills.question import Question, QuestionBet, Solution, SolvedQuestion


class PotTask(NamedTuple):
    """An amount of the pots of a hand that is to be found."""

    text: Text
    cents: Cents


def pot_questions(hand: PlayedHand) -> Iterator[PotTask]:
    """Yield every question about the pots of a hand that was shown down."""
    if not any(isinstance(ruling, HandShown) for ruling in hand.rulings):
        return
    closed = [ruling for ruling in hand.rulings if isinstance(ruling, PotClosed)]
    won = [ruling for ruling in hand.rulings if isinstance(ruling, PotWon)]
    for pot in closed:
        if len(closed) > 1:
            yield PotTask(Text("drill.task.pot", {"number": pot.number}), pot.cents)
    rake = Cents(sum(pot.commission for pot in closed))
    if rake:
        yield PotTask(Text("drill.task.rake"), rake)
    for spot in sorted({share.spot for share in won}):
        cents = Cents(sum(share.cents for share in won if share.spot == spot))
        yield PotTask(Text("drill.task.share", {"spot": spot}), cents)


def solved_pot_question(hand: PlayedHand, task: PotTask) -> SolvedQuestion:
    """Return a question about pots in words, and its answer."""
    items = [
        RoundItem(number, "", ruling=ruling)  # type: ignore[arg-type]
        for number, ruling in enumerate(hand.rulings, start=1)
    ]
    rules = game_rules(default_pack(), POKER_ROOM, hand.script["options"])
    question = Question(
        POKER_ROOM, "pot", tuple(_chips_put_in(hand)), tuple(_seen(hand, items)), task.text
    )
    return SolvedQuestion(question, Solution(task.cents, tuple(pot_answers(items, rules))))


def _chips_put_in(hand: PlayedHand) -> Iterator[QuestionBet]:
    """Yield the chips that each player has put in, the uncalled ones too."""
    for spot, stake in hand.stakes.items():
        back = sum(_chips_back(ruling, spot) for ruling in hand.rulings)
        put_in = Cents(stake - _final_stack(hand, spot) + back)
        if put_in:
            key = "drill.folded" if spot in hand.folded else "drill.in_hand"
            yield QuestionBet(Text(key, {"spot": spot}), put_in)


def _chips_back(ruling: Ruling, spot: int) -> Cents:
    match ruling:
        case PotWon(spot=winner, cents=cents) if winner == spot:
            return cents
        case ChipsReturned(spot=player, cents=cents) if player == spot:
            return cents
    return NO_CENTS


def _final_stack(hand: PlayedHand, spot: int) -> Cents:
    reports = (
        ruling.cents
        for ruling in reversed(hand.rulings)
        if isinstance(ruling, StackReported) and ruling.spot == spot
    )
    return next(reports, hand.stakes[spot])


def _seen(hand: PlayedHand, items: list[RoundItem]) -> Iterator[Text]:
    """Yield the terms of the house, the board, and the hands that were shown."""
    options = hand.script["options"]
    commission = options["commission"]
    terms = {"percent": commission["percent"], "cap_cents": Cents(commission["cap"])}
    yield Text("drill.rake_terms", {**terms, "chip_cents": Cents(options["chip"])})
    if options["poker"].endswith("hi-lo"):
        yield Text("drill.high_low")
    yield Text("drill.button", {"spot": min(hand.stakes)})
    cards = " ".join(card.name for card in hand.board)
    yield Text("answer.hand", {"hand": Text("hand.board"), "card": cards})
    for item, ruling in zip(items, hand.rulings, strict=True):
        if isinstance(ruling, HandShown):
            yield from item_texts(item)
