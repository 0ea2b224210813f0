"""`correct`: two people correct the money of a bet of a closed round."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.outcome import done_notes
from firmware.console.command.prompts import parse_number, request_answer
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.answers import ActDone
from firmware.shell.technician.requests import (
    ALLOWED_ROLES,
    MAX_ROUND,
    MAX_SPOT,
    CheckCorrection,
    CorrectRound,
)
from firmware.shell.words.words import Words


def _correct_round(context: CommandContext, arguments: Sequence[str]) -> ActDone:
    round_word, spot_word, bet_word, amount_word, *reason_words = arguments
    on, _, bettor = bet_word.partition("@")
    correction = CheckCorrection(
        round=parse_number(round_word, 1, MAX_ROUND),
        spot=parse_number(context.words.spot_of_seat(spot_word), 0, MAX_SPOT),
        on=on,
        bettor=bettor or None,
        cents=_parse_amount(amount_word, context.words),
        reason=" ".join(reason_words),
    )
    request_answer(context, correction, ActDone)  # before anybody signs it
    second_person = context.second_person("supervisor")
    request = CorrectRound(**{**asdict(correction), "second": second_person})
    return request_answer(context, request, ActDone)


def _parse_amount(typed_word: str, words: Words) -> int:
    """Return an amount in cents. Raises RequestFailed unless it is one."""
    cents = words.parsed_money(typed_word)
    if cents is None:
        examples = {"least_cents": 5 * words.money_unit, "most_cents": -5 * words.money_unit // 2}
        raise RequestFailed(Text("console.act.no_amount", {"value": typed_word, **examples}))
    return cents


CORRECT: Final = Command(
    "correct",
    _correct_round,
    done_notes,
    parameters=(
        Parameter("round"),
        Parameter("spot"),
        Parameter("bet"),
        Parameter("amount"),
        Parameter("reason", takes_rest=True),
    ),
    roles=ALLOWED_ROLES[CorrectRound],
)
