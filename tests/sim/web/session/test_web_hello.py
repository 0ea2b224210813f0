"""The greeting of a page: of every game, in every language."""

from contextlib import closing
from pathlib import Path

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.pack_files import home_pack, program_games
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.number_format import number_format
from firmware.shell.words.page_templates import SINGULAR_SUFFIX
from firmware.shell.words.templates import TemplateTable, read_templates
from firmware.shell.words.words import Words
from sim.web.bench.bench import Bench
from sim.web.bench.table_dir import Seating
from sim.web.messages.messages_out import Hello, PartMessage
from sim.web.session.hello import PAGE_WORD_PREFIXES, make_hello
from tests.kits.offenders import each
from tests.kits.sim.web.inline_world import InlineWorld

PARTS = (PartMessage("lights", "pca9685", ()),)


@each("game", program_games())
def test_every_game_has_a_hello(game: str) -> None:
    with closing(Bench(Seating(game, rules=Path(home_pack(game).name)), InlineWorld)) as bench:
        hello_message = make_hello(bench, PARTS, 3)
    assert (hello_message.game, hello_message.table_number, hello_message.parts) == (game, 3, PARTS)
    assert hello_message.game in hello_message.games
    assert set(hello_message.long_press_keys) < set(hello_message.keys)
    assert "confirm" in hello_message.keys
    assert (hello_message.decks > 0) == bool(hello_message.pack)
    assert bool(hello_message.instrument) == bool(hello_message.symbols)
    assert (
        msgspec.json.decode(msgspec.json.encode(hello_message), type=Hello).game
        == hello_message.game
    )


def test_words_are_in_every_language() -> None:
    with closing(Bench(Seating(), InlineWorld)) as bench:
        words = make_hello(bench, PARTS, 1).words
    assert set(words) == set(LANGUAGES)
    assert len({frozenset(of_one) for of_one in words.values()}) <= len(LANGUAGES)
    for language in LANGUAGES:
        templates, spoken = read_templates(language), Words.load(language)
        assert words[language].keys() >= {
            key for key in templates if key.startswith(("language.", *PAGE_WORD_PREFIXES))
        }
        for key, template in words[language].items():
            singular = key.endswith(SINGULAR_SUFFIX)
            whole = templates[key.removesuffix(SINGULAR_SUFFIX)]
            assert template == (whole.singular if singular else whole.plural)
            if singular and whole.placeholders == {"count"}:
                count = number_format(TemplateTable(language, None)).singular_counts[-1]
                said = spoken.render(Text(key.removesuffix(SINGULAR_SUFFIX), {"count": count}))
                assert said == template.format(count=count)
