"""The acts of a dealer by the prompt of his table, as requests of its page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from sim.classroom.payments_due import Topics, amounts_due, felt_cents, stack_of
from sim.web.messages import messages_in as requests

COMMISSION_PER_CENT: Final = 5
CHIP_ACTS: Final = (Act.PAY_BET, Act.TAKE_CHIPS)
ACTS_BY_PROMPT: Final[Mapping[str, tuple[requests.PageRequest, ...]]] = {
    Act.OPEN_TABLE: (requests.PressKey(key=Key.CONFIRM),),
    Act.PLACE_BETS: (requests.PressKey(key=Key.NO_MORE_BETS),),
    Act.KEY_AMOUNT: (requests.KeyAmount(),),
    Act.DEAL_CARD: (requests.DrawCard(),),
    Act.SHUFFLE_CARDS: (requests.ShuffleCards(),),
    Act.CONFIRM_PAID: (requests.PressKey(key=Key.CONFIRM),),
    Act.CONFIRM_UNSEEN: (requests.PressKey(key=Key.CONFIRM),),
    Act.COLLECT_COMMISSION: (requests.PressKey(key=Key.CONFIRM),),
    Act.CONFIRM_FELT: (requests.PressKey(key=Key.CONFIRM),),
    Act.BRING_RESULT: (requests.ThrowResult(),),
    **dict.fromkeys(
        (Act.MOVE_BET, Act.RETURN_BET, Act.PUT_BET_BACK, Act.UNREAD_CHIP), (requests.TidyChips(),)
    ),
}
SUPERVISOR_ACTS: Final[Mapping[str, tuple[requests.PageRequest, ...]]] = {
    Act.RESOLVE_LATE: (requests.TidyChips(), requests.PressKey(key=Key.RESOLVE_LATE)),
    Act.CLEAR_FAULTS: (requests.PressKey(key=Key.CLEAR_FAULTS),),
    Act.VOID_ROUND: (requests.PressKey(key=Key.VOID_ROUND),),
    Act.TAKE_CARD_BACK: (requests.PressKey(key=Key.TAKE_CARD_BACK),),
}
"""Acts under the supervisor's key."""


def is_blind_payment(status: Topics, lesson: Topics) -> bool:
    """Return whether all payments of a blind exercise are to be made now."""
    return status["ask"]["do"] == Act.CONFIRM_PAID and bool(lesson.get("dark"))


def decision_acts(lesson: Topics, choices: Sequence[Topics]) -> Iterator[requests.PageRequest]:
    """Yield the decision that the exercise demands, else the first that is open; its stakes come
    first.
    """
    keys = [mark.get("key") for mark in lesson["marks"] if mark["state"] == "asked"]
    fitting = [choice for choice in choices if choice["do"] in keys]
    choice = (fitting or choices)[0]
    for stake in choice["stakes"]:
        if stake["least"] and stake["least"] != stake["most"] and not stake["laid"]:
            yield requests.LayChips(
                spot=choice["spot"], bet_name=stake["on"], cents=stake["least"],
                bettor=choice["bettor"],
            )  # fmt: skip
    yield requests.KeyDecision(
        spot=choice["spot"], decision=Key(choice["do"]), hand=choice["hand"],
        bettor=choice["bettor"],
    )  # fmt: skip


def call_acts(topics: Topics) -> Iterator[requests.MakeCall]:
    """Yield the calls that may be due at the present prompt."""
    status, lesson = topics["status"]["status"], topics["school"]["lesson"]
    prompt = status["ask"]["do"]
    if prompt == Act.PLACE_BETS:
        yield requests.MakeCall(call="no_more_bets")
    if prompt in CHIP_ACTS or is_blind_payment(status, lesson):
        yield requests.MakeCall(call="result")
    if prompt == Act.PAY_BET:
        yield _commission_call(topics, status)


def _commission_call(topics: Topics, status: Topics) -> requests.MakeCall:
    """Return the call of the commission on the prompted payment, of even money."""
    stack = stack_of(status["ask"])
    won_cents = amounts_due(status).get(stack, 0) - felt_cents(topics, stack)
    return requests.MakeCall(
        call="commission", spot=stack[0], bet_name=stack[1],
        cents=max(1, won_cents * COMMISSION_PER_CENT // 100),
    )  # fmt: skip


def repair_acts(scene: Topics) -> Sequence[requests.PageRequest]:
    """Return how the parts that are broken, and the doors that are open, are put right."""
    return [
        *(
            requests.InjectFault(part=part, fault_name=fault_name, active=False)
            for part, fault_names in scene["broken"].items()
            for fault_name in fault_names
        ),
        *(requests.MoveDoor(door=door, open=False) for door in scene["doors"]),
    ]
