"""A table's page as a simulated trainee has it: its state, and the requests of a browser."""

import asyncio
from collections.abc import Mapping
from typing import Any, Protocol

from sim.classroom.table_link import TableLink
from sim.web.messages.messages_in import PageRequest, SolveDrill


class TraineePage(Protocol):
    """The state by topic, in JSON values, and the acts of the page."""

    @property
    def topics(self) -> Mapping[str, Any]: ...

    async def request(self, request: PageRequest) -> None:
        """Have an act done. Raises RequestFailed."""
        ...

    async def wait(self, duration_ms: int) -> None:
        """Let the table's time pass."""
        ...

    async def reckon_drill(self) -> int:
        """Return the amount of a drill's open question, in cents. Raises RequestFailed."""
        ...


class ServedPage:
    """Implements `TraineePage` at a served table, `speed` times as fast as people. What a drill
    wants he has from the trainer, by `trainer_link`: no page is told it.
    """

    def __init__(self, link: TableLink, trainer_link: TableLink, speed: float) -> None:
        self._link, self._trainer_link = link, trainer_link
        self._speed = speed

    @property
    def topics(self) -> Mapping[str, Any]:
        return self._link.topics

    async def request(self, request: PageRequest) -> None:
        await self._link.request(request)

    async def wait(self, duration_ms: int) -> None:
        await asyncio.sleep(duration_ms / 1000 / self._speed)

    async def reckon_drill(self) -> int:
        return int((await self._trainer_link.request(SolveDrill()))["done"])
