"""An overlay of the panel shows its pattern, ends in time, and hides nothing important."""

from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from drivers.sounds.sounder import ALERT_TONES
from firmware.core.display.panel import table_panel
from firmware.core.table.table import Table
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel, PanelSound, SoundAlert, SpotLight, Text
from firmware.shell.service.overlay import (
    ALERT_SHOWN_MS,
    LIGHT_STEP_MS,
    PATTERN_SHOWN_MS,
    PATTERNS,
    Overlay,
    OverlayCover,
    code_painter,
)
from firmware.shell.technician.table_acts import CODE_SHOWN_MS, is_closed
from firmware.shell.words.languages import languages_with
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import CONFIRM, table

LOUD = PanelSound(41, SoundAlert.FAULT)
UNCOVERED = (*("shoe_locked", "shoe_clears", "shuffle", "spin", "tickets", "simulated", "testing"),)


def shown(name: str, elapsed: int = 0) -> Panel:
    return PATTERNS[name](a_panel(), elapsed)


def a_panel() -> Panel:
    return replace(table_panel(table()), sound=LOUD)


@each("name", list(PATTERNS))
@each("elapsed", [0, 30_000, PATTERN_SHOWN_MS - 1])
def test_no_pattern_moves_cards_or_wheels(name: str, elapsed: int) -> None:
    painted, plain = shown(name, elapsed), a_panel()
    assert all(getattr(painted, field) == getattr(plain, field) for field in UNCOVERED)


def test_every_light_is_lit_in_every_colour() -> None:
    assert set(shown("all_lights").spots.values()) == {SpotLight.AWAITING}
    seen = {
        (spot, light)
        for at in range(0, PATTERN_SHOWN_MS, LIGHT_STEP_MS)
        for spot, light in shown("each_light", at).spots.items()
        if light is not SpotLight.NONE
    }
    assert seen == {(spot, light) for spot in a_panel().spots for light in SpotLight} - {
        (spot, SpotLight.NONE) for spot in a_panel().spots
    }


def test_one_light_is_lit_at_a_time() -> None:
    for at in range(0, PATTERN_SHOWN_MS, LIGHT_STEP_MS):
        lit = [
            light for light in shown("each_light", at).spots.values() if light is not SpotLight.NONE
        ]
        assert len(lit) == 1


def test_all_keys_are_lit() -> None:
    assert shown("all_keys").keys == frozenset(Key)


def test_every_segment_and_display_is_full() -> None:
    painted = shown("display")
    assert painted.figures == 88_888_888
    for language in languages_with("technician"):
        screens = DisplayScreens(Words.load(language))
        assert len(screens.dealer_lines(painted)[0]) >= 4 * 20 - 1
        assert screens.player_lines(painted) == screens.dealer_lines(painted)


def test_each_alert_sounds_once_to_its_end() -> None:
    sounds = [shown("sound", at).sound for at in range(0, PATTERN_SHOWN_MS, LIGHT_STEP_MS)]
    sound = [LOUD, *sounds, LOUD]
    new = [b.alert for a, b in pairwise(sound) if a.number != b.number]
    assert new == [
        *(alert for alert in SoundAlert if alert is not SoundAlert.SILENT),
        SoundAlert.SILENT,
    ]
    assert max(sum(ms for _, ms in notes) for notes in ALERT_TONES.values()) <= ALERT_SHOWN_MS


def test_dark_is_dark() -> None:
    painted = shown("dark")
    assert set(painted.spots.values()) == {SpotLight.NONE}
    assert (painted.keys, painted.dealer, painted.players, painted.figures) == (
        frozenset(),
        (),
        (),
        None,
    )


def test_code_is_only_on_dealer_s_display() -> None:
    plain = a_panel()
    painted = code_painter("ACDEFHJK")(plain, 0)
    assert DisplayScreens(Words.load("en")).dealer_lines(painted) == ("CODE ACDE-FHJK",)
    assert replace(painted, dealer=plain.dealer) == plain


def always(_table: Table) -> bool:
    return True


def covering(lasts_ms: int, allowed: Callable[[Table], bool] = always) -> OverlayCover:
    cover = OverlayCover()
    cover.start_overlay(Overlay(PATTERNS["dark"], lasts_ms, allowed), Millis(1000))
    return cover


def test_overlay_ends_in_time() -> None:
    cover, plain, at = covering(CODE_SHOWN_MS), a_panel(), table()
    assert cover.covered_panel(plain, at, Millis(1000)) is not plain
    assert cover.covered_panel(plain, at, Millis(1000 + CODE_SHOWN_MS - 1)) is not plain
    assert cover.covered_panel(plain, at, Millis(1000 + CODE_SHOWN_MS)) is plain
    assert cover.covered_panel(plain, at, Millis(1001)) is plain


def test_overlay_ends_with_its_phase() -> None:
    cover, at, plain = covering(PATTERN_SHOWN_MS, is_closed), table(), a_panel()
    assert cover.covered_panel(plain, at, Millis(1000)) is not plain
    at.handle(CONFIRM, 0)
    assert cover.covered_panel(plain, at, Millis(1001)) is plain


def test_another_overlay_replaces_it() -> None:
    cover, plain, at = covering(PATTERN_SHOWN_MS), a_panel(), table()
    cover.start_overlay(Overlay(PATTERNS["all_keys"], PATTERN_SHOWN_MS, always), Millis(1000))
    assert cover.covered_panel(plain, at, Millis(1000)).keys == frozenset(Key)
    cover.start_overlay(None, Millis(1001))
    assert cover.covered_panel(plain, at, Millis(1001)) is plain


def test_unchanged_overlay_is_the_same_panel() -> None:
    cover, plain, at = covering(PATTERN_SHOWN_MS), a_panel(), table()
    first = cover.covered_panel(plain, at, Millis(1000))
    assert cover.covered_panel(plain, at, Millis(1250)) is first
    changed = replace(plain, spin=plain.spin + 1)
    assert cover.covered_panel(changed, at, Millis(1250)).spin == plain.spin + 1


def test_widest_text_has_real_words() -> None:
    for language in languages_with("technician"):
        assert Words.load(language).render(Text("technician.widest")).split()
