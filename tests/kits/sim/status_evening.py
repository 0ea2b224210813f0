"""The statuses of a table at which a croupier plays by chance, on virtual time."""

from collections.abc import Iterator
from random import Random
from typing import Any

from firmware.core.vocabulary.status import Status
from firmware.shell.service.recent_rulings import RecentRulings
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from sim.people.actor import Actor
from sim.people.by_chance.make_croupier import make_croupier
from sim.people.deal import DealtCards
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.play.script_table import script_table
from sim.play.virtual_table import VirtualTable

WORDS = Words.load("en")


def evening(game: str, steps: int) -> Iterator[Status]:
    """Play a table by chance; yield its status as often."""
    config, chance = script_table(game), Random(1)
    news: list[RecentRulings] = []

    def record_rulings(_event: Any, rulings: Any) -> None:
        if news:
            news[0].add_rulings(table.core_table, rulings)

    table = VirtualTable(config, WORDS, record_rulings)
    reporter = StatusReporter(config.table.name, game, WORDS)
    news.append(RecentRulings(reporter))
    table.power_on()

    def look() -> Status:
        return reporter.table_status(table.core_table, table.panel, news[0].results)

    layout = layout_of(config)
    body = Actor(table.hands, look, 1000.0)
    croupier = make_croupier(
        Person(body, layout, chance, dealt_cards=DealtCards(layout.game, chance)), chance
    )
    for _ in range(steps):
        croupier.step()
        yield look()
