"""The fuzz campaign, small; and that it can fail."""

from itertools import count

import pytest

from drivers.angel_eye import AngelEyeShoe
from firmware.core.vocabulary.cards import FULL_PACK
from hal.ports import Millis
from tests.campaigns.fuzz.fuzz import Found, campaign, judged
from tests.campaigns.fuzz.fuzz_targets import TARGETS, AngelEyeTarget
from tests.kits.examples import examples


def fuzzed(name: str, frames: int) -> Found:
    return campaign(name, frames, seed=7, weighed=examples(50, 500))


@pytest.mark.clause("Practice damaged frames")
@pytest.mark.parametrize("name", TARGETS)
def test_no_card_or_chip_from_bad_frame(name: str) -> None:
    found = fuzzed(name, 150)
    assert judged(found) == []
    assert found.event_count > 0


def test_card_never_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AngelEyeTarget, "card", lambda self: self.chance.choice(FULL_PACK))
    assert any("never sent" in fault for fault in judged(fuzzed("angel-eye", 50)))


def test_exception_outside_tree_found(monkeypatch: pytest.MonkeyPatch) -> None:
    poll, polls = AngelEyeShoe.poll, count()

    def breaks_down(self: AngelEyeShoe, now: Millis) -> object:
        if next(polls) == 100:
            raise IndexError("planted")
        return poll(self, now)

    monkeypatch.setattr(AngelEyeShoe, "poll", breaks_down)
    assert judged(fuzzed("angel-eye", 50)) == ["1 exceptions outside the tree, IndexError: planted"]


def test_memory_growth_is_found() -> None:
    assert judged(Found("rr3036", 10, 0, 0, 0, 0, 10**7, 0, 0, ""))
