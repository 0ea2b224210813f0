"""The licence's hours, by the time of day at the start of play (004 9)."""

from collections.abc import Iterator
from datetime import datetime

from firmware.core.tournament import acts
from firmware.core.tournament.terms import DAY_SECONDS, TournamentTerms, seconds_of_day
from firmware.core.vocabulary.panel import Text
from firmware.tournament.ruling_text import duration_text


def start_delay_s(now: datetime, terms: TournamentTerms) -> int | None:
    """Return the seconds since the licensed start; None outside the licensed hours."""
    local_time = now.astimezone()
    time_of_day_s = local_time.hour * 3600 + local_time.minute * 60 + local_time.second
    # modulo a day, as the hours may span midnight
    delay_s = (time_of_day_s - seconds_of_day(terms.begins)) % DAY_SECONDS
    return delay_s if delay_s < terms.duration_s else None


def delay_alarms(delay_s: int | None, terms: TournamentTerms) -> Iterator[Text]:
    """Yield the alarm of a late start, or of one outside the licensed hours."""
    if delay_s is None:
        yield Text("hall.incident.hours", {"begins": terms.begins, "ends": terms.ends})
    elif delay_s:
        yield Text("hall.incident.late", {"span": duration_text(delay_s)})


def delay_acts(delay_s: int | None) -> tuple[acts.AnyTournamentAct, ...]:
    """Return the acts that count a late start as a pause."""
    return (acts.PauseClock(), acts.PassTime(delay_s), acts.ResumeClock()) if delay_s else ()
