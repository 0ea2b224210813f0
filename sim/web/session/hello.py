"""The greeting of a page: data that are constant as long as the table is open."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from firmware import __version__
from firmware.core.game.game import Game
from firmware.shell.config.settings import Config
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.page_templates import page_templates
from hal.pi.phrases import is_installed
from sim.bench.wheels import symbols_of
from sim.people.result_maker import DICE_FACES, KENO_BALLS
from sim.web.bench.bench import Bench
from sim.web.felt.diagram import diagram
from sim.web.felt.felt_plan import draw_felt
from sim.web.felt.tips import place_tips
from sim.web.messages.messages_out import Hello, PartMessage
from sim.web.messages.school_messages import ExamMessage, ExerciseMessage

PAGE_WORD_PREFIXES: Final = (
    *("web.", "ui.key.", "ui.light.", "ui.door.", "view.light.", "bet.", "hand.", "part."),
    *("game.", "fault.", "remedy.", "rank.", "suit.", "winner.", "do.", "ordinal.", "odds."),
    *("technician.dropped.", "wheel_act.", "seat."),
)
"""The words that a page may need begin with one of these."""


class SchoolLists(NamedTuple):
    """The exercises and exams that a school offers."""

    exercises: tuple[ExerciseMessage, ...] = ()
    exams: tuple[ExamMessage, ...] = ()


NO_LISTS: Final = SchoolLists()


def make_hello(
    bench: Bench,
    parts: tuple[PartMessage, ...],
    table_number: int,
    school_lists: SchoolLists = NO_LISTS,
) -> Hello:
    """Return the greeting for the table with this number, with these parts, and of the school's
    exercises those of games that its house has.
    """
    wiring, game, pack = bench.config.wiring, bench.game, bench.config.rule_pack
    return Hello(
        version=__version__,
        table_number=table_number,
        game=bench.config.table.game,
        games=pack.served_games,
        language=bench.config.language,
        words=_page_words(bench.config),
        tournament=bench.config.tournament is not None,
        felt=draw_felt(bench.config, game),
        keys=(*wiring.keys.keys.values(), *wiring.keys.long.values()),
        long_press_keys=tuple(wiring.keys.long.values()),
        doors=tuple(wiring.keys.doors.values()),
        denominations=bench.config.table.denominations,
        pack=tuple(card.name for card in game.pack),
        decks=game.decks,
        decisions=tuple(game.DECISIONS),
        instrument=game.INSTRUMENT.result_kind if game.INSTRUMENT else None,
        symbols=_symbols(bench, game),
        parts=parts,
        diagram=diagram(game),
        exercises=tuple(
            exercise for exercise in school_lists.exercises if exercise.game in pack.served_games
        ),
        exams=school_lists.exams,
        tips=place_tips(bench.config, game),
        voice=is_installed(),
    )


def _page_words(config: Config) -> dict[str, Mapping[str, str]]:
    """Return the words of a page by language."""
    return {
        language: page_templates(
            language,
            config.table.game,
            PAGE_WORD_PREFIXES,
            config.house_words.get(language, {}),
        )
        for language in LANGUAGES
    }


def _symbols(bench: Bench, game: Game) -> tuple[str, ...]:
    """Return the symbols that can be chosen as a result."""
    match game.INSTRUMENT:
        case None:
            return ()
        case instrument if instrument.result_kind == "dice":
            return tuple(DICE_FACES)
        case instrument if instrument.result_kind == "balls":
            return tuple(map(str, KENO_BALLS))
    return symbols_of(bench.config.wiring.wheel)
