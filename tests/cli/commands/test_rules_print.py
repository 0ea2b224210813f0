"""`croupier rules --html`, `--poster`: the sheet of a game for a printer, whole and well set."""

import re
from html import escape
from html.parser import HTMLParser
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cli.commands.rules_print import rules_imprint
from firmware.cli.commands.rules_with_odds import rules_with_odds
from firmware.cli.main import main
from firmware.cli.rules_page import Imprint, rules_page
from firmware.cli.sheets import print_sheet
from firmware.core.vocabulary.bets import base_bet_name
from firmware.odds.store import SHIPPED, Store
from firmware.pages.printed.document import WORD_JOINER
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_book import book_sentences
from firmware.shell.sheets.options_sheet import options_in_force
from firmware.shell.words.text_table import PrintedSheet, SheetSection
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.quebec import games_in_pack

IMPRINT = Imprint("Article", "Table 5", "Articles", "Rules", "Croupier")
HOSTILE = 'a "b" <script>alert(1)</script> </style> & \' \\'
FRACTION = re.compile(r"\d+/\d+")
BREAK = re.compile(r"(?<=/)\n\s*")


class Tags(HTMLParser):
    """The elements of a document, and its text."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.texts: list[str] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def page_of(game: str, language: str) -> str:
    words, pack, config = Words.load(language), default_pack(), default_table(game)
    sheet = rules_with_odds(game, words, Store(None, SHIPPED), pack, config)
    return rules_page(sheet, rules_imprint(words, pack, config, None), language, poster=False)


@each("language", ("fr", "en"))
@each("game", games_in_pack())
def test_sheet_has_every_sentence_that_holds(game: str, language: str) -> None:
    config, page = default_table(game), page_of(game, language).replace(WORD_JOINER, "")
    options = options_in_force(config.game_class, config.open_game().rules, config.game_options)
    bets = {*map(base_bet_name, config.limits)}
    for sentence in book_sentences(default_pack(), game):
        printed = f">{escape(sentence.words(language))}<" in page
        anchored = f'id="{sentence.id}"' in page
        if sentence.holds(options) and sentence.concerns(bets):
            assert (printed, anchored) == (True, True), sentence.id
        if not sentence.holds(options):
            assert not anchored, sentence.id


def test_texts_of_a_sheet_are_no_markup() -> None:
    section = SheetSection(
        HOSTILE, (HOSTILE, HOSTILE), ((HOSTILE, HOSTILE),), (HOSTILE,), (HOSTILE,)
    )
    sheet = PrintedSheet(HOSTILE, (HOSTILE,), (section,))
    imprint = Imprint(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE)
    document = Tags(rules_page(sheet, imprint, "en", poster=True))
    assert "script" not in document.names
    assert document.names.count("style") == 1
    assert "".join(document.texts).count(HOSTILE) >= 8


@given(st.lists(st.integers(1, 10**30), min_size=2, max_size=8))
def test_fraction_is_broken_after_its_slash_alone(numbers: list[int]) -> None:
    fractions = [f"{above}/{below}" for above, below in pairwise(numbers)]
    rows = tuple(("bet", fraction, "98,7649 %") for fraction in fractions)
    sheet = PrintedSheet("odds", (), (SheetSection("returns", ("bet", "exactly", "return"), rows),))
    page = rules_page(sheet, IMPRINT, "en", poster=False)
    cells = re.findall(r">(\d[^ ]*?)</td>", page)
    assert [cell.replace("/<wbr>", "/") for cell in cells if "/" in cell] == fractions
    output = StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", output)
        print_sheet(sheet)
    columns = [line[len("bet") + 1 :] for line in output.getvalue().splitlines()]
    printed = BREAK.sub(
        "", "\n".join(re.sub(r"  +98,7649.*", "", line).strip() for line in columns)
    )
    assert [*FRACTION.findall(printed)] == fractions


def test_files_are_of_their_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, poster = tmp_path / "a4.html", tmp_path / "a1.html"
    config = str(EXAMPLES / "baccarat.toml")
    arguments = ["rules", "--config", config, "--html", str(sheet), "--poster", str(poster)]
    assert main([*arguments, "--ids", "--lang", "fr"]) == 0
    assert str(poster) in capsys.readouterr().out
    for file, paper in ((sheet, "size: A4"), (poster, "size: 594mm 841mm")):
        page = file.read_text(encoding="utf-8")
        assert paper in page
        assert default_pack().digest in page
        assert "configuration du" in page
        assert "<small>natural</small>" in page


def test_unwritable_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "nowhere" / "sheet.html"
    assert main(["rules", "baccarat", "--html", str(missing)]) != 0
    assert str(missing) in capsys.readouterr().err


def test_ids_are_printed_with_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "baccarat", "--ids", "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert all(
        sentence.id in printed
        for sentence in book_sentences(default_pack(), "baccarat")
        if len(sentence.id) < 12
    )
