"""Programs that tests/spec/test_tracing.py tries: ordinary Python that is refused with its line, or means the same.

`# here` marks the line that is refused.
"""

PRELUDE = '''
import bisect, collections, contextlib, copy, dataclasses, functools, itertools, json, operator, pickle, random
from enum import Enum as PythonEnum
from typing import Annotated, Any, NamedTuple
from tidemark import *

client = Id("client", 2)
Phase = Enum("phase", "idle", "waiting", "inside")

class State(Record):
    phase: Label
    owner: Identity
    count: Number
    other: Number
    flag: Truth
    group: IdSet
    log: Sequence
    seats: Array

state = State.of(
    phase=Phase, owner=Optional(client), count=Int(0, 2), other=Int(0, 2), flag=Bool(),
    group=IdSet.of(client), log=Sequence.of(Int(0, 2), 2), seats=Array.of(client, Phase),
)

@action
def advance(s: State, me: Annotated[Identity, Domain("client")]) -> State:
    """A client goes on."""
    require(s.count < 2, "it can go on")
    return s.but(count=s.count + 1, phase=where(s.phase == Phase.idle, Phase.waiting, Phase.inside), owner=me)

@action
def turn(s: State) -> State:
    """The flag turns."""
    return s.but(flag=not_(s.flag), group=where(s.flag, s.group.including(s.owner), s.group.excluding(s.owner)))

'''
MACHINE = """
machine = Machine("mine", {}, state, state.default, [ACTIONS], [PROMISES], {"client": client})
"""
PROMISE = '''
@promise
def mine(s: State) -> Truth:
    """What the program says."""
'''

# Each program has `# here` where it must be refused. A body of `mine` alone is a promise.
BODIES = {
    "a set": "return not_(s.phase in {Phase.idle, Phase.inside})  # here",
    "a set of whole numbers": "return s.count in {0, 1}  # here",
    "a frozen set": "return s.phase in frozenset([Phase.idle])  # here",
    "not in a set": "return s.phase not in {Phase.inside}  # here",
    "in a dictionary": "return s.phase in {Phase.idle: 1}  # here",
    "an item of a dictionary": "return {0: True, 1: True, 2: False}[s.count]  # here",
    "get of a dictionary": "return {0: False}.get(s.count, True)  # here",
    "a default dictionary": "return collections.defaultdict(bool)[s.count] == False  # here",
    "a counter": "return collections.Counter([s.count, s.other])[0] < 2  # here",
    "how many differ": "return len({s.count, s.other}) == 1  # here",
    "comparison of sets": "return {s.count} == {0}  # here",
    "a subset": "return {s.count} <= {0, 1}  # here",
    "a set that is joined": "return bool({0} & set([s.count]))  # here",
    "keys of a dictionary": "return dict.fromkeys([s.count]) == {0: None}  # here",
    "a text with a value": 'return f"{s.count}" != "2"  # here',
    "a text with a format": 'return f"{s.count:03d}" != "002"  # here',
    "str": 'return str(s.phase) != "inside"  # here',
    "repr": 'return repr(s.phase) != "inside"  # here',
    "format": 'return format(s.count) != "2"  # here',
    "percent": 'return "%s" % s.count != "2"  # here',
    "percent d": 'return "%d" % s.count != "2"  # here',
    "the format of a text": 'return "{}".format(s.count) != "2"  # here',
    "the text of a record": 'return "inside" not in str(s)  # here',
    "the text of a set": 'return str(s.group) == "{}"  # here',
    "print": "print(s.count); return True  # here",
    "hash": "return hash(s.count) < 2  # here",
    "id": "return id(s.count) != id(2)  # here",
    "isinstance": "return not isinstance(s.count, int)  # here",
    "isinstance of several": "return not isinstance(s.flag, (bool, str))  # here",
    "the class": "return s.count.__class__ is not int  # here",
    "type": "return type(s.count) is not int  # here",
    "type, equal": "return type(s.count) != int  # here",
    "hasattr": 'return not hasattr(s.count, "real")  # here',
    "hasattr of what a node has": 'return not hasattr(s.count, "real") or hasattr(s.count, "lo")  # here',
    "getattr": 'return getattr(s.count, "real", 0) < 2  # here',
    "an attribute": "return s.count.real < 2  # here",
    "a method of int": "return s.count.bit_length() < 2  # here",
    "is": "return s.owner is none  # here",
    "is not": "return s.owner is not none  # here",
    "is of local names": "owner = s.owner; return owner is none  # here",
    "is of two values": "return not_((s.count == 2) & (s.count is s.other))  # here",
    "is True": "return s.flag is False  # here",
    "is of a number": "return s.count is not 2  # here",
    "is of a label": "phase = s.phase; return phase is not Phase.inside  # here",
    "operator.is_": "return operator.is_(s.flag, False)  # here",
    "an if": "if s.count == 2:  # here\n        return False\n    return True",
    "and": "return s.flag and s.count < 2  # here",
    "or": "return s.flag or s.count < 2  # here",
    "not": "return not s.flag  # here",
    "a conditional": "return False if s.count == 2 else True  # here",
    "a chain": "return 0 <= s.count < 2  # here",
    "in a tuple": "return s.count in (0, 1)  # here",
    "in a list of values": "return 2 not in [s.count, s.other]  # here",
    "min": "return min(s.count, s.other) == 0  # here",
    "max": "return max(s.count, s.other) < 2  # here",
    "sorted": "return sorted([s.count, s.other])[1] < 2  # here",
    "all": "return all(x < 2 for x in [s.count])  # here",
    "any": "return any([s.count < 2])  # here",
    "a filter": "return len([x for x in [s.count] if x == 2]) == 0  # here",
    "filter": "return list(filter(lambda x: x == 2, [s.count])) == []  # here",
    "bisect": "return bisect.bisect([1], s.count) == 0  # here",
    "assert": "assert s.count < 2  # here\n    return True",
    "while": "while s.count == 2:  # here\n        return False\n    return True",
    "tuples compared": "return (s.count, s.other) != (2, 0)  # here",
    "lists compared": "return [s.count] != [2]  # here",
    "an index of a list": "return [True, True, False][s.count]  # here",
    "an index of a tuple": "return (True, True, False)[s.count]  # here",
    "a range": "return len(range(s.count)) < 2  # here",
    "a slice": "return len('ab'[:s.count]) < 2  # here",
    "a text repeated": "return 'a' * s.count != 'aa'  # here",
    "int": "return int(s.count) < 2  # here",
    "int of a truth value": "return int(s.flag) == 0  # here",
    "bool": "return bool(s.flag) == False  # here",
    "float": "return float(s.count) < 2  # here",
    "complex": "return complex(s.count) != 2  # here",
    "round": "return round(s.count) < 2  # here",
    "math": "import math; return math.floor(s.count) < 2  # here",
    "operator.index": "return operator.index(s.count) < 2  # here",
    "bytes": "return bytes(s.count) != b'\\0\\0'  # here",
    "copy": "return copy.copy(s.count) < 2  # here",
    "deepcopy": "return copy.deepcopy([s.count])[0] < 2  # here",
    "pickle": "return pickle.loads(pickle.dumps(s.count)) < 2  # here",
    "json": "return json.dumps(s.count, default=lambda x: str(x)) != '2'  # here",
    "len": "return len(s.count) == 0  # here",
    "iteration": "return [x for x in s.count] == []  # here",
    "unpacking": "a, b = s.count; return True  # here",
    "an item": "return s.count[0] == 0  # here",
    "a fraction": "return s.count / 2 < 1  # here",
    "divmod": "return divmod(s.count, 2)[0] == 0  # here",
    "a shift": "return s.count << 1 < 4  # here",
    "power": "return s.count ** 2 < 4  # here",
    "complement": "return ~s.flag  # here",
    "exclusive or": "return s.flag ^ True  # here",
    "a sequence is looped over": "return sum(1 for x in s.log) == 0  # here",
    "in a sequence": "return 1 not in s.log  # here",
    "a sequence as a list": "return list(s.log) == []  # here",
    "len of a set": "return len(s.group) == 0  # here",
    "a set is looped over": "return [x for x in s.group] == []  # here",
    "in a set of ids": "return not_(client.values()[0] in s.group)  # here",
    "a set as a condition": "return False if s.group else True  # here",
    "not of a set": "return not s.group  # here",
    "a record as a condition": "return True if s else False  # here",
    "a record as a key": "return s in {s}  # here",
    "a set of ids as a key": "return s.group in {s.group}  # here",
    "match of a constant": "match s.count:\n        case 2: return False  # here\n    return True",
    "match of a label": "match s.phase:\n        case Phase.inside: return False  # here\n    return True",
    "match of a class": "match s.count:\n        case int(): return False  # here\n    return True",
    "match of True": "match s.flag:\n        case True: return False  # here\n    return True",
    "try around a condition": (
        "try:\n        return s.count < 2 and True\n    except Exception:  # here\n        return True"
    ),
    "a bare except": "try:\n        return {0: True}[s.count]\n    except:  # here\n        return True",
    "except TypeError": "try:\n        return {0: True}[s.count]\n    except TypeError:  # here\n        return True",
    "an except that hides a refusal": (
        "try:\n        return {0: False}[s.count]  # here\n    except KeyError:\n        return True"
    ),
    "an except of a local name": (
        "kinds = (Exception,)\n    try:\n        return bool(s.flag)\n    except kinds:  # here\n        return True"
    ),
    "suppress": (
        "with contextlib.suppress(Exception):  # here\n        return bool(s.flag)\n    return True"
    ),
    "chance": "return s.count < 3 + random.randrange(1)  # here",
    "a cache of values": (
        "@functools.cache\n    def small(x): return x < 2\n    return small(s.count)  # here"
    ),
    "enumeration of Python": (
        "class Small(PythonEnum):\n        zero = 0\n    return Small(s.count) is Small.zero  # here"
    ),
    "a symbolic value of a lambda": "small = lambda x: x in {0, 1}  # here\n    return small(s.count)",
    "a nested function": "def small(x):\n        return x is not 2  # here\n    return small(s.count)",
    "a comprehension": "return all_of([x is not 2 for x in [s.count]])  # here",
    "a map": "return all_of(map(str.isdigit, map(str, [s.count])))  # here",
}  # fmt: skip

ALLOWED = {
    "one_of": "return one_of(s.phase, {Phase.idle, Phase.waiting})",
    "one_of of a tuple": "return not_(one_of(s.count, (2,)))",
    "isinstance of a plain value": "return s.count < (2 if isinstance(3, int) else 5)",
    "type of a plain value": "return s.count < (2 if type(3) is int and isinstance(type(3), type) else 5)",
    "the class of the state": "return where(s.count < 2, True, type(s) is not State)",
    "hasattr of a plain value": "return s.count < (2 if hasattr(client, 'kind') else 5)",
    "a dictionary of plain values": "return s.count < {'two': 2}['two']",
    "is None": "limit = None\n    return s.count < (2 if limit is None else limit)",
    "is a class": "kind = int\n    return s.count < (2 if kind is int else 5)",
    "a member of an enumeration of Python": "mode = Mode.small\n    return s.count < (2 if mode is Mode.small else 5)",
    "a sentinel": "given = MISSING\n    return s.count < (2 if given is MISSING else 5)",
    "a module in C": "return s.count < min(2, sys.maxsize)",
    "a list that holds itself": "return s.count < ENDLESS[0]",
    "early return": "if len('ab') == 2:\n        return s.count < 2\n    return True",
    "except KeyError of a plain value": (
        "try:\n        limit = {}['none']\n    except KeyError:\n        limit = 2\n    return s.count < limit"
    ),
    "try and finally": "try:\n        return s.count < 2\n    finally:\n        pass",
    "a comprehension": "return all_of([x < 2 for x in (s.count, s.other)])",
    "a local list": "parts = []\n    parts.append(s.count < 2)\n    return all_of(parts)",
    "a local list of a helper": (
        "parts = []\n    def add(x): parts.append(x)\n    add(s.count < 2)\n    return all_of(parts)"
    ),
    "a local counter": (
        "counter = itertools.count(1)\n    next(counter)\n    return s.count < next(counter)"
    ),
    "a dataclass": "pair = Pair(s.count, s.other)\n    return pair.left + pair.right < 2",
    "a replaced dataclass": "return dataclasses.replace(Pair(s.count, s.other), left=s.other).left < 2",
    "a named tuple": "return Named(s.count, s.other).left < 2",
    "a closure": "limit = 2\n    small = lambda x: x < limit\n    return small(s.count)",
    "a default": "small = lambda x, limit=2: x < limit\n    return small(s.count)",
    "reduce": "return functools.reduce(operator.and_, [s.count < 2, s.other < 2])",
    "sum": "return sum([s.count, s.other]) < 2",
    "zip and enumerate": "return all_of(x < 2 + k for k, x in enumerate([s.count, s.other]))",
    "a cache of plain values": "return s.count < two('x')",
    "a text of plain values": "return s.count < len(f'{1}{2}')",
    "match of a plain value": "match 'two':\n        case 'two': return s.count < 2\n    return True",
    "a partial": "return functools.partial(operator.lt, s.count)(2)",
    "a method": "return Pair(s.count, s.other).is_small()",
    "a cached property": "return s.count < LIMITS.two",
    "sorted plain values": "return all_of(s.count < x for x in sorted([3, 2]))",
}  # fmt: skip
TOOLS = """
import sys

ENDLESS = [2]
ENDLESS.append(ENDLESS)

class Mode(PythonEnum):
    small = 1

MISSING = object()

@dataclasses.dataclass
class Pair:
    left: Any
    right: Any
    def is_small(self):
        return self.left + self.right < 2

class Named(NamedTuple):
    left: Any
    right: Any

@functools.cache
def two(_):
    return 2

class Limits:
    @functools.cached_property
    def two(self):
        return 2

LIMITS = Limits()
"""

# Programs that change something: what they change, and a body of `mine` that does.
IMPURE = {
    "a list of the module": "LOG.append(1)\n    return s.count < 2",
    "a list that decides": "LOG.append(1)\n    return s.count < (2 if len(LOG) < 100 else 0)",
    "a default": "return s.count < keeping()",
    "a counter": "return s.count < 2 + next(TICKETS)",
    "a counter that does not matter": "next(TICKETS)\n    return s.count < 2",
    "a class attribute": "Tally.total += 1\n    return s.count < 2",
    "an object": "TALLY.total += 1\n    return s.count < 2",
    "an object with slots": "SLOTTED.total += 1\n    return s.count < 2",
    "a dictionary": "SEEN['x'] = len(SEEN) + SEEN.get('x', 0)\n    return s.count < 2",
    "a set": "MARKS.add(len(MARKS))\n    return s.count < 2",
    "a global number": "count_up()\n    return s.count < 2",
    "a variable of a closure": "return s.count < COUNT_IN()",
    "an attribute of a function": "count_up.calls += 1\n    return s.count < 2",
    "a cache over such things": "return s.count < ticket('x')",
    "a generator": "return s.count < 2 + next(NUMBERS)",
    "a deque": "RECENT.append(1)\n    return s.count < 2",
    "a list in a dictionary": "SEEN['list'].append(1)\n    return s.count < 2",
    "another module": "neighbour.calls.append(1)\n    return s.count < 2",
    "a helper of another module": "neighbour.note()\n    return s.count < 2",
}
CHANGING = """
import neighbour

LOG, TICKETS, SEEN, MARKS, RECENT = [], itertools.count(), {"list": []}, set(), collections.deque()

class Tally:
    total = 0

class Slotted:
    __slots__ = ("total",)

TALLY, SLOTTED = Tally(), Slotted()
SLOTTED.total = 0
COUNT = 0

def keeping(calls=[]):
    calls.append(1)
    return 2

def count_up():
    global COUNT
    COUNT += 1

count_up.calls = 0

def counting():
    n = 0
    def count():
        nonlocal n
        n += 1
        return 2
    return count

COUNT_IN = counting()

@functools.cache
def ticket(name):
    LOG.append(name)
    return len(LOG)

def numbers():
    n = 0
    while True:
        yield n
        n += 1

NUMBERS = numbers()
"""
NEIGHBOUR = (
    "calls = []\n\ndef note():\n    calls.append(1)\n\ndef small(x):\n    return x in {0, 1}  # here\n"
)


# The same in the other places where a model has functions: a guard, a field, a helper of another module, a step.
ELSEWHERE = {
    "a guard": """
@action
def close(s: State) -> State:
    require(s.phase in {Phase.inside}, "it is inside")  # here
    return s.but(phase=Phase.idle)
""",
    "a field": """
@action
def close(s: State) -> State:
    phase = s.phase
    return s.but(flag=phase is Phase.inside)  # here
""",
    "a guard that is tried": """
@action
def close(s: State) -> State:
    try:
        require(s.count == 0, "it is small")
    except Exception:  # here
        return s.but(flag=True)
    return s
""",
    "a later parameter": """
@action
def close(s: State, me: Annotated[Identity, Domain("client")]) -> State:
    if me == client.values()[1]:
        return s.but(flag=s.owner is none)  # here
    return s
""",
    "a counter in an action": """
CALLS = []

@action  # here
def close(s: State) -> State:
    CALLS.append(1)
    return s.but(flag=len(CALLS) > 3)
""",
    "a step": """
@every_step
def close(before: State, after: State) -> Truth:
    return {before.count: True}.get(after.count, True)  # here
""",
    "a promise about runs": """
@eventually
def close(s: State) -> Truth:
    return s.owner is none  # here
""",
    "a method of the state": """
class Other(State):
    def is_idle(self):
        return self.phase in {Phase.idle}  # here

other = Other.of(**state.fields)
initial = other.default

@promise
def close(s: Other) -> Truth:
    return s.is_idle()
""",
}
NEIGHBOURS = (
    "import neighbour\n\n@promise\ndef mine(s: State) -> Truth:\n    return neighbour.small(s.count)\n"
)
