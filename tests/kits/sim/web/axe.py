"""What axe finds on a page."""

from playwright.sync_api import Page

GRAVE = ("serious", "critical")
VIOLATIONS = """async (part) => {
    const { violations } = await axe.run(part, { resultTypes: ['violations'] });
    return violations;
}"""


def grave(page: Page, part: str = "html") -> list[str]:
    """Return what axe, which the page has loaded, finds serious or critical in a part of it."""
    found = page.evaluate(VIOLATIONS, part)
    return [
        f"{one['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
