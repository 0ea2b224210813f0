"""The bank of slot machines: SAS's times on a real pseudo-terminal, and a day with every fault.

python -m tests.campaigns.slots.slots --machines 32 --seconds 60 --hours 24 --seed 1
"""

# ruff: noqa: T201
import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.campaigns.slots.slots_day import Day
from tests.campaigns.slots.slots_wire import measured


def main() -> int:
    """Return 1 if a machine was polled out of time, or a coin is in the wrong place."""
    asked = _asked()
    with TemporaryDirectory() as folder:
        figures = measured(asked.machines, asked.seconds, Path(folder))
    print(figures, flush=True)
    day = Day(asked.machines, asked.seed)
    for hour in range(asked.hours):
        day.play(1)
        print(f"hour {hour + 1}: {len(day.world.sent)} messages", flush=True)
        day.world.sent.clear()
    print(", ".join(f"{name} {count}" for name, count in sorted(day.counts.items())))
    wrong = [*day.differences()]
    print("\n".join(wrong) or f"{asked.hours} h of {asked.machines} machines: 0 differences")
    return int(bool(wrong) or not figures.is_in_time)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--machines", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
