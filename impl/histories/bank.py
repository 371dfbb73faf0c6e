"""Accounts between which clients transfer money. No account goes below zero, and a read shows all at one moment.

Operations: `transfer` with `{:from 0 :to 1 :amount 5}`, `read`, whose answer has each account with its balance.
Accounts are numbers from 0 on. All begin with the same share of what the first read shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from tidemark.impl.histories.shared import has_failed, largest
from tidemark.spec import (
    Array,
    At,
    Bound,
    Domain,
    Family,
    Int,
    Number,
    Protocol,
    Record,
    RecordType,
    Truth,
    action,
    all_of,
    require,
)
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import StepChoice, observe, skip, take

Account = Annotated[Number, Domain("account", lambda at: Int(0, at.accounts - 1))]
Amount = Annotated[Number, Domain("amount", lambda at: Int(0, at.amount))]


class Bank(Record):
    """The balance of each account."""

    balances: Array[Number]


class BankAt(At):
    """How many accounts there are, and what each begins with."""

    accounts = Bound("accounts", 2, 1, 64)
    balance = Bound("what each account begins with", 10, 0, 10_000)
    amount = Bound("the most that is transferred at once", 7, 0, 1_000_000)


def bank_type(at: BankAt) -> RecordType:
    """The state of a bank."""
    return Bank.of(balances=Array.of(Int(0, at.accounts - 1), Int(0, at.accounts * at.balance)))


def open_accounts(empty: Bank, at: BankAt) -> Bank:
    """Each account has its share."""
    balances = empty.balances
    for account in range(at.accounts):
        balances = balances.but(account, at.balance)
    return empty.but(balances=balances)


@action
def transfer(b: Bank, payer: Account, payee: Account, amount: Amount) -> Bank:
    """A client transfers an amount."""
    require(b.balances[payer] >= amount, "the account has as much")
    paid = b.balances.but(payer, b.balances[payer] - amount)
    return b.but(balances=paid.but(payee, paid[payee] + amount))


FAMILY = Family(
    name="bank", at=BankAt, rules={}, promises=(), state=bank_type, initial=open_accounts, actions=(transfer,)
)
BANK = Protocol("bank", "transfers between accounts", FAMILY, {})

log = EventMap(reader="operations", order="written")


def balances_of(event: LogEvent) -> dict[int, int]:
    """The balance of each account that a read shows."""
    return {int(account): int(balance) for account, balance in event.value.items()}


@log.bounds
def bounds(events: Sequence[LogEvent]) -> dict[str, int]:
    """The accounts of the first read, the share of each, and the most that is transferred."""
    amounts = [int(event.value["amount"]) for event in events if event.f == "transfer" and event.value]
    reads = (balances_of(event) for event in events if event.name == "ok" and event.f == "read")
    first = next(reads, {0: 0})
    return {
        "accounts": max(first) + 1,
        "balance": sum(first.values()) // len(first),
        "amount": largest(amounts),
    }


@log.call("transfer", answer=["ok", "fail"], id="op")
def has_transferred(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """A transfer that fails had no effect."""
    if has_failed(answer):
        return skip
    order = e.value
    return take("transfer", payer=int(order["from"]), payee=int(order["to"]), amount=int(order["amount"]))


@log.call("read", answer=["ok", "fail"], id="op")
def has_read(_: LogEvent, answer: LogEvent | None) -> StepChoice:
    """A read shows all balances."""
    if answer is None or has_failed(answer):
        return skip
    seen = balances_of(answer)

    def agrees(b: Bank) -> Truth:
        return all_of(b.balances[account] == balance for account, balance in seen.items())

    return observe(agrees)
