"""Missionaries and cannibals cross a river in a boat for two, after Leslie Lamport's `MissionariesAndCannibals.tla`.

`TypeOK` is what the state's type says. There are as many missionaries, who have even ids, as cannibals.
"""

from typing import Annotated
from tidemark import Array, Domain, Enum, Id, Identity, Label, Machine, Record, Set, Truth
from tidemark import action, all_of, count, not_, one_of, promise, require, where

Bank = Enum("bank", "E", "W")
Group = Annotated[Set[Identity], Domain("group")]


class River(Record):
    """Where the boat is, and who is on each bank."""

    bank_of_boat: Label
    who_is_on_bank: Array[Set[Identity]]


def is_safe(bank: Set[Identity]) -> Truth:
    """Whether there are no missionaries, or no fewer of them than of cannibals."""
    missionaries = count(bank.has(person) for person in bank.values()[::2])
    return (missionaries == 0) | (2 * missionaries >= bank.size())


@action
def move(r: River, group: Group) -> River:
    """One person or two cross the river with the boat, and leave both banks safe."""
    here, there, who = r.bank_of_boat, where(r.bank_of_boat == Bank.E, Bank.W, Bank.E), r.who_is_on_bank
    require(one_of(group.size(), (1, 2)) & (group <= who[here]), "one or two are beside the boat")
    banks = who.but(here, who[here] - group).but(there, who[there] | group)
    require(all_of(is_safe(bank) for bank in banks), "both banks are safe")
    return r.but(bank_of_boat=there, who_is_on_bank=banks)


@promise
def solution(river: River) -> Truth:
    """Somebody is always left on the east bank: the run that breaks this promise is the solution."""
    return not_(river.who_is_on_bank[Bank.E].is_empty())


def machine(each: int = 3) -> Machine:
    """Everybody is on the east bank."""
    group = Set.of(Id("person", 2 * each))
    river = River.of(bank_of_boat=Bank, who_is_on_bank=Array.of(Bank, group))
    first = river.default.but("who_is_on_bank", Bank.E, group.default.everyone())
    return Machine("missionaries", {"each": each}, river, first, [move], [solution], {"group": group})
