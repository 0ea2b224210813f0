"""Messages of a compromised table: well formed, with valid signatures and absurd contents."""

from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import (
    JackpotContribution,
    JackpotHit,
    JackpotTableMessage,
)
from firmware.core.vocabulary.money import Cents
from firmware.shell.jackpot.signed_messages import attest
from tests.campaigns.fuzz.floor.absurd_json import mutated
from tests.kits.floor.keeper_jackpot import FedTable

NUMBERS = (-1, 0, 1, 2, 3, 7, 8, 100, 999, 10**6, 10**9, 10**15, (1 << 53) - 1, (1 << 63) - 1)
NAMES = ("", "grand", "other", "table-1", "\u0000", "a" * 300, "x.y", "\u202e", "'; DROP")
CENTS = (*NUMBERS, 100_000, 100_014, 100_015, 1_000_000)


class AbsurdTable:
    """Makes facts by chance in the name of a table; a few of them are what it may send."""

    def __init__(self, table: FedTable, chance: Random, journals: tuple[str, ...]) -> None:
        self._table, self._chance, self._journals = table, chance, journals
        self._number = self._round = 0

    def bodies(self) -> list[dict[str, Any]]:
        """Return the facts of a message, most of which agree with it; the message is the last."""
        message = self._message()
        attested = attest(message, self._table.device)
        if self._chance.random() < 0.05:
            attested = replace(attested, **{self._pick("device", "signature"): self._pick(*NAMES)})
        body = msgspec.to_builtins(attested)
        if self._chance.random() < 0.1:
            body = self._broken(body)
        closed = self._closed(message) if self._chance.random() < 0.9 else []
        return [*closed, {"Attested": body}]

    def _message(self) -> JackpotTableMessage:
        if self._chance.random() < 0.7:
            self._number += 1
        self._round += 1
        fields = {
            "jackpot": "grand",
            "table": self._table.name,
            "journal": self._table.journal,
            "message_number": self._number,
            "round": self._round,
            "bets": self._chance.randint(1, 7),
            "version": self._chance.randint(1, 9),
            "shown": Cents(self._chance.choice(CENTS)),
        }
        for name in self._chance.sample([*fields], self._chance.choice((0, 0, 1, 1, 2))):
            fields[name] = self._absurd(name)
        if self._chance.random() < 0.5:
            return JackpotContribution(**fields)  # type: ignore[arg-type]
        winners = tuple(
            (self._absurd("spot"), self._pick(10, 100, -100, 10**9), self._pick(*CENTS))
            for _ in range(self._chance.choice((0, 1, 1, 2, 9)))
        )
        generation = self._pick(1, 1, 2, *NUMBERS)
        return JackpotHit(**fields, generation=generation, winners=winners)  # type: ignore[arg-type]

    def _absurd(self, name: str) -> Any:
        if name == "journal":
            return self._pick(*self._journals, *NAMES)
        return self._pick(*NAMES) if name in ("jackpot", "table") else self._pick(*NUMBERS)

    def _pick(self, *values: Any) -> Any:
        return self._chance.choice(values)

    def _broken(self, body: Any) -> Any:
        if self._chance.random() < 0.5:
            return mutated(self._chance, body)
        return self._pick({}, [], None, 7, "x", {**body, "message": {}}, {"message": body})

    def _closed(self, message: JackpotTableMessage) -> list[dict[str, Any]]:
        """Return the facts of a round that was closed as a message says, or nearly so."""
        fields = {
            "round": message.round,
            "bets": message.bets,
            "version": message.version,
            "generation": self._pick(1, 1, 2, -1),
            "shown": message.shown,
        }
        count = min(max(message.bets, 0), 9)
        bets: Any = [
            {"place": [spot, "progressive"], "cents": 100, "bettor": None} for spot in range(count)
        ]
        if self._chance.random() < 0.05:
            bets = self._pick([1], {}, None, [{"place": 7}], [[]])
        undone = {"undone": self._pick([[0, 1]], [], {}, 7, [[-1, 10**30]])}
        closed = [{"BetsLocked": {"round": message.round, "bets": bets}}, {"LotLocked": fields}]
        return [*closed, undone] if self._chance.random() < 0.05 else closed
