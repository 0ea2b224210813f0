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
def test_nothing_is_said_before_somebody_presses_enter(tmp_path: Path, dumb: bool) -> None:
    with console(tmp_path, dumb=dumb) as served:
        assert not served.laptop.heard
        served.laptop.type("\r")
        served.laptop.ends_with("Baccara 2 >")


@pytest.mark.parametrize(("language", "start"), [("fr", "Taper"), ("en", "Type")])
def test_the_greeting_says_in_the_table_s_language_what_is_wrong_and_what_to_do(
    tmp_path: Path, language: str, start: str
) -> None:
    faulty = stopped(fault("figures", "dark"), fault("shoe", "lost"), language=language)
    with met(tmp_path, table=Service(now=faulty)) as served:
        first = served.laptop.screen.replace("\n   ", " ")
        told = next(line for line in first.splitlines() if line.startswith("!!"))
        assert " → " in told
        assert "faults" in told, "that there are more is not said"
        assert start in first
        assert "enrol" in first


def test_a_table_that_does_not_answer_is_said_with_what_to_do(tmp_path: Path) -> None:
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
def test_whoever_knows_his_passphrase_is_let_in(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, LEA, dumb=dumb) as served:
        served.log_in()
        assert served.table.said == [("login", "lea", "")]
        served.laptop.enter("logout")
        served.laptop.ends_with("Baccara 2 >")
        assert served.table.said[1:] == [("logout", "lea", "")]
        assert PASSPHRASE.encode() not in served.laptop.heard


@BOTH_TERMINALS
def test_the_login_is_journaled_before_anybody_is_in(tmp_path: Path, dumb: bool) -> None:
    far = Service()
    far.deaf = True
    with met(tmp_path, LEA, table=far, dumb=dumb) as served:
        served.laptop.enter("login lea")
        served.laptop.sees("Phrase de passe")
        served.laptop.enter(PASSPHRASE)
        served.laptop.sees("Permission denied")
        served.laptop.ends_with("Baccara 2 >")


def test_nobody_is_asked_for_a_passphrase_where_no_table_answers(tmp_path: Path) -> None:
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


def test_a_wrong_passphrase_is_journaled_and_then_a_lock_out(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        for _ in range(5):
            wrongly(served, "lea")
        assert [what for what, _, _ in served.table.said][:3] == ["refused"] * 3
        assert served.table.said[-1] == ("locked_out", "", "lea")
        assert b"something else" not in served.laptop.heard


def test_a_name_that_has_no_account_may_be_a_passphrase_and_is_not_kept(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        wrongly(served, "hunter2")
        assert served.table.said == [("refused", "", "")]


def test_a_passphrase_is_not_in_the_history(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        served.log_in()
        served.laptop.enter("whoami")
        served.laptop.sees("lea, technicien\n")
        served.laptop.wipe()
        served.laptop.type("\x1b[A" * 5 + "\r")
        served.laptop.ends_with(">")
        assert PASSPHRASE.split()[0] not in served.laptop.screen


@pytest.mark.parametrize("person", [None, AUDITOR], ids=["nobody", "auditor"])
def test_who_may_is_said_where_somebody_may_not(tmp_path: Path, person: Person | None) -> None:
    with met(tmp_path, AUDITOR) as served:
        if person:
            served.log_in(person)
        served.laptop.enter("reinit shoe")
        served.laptop.sees("Qui le peut\u00a0: technicien")
        assert not [r for r in served.table.asked if type(r).__name__ == "Reinit"]
        kept = [("act", "ann", "refused reinit")] if person else []
        assert served.table.said[1:] == kept


def test_what_is_asked_is_asked_in_the_name_of_who_is_in(tmp_path: Path) -> None:
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


def test_the_second_person_proves_who_he_is(tmp_path: Path) -> None:
    with met(tmp_path, LEA, SAM) as served:
        served.log_in()
        reset_meters(served, "sam")
        served.laptop.sees("Phrase de passe")
        served.laptop.wipe()
        served.laptop.enter(PASSPHRASE)
        served.laptop.ends_with("lea (technicien) >")
        assert served.table.asked[-1] == ResetMeters(who=LEA, second=SAM)


# who goes


def test_a_lost_cable_logs_out_and_nothing_of_it_is_worked_off(tmp_path: Path) -> None:
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


def test_a_port_that_is_away_is_tried_again_ever_later(tmp_path: Path) -> None:
    with console(tmp_path) as served:
        served.cable.unplug()
        served.laptop.until(lambda: len(served.waits) >= 6)
        assert served.waits[:6] == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
        assert [note.key for note in served.notes].count("console.serve.waits") == 1


def test_a_cable_that_is_lost_in_mid_command_does_no_more(tmp_path: Path) -> None:
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
def test_whoever_types_nothing_is_logged_out(tmp_path: Path, dumb: bool, typed: str) -> None:
    with met(tmp_path, LEA, idle_s=0.3, dumb=dumb) as served:
        served.laptop.type(f"login lea\r{PASSPHRASE}\r{typed}")
        served.laptop.sees("session fermée")
        served.laptop.ends_with("Baccara 2 >")
        assert [what for what, _, _ in served.table.said] == ["login", "idle"]


@BOTH_TERMINALS
def test_exit_logs_out_and_waits_for_the_next(tmp_path: Path, dumb: bool) -> None:
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
def test_beginnings_of_words_will_do(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, dumb=dumb) as served:
        served.laptop.enter("stat")
        served.laptop.sees("11 sur 11 vont bien")


def test_tab_completes_what_may_follow(tmp_path: Path) -> None:
    with met(tmp_path, LEA) as served:
        served.log_in()
        served.laptop.type("rei\tpay\t")
        served.laptop.sees("reinit payout_display")
        served.laptop.type("\x03")
        served.laptop.wipe()
        served.laptop.type("re\t")
        served.laptop.sees("recall  reinit  restart")


@BOTH_TERMINALS
def test_the_language_changes_on_the_spot(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, dumb=dumb) as served:
        served.laptop.enter("lang en")
        served.laptop.sees("Now in English")
        served.laptop.enter("stat")
        served.laptop.sees("11 of 11")


def test_a_program_is_told_json_on_one_line(tmp_path: Path) -> None:
    with met(tmp_path, dumb=True) as served:
        served.laptop.wipe()
        served.laptop.enter("whoami --json")
        served.laptop.ends_with(">")
        lines = served.laptop.heard.decode().splitlines()
        assert json.loads(lines[1]) == {"name": "", "role": None}


def test_a_program_is_told_a_refusal_as_json_too(tmp_path: Path) -> None:
    with met(tmp_path, dumb=True) as served:
        served.laptop.wipe()
        served.laptop.enter("reinit shoe --json")
        served.laptop.ends_with(">")
        lines = served.laptop.heard.decode().splitlines()
        assert json.loads(lines[1])["refused"] == "console.log_in"


def test_a_dumb_terminal_is_sent_no_escape_but_the_question(tmp_path: Path) -> None:
    with met(tmp_path, LEA, dumb=True) as served:
        served.log_in()
        for line in ("status", "help", "nonsense", "faults", "watch sensors"):
            served.laptop.wipe()
            served.laptop.enter(line)
            served.laptop.sees(line)
            served.laptop.type(" \r")
            served.laptop.ends_with(">")
            assert b"\x1b" not in served.laptop.heard
            served.laptop.type("\x15")


@BOTH_TERMINALS
def test_a_live_view_ends_with_a_key(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, LEA, dumb=dumb) as served:
        served.log_in()
        served.laptop.wipe()
        served.laptop.enter("watch sensors")
        served.laptop.sees("Aucune porte ouverte")
        served.laptop.type("\x1b[A")
        served.laptop.ends_with("lea (technicien) >")


def test_a_live_view_is_drawn_in_its_place(tmp_path: Path) -> None:
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
def test_an_error_of_the_program_ends_its_command_alone(tmp_path: Path, dumb: bool) -> None:
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
