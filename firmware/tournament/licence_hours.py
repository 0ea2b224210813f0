"""The licence's hours by the time of day at which a tournament begins (004 9)."""

from collections.abc import Iterator
from datetime import datetime

from firmware.core.tournament import acts
from firmware.core.tournament.terms import DAY_S, Terms, clock_s
from firmware.core.vocabulary.panel import Text
from firmware.tournament.ruling_text import span


def late_s(now: datetime, terms: Terms) -> int | None:
    """Return the seconds since the hour of the beginning, by the time of day here; None if that is
    outside of the hours.
    """
    here = now.astimezone()
    day_s = here.hour * 3600 + here.minute * 60 + here.second
    late = (day_s - clock_s(terms.begins)) % DAY_S
    return late if late < terms.lasts_s else None


def late_told(late: int | None, terms: Terms) -> Iterator[Text]:
    """Yield the alarm of a begin at another hour than the licence's."""
    if late is None:
        yield Text("hall.incident.hours", {"begins": terms.begins, "ends": terms.ends})
    elif late:
        yield Text("hall.incident.late", {"span": span(late)})


def counted(late: int | None) -> tuple[acts.AnyHallAct, ...]:
    """Return the acts by which the time that it is late counts as a pause."""
    return (acts.Pause(), acts.Wait(late), acts.Resume()) if late else ()
