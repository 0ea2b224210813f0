"""The whole table drawn: all of it fits, in every language and at every size."""

import msgspec
import pytest
from rich.cells import cell_len

from firmware.cli.terminal.felt import LIGHT_MARKS
from firmware.cli.terminal.picture import MIN_TERMINAL_SIZE
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import SpotLight, Text
from firmware.core.vocabulary.status import (
    BetStatus,
    SpotStatus,
)
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.screens import SIMULATION_MARK
from firmware.shell.words.words import Words
from tests.kits.cli.drawn_table import drawn, paying, shows
from tests.kits.cli.views_kit import AT_ALL_SIZES, IN_BOTH, fault


def test_word_search_ignores_cut_words() -> None:
    assert shows(["│ Rien ne va │"], "Rien va")
    assert not shows(["│ Rien ne v │"], "Rien va")


@IN_BOTH
@AT_ALL_SIZES
def test_whole_table_fits(language: str, size: tuple[int, int]) -> None:
    status = paying(language)
    rows = drawn(status, size)
    assert len(rows) == size[1]
    assert all(cell_len(row) <= size[0] for row in rows)
    assert not any("…" in row for row in rows)
    words = Words.load(language)
    mark = words.render(SIMULATION_MARK)
    for said in (*status.dealer, *status.players, status.shoe_port, "1234", mark):
        assert shows(rows, said), said
    for key in status.keys:
        assert shows(rows, words.render(Text(f"ui.key.{key}")))
    assert "".join(rows).count(mark) == 3


@IN_BOTH
@AT_ALL_SIZES
def test_every_bet_and_both_hands_shown(language: str, size: tuple[int, int]) -> None:
    rows = drawn(paying(language), size)
    text = "\n".join(rows)
    words = Words.load(language)
    for cents in (500_000, 450_000, 50_000):
        amount = words.format_money(cents).replace(words.format_number(".00"), "")
        assert text.count(amount) >= 7, amount
    for rank in "KT7":
        assert f" {words.rank_face(rank)}" in text
    assert all(suit in text for suit in "♠♥♦♣")


@pytest.mark.clause("Practice lights")
@IN_BOTH
@pytest.mark.parametrize("light", SpotLight)
def test_every_light_has_its_word(language: str, light: SpotLight) -> None:
    status = paying(language)
    others = {n: SpotStatus("none", pulsing=False, bets=()) for n in status.spots}
    spots = {**others, 4: SpotStatus(light.value, pulsing=False, bets=())}
    rows = drawn(msgspec.structs.replace(status, spots=spots), MIN_TERMINAL_SIZE)
    assert shows(rows, Words.load(language).render(Text(f"view.light.{light}")))


@pytest.mark.clause("Practice lights")
def test_no_two_lights_look_alike() -> None:
    assert set(LIGHT_MARKS) == set(SpotLight)
    assert len({shape for shape, _ in LIGHT_MARKS.values()}) == len(SpotLight)
    for language in LANGUAGES:
        words = Words.load(language)
        assert len({words.render(Text(f"view.light.{light}")) for light in SpotLight}) == len(
            SpotLight
        )


def test_faults_beyond_the_rows_counted() -> None:
    faults = tuple(fault(code) for code in FAULT_KINDS)
    rows = drawn(msgspec.structs.replace(paying("fr"), faults=faults), MIN_TERMINAL_SIZE)
    assert len(rows) == MIN_TERMINAL_SIZE[1]
    assert any("+" in row for row in rows[-2:])


@pytest.mark.parametrize("spots", [1, 5, 8, 14])
def test_other_numbers_of_spots_fit(spots: int) -> None:
    bets = (BetStatus("player", Cents(7000)), BetStatus("tie", Cents(500)))
    felt = {n: SpotStatus("locked", pulsing=n == 1, bets=bets) for n in range(1, spots + 1)}
    rows = drawn(msgspec.structs.replace(paying("fr"), spots=felt), MIN_TERMINAL_SIZE)
    text = "\n".join(rows).replace("\u00a0", " ")
    assert len(rows) == MIN_TERMINAL_SIZE[1]
    assert (text.count("70 $"), text.count("clos")) == (spots, spots)


@pytest.mark.parametrize("size", [(40, 12), (79, 24), (80, 23)], ids=str)
def test_small_terminal_shows_displays(size: tuple[int, int]) -> None:
    status = paying("fr")
    assert shows(drawn(status, size)[: size[1]], "SIMULATION")
    assert shows(drawn(status, (60, 30))[:30], status.dealer[0])


def test_real_table_is_no_simulation() -> None:
    rows = drawn(msgspec.structs.replace(paying("fr"), board="pi", shoe_port=""), MIN_TERMINAL_SIZE)
    assert not shows(rows, "SIMULATION")


@pytest.mark.parametrize(
    ("cents", "french", "english"),
    [
        (500_000, "5 000 $", "$5,000"),
        (100_000_000, "1 000 000 $", "$1,000,000"),
        (12_350, "123,50 $", "$123.50"),
        (10_005, "100,05 $", "$100.05"),
        (50, "0,50 $", "$0.50"),
    ],
)
def test_only_zero_cents_are_omitted(cents: int, french: str, english: str) -> None:
    for language, said in (("fr", french), ("en", english)):
        assert Words.load(language).short_money(cents).replace("\u00a0", " ") == said
