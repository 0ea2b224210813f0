"""A session at the console: logins, their journal entries beforehand, and the output."""

import json
from pathlib import Path
from typing import Any

import pytest

from firmware.shell.technician.answers import ActDone
from firmware.shell.technician.requests import InspectDevice, Person, ResetMeters
from tests.kits.console.reading_kit import fault, stopped
from tests.kits.console.served_kit import LEA, PASSPHRASE, SAM, Console, Service, console, met

BOTH_TERMINALS = pytest.mark.parametrize("dumb", [False, True], ids=["able", "dumb"])
AUDITOR = Person("ann", "auditor")


# whoever plugs in


@BOTH_TERMINALS
def test_nothing_printed_before_enter(tmp_path: Path, dumb: bool) -> None:
    with console(tmp_path, dumb=dumb) as served:
        assert not served.laptop.received
        served.laptop.type("\r")
        served.laptop.ends_with("Baccara 2 >")


@pytest.mark.parametrize(("language", "start"), [("fr", "Taper"), ("en", "Type")])
def test_greeting_has_fault_and_remedy(tmp_path: Path, language: str, start: str) -> None:
    faulty = stopped(fault("figures", "dark"), fault("shoe", "lost"), language=language)
    with met(tmp_path, table=Service(now=faulty)) as served:
        first = served.laptop.screen.replace("\n   ", " ")
        texts = next(line for line in first.splitlines() if line.startswith("!!"))
        assert " → " in texts
        assert "faults" in texts, "that there are more is not said"
        assert start in first
        assert "enrol" in first


def test_silent_table_has_remedy(tmp_path: Path) -> None:
    far = Service()
    far.silent = True
    with met(tmp_path, LEA, table=far) as served:
        assert "systemctl status croupier" in served.laptop.screen.replace("\n   ", " ")
        assert "croupier check" in served.laptop.screen.replace("\n   ", " ")
        served.laptop.wipe()
        served.laptop.enter("help status")
        served.laptop.sees("dire en un écran")


# who is let in


@BOTH_TERMINALS
def test_right_passphrase_logs_in(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, LEA, dumb=dumb) as served:
        served.log_in()
        assert served.table.said == [("login", "lea", "")]
        served.laptop.enter("logout")
        served.laptop.ends_with("Baccara 2 >")
        assert served.table.said[1:] == [("logout", "lea", "")]
        assert PASSPHRASE.encode() not in served.laptop.received


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("pattern", "MIRE\u00a0: all_lights, each_light"),
        ("service", "BASCULE\u00a0: on, off"),
        ("account add", "RÔLE\u00a0: technician, supervisor"),
    ],
)
def test_help_lists_words_for_who_may(tmp_path: Path, command: str, words: str) -> None:
    with met(tmp_path, LEA) as served:
        served.laptop.enter(f"help {command}")
        served.laptop.sees("Qui le peut")
        assert words not in served.laptop.screen
        served.log_in()
        served.laptop.enter(f"help {command}")
        served.laptop.sees(words)


@BOTH_TERMINALS
def test_login_is_journaled_first(tmp_path: Path, dumb: bool) -> None:
    far = Service()
    far.deaf = True
    with met(tmp_path, LEA, table=far, dumb=dumb) as served:
        served.laptop.enter("login lea")
        served.laptop.sees("Phrase de passe")
        served.laptop.enter(PASSPHRASE)
        served.laptop.sees("Permission denied")
        served.laptop.ends_with("Baccara 2 >")


def test_no_passphrase_at_a_silent_table(tmp_path: Path) -> None:
    far = Service()
    with met(tmp_path, LEA, table=far) as served:
        far.silent = True
        served.laptop.enter("login lea")
        served.laptop.sees("systemctl")
        served.laptop.ends_with("Baccara 2 >")
        assert "Phrase de passe" not in served.laptop.screen


def wrongly(served: Console, name: str) -> None:
    served.laptop.wipe()
    served.laptop.enter(f"login {name}")
    served.laptop.sees("Phrase de passe")
    served.laptop.enter("something else entirely")
    served.laptop.ends_with("Baccara 2 >")


def test_wrong_passphrase_is_journaled(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        for _ in range(5):
            wrongly(served, "lea")
        assert [what for what, _, _ in served.table.said][:3] == ["refused"] * 3
        assert served.table.said[-1] == ("locked_out", "", "lea")
        assert b"something else" not in served.laptop.received


def test_unknown_name_is_not_journaled(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        wrongly(served, "hunter2")
        assert served.table.said == [("refused", "", "")]


def test_passphrase_is_not_in_history(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        served.log_in()
        served.laptop.enter("whoami")
        served.laptop.sees("lea, technicien\n")
        served.laptop.wipe()
        served.laptop.type("\x1b[A" * 5 + "\r")
        served.laptop.ends_with(">")
        assert PASSPHRASE.split()[0] not in served.laptop.screen


@pytest.mark.parametrize("person", [None, AUDITOR], ids=["nobody", "auditor"])
def test_refusal_names_the_roles(tmp_path: Path, person: Person | None) -> None:
    with met(tmp_path, AUDITOR) as served:
        if person:
            served.log_in(person)
        served.laptop.enter("reinit shoe")
        served.laptop.sees("Qui le peut\u00a0: technicien")
        assert not [r for r in served.table.asked if type(r).__name__ == "Reinit"]
        entries = [("act", "ann", "refused reinit")] if person else []
        assert served.table.said[1:] == entries


def test_request_names_the_person(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        served.log_in()
        served.laptop.wipe()
        served.laptop.enter("inspect")
        served.laptop.sees("ok")
        assert served.table.asked[-1] == InspectDevice(who=LEA)


def reset_meters(served: Console, second: str) -> None:
    served.laptop.enter("meters reset")
    served.laptop.sees("Baccara 2")
    served.laptop.until(lambda: not served.laptop.screen.rstrip().endswith(">"))
    served.laptop.enter("Baccara 2")
    served.laptop.sees("deuxième personne")
    served.laptop.enter(second)


def test_two_persons_are_two(tmp_path: Path) -> None:
    with met(tmp_path, LEA, SAM) as served:
        served.log_in()
        reset_meters(served, "lea")
        served.laptop.sees("une autre personne")
        assert ResetMeters not in map(type, served.table.asked)


def test_second_person_proves_himself(tmp_path: Path) -> None:
    with met(tmp_path, LEA, SAM) as served:
        served.log_in()
        reset_meters(served, "sam")
        served.laptop.sees("Phrase de passe")
        served.laptop.wipe()
        served.laptop.enter(PASSPHRASE)
        served.laptop.ends_with("lea (technicien) >")
        assert served.table.asked[-1] == ResetMeters(who=LEA, second=SAM)


# who goes


def test_lost_cable_logs_out_and_drops_input(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        served.log_in()
        served.cable.unplug()
        served.laptop.until(lambda: served.table.said[-1][0] == "lost")
        served.laptop.type("inspect\r")
        served.laptop.wipe()
        served.cable.plugged = True
        served.laptop.until(lambda: served.notes[-1].key == "console.serve.serves")
        served.laptop.type("\r")
        served.laptop.ends_with("Baccara 2 >")
        assert served.table.said == [("login", "lea", ""), ("lost", "lea", "")]


def test_missing_port_is_retried(tmp_path: Path) -> None:
    with console(tmp_path) as served:
        served.cable.unplug()
        served.laptop.until(lambda: len(served.waits) >= 6)
        assert served.waits[:6] == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
        assert [note.key for note in served.notes].count("console.serve.waits") == 1


def test_lost_cable_ends_the_command(tmp_path: Path) -> None:
    def pulled(_request: object) -> ActDone:
        served.cable.unplug()
        return ActDone()

    with met(tmp_path, LEA) as served:
        served.log_in()
        served.table.answer = pulled
        served.laptop.type("inspect\rinspect\rinspect\r")
        served.laptop.until(lambda: served.table.said[-1][0] == "lost")
        assert len([r for r in served.table.asked if isinstance(r, InspectDevice)]) == 1


AT = {"prompt": "", "question": "meters reset\r", "live": "watch sensors\r", "hidden": "passwd\r"}


@BOTH_TERMINALS
@pytest.mark.parametrize("typed", AT.values(), ids=AT)
def test_idle_person_is_logged_out(tmp_path: Path, dumb: bool, typed: str) -> None:
    with met(tmp_path, LEA, idle_s=0.3, dumb=dumb) as served:
        served.laptop.type(f"login lea\r{PASSPHRASE}\r{typed}")
        served.laptop.sees("session fermée")
        served.laptop.ends_with("Baccara 2 >")
        assert [what for what, _, _ in served.table.said] == ["login", "idle"]


@BOTH_TERMINALS
def test_exit_waits_for_the_next(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, LEA, dumb=dumb) as served:
        served.log_in()
        served.laptop.enter("exit")
        served.laptop.sees("Au revoir")
        assert served.table.said[-1] == ("logout", "lea", "")
        served.laptop.wipe()
        served.laptop.type("\r")
        served.laptop.ends_with("Baccara 2 >")


def test_ctrl_d_leaves_too(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        served.log_in()
        served.laptop.type("\x04")
        served.laptop.until(lambda: served.table.said[-1][0] == "logout")


# what is typed and shown


@BOTH_TERMINALS
def test_beginnings_of_words_suffice(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, dumb=dumb) as served:
        served.laptop.enter("stat")
        served.laptop.sees("11 sur 11 vont bien")


def test_tab_completes_possible_words(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        served.log_in()
        served.laptop.type("rei\tpay\t")
        served.laptop.sees("reinit payout_display")
        served.laptop.type("\x03")
        served.laptop.wipe()
        served.laptop.type("re\t")
        served.laptop.sees("recall  reinit  restart")


@BOTH_TERMINALS
def test_language_changes_at_once(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, dumb=dumb) as served:
        served.laptop.enter("lang en")
        served.laptop.sees("Now in English")
        served.laptop.enter("stat")
        served.laptop.sees("11 of 11")


def test_program_gets_json_on_one_line(tmp_path: Path) -> None:
    with met(tmp_path, dumb=True) as served:
        served.laptop.wipe()
        served.laptop.enter("whoami --json")
        served.laptop.ends_with(">")
        lines = served.laptop.received.decode().splitlines()
        assert json.loads(lines[1]) == {"name": "", "role": None}


def test_program_gets_refusals_as_json(tmp_path: Path) -> None:
    with met(tmp_path, dumb=True) as served:
        served.laptop.wipe()
        served.laptop.enter("reinit shoe --json")
        served.laptop.ends_with(">")
        lines = served.laptop.received.decode().splitlines()
        assert json.loads(lines[1])["refused"] == "console.log_in"


def test_dumb_terminal_gets_query_only(tmp_path: Path) -> None:
    with met(tmp_path, LEA, dumb=True) as served:
        served.log_in()
        for line in ("status", "help", "nonsense", "faults", "watch sensors"):
            served.laptop.wipe()
            served.laptop.enter(line)
            served.laptop.sees(line)
            served.laptop.type(" \r")
            served.laptop.ends_with(">")
            assert b"\x1b" not in served.laptop.received
            served.laptop.type("\x15")


@BOTH_TERMINALS
def test_live_view_ends_with_a_key(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, LEA, dumb=dumb) as served:
        served.log_in()
        served.laptop.wipe()
        served.laptop.enter("watch sensors")
        served.laptop.sees("Aucune porte ouverte")
        served.laptop.type("\x1b[A")
        served.laptop.ends_with("lea (technicien) >")


def test_live_view_is_redrawn_in_place(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        served.log_in()
        served.laptop.wipe()
        served.laptop.enter("watch sensors")
        served.laptop.sees("Aucune porte ouverte")
        served.table.now = stopped(fault("doors", "door_open"), doors_open=("shoe",))
        served.laptop.until(lambda: "Aucune porte ouverte" not in served.laptop.screen)
        served.laptop.type(" ")
        served.laptop.ends_with(">")


class Broken(Service):
    """A table whose status can't be read, by a mistake of the program."""

    def status(self) -> Any:
        if self.silent:
            raise ZeroDivisionError("AS of spades is next")
        return super().status()


@BOTH_TERMINALS
def test_program_error_ends_one_command(tmp_path: Path, dumb: bool) -> None:
    far = Broken()
    with met(tmp_path, table=far, dumb=dumb) as served:
        far.silent = True
        served.laptop.enter("status")
        served.laptop.sees("ZeroDivisionError")
        assert "spades" not in served.laptop.screen
        assert "Traceback" not in served.laptop.screen
        far.silent = False
        served.laptop.enter("status")
        served.laptop.sees("11 sur 11")
