"""The peer: pybaccarat 0.18 (2018), which needs a console library of another system to be there."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VENV = HERE.parent / ".venv" / "peer"

STAND_IN = """\
import subprocess, sys, types
console = types.ModuleType("msvcrt")
console.getch = console.kbhit = lambda: b""
sys.modules["msvcrt"] = console
"""

PLAY = """\
import json, sys, time
from pybaccarat.baccarat import Game, Hand
from pybaccarat.playingcards import Card, Shoe

def hand(*ranks):
    made = Hand()
    for rank in ranks:
        made.add(Card(rank, "s"))
    return made

draws = {cell: hand(10, cell[0] or 10).need_hit(hand(10, 10, cell[1] or 10))
         for cell in ((bank, third) for bank in range(8) for third in range(10))}
shoe, player, bank = Shoe(8), Hand(), Hand()
game = Game(shoe, player, bank)
hands, took = 0, 0.0
while hands < int(sys.argv[1]):
    shoe.reset()
    shoe.shuffle()
    start = time.perf_counter()
    for _ in range(60):
        player.empty(); bank.empty()
        game.play_hand()
    took += time.perf_counter() - start
    hands += 60
printed, out = 0, sys.stdout
whole, sys.stdout = 0.0, open("/dev/null", "w")
while printed < int(sys.argv[1]):
    start = time.perf_counter()
    Game(Shoe(8)).play()
    whole += time.perf_counter() - start
    printed += 80
sys.stdout = out
cells = [[*cell, draws] for cell, draws in draws.items()]
print(json.dumps({"bare": hands / took, "rate": printed / whole, "draws": cells}))
"""


def played(hands: int) -> dict[str, Any] | None:
    """Return the peer's rounds a second and its third-card cells, None where it can't be had.

    `rate` is of whole shoes as it plays them, about 80 hands with their scoreboards, printed to
    nowhere; `bare` is of the hands alone, which no bet, no account of cards and no rule guards.
    """
    try:
        _install()
        command = [str(VENV / "bin" / "python"), "-c", PLAY, str(hands)]
        done = subprocess.run(command, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _install() -> None:
    if (VENV / "made").exists():
        return
    subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    site = next((VENV / "lib").glob("python*")) / "site-packages"
    (site / "sitecustomize.py").write_text(STAND_IN)
    pip = [str(VENV / "bin" / "pip"), "install", "--quiet", "--no-deps", "--require-hashes"]
    subprocess.run([*pip, "-r", str(HERE / "peer_tools.txt")], check=True, capture_output=True)
    build = ["--no-build-isolation", "-r", str(HERE / "peer.txt")]
    subprocess.run([*pip, *build], check=True, capture_output=True)
    (VENV / "made").touch()
