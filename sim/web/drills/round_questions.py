"""The questions that a settled round gives: about one bet, or about all of its player."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import base_bet_name, bet_words
from firmware.core.vocabulary.money import EVEN_ODDS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.recall import RecalledRound, RoundItem
from firmware.shell.recall.account import TICKET_BET
from firmware.shell.why.answer import Answer
from firmware.shell.why.bet_answers import BetAnswers
from firmware.shell.why.bet_results import result_texts
from firmware.shell.why.payments import parsed_odds
from firmware.shell.why.rules_in_force import game_rules
from sim.web.drills.played_round import PlayedRound
from sim.web.drills.question import Family, Question, QuestionBet, Solution, SolvedQuestion

Lines = tuple[BetSettled, ...]
TASK_AMOUNTS: Final[Mapping[str, Callable[[BetSettled], int]]] = {
    "drill.task.pay": lambda line: line.paid,
    "drill.task.pay_net": lambda line: line.paid - line.commission,
    "drill.task.commission": lambda line: line.commission,
    "drill.task.left": lambda line: line.returned + line.paid - line.commission,
}
"""By the key of a task: the part of the amount that a line has."""
ORDER: Final[tuple[Family, ...]] = (
    *("progressive", "commission", "part", "fraction", "colour", "side", "odds", "push"),
)
"""A question about several bets is of the first of their families here."""


class RoundTask(NamedTuple):
    """An amount of a round that is to be found: a part of the amounts of some lines."""

    family: Family
    key: str
    """Of the words of the task."""
    lines: Lines

    @property
    def cents(self) -> Cents:
        """The amount, by the settlement."""
        return Cents(sum(map(TASK_AMOUNTS[self.key], self.lines)))


def round_questions(game: Game, lines: Lines) -> Iterator[RoundTask]:
    """Yield every question about the settled lines of one player."""
    played = tuple(line for line in lines if line.article is not None)
    groups = _by_bet(played)
    for group in groups:
        yield from _bet_questions(game, group)
    if len(groups) > 1 and any(line.paid for line in played):
        families = {_family(game, group) for group in groups}
        key = "drill.task.pay_net" if _owes_now(game, played) else "drill.task.pay"
        yield RoundTask(next(name for name in ORDER if name in families), key, played)


def _by_bet(lines: Lines) -> list[Lines]:
    """Return the lines of each bet of each hand; a second payment is with its bet."""
    groups: dict[object, list[BetSettled]] = {}
    for line in lines:
        groups.setdefault((line.bet.stack, line.hand), []).append(line)
    return [tuple(group) for group in groups.values()]


def _bet_questions(game: Game, group: Lines) -> Iterator[RoundTask]:
    family = _family(game, group)
    if family in ("part", "push"):
        yield RoundTask(family, "drill.task.left", group)
        return
    if sum(line.commission for line in group):
        yield RoundTask(family, "drill.task.commission", group)
    if all(line.outcome != "win" for line in group):
        return
    key = "drill.task.pay_net" if _owes_now(game, group) else "drill.task.pay"
    yield RoundTask(family, key, group)


def _owes_now(game: Game, lines: Lines) -> bool:
    """Return whether a commission is taken from the payment."""
    return not game.marks_commission(game.options) and any(
        line.commission and not game.is_commission_prepaid(line.bet) for line in lines
    )


def _family(game: Game, group: Lines) -> Family:
    # of a bet that a second rule pays it is that payment, though the bet itself may be lost
    line = max(group, key=lambda of_group: of_group.paid)
    base_bet = base_bet_name(line.bet.place.on)
    if any(of_group.commission for of_group in group):
        return "commission"
    if line.outcome != "win":
        return "part" if 0 < line.returned < line.bet.cents else "push"
    if line.odds is None:
        return "progressive" if base_bet in game.HIDDEN_SIDE_BETS else "odds"
    odds = parsed_odds(line.odds)
    if game.has_colour_chips:
        return "colour"
    if odds.stake > 1:
        return "fraction"
    if base_bet in game.SIDE_BETS:
        return "side"
    return "push" if odds == EVEN_ODDS and len(group) == 1 else "odds"


# words


def solved_question(played: PlayedRound, task: RoundTask, unit: Cents) -> SolvedQuestion:
    """Return a question about a round in words, and its answer."""
    recalled, setup = played.recalled(), played.setup
    rules = game_rules(setup.pack, setup.game, setup.options)
    answers = BetAnswers(recalled, rules)
    items = [_item(recalled, line) for line in task.lines]
    has_colour = rules.game.has_colour_chips
    question = Question(
        setup.game,
        task.family,
        tuple(_question_bets(task.lines, unit if has_colour else None)),
        (*_jackpot_text(recalled, task), *_seen(recalled, played, task.lines)),
        Text(task.key),
        unit if has_colour else None,
    )
    explained: tuple[Answer, ...] = tuple(
        answers.answer(item, item.ruling) for item in items if isinstance(item.ruling, BetSettled)
    )
    return SolvedQuestion(question, Solution(task.cents, explained))


def _item(recalled: RecalledRound, line: BetSettled) -> RoundItem:
    return next(item for item in recalled.story if item.ruling == line)


def _question_bets(lines: Lines, colour_cents: Cents | None) -> Iterator[QuestionBet]:
    for line in lines:
        if line.bonus:
            continue  # the stake is on another line
        chips = line.bet.cents // colour_cents if colour_cents else None
        yield QuestionBet(_bet_text(line), line.bet.cents, chips)


def _bet_text(line: BetSettled) -> Text:
    if base_bet_name(line.bet.place.on) == TICKET_BET:
        return Text("drill.ticket", {"picks": line.picks or 0, "hits": line.hits or 0})
    on = bet_words(line.bet.place.on)
    return on if line.hand is None else Text("prompt.of_hand", {"on": on, "hand": str(line.hand)})


def _jackpot_text(recalled: RecalledRound, task: RoundTask) -> Iterator[Text]:
    if task.family == "progressive" and recalled.jackpot is not None:
        yield Text("drill.jackpot", {"cents": recalled.jackpot})


def _seen(recalled: RecalledRound, played: PlayedRound, lines: Lines) -> Sequence[Text]:
    """Return the results of the bets as they were seen, each text once."""
    texts = [*played.shown]
    for place in dict.fromkeys(line.bet.place for line in lines):
        texts += (text for text in result_texts(recalled.story, place) if text not in texts)
    return tuple(text for text in texts if text.key != "answer.unseen")
