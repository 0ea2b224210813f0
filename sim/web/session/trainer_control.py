"""What the trainer of a class decides at a trainee's table, and who may do what there."""

import hmac
import time
from typing import Final, Literal

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.messages.messages_in import (
    AllowClear,
    AnyPageRequest,
    FreezeTable,
    InjectFault,
    NameTrainee,
    OrderWheel,
    RaiseClaim,
    SaveScript,
    SetView,
    SolveDrill,
    SwitchPower,
)
from sim.web.messages.school_messages import ClassMessage

Requester = Literal["page", "trainer", "spectator"]
"""Who asks: the page of the trainee, the trainer by his secret, or a page that only shows."""
BEARER_SCHEME: Final = "Bearer "
SPECTATOR_QUERY: Final = "look"


class TrainerControl:
    """The control of one table. Without a `secret` the table is of no class, and has no trainer."""

    def __init__(self, secret: str = "", trainee: str = "") -> None:
        self._secret = secret
        self._message = ClassMessage(trainee)
        self._frozen_s = 0.0
        self._frozen_at: float | None = None

    @property
    def in_class(self) -> bool:
        """Whether the table is one of a class."""
        return bool(self._secret)

    def class_message(self) -> ClassMessage:
        """Return what the pages show of it."""
        return self._message

    def requester(self, authorization: str, query: str) -> Requester | None:
        """Return who asks, by the header and the query of his connection; None if his secret is
        wrong.
        """
        if authorization:
            given_secret = authorization.removeprefix(BEARER_SCHEME)
            return "trainer" if self._is_secret(given_secret) else None
        return "spectator" if query == SPECTATOR_QUERY else "page"

    def check(self, request: AnyPageRequest, requester: Requester) -> None:
        """Raise RequestFailed if somebody may not do this now."""
        if isinstance(request, FreezeTable | RaiseClaim | SolveDrill) and not self.in_class:
            raise RequestFailed(Text("web.class.no_class"))
        if requester == "trainer" or isinstance(request, SetView):
            return
        if requester == "spectator":
            raise RequestFailed(Text("web.class.looks_on"))
        if self._message.is_frozen and not isinstance(request, SaveScript):
            raise RequestFailed(Text("web.class.frozen"))
        if self.in_class and _is_trainers(request):
            raise RequestFailed(Text("web.class.trainers_only"))

    def frozen_ms(self) -> int:
        """How long the table has been frozen in all: no trainee's time passes then."""
        present_s = 0.0 if self._frozen_at is None else time.monotonic() - self._frozen_at
        return int(1000 * (self._frozen_s + present_s))

    def freeze(self, request: FreezeTable) -> None:
        """Freeze the table, or let it continue."""
        self._frozen_s = self.frozen_ms() / 1000
        self._frozen_at = time.monotonic() if request.is_frozen else None
        self._message = ClassMessage(self._message.trainee, request.is_frozen, self._message.claim)

    def raise_claim(self, request: RaiseClaim) -> None:
        self._message = ClassMessage(self._message.trainee, self._message.is_frozen, request.spot)

    def _is_secret(self, given_secret: str) -> bool:
        return self.in_class and hmac.compare_digest(given_secret.encode(), self._secret.encode())


def _is_trainers(request: AnyPageRequest) -> bool:
    """Return whether a request is for the trainer of a class: it breaks the table, which a trainee
    mends, or tells a solution.
    """
    match request:
        case InjectFault(active=is_injected):
            return is_injected
        case SwitchPower(is_on=is_on):
            return not is_on
        case FreezeTable() | RaiseClaim() | AllowClear() | OrderWheel():
            return True
        case NameTrainee() | SolveDrill():
            return True
    return False
