"""The results of a shoe outlive the service: a board shows the same ones after a power cut."""

from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, MemoryCopy
from firmware.shell.service.loop import TableLoop
from firmware.shell.service.recent_rulings import RecentRulings
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, SETTING, STAMP, bet, cards, do, table

BANKER = [*bet(1, "banker", 1000), CLOSE, *cards("4S KD 2H 7C"), *bet(1, "banker", 0), CONFIRM]
TIE = [*bet(2, "tie", 500), CLOSE, *cards("9S 9D TS TH"), *bet(2, "tie", 0), CONFIRM]
EVENING: list[Event] = [CONFIRM, *BANKER, *TIE, *BANKER, *bet(3, "tie", 500)]


class Served:
    """A service's loop and its news, on copies that outlive it."""

    def __init__(self, files: tuple[MemoryCopy, MemoryCopy]) -> None:
        self.news = RecentRulings(StatusReporter("Baccara 1", "baccarat", Words.load("en")))
        ledger = Ledger(Journal.open(files, STAMP), SETTING)
        self.loop = TableLoop(table(), ledger, [self._take_rulings])
        self.loop.begin(Millis(0))
        self.news.restore(ledger.announcements, self.loop.table)

    def _take_rulings(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.news.add_rulings(self.loop.table, rulings)


@each("cut", range(len(EVENING) + 1))
def test_power_cut_leaves_the_results(cut: int) -> None:
    files = MemoryCopy("a"), MemoryCopy("b")
    before = Served(files)
    do(before.loop, *EVENING[:cut])
    assert Served(files).news.results == before.news.results


def test_results_continue_after_two_cuts() -> None:
    files = MemoryCopy("a"), MemoryCopy("b")
    do(Served(files).loop, CONFIRM, *BANKER, *TIE)
    after = Served(files)
    do(after.loop, CONFIRM, *BANKER)
    assert Served(files).news.results == after.news.results == ("banker", "tie", "banker")


def test_new_shoe_starts_without_results() -> None:
    files = MemoryCopy("a"), MemoryCopy("b")
    shuffled = KeyPressed(Key.CARDS_SHUFFLED)
    served = Served(files)
    do(served.loop, CONFIRM, *BANKER)
    do(served.loop, shuffled, CONFIRM, *TIE)
    assert Served(files).news.results == served.news.results
