"""`croupier board`: only what players may see reaches it; it survives its table's restarts."""

import re
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from firmware.board.board_poller import MAX_BOARDS, BoardPoller
from firmware.board.board_view import board_from_status, board_state, make_greeting
from firmware.board.server import BoardServer
from firmware.core.vocabulary.status import Status
from firmware.shell.config.defaults import default_table
from firmware.shell.sheets.posted_sheet import PostedSheet, rules_poster
from firmware.shell.sockets.control import StatusQuery
from firmware.shell.sockets.line_socket import LineSocket
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack
from tests.kits.sim.status_evening import evening
from tests.kits.sim.web.browser import browser, needs_chromium  # noqa: F401
from tests.kits.sim.web.received_state import ReceivedState

CARD = re.compile(r'"(?:[2-9TJQKA][SHDC]|JK)"')
STEPS = 60
READ = (
    *("board", "bank", "due", "round", "spots", "cards", "tally", "result", "results", "limits"),
    "players",
)
"""The fields of a status that a board reads, the instrument aside."""


@pytest.fixture(scope="module")
def last_status() -> Status:
    """The table after some rounds of Baccara."""
    return [*evening("baccarat", 4 * STEPS)][-1]


# what reaches a board


@each("game", ("baccarat", "blackjack", "three-card-poker", "pai-gow-poker", "red-dog"))
def test_only_face_up_cards_reach_a_board(game: str) -> None:
    seen = [*evening(game, STEPS)]
    shown = [{*CARD.findall(_json(board_from_status(status)))} for status in seen]
    assert any(shown)
    assert shown == [{*CARD.findall(_json(status.cards))} for status in seen]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def test_result_is_there_until_it_is_confirmed(last_status: Status) -> None:
    seen = [*evening("baccarat", STEPS), last_status]
    ended = [status for status in seen if status.result is not None]
    assert ended
    for status in ended:
        assert status.phase == "round"
        assert status.result.startswith(("Player wins", "Banker wins", "Tie"))
        assert board_from_status(status).result == status.result
    assert all(status.result is None for status in seen if status.phase == "open")


def test_rest_of_status_is_not_shown(last_status: Status) -> None:
    """Dealt, named and due cards, faults, parts, bets: nothing of them is read."""
    others = {
        "named": ("AS",), "dealt": {"dealer": 9}, "dealer": ("AS",),
        "refused": "AS", "notes": ("AS",), "game_values": {"draw": {"card": "AS"}}, "version": "AS",
        "table": "AS", "keys": ("AS",), "figures": 1, "lot": 1, "shoe_port": "AS",
    }  # fmt: skip
    other = msgspec.structs.replace(last_status, **others)
    assert not set(others) & set(READ)
    assert board_from_status(other) == board_from_status(last_status)


def test_unsound_record_shows_no_status(last_status: Status) -> None:
    greeted = make_greeting(2, "baccarat", "en")
    assert board_state(greeted, None)["status"] == {"status": None}
    assert board_state(greeted, last_status)["status"]["status"]["results"] == last_status.results


# the server


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "control.sock"


@contextmanager
def table(path: Path, seen: Status) -> Iterator[None]:
    """Have a table answer at that socket."""
    post_rules = rules_poster(default_table(seen.game))

    def answer(line: bytes, _uid: int) -> Status | PostedSheet:
        query = msgspec.json.decode(line, type=StatusQuery)
        return post_rules(query.lang) if query.get == "rules" else seen

    with closing(LineSocket(path, 0o666, answer)):
        yield


@pytest.fixture
def served(path: Path) -> Iterator[BoardServer]:
    watch = BoardPoller(lambda: path, "en")
    with BoardServer(("127.0.0.1", 0), watch) as server:
        for run in (watch.run, server.serve_forever):
            threading.Thread(target=run, daemon=True).start()
        yield server
        watch.stop()
        server.shutdown()


def got(server: BoardServer, path: str, method: str = "GET") -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request(method, path)
    return connection.getresponse()


def test_page_loads_nothing_external(served: BoardServer) -> None:
    page = got(served, "/")
    assert b'data-feed="feed"' in page.read()
    assert page.headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert got(served, "/board.js").headers["Content-Type"] == "text/javascript"


@each(
    "method, name, status",
    [
        ("GET", "/../server.py", 404),
        ("GET", "/%2e%2e/server.py", 404),
        ("GET", "/index.html", 404),
        ("GET", "/status", 404),
        ("POST", "/feed", 501),
        ("DELETE", "/board.js", 501),
    ],
)
def test_serves_only_its_own_files(
    method: str, name: str, status: int, served: BoardServer
) -> None:
    assert got(served, name, method).status == status


@each(
    "host, status",
    [
        ("127.0.0.1:8090", 200),
        ("[::1]:8090", 200),
        ("localhost", 200),
        ("foreign.example:8090", 403),
        ("localhost.foreign.example", 403),
        ("", 403),
        ("[", 403),
    ],
)
def test_served_only_under_its_names(host: str, status: int, served: BoardServer) -> None:
    connection = HTTPConnection("127.0.0.1", served.server_port, timeout=10)
    connection.request("GET", "/", headers={"Host": host})
    assert connection.getresponse().status == status


def received(feed: HTTPResponse, state: ReceivedState) -> Any:
    """Return the board's state after its next message."""
    while not (line := feed.readline()).startswith(b"data: "):
        pass
    state.receive(msgspec.json.decode(line.removeprefix(b"data: ")))
    return state.topics


def test_silent_table_comes_back(served: BoardServer, path: Path, last_status: Status) -> None:
    feed, state = got(served, "/feed"), ReceivedState()
    assert received(feed, state)["status"] == {"status": None}
    with table(path, last_status):
        topics = received(feed, state)
        assert topics["hello"]["game"] == "baccarat"
        assert topics["status"]["status"]["results"] == list(last_status.results)
    assert received(feed, state)["status"] == {"status": None}
    with table(path, last_status):
        assert received(feed, state)["status"]["status"]["round"] == last_status.round


def test_one_board_too_many_is_refused(served: BoardServer) -> None:
    feeds = [got(served, "/feed") for _ in range(MAX_BOARDS)]
    assert {feed.status for feed in feeds} == {200}
    assert got(served, "/feed").status == 503


@each("language, title", [("fr", "Baccara"), ("en", "Baccarat")])
def test_rules_are_in_the_language_of_the_query(
    language: str, title: str, served: BoardServer, path: Path, last_status: Status
) -> None:
    with table(path, last_status):
        answer = got(served, f"/rules?lang={language}")
        rules = msgspec.json.decode(answer.read(), type=PostedSheet)
    assert answer.headers["Content-Type"] == "application/json"
    assert (rules.language, rules.sheet.title) == (language, title)
    assert {"fr", "en"} <= {*rules.languages}


@each("query, status", [("?lang=fr", 503), ("?lang=xx", 400), ("", 400)])
def test_rules_are_refused_in_plain_statuses(query: str, status: int, served: BoardServer) -> None:
    assert got(served, f"/rules{query}").status == status


@each("game", games_in_pack())
def test_rules_are_of_no_card_on_the_table(game: str) -> None:
    """They are made of the configuration alone: no state of a round goes into them."""
    rules = msgspec.json.encode(rules_poster(default_table(game))("en")).decode()
    assert not CARD.search(rules)


# in a browser


@needs_chromium
def test_rules_open_and_close_by_keyboard(
    browser: Browser,  # noqa: F811
    served: BoardServer,
    path: Path,
    last_status: Status,
) -> None:
    page = browser.new_page()
    page.add_init_script(Axe().axe_script)
    with table(path, last_status):
        page.goto(served.address)
        opener = page.locator("#rules-open")
        expect(page.locator("h1")).to_have_text("Baccarat")  # before it, the button may be hidden
        expect(opener).to_be_visible()
        opener.focus()
        page.keyboard.press("Enter")
        title = page.locator("#rules h2")
        expect(title).to_have_text("Baccarat")
        assert page.locator("#rules section.book tr").count() > 20
        page.locator('#rules button[lang="fr"]').focus()
        page.keyboard.press("Space")
        expect(title).to_have_text("Baccara")
        expect(title).to_have_attribute("lang", "fr")
        found = page.evaluate("axe.run(document.querySelector('dialog'))")["violations"]
        assert [violation["id"] for violation in found] == []
        page.keyboard.press("Escape")
        expect(page.locator("#rules-dialog")).to_be_hidden()
        expect(opener).to_be_focused()


@needs_chromium
def test_last_hand_stays_until_the_next(
    browser: Browser,  # noqa: F811
    served: BoardServer,
    path: Path,
) -> None:
    seen = [*evening("baccarat", STEPS)]
    ends = [nth for nth, status in enumerate(seen) if status.result is not None]
    ended = seen[ends[0]]
    bets = next(status for status in seen[ends[0] :] if status.phase == "open")
    page = browser.new_page()
    page.goto(served.address)
    cards, result = page.locator("#hand .face"), page.locator("#result")
    for status in (ended, bets):
        with table(path, status):
            expect(page.locator("#away")).to_be_hidden()
            expect(page.locator("#hand h2")).to_have_text(f"Round {ended.round}")
            expect(cards).to_have_count(sum(map(len, ended.cards.values())))
            expect(result).to_have_text(str(ended.result))
        expect(page.locator("#away")).to_be_visible()
    expect(page.locator("#announce")).to_have_text("Place your bets")


@needs_chromium
def test_page_reports_silent_table(
    browser: Browser,  # noqa: F811
    served: BoardServer,
    path: Path,
    last_status: Status,
) -> None:
    page = browser.new_page()
    page.goto(served.address)
    away, beads = page.locator("#away"), page.locator(".road.bead .cell")
    expect(away).to_be_visible()
    results = [one for one in last_status.results if one in ("player", "banker", "tie")]
    assert results
    for _ in range(2):
        with table(path, last_status):
            expect(away).to_be_hidden()
            expect(page.locator("#game")).to_have_text("Baccarat")
            expect(beads).to_have_count(len(results))
        expect(away).to_be_visible()
