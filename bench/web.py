"""(k) From a light's I2C write to its pixel, and (l) the service's loop with pages attached.

A real virtual table plays by itself at several times a dealer's pace, its page served by
`bench.web_host`: `bench.web_pixel` and `bench.web_loop` say what is timed and how.
"""

import sys
from contextlib import closing
from pathlib import Path

from bench import web_loop, web_pixel
from bench.sample import Sample
from tools.browser import chromium, serving

RUN = ("--speed", "5", "--seed", "1", "--lang", "en")


def measure(folder: Path, changes: int = 150, repetitions: int = 2, seconds: float = 5.0) -> Sample:
    """Time so many changes of lights; then have the phases take turns."""
    host = (sys.executable, "-m", "bench.web_host", str(folder))
    with closing(web_loop.Attendance(folder)) as attendance:
        with serving(*RUN, program=host) as server, chromium() as browser:
            watched = web_pixel.watch(browser, server.address, changes)
            attendance.alternate_phases(browser, server.address, repetitions, seconds)
        pixel, loop = web_pixel.summed_up(watched, folder), web_loop.summed_up(folder)
    lines = [*web_pixel.result_lines(pixel), *web_loop.result_lines(loop)]
    return Sample("web", lines, {"pixel": pixel, "loop": loop})
