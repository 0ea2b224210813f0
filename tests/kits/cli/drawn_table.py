"""A table in the middle of paying, as a terminal shows it."""

import io
import re

from rich.console import Console

from firmware.cli.terminal.picture import Picture
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act, NextStep
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import BetStatus, ShoeStatus, SpotStatus, Status
from firmware.shell.words.words import Words

BIG = (120, 40)


def paying(language: str) -> Status:
    """Return a table in the middle of paying, all its amounts as long as they get."""
    words = Words.load(language)
    place = {"spot": 3, "on": Text("bet.banker")}
    amounts = {"paid_cents": 450_000, "stake_cents": 450_000, "odds": "1:1"}
    commission = {"commission_cents": 22_500}
    result = Text("winner.banker", {"player": 7, "banker": 9})
    chips = [(4, 100_000), (1, 50_000), (2, 10_000), (3, 2500), (4, 500), (2, 100), (1, 50)]
    players = [
        Text("payout.place", place),
        Text("payout.sum", amounts),
        Text("payout.commission", commission),
        *(Text("payout.chips", {"count": n, "value_cents": value}) for n, value in chips),
    ]
    prompt = Text("prompt.pay_commission", {**place, **amounts, **commission})
    bets = (
        BetStatus("player", Cents(500_000)),
        BetStatus("banker", Cents(450_000)),
        BetStatus("tie", Cents(50_000)),
    )
    lights = ["lose", "none", "win", "push", "win", "lose", "lose"]
    spots = {n: SpotStatus(light, n == 3, bets) for n, light in enumerate(lights, start=1)}
    return Status(
        version="0.1.0",
        board="sim",
        table="Baccara 1",
        game="baccarat",
        language=language,
        phase="round",
        stopped=False,
        round=1234,
        ask=NextStep(Act.PAY_BET),
        spots=spots,
        cards={"player": ["KH", "TD", "7C"], "banker": ["9S", "TS", "TH"]},
        shoe=ShoeStatus(52, 416, cut=True),
        dealer=(words.render(prompt), words.render(result)),
        players=tuple(map(words.render, players)),
        figures=Cents(450_000),
        keys=("confirm", "next", "undo", "void"),
        late=(),
        faults=(),
        results=("player", "banker", "tie") * 13,
        shoe_port="/dev/pts/12",
    )


def drawn(status: Status, size: tuple[int, int]) -> list[str]:
    """Return the rows of the picture, as a terminal of that size shows them."""
    width, height = size
    console = Console(
        file=io.StringIO(), record=True, width=width, height=height, force_terminal=True
    )
    picture = Picture(Words.load(status.language)).draw(status, width, height)
    console.print(picture, height=height)
    return console.export_text().splitlines()


def shows(rows: list[str], words: str) -> bool:
    """Say whether every word can be read somewhere."""
    seen = re.sub("[\u00a0│┃]", " ", " ".join(rows)).split()
    return set(words.replace("\u00a0", " ").split()) <= set(seen)
