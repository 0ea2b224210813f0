"""A person of the trade finds a thing by its name: a search of the file names leads to the file.

Each pair is a word that outsiders search for, and where the thing is. A new room adds its own.
"""

import re

from tests.kits.offenders import each
from tests.kits.paths import ROOT

PAIRS = [
    # the games and the table
    ("bet validation", "validat|legality|limits", "firmware/core/table/legality.py"),
    ("card picker", "picker", "firmware/core/table/card_picker.py"),
    ("late bets", "late_bet", "firmware/core/table/late_bets.py"),
    ("meters", "meter", "firmware/core/table/meters.py"),
    ("progressive jackpot at a table", "jackpot|progressive", "firmware/core/table/jackpot.py"),
    ("settlement of bets", "settle", "firmware/core/table/settlement.py"),
    ("poker betting round", "betting", "firmware/core/poker_room/engine/betting.py"),
    ("side pots", "pot", "firmware/core/poker_room/engine/pots.py"),
    ("blinds", "blind", "firmware/core/poker_room/engine/blind_positions.py"),
    # the tournament
    ("blind levels, clock", "clock|blind|level", "firmware/core/tournament/clock.py"),
    ("player moves, balancing", "move|transfer|balanc", "firmware/tournament/pending_move.py"),
    ("seating", "seating", "firmware/core/tournament/seating.py"),
    ("tournament configuration", "config", "firmware/tournament/config.py"),
    ("tournament daemon", "service|daemon|server", "firmware/tournament/service.py"),
    ("tournament engine", "tournament", "firmware/core/tournament/tournament.py"),
    ("tournament recovery", "recover|replay|restore", "firmware/tournament/recovery.py"),
    ("tournament undo", "undo|rollback", "firmware/core/tournament/undo.py"),
    ("tournament's NATS client", "nats", "firmware/tournament/nats_link.py"),
    # slot machines
    ("jackpot contributions", "contribut|increment", "firmware/slots/contributions.py"),
    ("meter rollover", "rollover|meter", "firmware/slots/meter_delta.py"),
    ("SAS exceptions: doors, tilts", "exception|door|tilt", "firmware/slots/exceptions.py"),
    ("SAS poll queue", "poll_queue", "firmware/slots/poll_queue.py"),
    ("SAS poll scheduling", "schedul", "firmware/slots/poll_scheduler.py"),
    # the floor
    ("gaming day, business date", "gaming_day|business", "firmware/floor/gaming_day.py"),
    ("closing of a day, seal", "seal", "firmware/floor/day/sealed_day.py"),
    ("master game report", "game_report", "firmware/floor/day/game_report.py"),
    ("heartbeat message", "heartbeat|liveness", "firmware/floor/heartbeat.py"),
    ("jackpot ledger", "jackpot|progressive", "firmware/floor/jackpot/jackpot_store.py"),
    ("journal tailing", "tail|follow", "firmware/floor/uplink/journal_tail.py"),
    ("NATS connection", "nats|connect", "firmware/floor/connection.py"),
    ("offline tables", "heartbeat|presence|offline", "firmware/floor/pit/heartbeats.py"),
    ("outbox: batches, acknowledgements", "outbox|batch", "firmware/floor/uplink/outbox.py"),
    ("pit: acknowledgements and forms", "store|repository", "firmware/floor/pit/form_store.py"),
    ("pit: active alarms", "alarm", "firmware/floor/pit/alarm_store.py"),
    ("pit: drop, win, hold", "takings|hold|revenue", "firmware/floor/projection/takings.py"),
    ("pit: projection of a table", "projection", "firmware/floor/projection/table_fold.py"),
    ("which facts leave a table", "redact|privacy|facts", "firmware/floor/facts.py"),
    # the service of a table
    ("configuration reader", "config|reader|valid", "firmware/shell/config/reader.py"),
    ("crash-safe file", "atomic", "firmware/shell/device/atomic_file.py"),
    ("dead card, restore", "backup|restore|adopt", "firmware/shell/backup/adoption.py"),
    ("journal segments", "segment", "firmware/shell/journal/segments.py"),
    ("message catalogue", "i18n|message|catalog|words", "firmware/shell/words/words.py"),
    ("power-cut recovery", "recover|resume", "firmware/shell/history/resume_point.py"),
    ("watchdog", "watchdog", "firmware/shell/service/watchdog.py"),
    ("command line parser", "argparse|parser", "firmware/cli/args/parser.py"),
    # parts and their far ends
    ("debounce", "debounce", "drivers/inputs/debounce.py"),
    ("LED driver", "led|light|pca9685", "drivers/lights/pca9685.py"),
    ("RFID chip reader", "rfid|rr3036|reader", "drivers/rr3036/reader.py"),
    ("wire noise", "noise|impair|loss", "sim/wires/impairments.py"),
    # the virtual table
    ("fault injection", "fault|inject", "sim/web/faults/injected_fault.py"),
    ("page requests", "dispatch|handler|request", "sim/web/hands/dispatcher.py"),
    ("payout drills", "drill|payout", "sim/web/drills/drill.py"),
    ("spaced repetition, Leitner", "leitner|box|spac", "sim/web/drills/boxes.py"),
    ("page's websocket", "websocket", "sim/web/server/page_websocket.py"),
    ("simulated dealer", "dealer|croupier", "sim/people/by_chance/croupier.py"),
]


@each("thing, search, path", PAIRS)
def test_file_name_search_finds_it(thing: str, search: str, path: str) -> None:
    assert (ROOT / path).is_file(), f"{thing} has moved: say where to"
    assert re.search(search, path), f"{thing} is not found by {search!r}"
