"""What a trainer alone may do at a table of a class, and what his trainee sees of it."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.messages import messages_in as requests
from sim.web.server.page_websocket import POLICY_VIOLATION_STATUS
from sim.web.session.trainer_control import TrainerControl
from sim.web.session.trainer_secret import create_secret, read_secret
from tests.kits.offenders import each
from tests.kits.sim.web.web_kit import Host, hosted
from tests.kits.waiting import PATIENCE_S

SECRET = "0123456789abcdef"  # noqa: S105
ORDINARY = (requests.PressKey(key=Key.CONFIRM), requests.DrawCard(), requests.SetPlaying(play=True))
MENDING = (
    requests.InjectFault(part="shoe", fault_name="unplug", active=False),
    requests.SwitchPower(is_on=True),
)
BREAKING = (
    requests.InjectFault(part="shoe", fault_name="unplug"),
    requests.SwitchPower(is_on=False),
    requests.FreezeTable(is_frozen=True),
    requests.RaiseClaim(spot=1),
    requests.SolveDrill(),
)
EVERY = (*ORDINARY, *MENDING, *BREAKING)


def refusal(control: TrainerControl, request: requests.AnyPageRequest, requester: str) -> str:
    """Return the key of a refusal, empty if there is none."""
    try:
        control.check(request, requester)  # type: ignore[arg-type]
    except RequestFailed as refused:
        return refused.why.key
    return ""


@pytest.fixture
def control() -> TrainerControl:
    return TrainerControl(SECRET, "Ada")


@each("request_", EVERY)
def test_trainer_may_do_all(request_: requests.AnyPageRequest) -> None:
    control = TrainerControl(SECRET, "Ada")
    control.freeze(requests.FreezeTable(is_frozen=True))
    assert refusal(control, request_, "trainer") == ""


def test_trainee_deals_and_mends_but_does_not_break(control: TrainerControl) -> None:
    assert {refusal(control, request, "page") for request in (*ORDINARY, *MENDING)} == {""}
    assert {refusal(control, request, "page") for request in BREAKING} == {
        "web.class.trainers_only"
    }


def test_frozen_table_refuses_its_trainee(control: TrainerControl) -> None:
    control.freeze(requests.FreezeTable(is_frozen=True))
    assert {refusal(control, request, "page") for request in EVERY} == {"web.class.frozen"}
    control.freeze(requests.FreezeTable(is_frozen=False))
    assert refusal(control, ORDINARY[0], "page") == ""


def test_frozen_time_is_counted_once(
    control: TrainerControl, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = iter([10.0, 15.0, 15.0, 20.0, 20.0, 20.0, 21.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(now_s))
    control.freeze(requests.FreezeTable(is_frozen=True))  # at 10
    assert control.frozen_ms() == 5000
    control.freeze(requests.FreezeTable(is_frozen=False))  # at 15
    assert control.frozen_ms() == 5000
    control.freeze(requests.FreezeTable(is_frozen=True))  # at 20
    control.freeze(requests.FreezeTable(is_frozen=True))  # at 20, once more
    assert control.frozen_ms() == 6000


def test_trainee_may_not_take_another_name(control: TrainerControl) -> None:
    name = requests.NameTrainee(name="Bob")
    assert refusal(control, name, "page") == "web.class.trainers_only"
    assert refusal(TrainerControl(), name, "page") == ""


def test_spectator_may_do_nothing(control: TrainerControl) -> None:
    assert {refusal(control, request, "spectator") for request in EVERY} == {"web.class.looks_on"}


def test_table_of_no_class_has_no_trainer() -> None:
    control = TrainerControl()
    assert refusal(control, BREAKING[0], "page") == ""
    assert refusal(control, BREAKING[2], "page") == "web.class.no_class"
    assert control.requester("Bearer ", "") is None


@each(
    "authorization, query, requester",
    [
        ("", "", "page"),
        ("", "look", "spectator"),
        (f"Bearer {SECRET}", "", "trainer"),
        (SECRET, "", "trainer"),
        ("Bearer ", "", None),
        (f"Bearer {SECRET}0", "", None),
        ("Bearer é", "", None),
    ],
)
def test_requester_by_his_secret(authorization: str, query: str, requester: str | None) -> None:
    assert TrainerControl(SECRET).requester(authorization, query) == requester


# the file of the secret


def test_secret_is_made_once(tmp_path: Path) -> None:
    secret = create_secret(tmp_path / "secret")
    assert create_secret(tmp_path / "secret") == read_secret(tmp_path / "secret") == secret
    assert len(secret) >= 32


def test_secret_that_others_read_is_refused(tmp_path: Path) -> None:
    create_secret(tmp_path / "secret")
    (tmp_path / "secret").chmod(0o644)
    with pytest.raises(RequestFailed) as refused:
        read_secret(tmp_path / "secret")
    assert refused.value.why.key == "web.class.open_secret"


@each("content", [b"", b"short\n", b"two words and more\n", b"\xff" * 20])
def test_unfit_secret_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(content)
    (tmp_path / "secret").chmod(0o600)
    with pytest.raises(RequestFailed) as refused:
        read_secret(tmp_path / "secret")
    assert refused.value.why.key == "web.class.no_secret"


# at a served table


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("class")
    create_secret(folder / "secret")
    options = ("--trainer", str(folder / "secret"), "--trainee", "Ada", "--idle", "--lang", "en")
    with hosted(folder, *options) as host:
        yield host


@pytest.fixture
def secret(host: Host) -> str:
    return read_secret(host.rooms.parents[2] / "secret")


@pytest.mark.live
def test_trainer_freezes_a_served_table(host: Host, secret: str) -> None:
    authorized = {"Authorization": f"Bearer {secret}"}
    with host.page() as page, host.page(additional_headers=authorized) as trainer:
        page.until(lambda: page.now.get("classroom", {}).get("trainee") == "Ada")
        assert "refused" not in trainer.ask("freeze", on=True)
        page.until(lambda: page.now["classroom"]["frozen"])
        assert page.ask("step")["refused"]["key"] == "web.class.frozen"
        assert "refused" not in trainer.ask("freeze", on=False)
        page.until(lambda: not page.now["classroom"]["frozen"])


@pytest.mark.live
def test_wrong_secret_is_closed(host: Host) -> None:
    with host.page(additional_headers={"Authorization": "Bearer guess"}) as page:
        with pytest.raises(ConnectionClosed) as closed:
            page.wire.recv(PATIENCE_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == POLICY_VIOLATION_STATUS


@pytest.mark.live
def test_class_has_no_console(host: Host) -> None:
    with host.page("/console") as page, pytest.raises(ConnectionClosed):
        page.wire.recv(PATIENCE_S)
