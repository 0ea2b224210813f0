"""The greeting of a page: of every game, in both languages."""

from contextlib import closing

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.rules import games
from firmware.shell.words.spoken import ONE
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import LANGUAGES, MANNERS, Words
from sim.web.bench.bench import Bench
from sim.web.bench.table_dir import Seating
from sim.web.messages.messages_out import Hello, PartTold
from sim.web.session.hello import SPOKEN, hello
from tests.kits.offenders import each
from tests.kits.sim.web.inline_world import InlineWorld

PARTS = (PartTold("lights", "pca9685", ()),)


@each("game", games())
def test_every_game_can_be_told_of(game: str) -> None:
    with closing(Bench(Seating(game), InlineWorld)) as bench:
        told = hello(bench, PARTS, 3)
    assert (told.game, told.seat, told.parts) == (game, 3, PARTS)
    assert told.game in told.games
    assert set(told.held) < set(told.keys)
    assert "confirm" in told.keys
    assert (told.decks > 0) == bool(told.pack)
    assert bool(told.instrument) == bool(told.symbols)
    assert msgspec.json.decode(msgspec.json.encode(told), type=Hello).game == told.game


def test_words_are_those_of_both_languages_and_a_singular_has_a_key_of_its_own() -> None:
    with closing(Bench(Seating(), InlineWorld)) as bench:
        words = hello(bench, PARTS, 1).words
    assert set(words) == set(LANGUAGES)
    assert len({frozenset(of_one) for of_one in words.values()}) <= len(LANGUAGES)
    for language in LANGUAGES:
        templates, spoken = read_templates(language), Words.load(language)
        assert words[language].keys() >= {key for key in templates if key.startswith(SPOKEN)}
        for key, template in words[language].items():
            singular = key.endswith(ONE)
            whole = templates[key.removesuffix(ONE)]
            assert template == (whole.one if singular else whole.other)
            if singular and whole.names == {"count"}:
                count = MANNERS[language].one[-1]
                said = spoken.say(Text(key.removesuffix(ONE), {"count": count}))
                assert said == template.format(count=count)
