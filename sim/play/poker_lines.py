"""The output lines of rulings that only a poker table has."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.core.poker_room.engine import rulings
from firmware.core.vocabulary.rulings import Ruling

OutputLine = dict[str, Any]


def poker_line(ruling: Ruling) -> OutputLine | None:
    """Return the line of such a ruling, apart from an alarm, which needs words."""
    line_maker = LINE_MAKERS.get(type(ruling))
    if line_maker is None:
        return None
    name, make_fields = line_maker
    return {name: make_fields(ruling)}


def _all_fields(ruling: Ruling) -> OutputLine:
    return {name: getattr(ruling, name) for name in ruling.__struct_fields__}


def _shown_line(shown: rulings.HandShown) -> OutputLine:
    return {"spot": shown.spot, "cards": [card.name for card in shown.cards]}


def _charged_line(charged: rulings.TimeCharged) -> OutputLine:
    return {**_all_fields(charged), "article": "67.108"}


def _won_line(pot_won: rulings.PotWon) -> OutputLine:
    half = {} if pot_won.half is None else {"half": pot_won.half}
    cards = None if pot_won.cards is None else [card.name for card in pot_won.cards]
    of_pot = {"pot": pot_won.pot, "spot": pot_won.spot, "cents": pot_won.cents, **half}
    return {**of_pot, "hand": pot_won.hand, "cards": cards, "article": pot_won.article}


def _undone_line(undone: rulings.KeyUndone) -> OutputLine:
    return {"step": undone.step}


def _over_line(alarm_over: rulings.AlarmResolved) -> OutputLine:
    return {"part": "table", "code": alarm_over.alarm.code}


LINE_MAKERS: Final[Mapping[type[Ruling], tuple[str, Callable[[Any], OutputLine]]]] = {
    rulings.BlindsPosted: ("blinds", _all_fields),
    rulings.PlayerDecided: ("decided", _all_fields),
    rulings.Mucked: ("mucked", _all_fields),
    rulings.HandShown: ("shown", _shown_line),
    rulings.ChipsReturned: ("returned", _all_fields),
    rulings.PotClosed: ("pot", _all_fields),
    rulings.JackpotDropped: ("jackpot_drop", _all_fields),
    rulings.PotWon: ("won", _won_line),
    rulings.OddChipRemoved: ("removed", _all_fields),
    rulings.StackReported: ("stack", _all_fields),
    rulings.PlayerEliminated: ("out", _all_fields),
    rulings.PlayerLeft: ("left", _all_fields),
    rulings.TimeCharged: ("commission", _charged_line),
    rulings.KeyUndone: ("undone", _undone_line),
    rulings.AlarmResolved: ("cleared", _over_line),
}
