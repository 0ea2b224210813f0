"""A poker table and its steps so far, so that the last can be taken back by playing again.

A line is a list, its kind first: `["won", pot, spot, cents, hand, half, article]`; `hand` is null
if it was not shown and `half` if the pot was not split so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from tests.kits.games.poker_room.betting import Refused
from tests.kits.games.poker_room.game import Alarm
from tests.kits.games.poker_room.options import Options
from tests.kits.games.poker_room.said import without_articles
from tests.kits.games.poker_room.table import Line, Step, Table

DECISIONS = ("decide", "muck")
FACED = ("card", "cards", "enter")
"""Steps of cards that lie face up."""
TAKEN_BACK = (*FACED, "show", "deal", "expose")
"""What the supervisor takes back until `confirm`."""
BESIDE = ("bet", "wait", "level", "hole")
"""What may have followed a decision that is taken back; a posted blind goes back with `post`."""
LASTING = ("wait", "level", "hole")
"""What no key takes back, though it came later."""
ENDS = ("post", "confirm", "void", "misdeal")
"""Presses before which nothing is taken back."""


def reckon(script: dict[str, Any]) -> list[Line]:
    """Return all lines of a script in the form of the golden hands."""
    return without_articles(reckon_with_articles(script))


def reckon_with_articles(script: dict[str, Any]) -> list[Line]:
    """Return all lines of a script; at its end the game's last `confirm` is implied."""
    options = Options.read(script.get("options", {}))
    if options is None:
        return [["refused", 0]]
    evening = Evening(options, script.get("spots", 10))
    for number, step in enumerate(script["steps"], 1):
        evening.step(number, step)
    return evening.finish()


@dataclass
class Done:
    """A step that was accepted."""

    number: int
    step: Step
    out: bool = False
    """All of its cards were taken back in an alarm."""
    frees_burns: bool = False
    """Since then no burn is demanded in the game."""

    @property
    def kind(self) -> str:
        return next(iter(self.step))

    @property
    def is_last_word(self) -> bool:
        """Say whether what came before can't be undone any more."""
        beside = self.out or self.kind in BESIDE or self.press in ("clock", "take_back")
        return not beside and not can_be_undone(self.step)

    @property
    def press(self) -> str | None:
        return self.step.get("press")

    @property
    def lasts(self) -> bool:
        return self.kind in LASTING and not self.out

    def again(self, table: Table) -> None:
        """Do it at another table, where cards that are out did not come."""
        if self.press == "take_back" and not table.alarm:
            if self.frees_burns and table.game:
                table.game.burn_free = True
        elif not self.out:
            try:
                table.do(self.step)
            except Alarm as alarm:
                table.stop(alarm.args[0])
            except Refused:
                # A burn followed cards that are out, a reader saw cards whose deal is taken back. A
                # clock ends with whatever is taken back.
                assert self.kind in ("burn", "hole") or self.press == "clock", self


class Evening:
    def __init__(self, options: Options, spots: int) -> None:
        self.options, self.spots = options, spots
        self.lines: list[Line] = []
        self.done: list[Done] = []
        """The steps that were accepted, but for those taken back."""
        self.table = Table(options, spots, self.lines)
        self.chips: list[int] = []
        """What lay on the table after each step, in cents."""

    def step(self, number: int, step: Step) -> None:
        try:
            if step == {"press": "undo"}:
                self._undo()
            elif step == {"press": "take_back"} and self.table.alarm not in BY_CARD:
                self._take_back()
            else:
                self._do(Done(number, step))
        except Refused:
            self.lines.append(["refused", number])
        assert self.table.is_conserved, step
        self.chips.append(self.table.chips)

    def _do(self, one: Done) -> None:
        alarm, game = self.table.alarm, self.table.game
        flop_of_four = bool(game and game.fourth)
        try:
            self.table.do(one.step)
        except Alarm as raised:
            one.out = one.kind in ("hole", "show", "expose") or self.table.brought == 0
            one.out = one.out and raised.args[0] in BY_CARD
            self.table.stop(raised.args[0])
        one.frees_burns = alarm == "premature_card" and one.press == "take_back"
        if flop_of_four and not self.table.alarm:
            self._rule_on_flop(is_out=one.frees_burns)
        self.done.append(one)

    def _rule_on_flop(self, *, is_out: bool) -> None:
        """Note whether all four and their burn are out, or the fourth has come to be a burn."""
        for one in self._of_this_game():
            if one.kind in (*FACED, "burn"):
                one.out = is_out

    def _of_this_game(self) -> Iterator[Done]:
        """Yield the steps since `post`, the last first."""
        return takewhile(lambda one: one.press not in ENDS, reversed(self.done))

    def _undo(self) -> None:
        """Play it all again without the last decision, muck or post."""
        since = takewhile(lambda one: not one.is_last_word, reversed(self.done))
        last = next((one for one in since if can_be_undone(one.step)), None)
        if self.table.alarm or last is None:
            raise Refused("nothing to undo")
        self._play_without(last)
        self.lines.append(["undone", last.number])

    def _take_back(self) -> None:
        """Play it all again without the last hand shown, cards of one step, deal or exposed card.

        The burn before board cards goes with them. In an alarm no step is named.
        """
        since = takewhile(lambda one: one.kind not in DECISIONS, self._of_this_game())
        last = next((one for one in since if one.kind in TAKEN_BACK and not one.out), None)
        game, alarm = self.table.game, self.table.alarm
        if game is None or last is None:
            raise Refused("nothing to take back")
        has_burn = last.kind in FACED and game.board
        self._play_without(last, self._burn_before(last) if has_burn else None)
        if alarm is None:
            self.lines.append(["undone", last.number])

    def _burn_before(self, last: Done) -> Done | None:
        for one in (one for one in self._of_this_game() if one.number < last.number):
            if one.kind == "burn":
                return one
            if one.kind in (*FACED, "deal") and not one.out:
                return None
        return None

    def _play_without(self, last: Done, burn: Done | None = None) -> None:
        """Play again what came before a step, and what no key takes back."""
        number = last.number
        is_deal = last.kind == "deal"
        self.done = [
            one
            for one in self.done
            if one is not burn
            and (one.number < number or one.frees_burns or one.lasts)
            # what a reader saw of the cards of a deal goes with it
            and not (is_deal and one.kind == "hole" and one.number > number)
        ]
        again = Table(self.options, self.spots, [])
        for one in self.done:
            one.again(again)
        again.lines, again.time_out = self.lines, None
        if again.game and self.table.game and not is_deal:
            again.game.holes = self.table.game.holes
        self.table = again

    def finish(self) -> list[Line]:
        table = self.table
        if table.game is not None and table.game.phase == "won" and not table.alarm:
            table.do({"press": "confirm"})
        if table.game is not None:
            self.lines.append(["unfinished"])
        return self.lines


BY_CARD = ("premature_card", "foul_deck")
"""Alarms whose `take_back` is their own."""


def can_be_undone(step: Step) -> bool:
    return step == {"press": "post"} or any(kind in step for kind in DECISIONS)
