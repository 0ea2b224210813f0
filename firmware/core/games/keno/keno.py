"""Keno, articles 75 to 86: tickets for one draw or several, twenty numbers of eighty."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from firmware.core.game.bounds import Bound
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.game.pack import GameRules
from firmware.core.games.keno.prizes import (
    DRAWN_COUNT,
    NUMBERS,
    Paytable,
    highest_prize,
    is_paytable,
    returns_by_picks,
    share_prizes,
    ticket_prize,
)
from firmware.core.vocabulary.bets import Bet, bet_words
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import TicketClaimed, TicketOrdered
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text, Ticket
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import BetSettled

RETURN: Final = "return"
"""The bound of what each number of picks returns in the long run, in per cent (85)."""
CLAIM_DAYS: Final = range(3_651)
"""Ten years at most."""
REMEMBERED_TICKETS: Final = 500
"""The number of finished tickets that are remembered."""
MOST_TICKETS: Final = 3_000
"""In play, or won and not claimed: every checkpoint holds all of them."""


class SoldTicket(NamedTuple):
    """A registered ticket (81)."""

    place: Place
    ticket: Ticket
    won: Cents = NO_CENTS
    """The amount won and not yet paid to its holder."""
    claimed: bool = False
    """Whether the holder was paid before."""


class Keno(InstrumentGame):
    """One Keno, draw after draw. Tickets are identified by their control numbers; the registered
    data prevail over the printed ones (84).
    """

    BETS = ()
    THROW_CLOSES_BETS = REOPENS_SILENTLY = PAID_ON_CLAIM = True
    OWN_OPTIONS = MappingProxyType({"max_spots": (10,), "claim_days": (365,), "max_draw": (0,)})
    REQUIRED_OPTIONS = ("paytable",)
    OPTION_HINTS = MappingProxyType(
        {
            "paytable": Text(
                "why.option_paytable", {"numbers": str(NUMBERS[-1]), "most": str(DRAWN_COUNT)}
            )
        }
    )
    INSTRUMENT = Instrument("balls", DRAWN_COUNT)
    BOUNDS = MappingProxyType({RETURN: Bound(0)})

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.most_cents = Cents(self.options["max_draw"])
        """The most that all tickets are paid for one draw (77, 82 5°); 0 is no maximum."""
        self.paytable: Paytable = self.options["paytable"]
        self.remember({})

    def allows_option(self, option_name: str, option_value: object) -> bool:
        """A pay table has a line for each number of picks; the others are numbers."""
        match option_name:
            case "paytable":
                return is_paytable(option_value)
            case "max_spots":
                return type(option_value) is int and option_value in NUMBERS
            case "claim_days":
                return type(option_value) is int and option_value in CLAIM_DAYS
            case "max_draw":
                return type(option_value) is int and option_value >= 0
        return super().allows_option(option_name, option_value)

    def options_refusal(self, options: Mapping[str, Any]) -> Text | None:
        """Article 85."""
        for picked_count, return_share in returns_by_picks(options["paytable"]).items():
            what = Text("keno.picked", {"count": picked_count})
            if why := self.bounds[RETURN].return_refusal(return_share, what):
                return why
        return None

    # state between draws

    @property
    def memory(self) -> dict[str, Any]:
        """The next draw, the number of tickets ordered, and the tickets."""
        ticket_records = msgspec.to_builtins(list(self.sold_tickets.values()))
        return {
            "draw": self.draw_number,
            "asked": self.tickets_ordered,
            "sold": ticket_records,
            "done": dict(self.finished_tickets),
        }

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Restore `memory`."""
        self.draw_number: int = memory.get("draw", 1)
        """The number of the next draw."""
        self.tickets_ordered: int = memory.get("asked", 0)
        """The number of tickets ordered, refused ones included."""
        ticket_records = msgspec.convert(memory.get("sold", []), list[SoldTicket])
        self.sold_tickets = {
            sold_ticket.ticket.control: sold_ticket for sold_ticket in ticket_records
        }
        """The tickets that play on or are still to be paid."""
        self.finished_tickets: dict[str, str] = dict(memory.get("done", {}))
        """By control number: why a finished ticket has nothing to pay."""
        self.carried = self.carries

    @property
    def at_stake(self) -> tuple[Bet, ...]:
        """The bets on the next draw: tickets, without chips on the felt."""
        paid_tickets = (
            sold_ticket for sold_ticket in self._active_tickets() if sold_ticket.ticket.paid
        )
        return tuple(
            Bet(sold_ticket.place, sold_ticket.ticket.cents) for sold_ticket in paid_tickets
        )

    @property
    def carries(self) -> dict[Stack, Cents]:
        """The tickets that play on."""
        return {(bet.place, bet.bettor): bet.cents for bet in self.at_stake}

    def _active_tickets(self) -> list[SoldTicket]:
        return [
            sold_ticket
            for sold_ticket in self.sold_tickets.values()
            if not self._is_expired(sold_ticket)
        ]

    def _is_expired(self, sold_ticket: SoldTicket) -> bool:
        return sold_ticket.ticket.last_draw < self.draw_number

    # the sale

    def sell_ticket(self, ticket_order: TicketOrdered, *, spot_exists: bool) -> Ticket:
        """Register a selection (80, 81); a refused one uses up its number."""
        self.tickets_ordered += 1
        ticket_place = f"ticket:{self.tickets_ordered}"
        reason = self._refusal_reason(ticket_order) if spot_exists else "why.ticket_spot"
        if reason is not None:
            max_spots_text = str(self.options["max_spots"])
            amount_cents = {
                "cents": self._highest(ticket_order),
                "limit_cents": self.most_cents,
                "laid_cents": ticket_order.cents,
                "least_cents": self.bet_step("ticket"),
            }
            raise Forbidden(
                reason,
                on=bet_words(ticket_place),
                count=len(ticket_order.numbers),
                most=max_spots_text,
                **amount_cents,
            )
        # on a sale, since the game itself has no clock
        self._expire_tickets(ticket_order.day)
        sold_ticket = Ticket(
            control=ticket_order.control,
            numbers=ticket_order.numbers,
            cents=ticket_order.cents,
            first_draw=self.draw_number,
            last_draw=self.draw_number + ticket_order.draws - 1,
            paid=ticket_order.paid,
            most_cents=self.most_cents or self._highest(ticket_order),
            claim_until=ticket_order.day + self.options["claim_days"],
        )
        self.sold_tickets[ticket_order.control] = SoldTicket(
            Place(ticket_order.spot, ticket_place), sold_ticket
        )
        return sold_ticket

    def most_paid(self, line: BetSettled) -> Cents | None:
        return highest_prize(self.paytable, line.picks or 0, line.bet.cents)

    def _highest(self, ticket_request: TicketOrdered) -> Cents:
        return self.rounding.payment(
            highest_prize(self.paytable, len(ticket_request.numbers), ticket_request.cents)
        )

    def _refusal_reason(self, ticket_request: TicketOrdered) -> str | None:
        """Return why a selection can't be played (76, 78, 80)."""
        picked_numbers = set(ticket_request.numbers)
        refusal_reasons = {
            "why.ticket_full": len(self.sold_tickets) >= MOST_TICKETS,
            "why.ticket_empty": not picked_numbers,
            "why.ticket_twice": len(picked_numbers) < len(ticket_request.numbers),
            "why.ticket_numbers": not picked_numbers.issubset(NUMBERS),
            "why.ticket_too_many": len(picked_numbers) > self.options["max_spots"],
            "why.ticket_not_offered": str(len(picked_numbers)) not in self.paytable,
            "why.ticket_stake": ticket_request.cents <= 0,
            "why.ticket_step": bool(ticket_request.cents % self.bet_step("ticket")),
            "why.ticket_draws": ticket_request.draws <= 0,
            "why.ticket_above_most": 0 < self.most_cents < self._highest(ticket_request),
            "why.ticket_control": ticket_request.control
            in self.sold_tickets.keys() | self.finished_tickets.keys(),
        }
        return next((reason for reason, is_true in refusal_reasons.items() if is_true), None)

    # the draw

    def symbols_refusal(self, symbols: Symbols) -> Text | None:
        """Anything but twenty different numbers."""
        if len(symbols) == DRAWN_COUNT == len(set(symbols).intersection(map(str, NUMBERS))):
            return None
        return Text("no_result.balls", {"result": " ".join(symbols)})

    def settle_bets(self, symbols: Symbols) -> None:
        """Settle every ticket of this draw (76); one that is not paid for is void (83)."""
        drawn_numbers = frozenset(map(int, symbols))
        for sold_ticket in self._active_tickets():
            if not sold_ticket.ticket.paid:
                self.refusals.append(
                    Text("why.ticket_unpaid", {"on": bet_words(sold_ticket.place.on)})
                )
                self._finish_ticket(sold_ticket, "why.ticket_void")
        self._settle_tickets(self._active_tickets(), drawn_numbers)
        self._end_draw()

    def _settle_tickets(
        self, active_tickets: Sequence[SoldTicket], drawn_numbers: frozenset[int]
    ) -> None:
        """Pay each ticket its prize, or its share if all prizes exceed the maximum (77)."""
        hit_counts = [
            len(drawn_numbers.intersection(sold_ticket.ticket.numbers))
            for sold_ticket in active_tickets
        ]
        full_prizes = [
            self._ticket_prize(sold_ticket.ticket, hit_count)
            for sold_ticket, hit_count in zip(active_tickets, hit_counts, strict=True)
        ]
        paid_prizes = share_prizes(full_prizes, self.most_cents) if self.most_cents else full_prizes
        for sold_ticket, hit_count, full_prize, prize_cents in zip(
            active_tickets, hit_counts, full_prizes, paid_prizes, strict=True
        ):
            self._settle_ticket(sold_ticket, hit_count, full_prize, prize_cents)

    def _ticket_prize(self, sold_ticket: Ticket, hit_count: int) -> Cents:
        return self.rounding.payment(
            ticket_prize(self.paytable, len(sold_ticket.numbers), hit_count, sold_ticket.cents)
        )

    def _settle_ticket(
        self, sold_ticket: SoldTicket, hit_count: int, full_prize: Cents, paid_cents: Cents
    ) -> None:
        bet, pick_count = (
            Bet(sold_ticket.place, sold_ticket.ticket.cents),
            len(sold_ticket.ticket.numbers),
        )
        line_details = {"hits": hit_count, "picks": pick_count, "capped": paid_cents < full_prize}
        self._line(
            bet, "win" if full_prize else "lose", NO_CENTS, paid_cents, None, "76", **line_details
        )
        prize_cents = Cents(sold_ticket.won + self.lines[-1].paid)
        self.sold_tickets[sold_ticket.ticket.control] = sold_ticket._replace(won=prize_cents)

    def _end_draw(self) -> None:
        self.draw_number += 1
        for sold_ticket in list(self.sold_tickets.values()):
            if self._is_expired(sold_ticket) and not sold_ticket.won:
                self._finish_ticket(
                    sold_ticket, "why.ticket_paid" if sold_ticket.claimed else "why.ticket_not_won"
                )

    def _finish_ticket(self, sold_ticket: SoldTicket, reason: str) -> None:
        control_number = sold_ticket.ticket.control
        del self.sold_tickets[control_number]
        # dictionaries remember the order of insertion: the oldest are dropped
        self.finished_tickets = dict(
            [*self.finished_tickets.items(), (control_number, reason)][-REMEMBERED_TICKETS:]
        )

    def void(self) -> None:
        """The draw is voided: it counts among those of each ticket."""
        super().void()
        self._end_draw()

    def open(self) -> None:
        """Begin a draw."""
        super().open()
        self.carried = self.carries

    def status_lines(self) -> tuple[Text, ...]:
        """Return the draw on sale."""
        return (Text("told.draw", {"draw": str(self.draw_number)}),)

    # the payment

    def claim_ticket(self, ticket_claim: TicketClaimed) -> Cents:
        """Pay the holder of a ticket its winnings so far (86)."""
        control_number = ticket_claim.control
        sold_ticket = self.sold_tickets.get(control_number)
        if sold_ticket is None:
            raise Forbidden(
                self.finished_tickets.get(control_number, "why.ticket_unknown"),
                control=control_number,
            )
        if ticket_claim.day > sold_ticket.ticket.claim_until:
            raise Forbidden("why.ticket_expired", control=control_number)
        if not sold_ticket.won:
            reason = "why.ticket_paid" if sold_ticket.claimed else "why.ticket_not_won"
            raise Forbidden(reason, control=control_number)
        self.sold_tickets[control_number] = sold_ticket._replace(won=NO_CENTS, claimed=True)
        if self._is_expired(sold_ticket):
            self._finish_ticket(sold_ticket, "why.ticket_paid")
        return sold_ticket.won

    def _expire_tickets(self, today: int) -> None:
        """Finish the tickets that can no longer be claimed."""
        for sold_ticket in list(self.sold_tickets.values()):
            if self._is_expired(sold_ticket) and sold_ticket.ticket.claim_until < today:
                self._finish_ticket(sold_ticket, "why.ticket_expired")


GAME = Keno
