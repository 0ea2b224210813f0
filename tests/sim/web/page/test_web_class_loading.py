"""The trainer's page before its words are there."""

from tests.kits.paths import ROOT
from tests.kits.sim.web.browser import Pages, needs_chromium

PAGE = ROOT / "sim" / "classroom" / "page"

pytestmark = needs_chromium


def test_nothing_nameless_while_loading(pages: Pages) -> None:
    page = pages.blank_page()
    document = (PAGE / "index.html").read_text(encoding="utf-8")
    page.set_content(document.partition("<script")[0] + document.partition("</script>")[2])
    page.add_style_tag(content=(PAGE / "class.css").read_text(encoding="utf-8"))
    page.evaluate("document.getElementById('door').hidden = false")
    assert page.get_by_role("button").count() == page.get_by_role("textbox").count() == 0
    assert (
        page.locator(".loading").inner_text().split("\n")[-1] == "One moment, the class is loading."
    )
