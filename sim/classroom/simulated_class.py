"""Simulated trainees at the tables of a class, of several skills: each at his table's page."""

import asyncio
from collections.abc import Sequence
from functools import partial
from random import Random

from sim.classroom.assignments import Assignment
from sim.classroom.mistakes import SKILLS
from sim.classroom.seat import Seat
from sim.classroom.simulated_trainee import SimulatedTrainee
from sim.classroom.table_link import TableLink
from sim.classroom.table_process import Address
from sim.classroom.trainee_page import ServedPage
from sim.web.messages.messages_in import PageRequest


def _address(seat: Seat) -> Address | None:
    return seat.process.address


def _requests(assignments: Sequence[Assignment]) -> list[PageRequest]:
    """Return the requests of all exercises, parts of exams and drills."""
    return [assignment.request for assignment in assignments for _ in range(assignment.parts)]


async def simulate_trainees(seats: Sequence[Seat], speed: float, seed: int) -> None:
    """Have trainees work at all tables until cancelled, so many times as fast as people."""
    async with asyncio.TaskGroup() as group:
        for seat in seats:
            if not (beginnings := _requests(seat.assignments)):
                continue
            # without the secret: a page like that of any browser
            link = TableLink(partial(_address, seat), "", lambda: None)
            trainee = SimulatedTrainee(
                ServedPage(link, seat.link, speed),
                beginnings,
                SKILLS[seat.number % len(SKILLS)],
                Random(f"{seed} {seat.number}"),  # noqa: S311  # mistakes, no secrets
            )
            group.create_task(link.run())
            group.create_task(trainee.work())
