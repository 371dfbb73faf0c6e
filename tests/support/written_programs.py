"""Models as people write them: the text of a program, drawn from a seed.

Beside the language's own operators a program may have what Python offers in their place (sets, `in`, dictionaries,
`and`, f-strings, `is`, …), early returns, helpers of another module, comprehensions, defaults, closures, dataclasses,
and numbers at the edges of their domains and of 31 and 32 bits. A program is *plain* if it uses the operators alone.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from string import Template

EDGES = [
    (0, 3), (0, 3), (-2, 2), (1, 4), (-1, 2), (2**30 - 2, 2**30 + 1), (2**31 - 4, 2**31 - 1),
    (-(2**31) + 1, -(2**31) + 4), (0, 2**31 - 1), (-(2**31) + 1, 2**31 - 1), (2**32 - 2, 2**32 + 1),
    (2**31 - 2, 2**31 + 1),
]  # fmt: skip
STATEMENTS = [
    "local",
    "closure",
    "default",
    "dataclass",
    "list",
    "loop",
    "table",
    "early",
    "decided",
    "caught",
]
FIELDS = ["chosen", "edge", "flag", "group", "log", "mail", "owner", "phase", "seats", "small"]
START = sorted({*FIELDS} - {"edge"})
"""The fields that a function of initial states draws its changes from."""
SIGNS = ["<", "<=", "==", "!=", ">", ">="]
IDS = ["none", "none", "client.values()[1]"]

# Parts of expressions: $x and $y are numbers, $p and $q truth values, $i and $j ids, $g is a set of ids, $n
# a set of numbers, $o a comparison.
NUMBERS = """
($x + $y); ($x - $y); minimum($x, $y); maximum($x, $y); where($p, $x, $y); count([$p, $q]); at_least($x)
neighbour.chosen($p, $x); neighbour.twice($x); sum(seat.turn for seat in s.seats); Pair($x, $y).least(); $g.size()
s.log.index_of(s.log.last()); count(one == s.log.head() for one in s.log); minimum($x, $y, 1)
maximum((k + $x for k, _ in enumerate(s.log)), default=$y); s.log.fold(lambda total, _: total + 1, $x)
maximum((m.number for m in s.mail), default=$x); s.mail.filter(lambda m: m.number $o $x).size()
count(m.to == $i for m in s.mail); choose(Int(0, 3), lambda n: n $o $x, $y); choose([$x, $y], lambda n: n $o 1, 2)
maximum(s.seats, key=lambda seat: (seat.turn, $x)).turn
minimum(s.mail, key=lambda m: m.number, default=letter()).number
maximum(seat.turn for seat in s.seats); ($x * s.small); ($x * -3); ($x // 2); ($x // -3); ($x % 3); (-$x); abs($x)
($x // maximum(s.small, 1)); ($x % (2 - s.small - 4)); (7 // (s.small + 1)); (-7 % (s.small + 2))
$n.size(); maximum($n, default=$x); minimum((z - $x for z in $n), default=$y); count(z $o $x for z in s.chosen)
count(i == j for i in $g for j in s.group)
"""
NUMBERS_OF_PYTHON = """
min($x, $y); max($x, $y); sum([$x, $y]); int($p); {0: 1, 1: 2}.get($x, 0); (1, 2, 0)[$x]; ($x if $p else $y)
len({$x, $y}); round($x); sorted([$x, $y])[0]; len(str($x)); (s.flag + $x); len(s.group)
len([z for z in [$x, $y] if z > 1]); collections.Counter([$x])[1]; next(iter([$x]))
functools.reduce(operator.add, [$x, $y])
"""
TRUTHS = """
($p & $q); ($p | $q); not_($p); implies($p, $q); ($x $o $y); one_of($x, (0, 1)); all_of([$p, $q]); any_of([$p, $q])
one_of(s.phase, {Phase.idle, Phase.inside}); any_of(seat.turn $o $x for seat in s.seats); where($p, $q, s.flag)
all_of(one == s.log[1] for one in s.log[1:]); any_of(k $o $x for k, _ in enumerate(s.log)); s.log.is_empty()
all_of(m.number $o $x for m in s.mail); (s.mail.filter(lambda m: m.to != $i) == s.mail)
any_of(m.to == n.to for m in s.mail for n in s.mail.filter(lambda n: n.number > 0))
any_of(implies($p, m.number == k) for m in s.mail for k, _ in enumerate(s.log))
s.log.has(s.log[s.small]); all_of(a == b for a, b in zip(s.log, s.log.tail()))
all_of(s.seats[k].turn $o $x for k in s.seats.indices()); ($g == s.group); $g.is_empty(); (s.seats[$i] == s.seats[$j])
$n.has($x); ($n <= s.chosen); ($n == s.chosen); all_of(z $o $x for z in $n); any_of(z $o $x for z in $n)
all_of(s.seats[i].turn $o $x for i in $g); one_of($x, s.chosen); ($g < s.group); $n.is_only($x)
"""
TRUTHS_OF_PYTHON = """
($x in {0, 1}); ($x in (0, 1)); ($x not in [$y]); ($p and $q); ($p or $q); (not $p); (0 <= $x < 2); (s.owner is none)
(s.owner is not none); (s.phase is Phase.idle); bool($p); (lambda z: f"{z}" == '1')($x); isinstance($x, int)
(type($x) is int); {Phase.idle: True}.get(s.phase, False); any([$p, $q]); all([$p, $q]); (hash($x) == 1)
([$x][0] is not None); (len(s.log) > 0); (s.phase in {Phase.idle, Phase.inside}); ($p ^ $q); (~$p); ($x == 1.0)
(str($x) != '1'); hasattr($x, 'real'); (repr($x) == '1')
({$x} == {1}); ('%s' % $x == '1'); (s.group is s.group); ($p is True); bool(s.group)
all_of(m.number > 0 for m in s.mail if $p); (len([m for m in s.mail]) > 0); any_of(k > 0 for k, _ in enumerate(s.mail))
any(m.number $o $x for m in s.mail); any_of(m == n for m, n in zip(s.mail, s.mail))
($x in range(2)); ((lambda z: z in {1})($x)); ($i in s.group); (s.seats[$i] in [s.seats[$j]])
"""
GROUPS = """
$g.including($i); $g.excluding($i); ($g | s.group.including($i)); ($g - s.group); where($p, $g, s.group)
($g & s.group); $g.filter(lambda i: i != $j); s.group.including_all(where($p, i, $j) for i in $g)
"""
CHOSEN = """
$n.including(clamp($x)); $n.excluding($x); ($n | s.chosen.including(clamp($x))); ($n - s.chosen); ($n & s.chosen)
where($p, $n, s.chosen); $n.filter(lambda z: z $o $x); s.chosen.including_all(clamp(z + $x) for z in $n)
"""
OF_RING = "steps_between($i, $j); steps_between(s.owner, next_id($i, $x))"
OF_ORDER = "position($i); position(id_at(client, $x)); position(id_at(s.seats, s.small))"


PARAMETERS = {
    "member": 'Annotated[Number, Domain("chosen")]',
    "subset": 'Annotated[Set, Domain("numbers")]',
    "record": 'Annotated[Seat, Domain("seat")]',
    "array": 'Annotated[Array, Domain("row")]',
}
NUMBER_OF = {"member": "some", "subset": "some.size()", "record": "some.turn", "array": "some[s.owner]"}
"""A number of each parameter."""
HEAD = """
import collections, dataclasses, functools, itertools, operator
from typing import Annotated, Any
from tidemark import *
import {neighbour}
from {neighbour} import at_least

client = Id("client", 2)
Phase = Enum("phase", "idle", "waiting", "inside")
Me = Annotated[Identity, Domain("client")]

class Seat(Record):
    phase: Label
    turn: Number

class Letter(Record):
    to: Identity
    number: Number

class State(Record):
    phase: Label
    owner: Identity
    small: Number
    edge: Number
    flag: Truth
    group: IdSet
    chosen: Set
    log: Sequence
    mail: Network
    seats: Array

letter = Letter.of(to=Optional(client), number=Int(0, 2))
state = State.of(
    phase=Phase, owner=Optional(client), small=Int(0, 2), edge=Int({low}, {high}), flag=Bool(),
    group=IdSet.of(client), chosen=Set.of(Int(0, 2)), log=Sequence.of({element}, 2), mail={network}.of(letter, 2),
    seats=Array.of(client, Seat.of(phase=Phase, turn=Int(0, 2))),
)

@dataclasses.dataclass
class Pair:
    left: Any
    right: Any
    def least(self):
        return minimum(self.left, self.right)

def clamp(x, low=0, high=2):
    return minimum(maximum(x, low), high)

LIMITS = {{"small": 2, "low": {low}, "high": {high}}}
"""
NEIGHBOUR = """
from tidemark import maximum, where

FLOOR = 1

def at_least(x, floor=FLOOR):
    return maximum(x, floor)

def twice(x):
    return x + x

def chosen(c, a, b=0):
    return where(c, a, b)
"""


@dataclass(frozen=True)
class Program:
    """The text of a program and of its neighbour, and whether it uses the language's operators alone."""

    text: str
    neighbour: str
    is_plain: bool


def program(seed: int, neighbour: str = "neighbour", begins: bool = False) -> Program:
    """The program of a seed. begins: whether a function of it gives several initial states."""
    return _Writer(random.Random(seed), neighbour).program(begins)


class _Writer:
    """Writes one program. Each function begins with some statements, whose local names it may then use."""

    def __init__(self, draw: random.Random, neighbour: str) -> None:
        self._draw, self._neighbour = draw, neighbour
        self._low, self._high = draw.choice(EDGES)
        self._element = draw.choice(["client", "Int(0, 2)", "Phase"])
        self._network = draw.choice(["Network", "Bag"])
        self._share = draw.choice([0.0, 0.0, 0.03, 0.08])
        """How likely a part of an expression is Python's own."""
        self._asks_order = draw.random() < 0.2
        self._is_plain, self._numbers, self._truths, self._me = True, list[str](), list[str](), False

    def program(self, begins: bool = False) -> Program:
        """All of it."""
        count = self._draw.randint(2, 3)
        functions = [self._action(k) for k in range(count)] + [self._promise(k) for k in range(2)]
        initial = f"state(small={self._draw.randrange(3)}, edge={self._near()}, owner={self._one(IDS)})"
        domains = (
            '"client": client, "numbers": Set.of(Int(0, 1)), "seat": Seat.of(phase=Phase, turn=Int(0, 1)), '
            '"row": Array.of(client, Int(0, 2))'
        )
        if begins:
            functions.append(self._initial())
            initial, domains = "begin", f'{domains}, "first": Int(0, 2)'
        names = ", ".join(f"act_{k}" for k in range(count))
        machine = f'Machine("mine", {{}}, state, {initial}, [{names}], [mine_0, mine_1], {{{domains}}})'
        head = HEAD.format(
            neighbour=self._neighbour,
            low=self._low,
            high=self._high,
            element=self._element,
            network=self._network,
        )
        return Program("\n\n".join([head, *functions, f"machine = {machine}\n"]), NEIGHBOUR, self._is_plain)

    def _near(self) -> int:
        """A number of the domain `edge`, at one of its ends."""
        return self._draw.choice([self._low, self._low + 1, self._high - 1, self._high])

    # Functions and statements.

    def _action(self, number: int) -> str:
        self._me, over = self._draw.random() < 0.6, self._draw.choice(["", "", *PARAMETERS])
        lines = self._beginning()
        self._numbers += [NUMBER_OF[over]] * 2 if over else []
        lines += [*self._guards(), f"return s.but({self._changes()})"]
        parameters = f"{', me: Me' if self._me else ''}{', some: ' + PARAMETERS[over] if over else ''}"
        return _function("action", f"act_{number}(s: State{parameters}) -> State", lines)

    def _initial(self) -> str:
        """A function that gives up to six states, from one of which a guard may keep it."""
        self._me = True
        lines = self._beginning()
        self._numbers += ["first"] * 3
        lines += self._guards() if self._draw.random() < 0.5 else []
        first = 'first: Annotated[Number, Domain("first")]'
        lines.append(f"return s.but(edge={self._near()}, {self._changes(self._draw.sample(START, 3))})")
        return _function("initial", f"begin(s: State, me: Me, {first}) -> State", lines)

    def _promise(self, number: int) -> str:
        self._me = False
        lines = [*self._beginning(), f"return {self.truth(3)}"]
        return _function("promise", f"mine_{number}(s: State) -> Truth", lines)

    def _guards(self) -> list[str]:
        count = self._draw.choice([0, 1, 1, 2])
        return [f'require({self.truth(2)}, "it may")' for _ in range(count)]

    def _beginning(self) -> list[str]:
        """Statements that give names, or return early, by plain values."""
        self._numbers, self._truths = [], []
        lines: list[str] = []
        for kind in self._draw.sample(STATEMENTS, self._draw.choice([0, 1, 1, 2])):
            lines += self._statement(kind)
        return lines

    def _statement(self, kind: str) -> list[str]:
        match kind:
            case "local":
                value = self.number(1)
                self._numbers.append("x")
                return [f"x = {value}"]
            case "closure":
                limit = self.number(0)
                self._truths.append(f"small(s.{self._one(['small', 'edge'])})")
                return [f"limit = {limit}", "small = lambda y: y < limit"]
            case "default":
                self._numbers.append("more(s.small)")
                return [f"def more(y, by={self._draw.randrange(3)}): return y + by"]
            case "dataclass":
                values = self.number(1), self.number(1)
                self._numbers += ["pair.left", "pair.least()"]
                return [f"pair = Pair({values[0]}, {values[1]})"]
            case "list":
                values = self.truth(1), self.truth(1)
                self._truths += ["all_of(parts)", "any_of(parts)"]
                return ["parts = []", f"parts.append({values[0]})", f"parts += [{values[1]}]"]
            case "loop":
                self._numbers.append("total")
                return ["total = 0", "for seat in s.seats:", "    total = total + seat.turn"]
            case "table":
                self._numbers.append("limit_of['small']")
                return ["limit_of = {**LIMITS}", "limit_of.setdefault('none', 0)"]
            case "early":
                returned = "s" if self._me else None
                plain = self._one(
                    ["len(LIMITS) > 9", "me == client.values()[1]" if self._me else "not LIMITS"]
                )
                return [f"if {plain}:", f"    return {returned}"] if returned else []
            case "decided":
                if not self._python():
                    return []
                return [f"if {self.truth(1)}:", f"    return {'s' if self._me else 'True'}"]
            case "caught":
                self._numbers.append("bound")
                return ["try:", "    bound = LIMITS['none']", "except KeyError:", "    bound = 2"]
        raise AssertionError(kind)

    def _changes(self, chosen: list[str] | None = None) -> str:
        fields = chosen or self._draw.sample(sorted(FIELDS), self._draw.randint(1, 3))
        return ", ".join(f"{field}={self._change(field)}" for field in fields)

    def _change(self, field: str) -> str:
        match field:
            case "small":
                value = self.number(2)
                return value if self._draw.random() < 0.1 else f"clamp({value})"
            case "edge":
                value = self._one([f"s.edge + {self._draw.choice([1, 1, 2])}", "s.edge - 1", self.number(1)])
                low, high = "low=LIMITS['low']", "high=LIMITS['high']"
                return value if self._draw.random() < 0.15 else f"clamp({value}, {low}, {high})"
            case "flag":
                return self.truth(2)
            case "owner":
                return self.identity(2)
            case "phase":
                return self.phase(2)
            case "group":
                return self.group(2)
            case "chosen":
                return self.chosen(2)
            case "log":
                kept = self._one(
                    [
                        *("s.log", "s.log.tail()", "s.log[:1]", "s.log.truncate(1) + s.log[1:]"),
                        *("s.log.truncate(0)", f"s.log.truncate({self.number(0)})"),
                    ]
                )
                element = {"client": self.identity(1, absent=False), "Phase": self.phase(1)}.get(
                    self._element, f"clamp({self.number(1)})"
                )
                changed = self._one([f"{kept}.but(s.small, {element})", kept])
                return f"where(s.log.length < 2, s.log.append({element}), {changed})"
            case "mail":
                fields = f"to={self.identity(0)}, number=clamp({self.number(1)})"
                kept = f"s.mail.filter(lambda m: m.number {self._one(SIGNS)} {self.number(0)})"
                kept = self._one(["s.mail", kept, f"s.mail.discard({fields})"])
                return f"where(s.mail.size() < 2, s.mail.send({fields}), {kept})"
        seat, turn = self.identity(1), f"clamp({self.number(1)})"
        return self._one(
            [
                f"s.seats.but({seat}, s.seats[{self.identity(1)}].but(turn={turn}))",
                f"s.seats.but({seat}, turn={turn})",
                f"s.seats.but({seat}, 'turn', {turn})",
                f"s.but('seats', {seat}, turn={turn}, phase={self.phase(0)}).seats",
                f"s.but('seats', {seat}, 'phase', {self.phase(1)}).seats",
            ]
        )

    # Expressions. Each is one of the language's or, now and then, of Python's own.

    def _python(self) -> bool:
        if self._draw.random() < self._share:
            self._is_plain = False
            return True
        return False

    def _one(self, choices: list[str]) -> str:
        return self._draw.choice(choices)

    def _made(self, parts: str, depth: int) -> str:
        """One of some parts, with the expressions that it is made of."""
        chosen = self._one([part for line in parts.strip().splitlines() for part in line.split("; ")])
        made = {"o": lambda: self._one(SIGNS), "g": lambda: self.group(min(depth, 1))}
        made["n"] = lambda: self.chosen(min(depth, 1))
        made |= dict.fromkeys("xy", lambda: self.number(depth)) | dict.fromkeys(
            "pq", lambda: self.truth(depth)
        )
        made |= dict.fromkeys("ij", lambda: self.identity(0))
        names = set(re.findall(r"\$(\w)", chosen))
        return Template(chosen).substitute({name: made[name]() for name in sorted(names)})

    def number(self, depth: int) -> str:
        """A number."""
        if depth and self._python():
            return self._made(NUMBERS_OF_PYTHON, depth - 1)
        if depth and self._draw.random() < 0.05:
            return self._made(OF_ORDER if self._asks_order else OF_RING, depth - 1)
        if depth and self._draw.random() < 0.6:
            return self._made(NUMBERS, depth - 1).replace("neighbour.", f"{self._neighbour}.")
        edge, turn = self._draw.choice([self._low, self._high]), f"s.seats[{self.identity(0)}].turn"
        some = ["s.small", "s.small", "s.edge", "s.log.length", "LIMITS['small']", turn, str(edge)]
        return self._one([*some, str(self._draw.randrange(4)), *self._numbers])

    def truth(self, depth: int) -> str:
        """A truth value."""
        if depth and self._python():
            return self._made(TRUTHS_OF_PYTHON, depth - 1)
        if depth and self._draw.random() < 0.7:
            return self._made(TRUTHS, depth - 1)
        i, compared = self.identity(0), f"({self.number(0)} {self._one(SIGNS)} {self.number(0)})"
        owned = [
            "(s.owner != none)",
            f"(s.owner == {i})",
            f"s.group.has({i})",
            f"(s.seats[{i}].phase == s.phase)",
        ]
        return self._one(
            ["s.flag", compared, compared, f"(s.phase == {self.phase(0)})", *owned, *self._truths]
        )

    def identity(self, depth: int, absent: bool = True) -> str:
        """An id, which may be absent if `absent`."""
        if depth and self._python():
            return f"({self.identity(0, absent)} if {self.truth(0)} else {self.identity(0, absent)})"
        if depth and self._draw.random() < 0.4:
            return f"where({self.truth(0)}, {self.identity(depth - 1, absent)}, {self.identity(0, absent)})"
        if depth and self._draw.random() < 0.2:
            function = self._one(["next_id", "previous_id"])
            return f"{function}({self.identity(depth - 1, absent)}, {self.number(0)})"
        atoms = ["me", "me", "me"] if self._me else ["client.values()[0]"]
        logged = ["s.log[s.small]"] if self._element == "client" and depth else []
        if absent and depth and self._draw.random() < 0.1:
            ordered = ["maximum(s.mail, key=lambda m: m.number, default=letter()).to"]
            ordered.append(f"choose(client, lambda one: s.seats[one].turn {self._one(SIGNS)} 1, none)")
            return self._one(ordered)
        return self._one([*atoms, *logged, *(["s.owner", "s.owner", "none"] if absent else [])])

    def phase(self, depth: int) -> str:
        """A label."""
        if depth and self._python():
            a, b = self.phase(0), self.phase(0)
            return self._one([f"({a} if {self.truth(0)} else {b})", f"{{0: {a}}}.get(s.small, {b})"])
        if depth and self._draw.random() < 0.5:
            return f"where({self.truth(depth - 1)}, {self.phase(0)}, {self.phase(depth - 1)})"
        logged = ["s.log[0]"] if self._element == "Phase" and depth else []
        return self._one(
            ["Phase.idle", "Phase.inside", "s.phase", f"s.seats[{self.identity(0)}].phase", *logged]
        )

    def group(self, depth: int) -> str:
        """A set of ids."""
        return self._made(GROUPS, depth - 1) if depth else "s.group"

    def chosen(self, depth: int) -> str:
        """A set of numbers."""
        return self._made(CHOSEN, depth - 1) if depth else "s.chosen"


def _function(decorator: str, head: str, lines: list[str]) -> str:
    return "\n".join([f"@{decorator}", f"def {head}:", *(f"    {line}" for line in lines)])
