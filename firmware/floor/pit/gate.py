"""Lets requests in: paced by session or address, each by the role of the signed-in person."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.access import RateLimiter, SecondsClock
from firmware.floor.pit.acts import PitAct, may_begin
from firmware.floor.pit.sign_in import PeopleDesk, Visit
from firmware.shell.technician.requests import ROLE_KEYS, Person

SESSION_COOKIE: Final = "croupier-pit"
MAX_BODY_OCTETS: Final = 16 << 10
"""The most octets of a request's body."""

SESSION_CHECK_S: Final = 5.0
"""How often the session of an open stream is looked at."""
PROXIED_STREAM_S: Final = 60.0
"""How long a stream lasts whose person the house's proxy names."""

Endpoint = Callable[[Request], Awaitable[Response]]
PersonEndpoint = Callable[[Request, Person], Awaitable[Response]]
RequestType = TypeVar("RequestType")


class RequestRefused(Exception):
    """A request is refused; the page shows the reason in its language."""

    def __init__(self, status_code: int, reason: Text) -> None:
        super().__init__(reason.key)
        self.status_code, self.reason = status_code, reason


class _RefusalBody(msgspec.Struct, frozen=True):
    why: Text
    proxy: bool = False
    """Whether the house's proxy names the person, so that no passphrase need be typed."""


class Gate:
    """Wraps endpoints; a refusal is JSON with its reason."""

    def __init__(
        self,
        people_desk: PeopleDesk,
        rate_limiter: RateLimiter,
        clock: SecondsClock = time.monotonic,
    ) -> None:
        self._people_desk, self._rate_limiter, self._clock = people_desk, rate_limiter, clock

    def public(self, handler: Endpoint) -> Endpoint:
        """Wrap an endpoint for anybody."""

        async def admitted(request: Request) -> Response:
            self._pace(await self._client_key(request))
            return await handler(request)

        return self._with_refusals(admitted)

    def private(self, handler: PersonEndpoint, pit_act: PitAct | None = None) -> Endpoint:
        """Wrap an endpoint for signed-in people, or those whose role may do an act."""

        async def admitted(request: Request) -> Response:
            visit = visit_of(request)
            person = await self._people_desk.person_at(visit)
            self._pace(visit.session_token if person else visit.address)
            if person is None:
                raise RequestRefused(401, Text("pit.sign_in_first"))
            if pit_act is not None and not may_begin(person.role, pit_act):
                role = Text(ROLE_KEYS[person.role])
                raise RequestRefused(403, Text("pit.why.role", {"role": role}))
            return await handler(request, person)

        return self._with_refusals(admitted)

    def note_action(self, request: Request) -> None:
        """Note that the person acts. Raises RequestRefused if he has last acted too long ago."""
        session_token, sessions = visit_of(request).session_token, self._people_desk.sessions
        if not sessions.may_act(session_token):
            raise RequestRefused(401, Text("pit.sign_in_again"))
        sessions.note_action(session_token)

    async def while_signed_in(
        self, request: Request, events: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """Yield the events until the session of the request has ended. The page of a proxy's user
        asks again each minute, so that the proxy may refuse it.
        """
        visit = visit_of(request)
        began_s = checked_s = self._clock()
        is_proxied = self._people_desk.proxy_person(visit) is not None
        async for event in events:
            now_s = self._clock()
            if is_proxied and now_s - began_s >= PROXIED_STREAM_S:
                return
            if now_s - checked_s >= SESSION_CHECK_S:
                checked_s = now_s
                if await self._people_desk.person_at(visit) is None:
                    return
            yield event

    async def _client_key(self, request: Request) -> str:
        visit = visit_of(request)
        person = await self._people_desk.person_at(visit)
        return visit.session_token if person else visit.address

    def _pace(self, client_key: str) -> None:
        if not self._rate_limiter.admit(client_key):
            raise RequestRefused(429, Text("pit.too_fast"))

    def _with_refusals(self, handler: Endpoint) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            try:
                return await handler(request)
            except RequestRefused as refused:
                is_proxied = self._people_desk.proxy_person(visit_of(request)) is not None
                body = _RefusalBody(refused.reason, is_proxied and refused.status_code == 401)
                return json_response(body, refused.status_code)
            except RequestFailed as impossible:
                return json_response(_RefusalBody(impossible.why), 409)
            except SQLAlchemyError:
                return json_response(_RefusalBody(Text("pit.silent")), 503)

        return endpoint


def visit_of(request: Request) -> Visit:
    address = request.client.host if request.client else ""
    return Visit(request.cookies.get(SESSION_COOKIE, ""), request.headers, address)


def json_response(value: object, status_code: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status_code, media_type="application/json")


async def read_request(request: Request, request_type: type[RequestType]) -> RequestType:
    """Return a decoded request. Raises RequestRefused if it is too long, or not of that type."""
    body_octets = b""
    async for body_chunk in request.stream():
        body_octets += body_chunk
        # while reading: a length that the client declares proves nothing
        if len(body_octets) > MAX_BODY_OCTETS:
            raise RequestRefused(413, Text("pit.unreadable"))
    try:
        return msgspec.json.decode(body_octets, type=request_type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RequestRefused(400, Text("pit.unreadable")) from None
