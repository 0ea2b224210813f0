"""The hands of a simulated trainee at his table's page."""

from typing import Final

from firmware.core.vocabulary.keys import Key
from sim.classroom.payments_due import Stack, Topics, felt_cents
from sim.classroom.trainee_page import TraineePage
from sim.web.messages import messages_in as requests

LOOK_MS: Final = 300
READING_MS: Final = 1500
"""How long the table may take to read the chips of an act."""
TURNING_MS: Final = 60_000
"""How long a wheel may turn."""


class TraineeHands:
    """Acts, and waits until the table has seen it. Its methods may raise RequestFailed."""

    def __init__(self, page: TraineePage) -> None:
        self._page = page

    async def do(self, *acts: requests.PageRequest) -> None:
        """Do acts, until the table asks for something else."""
        status = self._page.topics["status"]["status"]
        for act in acts:
            await self._page.request(act)
        throws = any(isinstance(act, requests.ThrowResult) for act in acts)
        await self.await_next_prompt(status, TURNING_MS if throws else READING_MS)

    async def do_under_key(self, *acts: requests.PageRequest) -> None:
        """Do acts while the supervisor's key is turned."""
        await self._page.request(requests.TurnKeySwitch(is_on=True))
        try:
            await self.do(*acts)
        finally:
            await self._page.request(requests.TurnKeySwitch(is_on=False))

    async def press_next(self) -> None:
        """Press NEXT, if it is a key now."""
        status = self._page.topics["status"]["status"]
        if status and Key.NEXT_PAYMENT in status["keys"]:
            await self.do(requests.PressKey(key=Key.NEXT_PAYMENT))

    async def set_stack(self, stack: Stack, cents: int) -> None:
        """Put chips there, or take them, for this amount."""
        (spot, bet_name, bettor), laid_cents = stack, felt_cents(self._page.topics, stack)
        if cents < laid_cents:
            await self._page.request(
                requests.TakeChips(spot=spot, bet_name=bet_name, bettor=bettor)
            )
            laid_cents = 0
        if cents > laid_cents:
            await self._page.request(
                requests.LayChips(
                    spot=spot, bet_name=bet_name, bettor=bettor, cents=cents - laid_cents
                )
            )

    async def await_next_prompt(self, status: Topics | None, patience_ms: int = READING_MS) -> None:
        """Wait for the table to ask for something else, but not longer."""
        before = _prompt(status)
        for _ in range(patience_ms // LOOK_MS):
            await self._page.wait(LOOK_MS)
            if _prompt((self._page.topics.get("status") or {}).get("status")) != before:
                return


def _prompt(status: Topics | None) -> object:
    return status and (status["ask"], status["due"], status["choices"], status["round"])
