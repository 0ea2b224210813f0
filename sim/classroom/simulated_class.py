"""Simulated trainees at the tables of a class, of several skills: each at his table's page."""

import asyncio
from collections.abc import Sequence
from functools import partial
from random import Random

from sim.classroom.seat import Seat
from sim.classroom.simulated_trainee import SKILLS, SimulatedTrainee
from sim.classroom.table_link import TableLink
from sim.classroom.table_process import Address
from sim.classroom.trainee_page import ServedPage


def _address(seat: Seat) -> Address | None:
    return seat.process.address


async def simulate_trainees(seats: Sequence[Seat], speed: float, seed: int) -> None:
    """Have trainees work at all tables until cancelled, so many times as fast as people."""
    async with asyncio.TaskGroup() as group:
        for seat in seats:
            # without the secret: a page like that of any browser
            link = TableLink(partial(_address, seat), "", lambda: None)
            trainee = SimulatedTrainee(
                ServedPage(link, speed),
                [exercise.id for exercise in seat.lessons],
                SKILLS[seat.number % len(SKILLS)],
                Random(f"{seed} {seat.number}"),  # noqa: S311  # mistakes, no secrets
            )
            group.create_task(link.run())
            group.create_task(trainee.work())
