"""Pages at one table: all see the same, none holds another up, and none disturbs the service."""

import asyncio
import json
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from email.message import Message
from http.client import HTTPConnection
from typing import NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from firmware.core.vocabulary.labels import game_label
from firmware.pages.listening_socket import open_listening_socket
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from sim.web.server.page_websocket import (
    MAX_INVALID_MESSAGES,
    MAX_PENDING,
    POLICY_VIOLATION_STATUS,
)
from sim.web.server.server import LONGEST_MESSAGE, TRY_LATER_STATUS
from sim.web.session.pages import MAX_PAGES
from tests.kits.offenders import each
from tests.kits.sim.web.web_kit import Host, Page, hosted, until_alike
from tests.kits.waiting import PATIENCE_S, until

pytestmark = [pytest.mark.live, pytest.mark.long]

TOO_BIG = 1009
"""The status of a message that is too big (RFC 6455, 7.4.1)."""
PING = bytes.fromhex("89 80 00 00 00 00")
"""A masked ping without payload (RFC 6455, 5.5.2)."""
A_MOMENT_MS = 200
GARBAGE = (
    "", "null", "[]", "{", '{"act":"nothing"}', '{"act":7}', '{"act":"put"}', "\ufeff{}", "\x00",
    '{"act":"put","spot":"1","on":"player","cents":100}',
    '{"act":"put","spot":1,"on":"player","cents":-100}',
    '{"act":"put","spot":1,"on":"player","cents":1e99}',
    '{"act":"put","spot":1,"on":"player","cents":100,"more":1}',
    '{"act":"press","key":"no_such_key"}',
    '{"act":"speed","times":1e400}',
    '{"act":"step","ref":"one"}',
    '{"act":"step","ref":' + "9" * 5000 + "}",
    '{"act":"name","cards":' + "[" * 20_000 + "]" * 20_000 + "}",
    "[" * 100_000,
    '{"act":"put","on":"' + "x" * 10_000 + '"}',
)  # fmt: skip


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A table at which nobody plays."""
    with hosted(tmp_path_factory.mktemp("t"), "--idle", "--lang", "en") as host:
        yield host


@pytest.fixture(scope="module")
def stalled(host: Host) -> Iterator[socket.socket]:
    """The connection of a page that reads nothing of what it is given."""
    with socket.create_connection(("127.0.0.1", host.port), timeout=PATIENCE_S) as stalled:
        stalled.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{host.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        yield stalled


@pytest.fixture
def page(host: Host, stalled: socket.socket) -> Iterator[Page]:
    """A page, beside one that reads nothing."""
    with host.page() as page:
        yield page.until_served()


class Got(NamedTuple):
    """What came back, whole."""

    status: int
    headers: Message
    body: bytes


def got(host: Host, path: str, **headers: str) -> Got:
    with closing(HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return Got(answer.status, answer.headers, answer.read())


def is_gone(wire: socket.socket) -> bool:
    """Say whether the far end knows this connection no more: it answers whatever comes by RST."""
    ended = select.poll()
    ended.register(wire, 0)
    try:
        wire.sendall(PING)
    except OSError:
        return True
    return bool(ended.poll(A_MOMENT_MS))


# the console


def printed(wire: ClientConnection, until_said: str) -> str:
    """Return what a console prints, up to something that it says."""
    reported = ""
    while until_said not in reported:
        reported += json.loads(wire.recv(PATIENCE_S)).get("text", "")
    return reported


def test_local_page_has_the_console(host: Host, page: Page) -> None:
    with host.page("/console?lang=en") as wire:
        printed(wire.wire, "Baccara 1 > ")
        wire.wire.send("status\r")
        assert "Parts      10 of 10 are well" in printed(wire.wire, "Baccara 1 > ")
        wire.wire.send("clear\r")
        assert "needs a login" in printed(wire.wire, "Baccara 1 > ")
        wire.wire.send("exit\r")
        with pytest.raises(ConnectionClosed):
            printed(wire.wire, "never")
    page.ask("look", inside=False)


def test_foreign_page_has_no_console(host: Host) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        host.page("/console", origin="http://elsewhere.invalid"),
    ):
        pass
    assert refused.value.response.status_code == 403


# what pages see


def test_two_pages_see_the_same(host: Host, page: Page) -> None:
    with host.page() as other:
        other.until_served()
        before = page.status
        assert before is not None
        assert page.ask("press", key="confirm").get("refused") is None
        other.until(lambda: other.status and other.status["ask"] != before["ask"])
        until_alike(page, other)


def test_late_page_sees_the_same(host: Host, page: Page) -> None:
    page.ask("press", key="confirm")
    with host.page() as late:
        late.until_served()
        assert late.now["hello"] == page.now["hello"]
        late.until(lambda: late.events)
        until_alike(page, late)


def test_power_cut_is_a_missing_status(page: Page) -> None:
    page.ask("power", on=False)
    page.until(lambda: page.status is None)
    page.until(lambda: not page.now["scene"]["powered"])
    page.ask("power", on=True)
    page.until(lambda: page.status is not None)


def test_only_open_panels_get_frames(host: Host, page: Page) -> None:
    with host.page() as outside:
        outside.until_served()
        page.ask("look", inside=True)
        page.until(lambda: page.now.get("frames", {}).get("frames"))
        page.until(lambda: page.now["frames"]["load"].get("i2c", 0) > 0)
        outside.ask("look", inside=False)
        assert "frames" not in outside.now
    page.ask("look", inside=False)


# what pages may send


@each("garbage", GARBAGE)
def test_invalid_act_refused_in_words(page: Page, garbage: str) -> None:
    refused = page.answer_to(garbage)
    assert refused["refused"]["key"] == "web.malformed"
    assert set(refused["said"]) == set(LANGUAGES)
    assert page.ask("look", inside=False) == {"ref": page.ask("look", inside=False)["ref"] - 1}


def test_refusal_has_its_act_s_number(page: Page) -> None:
    page.wire.send('{"act":"nothing","ref":4711}')
    page.until(lambda: 4711 in page._answers)
    assert page._answers[4711]["refused"]["key"] == "web.malformed"


def test_octets_are_no_act(page: Page) -> None:
    assert page.answer_to(b"\x00\xff")["refused"]["key"] == "web.binary"


def test_nonsense_ends_only_its_page(host: Host, page: Page) -> None:
    with host.page() as mad:
        mad.until_served()
        for _ in range(MAX_INVALID_MESSAGES - 1):
            mad.answer_to("nonsense")
        mad.ask("look", inside=False)
        for _ in range(MAX_INVALID_MESSAGES):
            mad.wire.send("nonsense")
        with pytest.raises(ConnectionClosed) as closed:
            mad.until(lambda: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == POLICY_VIOLATION_STATUS
    page.ask("look", inside=False)


def test_long_message_ends_its_page(host: Host, page: Page) -> None:
    with host.page() as long:
        long.until_served()
        long.wire.send("x" * (LONGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed) as closed:
            long.until(lambda: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TOO_BIG
    page.ask("look", inside=False)


def test_message_flood_delays_nobody(host: Host, page: Page) -> None:
    def pour(wire: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                wire.send('{"act":"press","key":"undo"}')

    with host.page() as flood:
        pouring = threading.Thread(target=pour, args=(flood.until_served().wire,))
        pouring.start()
        for _ in range(3):
            page.now.pop("status")
            page.until(lambda: page.now.get("status", {}).get("status"))
            assert page.ask("look", inside=False).get("refused") is None
        flood.wire.socket.shutdown(socket.SHUT_RDWR)
        pouring.join(PATIENCE_S)
        assert not pouring.is_alive()


def test_too_many_requests_are_refused(page: Page) -> None:
    refs = range(1000, 1000 + MAX_PENDING + 4)
    for ref in refs:
        page.wire.send(json.dumps({"act": "press", "key": "undo", "ref": ref}))
    page.until(lambda: all(ref in page._answers for ref in refs))
    refused = [page._answers[ref].get("refused", {}).get("key") for ref in refs]
    assert "web.busy" in refused
    assert None in refused


# pages that come and go


# who may come


@each("origin", ["http://evil.example", "http://127.0.0.1", "http://localhost:1", "null", ""])
def test_page_of_another_origin_refused(host: Host, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, host.page(origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert got(host, "/script", Origin=origin).status == 403


@each("name", ["evil.example", "127.0.0.1.evil.example", "", "a b", "[::1"])
def test_foreign_host_name_is_refused(host: Host, name: str) -> None:
    assert got(host, "/", Host=name).status in (400, 403)
    assert got(host, "/ws", Host=name, Upgrade="websocket").status in (400, 403)


@each("name", ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "192.168.1.5"])
def test_ip_address_is_no_foreign_name(host: Host, name: str) -> None:
    assert got(host, "/", Host=f"{name}:{host.port}").status == 200


# files


def test_message_is_sent_without_delay() -> None:
    """Otherwise each answer's last octets wait 40 ms for the browser (RFC 896, RFC 1122)."""

    async def sends_at_once() -> int:
        took = asyncio.get_running_loop().create_future()

        def take(_reads: asyncio.StreamReader, writes: asyncio.StreamWriter) -> None:
            wire = writes.get_extra_info("socket")
            took.set_result(wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writes.close()

        listening = open_listening_socket("127.0.0.1", 0)
        async with await asyncio.start_server(take, sock=listening):
            _, writes = await asyncio.open_connection(*listening.getsockname())
            writes.close()
            return await took

    assert asyncio.run(sends_at_once()) == 1


@each(
    "path, kind",
    [
        ("/", "text/html"),
        ("/board", "text/html"),
        ("/main.js", "text/javascript"),
        ("/style.css", "text/css"),
    ],
)
def test_page_has_types_and_no_caching(host: Host, path: str, kind: str) -> None:
    served = got(host, path)
    assert served.status == 200
    assert served.headers.get_content_type() == kind
    assert served.headers["Cache-Control"] == "no-store"
    assert served.headers["X-Content-Type-Options"] == "nosniff"
    assert served.headers["Content-Security-Policy"].startswith("default-src 'self';")
    assert "unsafe" not in served.headers["Content-Security-Policy"]


@each("path", ["/../server.py", "/%2e%2e/server.py", "/no-such-file", "//etc/passwd"])
def test_only_the_page_is_served(host: Host, path: str) -> None:
    assert got(host, path).status == 404


def test_recorded_play_is_a_file(host: Host) -> None:
    served = got(host, "/script")
    assert served.status == 200
    assert served.headers["Content-Disposition"] == 'attachment; filename="baccarat.jsonl"'
    assert json.loads(served.body.splitlines()[0])["game"]


def test_slow_headers_delay_no_round(host: Host, page: Page) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", host.port)))
            slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
        page.ask("look", inside=False)


def test_page_that_stops_reading_closed(page: Page, stalled: socket.socket) -> None:
    let_go(page, stalled)


def let_go(page: Page, stalled: socket.socket) -> None:
    until("the end", lambda: page.ask("look", inside=False) and is_gone(stalled))


def test_unknown_table_changes_nothing(host: Host, page: Page) -> None:
    seat, language = page.now["hello"]["seat"], page.now["hello"]["language"]
    other = {"fr": "en", "en": "fr"}[language]
    refused = page.ask("seat", game="chess")
    assert "chess" in refused["said"]["en"]
    assert "chess" in refused["said"]["fr"]
    assert (page.now["hello"]["seat"], page.now["hello"]["game"]) == (seat, "baccarat")
    page.ask("speak", language=other)
    page.until(lambda: page.status and page.status["language"] == other)
    page.ask("seat", game="casino-war", spots=3)
    page.until(lambda: page.now["hello"]["seat"] == seat + 1).until_served()
    assert page.status
    assert (page.now["hello"]["game"], page.status["game"]) == ("casino-war", "casino-war")
    assert len(page.status["spots"]) == 3
    assert (page.now["hello"]["language"], page.status["language"]) == (other, other)
    with host.page() as late:
        assert late.until_served().now["hello"] == page.now["hello"]
    assert (host.rooms / "page-casino-war" / "state" / "device.pub").exists()
    until("the end of the table before", lambda: len(host.services()) == 1)


def test_number_of_pages_is_bounded(host: Host, stalled: socket.socket) -> None:
    with host.page() as page:
        let_go(page.until_served(), stalled)
    with ExitStack() as stack:
        pages = [stack.enter_context(host.page()) for _ in range(MAX_PAGES)]
        for page in pages:
            page.until_served()
        with host.page() as crowded:
            crowded.until(lambda: 0 in crowded._answers)
            assert crowded._answers[0]["refused"]["key"] == "web.crowded"
            with pytest.raises(ConnectionClosed) as closed:
                crowded.until(lambda: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == TRY_LATER_STATUS
    with host.page() as page:
        page.until_served()


def test_messages_are_explained_in_language(host: Host, page: Page) -> None:
    """Asked of the running table, whose round has settled nothing yet."""
    assert page.status
    for language, word in (("fr", "mise"), ("en", "bet")):
        answer = json.loads(got(host, f"/why?lang={language}&message=why.limit_low&message=x").body)
        assert any(word in sentence["words"] for sentence in answer["messages"]["why.limit_low"])
        assert answer["messages"]["x"] == []


@each("query", ("", "lang=xx", "lang=en" + "&message=x" * 21))
def test_question_beyond_bounds_is_refused(host: Host, query: str) -> None:
    assert got(host, f"/why?{query}").status == 400


def test_rules_of_the_table_are_read_by_language(host: Host) -> None:
    # a table that is still starting does not answer
    until("the rules", lambda: got(host, "/rules?lang=fr").status == 200)
    answers = [got(host, f"/rules?lang={language}") for language in ("fr", "en")]
    titles = [json.loads(answer.body)["sheet"]["title"] for answer in answers]
    french, english = map(Words.load, ("fr", "en"))
    # the table has the game that the page seated last
    labels = map(game_label, default_pack().games)
    assert titles in [[french.render(label), english.render(label)] for label in labels]
    assert got(host, "/rules?lang=xx").status == 400


def test_blind_exercise_withholds_the_rules(host: Host) -> None:
    with host.page() as page:
        page.until_served()
        page.ask("learn", exercise="craps.field", blind=True)
        until("no rules", lambda: got(host, "/rules?lang=en").body == b"null")
        page.ask("seat", game="baccarat")
        until("the rules", lambda: b'"sheet"' in got(host, "/rules?lang=en").body)
