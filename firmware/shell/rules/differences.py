"""The differences between two rule packs, line by line."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.rule_pack import RulePack


def changed_games(before: RulePack, after: RulePack) -> list[str]:
    """Return the house's games of a pack whose rules differ, or that another has not."""
    return [game for game in after.games if _is_changed(before, after, game)]


def _is_changed(before: RulePack, after: RulePack, game: str) -> bool:
    return game not in before.served_games or before.rules(game) != after.rules(game)


def differences(before: RulePack, after: RulePack) -> Iterator[Text]:
    """Yield each number, bet and game that differs, by its place in the file."""
    yield from (
        Text("pack.gone", {"where": game}) for game in before.games if game not in after.games
    )
    for game in (game for game in after.served_games if _is_changed(before, after, game)):
        old = _flat(msgspec.to_builtins(before.rules(game))) if game in before.served_games else {}
        new = _flat(msgspec.to_builtins(after.rules(game)))
        for place in {**old, **new}:
            if old.get(place) != new.get(place):
                yield _difference(f"{game}.{place}", old.get(place), new.get(place))


def _difference(place: str, old: str | None, new: str | None) -> Text:
    if old is None or new is None:
        return Text("pack.gone" if new is None else "pack.added", {"where": place, "to": new or ""})
    return Text("pack.changed", {"where": place, "from": old, "to": new})


def _flat(value: Any, place: str = "") -> dict[str, str]:  # noqa: ANN401
    """Return the values of nested tables by their places, as JSON."""
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        value = {f"[{number}]": part for number, part in enumerate(value, start=1)}
    if not isinstance(value, Mapping):
        return {place: msgspec.json.encode(value).decode()}
    return {
        inner_place: inner
        for key, part in value.items()
        for inner_place, inner in _flat(part, f"{place}.{key}" if place else str(key)).items()
    }
