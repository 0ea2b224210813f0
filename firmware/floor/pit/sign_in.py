"""Who is at a request: people sign in and out, and each request asks whether they still may."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.access import BrowserSessions, KnownAccounts
from firmware.floor.pit.acts import acts_of
from firmware.floor.pit.chain_entries import SignedIn, SignedOut, SignInFailed
from firmware.floor.pit.chain_store import PitChain
from firmware.floor.pit.house_proxy import GroupRole, proxy_person
from firmware.shell.technician.requests import ROLE_KEYS, Person

WRONG_KEY = "console.wrong"
"""The message key of a passphrase that was checked, and is wrong."""


class Visit(NamedTuple):
    """A request's session token, its headers, and the address that it comes from."""

    session_token: str
    headers: Mapping[str, str]
    address: str


class PeopleDesk:
    """Signs people in by passphrase or by the house's proxy, with an entry in the chain for each
    time. Every method that writes one raises SQLAlchemyError.
    """

    def __init__(
        self,
        accounts: KnownAccounts,
        chain: PitChain,
        sessions: BrowserSessions,
        group_roles: Sequence[GroupRole] = (),
    ) -> None:
        self._accounts, self._chain, self.sessions = accounts, chain, sessions
        self._group_roles = group_roles
        # one check at a time: a passphrase's hash is dear on purpose, and guesses come in crowds
        self._passphrase_gate = asyncio.Semaphore(1)

    def proxy_person(self, visit: Visit) -> Person | None:
        """Return who is signed in at the house's proxy."""
        return proxy_person(visit.headers, self._group_roles)

    async def person_at(self, visit: Visit) -> Person | None:
        """Return the signed-in person; a session ends once his account, or the proxy's word for
        him, has changed since he signed in.
        """
        session = self.sessions.session(visit.session_token)
        if session is None:
            return None
        if session.account is None:
            is_present = self.proxy_person(visit) == session.person
        else:
            is_present = self._accounts.find_account(session.person.name) == session.account
        if is_present:
            return session.person
        self.sessions.sign_out(visit.session_token)
        entry = SignedOut(self._chain.wall_clock(), session.person.name, "account")
        await asyncio.to_thread(self._chain.record, entry)
        return None

    async def sign_in(self, name: str, passphrase: str, address: str) -> str:
        """Sign a person in; return the session's token. Raises RequestFailed."""
        person = await self.checked_person(name, passphrase, address)
        account = self._accounts.find_account(person.name)
        if account is None:
            raise RequestFailed(Text(WRONG_KEY))
        _check_has_acts(person)
        entry = SignedIn(self._chain.wall_clock(), person.name, person.role, address, "passphrase")
        await asyncio.to_thread(self._chain.record, entry)
        return self.sessions.sign_in(person, account)

    async def sign_in_by_proxy(self, visit: Visit) -> str:
        """Sign in who is signed in at the proxy; return the session's token. Raises RequestFailed
        if there is no such person.
        """
        person = self.proxy_person(visit)
        if person is None:
            raise RequestFailed(Text("pit.sign_in_first"))
        _check_has_acts(person)
        entry = SignedIn(self._chain.wall_clock(), person.name, person.role, visit.address, "proxy")
        await asyncio.to_thread(self._chain.record, entry)
        return self.sessions.sign_in(person)

    async def checked_person(self, name: str, passphrase: str, address: str) -> Person:
        """Return the person of a name and passphrase. Raises RequestFailed; a wrong one is entered
        in the chain.
        """
        try:
            async with self._passphrase_gate:
                return await asyncio.to_thread(
                    self._accounts.authenticate, name, passphrase, address
                )
        except RequestFailed as refusal:
            if refusal.why.key == WRONG_KEY:
                known_name = name if self._accounts.find_account(name) else ""
                entry = SignInFailed(self._chain.wall_clock(), known_name, address)
                await asyncio.to_thread(self._chain.record, entry)
            raise

    async def sign_out(self, session_token: str, person: Person) -> None:
        self.sessions.sign_out(session_token)
        entry = SignedOut(self._chain.wall_clock(), person.name, "person")
        await asyncio.to_thread(self._chain.record, entry)


def _check_has_acts(person: Person) -> None:
    """Raise RequestFailed for a role that only signs beside another person."""
    if not acts_of(person.role):
        raise RequestFailed(Text("pit.why.only_second", {"role": Text(ROLE_KEYS[person.role])}))
