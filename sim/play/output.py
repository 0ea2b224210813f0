"""The output of `play`: rulings and displays, one JSON object a line."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from firmware.core.vocabulary.faults import FAULTS
from firmware.core.vocabulary.money import UNCOUNTED, Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import (
    Announced,
    Bet,
    BetSettled,
    BetsLocked,
    Decided,
    DiceChanged,
    FaultCleared,
    FaultShown,
    LateBet,
    LateResolved,
    Refused,
    RoundVoided,
    Ruling,
    Undone,
)
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words

Line = dict[str, Any]

PUT_RIGHT_AT_ONCE = frozenset({"unreadable", "overdraw", "lot_won"})
"""Faults that the people of a script put right by themselves."""


class Telling:
    """Tells rulings and changes of the panel in words."""

    def __init__(self, words: Words, written: Mapping[Stack, str]) -> None:
        """A bet is printed as it was `written` in the step that laid it."""
        self._words = words
        self._screens = Screens(words)
        self._shown: Panel | None = None
        self._written = written

    def rulings(self, rulings: Iterable[Ruling], step: int) -> Iterator[Line]:
        """Yield a line for each ruling that a script's reader wants."""
        for ruling in rulings:
            told = self._ruling(ruling, step)
            if told is not None:
                yield told

    def _ruling(self, ruling: Ruling, step: int) -> Line | None:
        match ruling:
            case Refused(why):
                return {"refused": {"step": step, "why": self._words.say(why)}}
            case Announced(words):
                return {"announce": self._words.say(words), "key": words.key.partition(".")[2]}
            case FaultShown(part, code, why):
                kind = "alarm" if _is_alarm(code) else "fault"
                return {kind: {"part": part, "code": code, "why": self._words.say(why)}}
        return self._without_words(ruling)

    def _without_words(self, ruling: Ruling) -> Line | None:
        match ruling:
            case BetSettled():
                bet = ruling.bet
                return {"settled": {**self._place(bet.place, bet.bettor), **_amounts(ruling)}}
            case BetsLocked(_, bets):
                return {"locked": [self._bet(bet) for bet in bets]}
            case LateBet(place, cents, change, bettor):
                late = {"cents": cents, "change": change}
                return {"late": {**self._place(place, bettor), **_bettor(bettor), **late}}
            case LateResolved(place):
                return {"resolved": self._place(place)}
            case Decided():
                return {"decided": _decided(ruling)}
        return _ended(ruling)

    def _bet(self, bet: Bet) -> Line:
        whose = {**self._place(bet.place, bet.bettor), **_bettor(bet.bettor)}
        return {**whose, "cents": _known(bet.cents)}

    def _place(self, place: Place, bettor: str | None = None) -> Line:
        return {"spot": place.spot, "on": self._written.get((place, bettor), place.on)}

    def standing(self, bet: Bet) -> Line:
        """Return the line of a bet carried over."""
        where = {**self._place(bet.place, bet.bettor), **_bettor(bet.bettor)}
        return {"standing": {**where, "stake": _known(bet.cents)}}

    def changes(self, panel: Panel) -> Iterator[Line]:
        """Yield the changes of the displays since the last call."""
        before, self._shown = self._shown, panel
        if before is None or before.spots != panel.spots:
            yield {"lights": dict(panel.spots)}
        if before is None or before.dealer != panel.dealer:
            yield {"prompt": [self._words.say(text) for text in panel.dealer]}
        if before is None or (before.players, before.payout) != (panel.players, panel.payout):
            yield {"display": self._screens.players(panel)}


def _ended(ruling: Ruling) -> Line | None:
    match ruling:
        case FaultCleared(part, code):
            return {"cleared": {"part": part, "code": code}}
        case Undone(key):
            return {"undone": key}
        case RoundVoided(number):
            return {"voided": number}
        case DiceChanged():
            return {"dice_changed": True}
    return None


def _decided(decided: Decided) -> Line:
    costs = {"cents": decided.cost} if decided.laid else {}
    whose = {**_hand(decided.hand), **_bettor(decided.bettor)}
    return {"spot": decided.spot, "do": decided.do, **whose, **costs}


def _is_alarm(code: str) -> bool:
    stops = FAULTS[code].stops and code not in PUT_RIGHT_AT_ONCE
    return stops or code == "impossible_result"


def _amounts(line: BetSettled) -> Line:
    return {
        **_bettor(line.bet.bettor),
        **_hand(line.hand),
        "stake": _known(line.bet.cents),
        "outcome": line.outcome,
        "returned": _known(line.returned),
        "paid": _known(line.paid),
        "commission": _known(line.commission),
        "odds": line.odds,
        "article": line.article,
        **({"bonus": True} if line.bonus else {}),
        **({} if line.hits is None else {"hits": line.hits}),
    }


def _known(cents: Cents) -> Cents | None:
    return None if cents == UNCOUNTED else cents


def _hand(hand: int | None) -> Line:
    return {} if hand is None else {"hand": hand}


def _bettor(bettor: str | None) -> Line:
    return {} if bettor is None else {"bettor": bettor}
