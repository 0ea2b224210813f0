"""Writes docs/games/NAME.md from the game's own rows and numbers; --check says if one is stale."""

import sys
from importlib import import_module
from pathlib import Path

from firmware.core.game import GameRules
from firmware.core.machine import diagram
from firmware.core.phase import Phase
from firmware.core.rows import ROWS as TABLE_ROWS
from firmware.shell.rules import PACK, game_rules

PAGES = Path(__file__).parent.parent / "docs" / "games"
GAMES = {"baccarat": "Baccara"}


def page(name: str, title: str) -> str:
    """Return the page of a game."""
    module = import_module(f"firmware.core.games.{name.replace('-', '_')}")
    rules = game_rules(name)
    first = next(iter(module.Phase))
    return "\n".join(
        [
            f"# {title}",
            "",
            "Written by `python -m tools.game_pages`; don't edit.",
            "",
            (module.__doc__ or "").strip(),
            "",
            "## Bets",
            "",
            *_bets(rules),
            "",
            f"Numbers: rule pack `{PACK}`. Packs of 52 cards: {rules.decks.least} to "
            f"{rules.decks.most}, usually {rules.decks.usual} (article {rules.decks.article}).",
            "",
            "## The cards of a round",
            "",
            "```mermaid",
            diagram(first, module.ROWS).rstrip(),
            "```",
            "",
            "## The table",
            "",
            "```mermaid",
            diagram(Phase.CLOSED, TABLE_ROWS).rstrip(),
            "```",
            "",
        ]
    )


def _bets(rules: GameRules) -> list[str]:
    rows = ["| bet | pays | article | commission |", "| --- | --- | --- | --- |"]
    for bet, pays in rules.pays.items():
        share = rules.commission.get(bet)
        taken = (
            f"{share.percent} % of the stake raised to the next {share.step_cents // 100} $ "
            f"(article {share.article})"
            if share
            else "none"
        )
        rows.append(f"| `{bet}` | {pays.odds} | {pays.article} | {taken} |")
    return rows


def main(arguments: list[str]) -> int:
    """Write the pages, or with --check return 1 if one is not what would be written."""
    stale = []
    for name, title in GAMES.items():
        path = PAGES / f"{name}.md"
        text = page(name, title)
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
    for stale_page in stale:
        print(f"{stale_page} is stale: python -m tools.game_pages", file=sys.stderr)  # noqa: T201
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
