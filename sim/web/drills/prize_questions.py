"""Questions about the prizes of a hold'em tournament: the prize of a place."""

from random import Random
from typing import Any, Final, NamedTuple

from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT
from firmware.core.tournament.prizes import prize_pool, prize_table, tournament_prizes
from firmware.core.tournament.rulings import PrizeWon
from firmware.core.tournament.terms import ClockPeriod, TournamentTerms
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_book import book_sentences
from firmware.shell.why.answer import Answer, CitedSentence
from sim.web.drills.question import Question, QuestionBet, Solution, SolvedQuestion

PRIZE_SHARES: Final = ((50, 30, 20), (45, 30, 25), (40, 25, 15, 12, 8), (38, 27, 18, 17))
PRIZE_PERCENTS: Final = (50, 60, 65, 75, 85)
PRIZE_UNITS: Final = (100, 500, 2500)
SENTENCES: Final = ("half_of_the_prizes", "prize_of_each_place", "shared_places")
"""Those of the book on the size of a prize."""
FEWEST_PLAYERS: Final = 12
MOST_PLAYERS: Final = 60
LEVEL: Final = ClockPeriod(1200, (25, 50))
"""A tournament has a level; it has no part in the prizes."""


class Prizes(NamedTuple):
    """A tournament that is over, and one winner whose prize is to be found."""

    terms: TournamentTerms
    players: int
    shared: bool
    """Whether the last two of the places paid are one shared place."""
    won: PrizeWon

    @property
    def gross_cents(self) -> Cents:
        """All entries together."""
        return Cents(self.terms.entry_cents * self.players)


def chance_prizes(chance: Random, unit: Cents) -> Prizes:
    """Return the prizes of a tournament by chance, whose entry is a few units."""
    terms = TournamentTerms(
        entry_cents=unit * chance.randint(1, 9),
        levels=(LEVEL,),
        prize_percent=chance.choice(PRIZE_PERCENTS),
        prizes=chance.choice(PRIZE_SHARES),
        prize_unit=chance.choice(PRIZE_UNITS),
        holdem=True,
    )
    players, paid = chance.randint(FEWEST_PLAYERS, MOST_PLAYERS), len(terms.prizes)
    is_shared = chance.random() < 1 / 3
    places = {place: [f"{place}"] for place in range(1, paid + 1)}
    if is_shared:
        places[paid - 1] += places.pop(paid)
    payments = {f"{player}": terms.entry_cents for player in range(1, players + 1)}
    prizes = list(tournament_prizes(terms, payments, places))
    # of who share a place the last one, who has no odd cent
    shared = [won for won in prizes if won.place == paid - 1]
    won = shared[-1] if is_shared else chance.choice(prizes)
    return Prizes(terms, players, is_shared, won)


def solved_prize_question(prizes: Prizes) -> SolvedQuestion:
    """Return a question about a prize in words, and its answer."""
    terms, won = prizes.terms, prizes.won
    shares = " + ".join(f"{share} %" for share in terms.prizes)
    seen = (
        Text("drill.prizes.players", {"count": prizes.players}),
        Text("drill.prizes.percent", {"percent": terms.prize_percent}),
        Text("drill.prizes.shares", {"shares": shares}),
        Text("drill.prizes.unit", {"unit_cents": Cents(terms.prize_unit)}),
    )
    key = "drill.task.shared_prize" if prizes.shared else "drill.task.prize"
    values: dict[str, Any] = {"place": won.place, "last": won.place + 1}
    question = Question(
        HOLDEM_TOURNAMENT,
        "prize",
        (QuestionBet(Text("drill.prizes.entry"), Cents(terms.entry_cents)),),
        seen,
        Text(key, values),
    )
    return SolvedQuestion(question, Solution(Cents(won.cents), (_answer(prizes),)))


def _answer(prizes: Prizes) -> Answer:
    terms, won = prizes.terms, prizes.won
    pool = prize_pool(terms, prizes.gross_cents)
    amounts, unit = prize_table(terms, prizes.gross_cents, prizes.players)
    pool_values = {
        "gross_cents": prizes.gross_cents,
        "percent": terms.prize_percent,
        "pool_cents": Cents(pool),
    }
    unit_text = Text("drill.prizes.rounded", {"unit_cents": Cents(unit)})
    places = (
        Text("drill.prizes.place", {"place": place, "cents": Cents(cents)})
        for place, cents in enumerate(amounts, start=1)
    )
    book = book_sentences(default_pack(), HOLDEM_TOURNAMENT)
    return Answer(
        Text("drill.prizes.won", {"place": won.place, "cents": Cents(won.cents)}),
        tuple(CitedSentence.of_book(sentence) for sentence in book if sentence.id in SENTENCES),
        (Text("drill.prizes.pool", pool_values), unit_text, *places),
    )
