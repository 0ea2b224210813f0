"""The page of every bet's figures is that of the figures that are shipped."""

from tools import odds_page


def test_page_is_up_to_date() -> None:
    assert odds_page.PAGE.read_text(encoding="utf-8") == odds_page.page(), "run make pages"
