"""The page of figures has a place for each campaign, and holds the printed output."""

import pytest

from tests.campaigns.campaign import PAGE, PARTS, Part, written
from tests.kits.offenders import each


@each("part", PARTS)
def test_the_page_has_one_place_for_the_figures_of_each_campaign(part: Part) -> None:
    page = written(PAGE.read_text(encoding="utf-8"), part, "told of it: 1")
    assert page.count("told of it: 1") == 1
    assert written(page, part, "told again: 2").count("told of it: 1") == 0


def test_a_campaign_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="no place for the figures of soak"):
        written("a page", Part("soak", "powercut/soak.py", ()), "told")
