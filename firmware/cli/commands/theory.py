"""`croupier meters --theory`: the house's gain on the bets of the journal, and its expectation."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from firmware.cli.args.errors import CannotServe, complain
from firmware.cli.args.exits import UNWELL
from firmware.cli.args.types import Grouping
from firmware.cli.commands.progress import Progress
from firmware.cli.commands.theory_sheet import theory_line, theory_sheet
from firmware.cli.sheets import print_sheet
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import base_name
from firmware.odds.edges import Edges
from firmware.odds.expected import Wager, wagers
from firmware.odds.odds import known
from firmware.odds.outcome import Outcome
from firmware.odds.store import SHIPPED, Store, own_folder
from firmware.shell.history.count import Lines
from firmware.shell.history.records import (
    Carried,
    Checked,
    Entry,
    Happened,
    Setting,
    Started,
    decode,
)
from firmware.shell.history.recount import Difference, Recount
from firmware.shell.history.replay import seat
from firmware.shell.journal import JournalDamaged, JournalReader
from firmware.shell.words.words import Words

GROUPS: Final[Mapping[Grouping, Callable[[Wager, datetime], str]]] = {
    "bet": lambda bet, _: base_name(bet.on),
    "day": lambda _, end: f"{end:%Y-%m-%d}",
    "hour": lambda _, end: f"{end:%Y-%m-%d %H:00}",
}
"""The group of a bet, by the local time of the end of its round."""


class Theory:
    """Takes the entries of a journal in their order, starting anywhere."""

    def __init__(self, by: Grouping) -> None:
        self.outcome = Outcome()
        self.game = ""
        self._group = GROUPS[by]
        self._recount = Recount()
        self._edges: Edges | None = None
        self._options: object = None
        self._opened = 0
        """The round that the last `Checked` opened."""
        self._times: list[datetime] = []
        """Those of the events since that opening."""

    def take(self, entry: Entry) -> Difference | None:
        """Take the next entry; return what contradicts the meters, as Recount does."""
        match entry:
            case Started(setting=setting) | Carried(setting=setting):
                self._set(setting)
            case Happened(wall=wall):
                self._times.append(datetime.fromisoformat(wall).astimezone())
        difference = self._recount.take(entry)
        if isinstance(entry, Checked):
            self._check(entry.table.real.round, entry.since)
        return difference

    def end(self) -> None:
        """Take the end of the journal, and the round that ended with its last event."""
        self._count(self._recount.ended, self._opened, len(self._times))

    def _set(self, setting: Setting) -> None:
        if setting.table.tournament:
            raise CannotServe(Text("theory.tournament"))
        if (setting.game, setting.options) != (self.game, self._options):
            game = seat(setting)
            self._edges = Edges(game, known(setting.game, game, Store(own_folder(), SHIPPED)))
            self.game, self._options = setting.game, setting.options

    def _check(self, opened: int, since: int) -> None:
        """Count the rounds that ended before the round `opened`, so many events ago."""
        ended, rounds = len(self._times) - since, self._recount.settled
        self._count(rounds, opened - len(rounds), ended)
        self._opened, self._times = opened, self._times[max(ended, 0) :]

    def _count(self, rounds: Sequence[Lines], first: int, ended: int) -> None:
        """Count rounds from the number `first` on; the last of so many events ended them."""
        if self._edges is None or not rounds:
            return
        end = self._times[ended - 1]
        for number, lines in enumerate(rounds, first):
            bets = [bet for bet in wagers(lines, self._edges) if bet.stake]
            self.outcome.take(number, bets, lambda bet: self._group(bet, end))


def show_theory(reader: JournalReader, words: Words, by: Grouping, *, as_json: bool) -> int:
    """Print the expectation of the settled bets. Return 1 after a note of a drift, if the journal
    is damaged, or if it contradicts its own meters.
    """
    found, wrong = Theory(by), list[str]()
    damage: JournalDamaged | None = None
    with Progress(words.say(Text("replay.progress"))) as progress:
        try:
            for number, payload in reader.records():
                if difference := found.take(decode(payload)):
                    wrong.append(words.say(Text("recount.differ", {"number": difference.round})))
                progress.at(number)
        except JournalDamaged as error:
            damage = error
    found.end()
    outcome = found.outcome
    if not outcome.total.rounds and not outcome.without:
        raise damage or CannotServe(Text("theory.none"))
    if as_json:
        print(theory_line(found.game, outcome, by).decode())
    else:
        print_sheet(theory_sheet(found.game, outcome, by, words.at(found.game)))
    if damage:
        wrong += [words.say(Text("recount.damaged")), str(damage)]
    if wrong:
        return complain("meters", UNWELL, *wrong)
    return UNWELL if outcome.drifts else 0
