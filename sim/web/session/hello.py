"""The greeting of a page: data that are constant as long as the table is open."""

from typing import Final

from firmware import __version__
from firmware.core.game.game import Game
from firmware.shell.rules.rules import served_games
from firmware.shell.words.spoken import spoken
from firmware.shell.words.words import LANGUAGES
from hal.pi.phrases import is_installed
from sim.bench.wheels import symbols_of
from sim.people.throws import BALLS, FACES
from sim.web.bench.bench import Bench
from sim.web.felt.diagram import diagram
from sim.web.felt.felt_plan import plan
from sim.web.felt.tips import tips
from sim.web.messages.messages_out import ExerciseTold, Hello, PartTold

SPOKEN: Final = (
    *("web.", "ui.key.", "ui.light.", "ui.door.", "view.light.", "bet.", "hand.", "part."),
    *("game.", "fault.", "remedy.", "rank.", "suit.", "winner.", "do.", "ordinal.", "odds."),
    "technician.dropped.",
)
"""The words that a page may need begin with one of these."""


def hello(
    bench: Bench, parts: tuple[PartTold, ...], seat: int, exercises: tuple[ExerciseTold, ...] = ()
) -> Hello:
    """Return the greeting for the `seat`-th table, with these parts and exercises."""
    wiring, game = bench.config.wiring, bench.game
    return Hello(
        version=__version__,
        seat=seat,
        game=bench.config.table.game,
        games=served_games(),
        language=bench.config.language,
        words={one: spoken(one, bench.config.table.game, SPOKEN) for one in LANGUAGES},
        tournament=bench.config.tournament is not None,
        felt=plan(bench.config, game),
        keys=(*wiring.keys.keys.values(), *wiring.keys.long.values()),
        held=tuple(wiring.keys.long.values()),
        doors=tuple(wiring.keys.doors.values()),
        denominations=bench.config.table.denominations,
        pack=tuple(card.name for card in game.pack),
        decks=game.decks,
        decisions=tuple(game.DECISIONS),
        instrument=game.INSTRUMENT.step if game.INSTRUMENT else None,
        symbols=_symbols(bench, game),
        parts=parts,
        diagram=diagram(game),
        exercises=exercises,
        tips=tips(bench.config, game),
        voice=is_installed(),
    )


def _symbols(bench: Bench, game: Game) -> tuple[str, ...]:
    """Return the symbols that can be chosen as a result."""
    match game.INSTRUMENT:
        case None:
            return ()
        case instrument if instrument.step == "dice":
            return tuple(FACES)
        case instrument if instrument.step == "balls":
            return tuple(map(str, BALLS))
    return symbols_of(bench.config.wiring.wheel)
