"""`croupier why --round`: why each bet of a past round was settled as it was."""

import msgspec
from rich.console import Console

from firmware.console.table.answers import answer_lines
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.history.setting_words import setting_words
from firmware.shell.recall import RecalledRound
from firmware.shell.why.answer import Answer, RoundAnswers
from firmware.shell.why.round_answers import round_answers
from firmware.shell.why.spoken_answer import spoken_answer
from firmware.shell.words.words import Words


def parse_place(typed_text: str) -> Place:
    """Return a bet of a spot: `3/banker`, `2/straight:17`."""
    spot, _, on = typed_text.partition("/")
    if not on:
        raise ValueError(typed_text)
    return Place(int(spot), on)


def print_answers(
    recalled_round: RecalledRound, bet: Place | None, words: Words, *, as_json: bool
) -> int:
    """Print the answers of a round, or those of one bet. Raises RulesError if the rule pack of the
    round is missing, RequestFailed if the bet was not settled in it.
    """
    answers = round_answers(recalled_round)
    if bet is not None:
        answers = _answers_of_bet(answers, bet)
    if as_json:
        print(msgspec.json.encode(answers).decode())
        return 0
    words = setting_words(recalled_round.decided_by, words)
    console = Console(highlight=False, soft_wrap=True)
    heading: TextValues = {"number": answers.round, "game": game_label(answers.game)}
    console.print(words.render(Text("answer.head", heading)), markup=False, style="bold")
    for answer in answers.answers:
        subject, *lines = answer_lines(spoken_answer(answer, words), words)
        console.print(subject, markup=False, style="red" if answer.differs else "cyan")
        for line in lines:
            console.print(line, markup=False)
    if not answers.answers:
        console.print(words.render(Text("answer.none")), markup=False)
    return 0


def _answers_of_bet(answers: RoundAnswers, bet: Place) -> RoundAnswers:
    found = tuple(answer for answer in answers.answers if _is_about(answer, bet))
    if not found:
        places = (answer.place for answer in answers.answers if answer.place)
        names = dict.fromkeys(f"{place.spot}/{place.on}" for place in places)
        values: TextValues = {
            "bet": f"{bet.spot}/{bet.on}",
            "number": answers.round,
            "bets": ", ".join(names) or "–",
        }
        raise RequestFailed(Text("answer.no_bet", values))
    return msgspec.structs.replace(answers, answers=found)


def _is_about(answer: Answer, bet: Place) -> bool:
    """Return whether an answer is about a bet, given with or without its argument."""
    place = answer.place
    if place is None or place.spot != bet.spot:
        return False
    return bet.on in (place.on, base_bet_name(place.on))
