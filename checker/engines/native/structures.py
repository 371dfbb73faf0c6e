"""The structs and functions of the files of C, declared to Python field by field, in their order.

A module of its own because Python and C must agree; a test compares them. A pointer takes an array of the same kind
of number, and keeps it alive.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, Structure, c_uint8, c_uint16, c_uint32, c_uint64

WORDS, SHORTS = POINTER(c_uint64), POINTER(c_uint16)
NUMBERS, BYTES = POINTER(c_uint32), POINTER(c_uint8)


class Space(Structure):
    """What all threads share: the states, the hash table, and the current batch of successors."""

    __slots__ = ()
    _fields_ = (
        ("states", WORDS),
        ("table", WORDS),
        ("slots", c_uint64),
        ("outgrown", WORDS),
        ("known", c_uint64),
        ("batch", WORDS),
        ("hashes", WORDS),
        ("actions", SHORTS),
        ("parents", WORDS),
        ("entered", WORDS),
        ("watched", c_uint64),
        ("broken", WORDS),
        ("target", WORDS),
        ("kept", WORDS),
        ("kept_sets", c_uint64),
    )


class Worker(Structure):
    """One thread's own part: its slots, its place in the batch, and what it counts."""

    __slots__ = ()
    _fields_ = (
        ("low", c_uint64),
        ("high", c_uint64),
        ("mine", WORDS),
        ("position", c_uint64),
        ("number", c_uint64),
        ("enabled", WORDS),
        ("new_states", WORDS),
        ("met", c_uint64),
        ("wrong", c_uint64),
        ("least", c_uint64 * 64),
    )


class Walk(Structure):
    """One thread's random walks."""

    __slots__ = ()
    _fields_ = (
        ("space", Space),
        ("worker", Worker),
        ("initial", WORDS),
        ("length", c_uint64),
        ("random", c_uint64),
        ("choices", c_uint64 * 8),
        ("action_count", c_uint64),
        ("action_of", SHORTS),
        ("weights", WORDS),
        ("path", SHORTS),
        ("steps", c_uint64),
    )


_ON_A_RANGE = (POINTER(Space), POINTER(Worker), c_uint64, c_uint64)
EXPAND, EVALUATE = CFUNCTYPE(c_uint64, *_ON_A_RANGE), CFUNCTYPE(None, *_ON_A_RANGE)


class Attempt(Structure):
    """An attempt to break a promise by some steps of a run."""

    __slots__ = ()
    _fields_ = (
        ("space", POINTER(Space)),
        ("worker", POINTER(Worker)),
        ("expand", EXPAND),
        ("evaluate", EVALUATE),
        ("state", WORDS),
        ("batch", WORDS),
        ("actions", SHORTS),
        ("broken", WORDS),
        ("words", c_uint64),
        ("initial", WORDS),
        ("watched", c_uint64),
        ("choices", WORDS),
        ("instances", WORDS),
        ("conditions", WORDS),
        ("places", WORDS),
        ("masks", WORDS),
        ("values", WORDS),
        ("steps", WORDS),
        ("taken", WORDS),
    )


class Graph(Structure):
    """The states that a search has found, the edges between them, and room to look for components."""

    __slots__ = ()
    _fields_ = (
        ("words", c_uint64),
        ("states", WORDS),
        ("table", WORDS),
        ("slots", c_uint64),
        ("owners", c_uint64),
        ("batch", WORDS),
        ("hashes", WORDS),
        ("found", WORDS),
        ("count", c_uint64),
        ("first_edges", WORDS),
        ("targets", NUMBERS),
        ("actions", SHORTS),
        ("conditions", WORDS),
        ("enabled", WORDS),
        ("inside", BYTES),
        ("component", NUMBERS),
        ("order", NUMBERS),
        ("low", NUMBERS),
        ("open", NUMBERS),
        ("path", NUMBERS),
        ("next", WORDS),
        ("marked", BYTES),
        ("always", WORDS),
        ("ever", WORDS),
        ("taken", WORDS),
        ("has_marked", BYTES),
        ("incoming", WORDS),
        ("sources", NUMBERS),
    )


class Pursuit(Structure):
    """A search among the states of a graph for a run on which something comes after something else."""

    __slots__ = ()
    _fields_ = (
        ("graph", Graph),
        ("space", POINTER(Space)),
        ("worker", POINTER(Worker)),
        ("expand", EXPAND),
        ("marks", BYTES),
        ("events", BYTES),
        ("seen", BYTES),
        ("before", NUMBERS),
        ("by", SHORTS),
        ("queue", NUMBERS),
        ("head", c_uint64),
        ("tail", c_uint64),
        ("last", c_uint64),
        ("reached", c_uint64),
        ("action", c_uint64),
    )


class SurveyPart(Structure):
    """One thread's part of the answer to a question about all states."""

    __slots__ = ()
    _fields_ = (
        ("words", c_uint64),
        ("states", WORDS),
        ("count", c_uint64),
        ("marks", BYTES),
        ("met", WORDS),
        ("first", WORDS),
        ("space", POINTER(Space)),
        ("worker", POINTER(Worker)),
        ("expand", EXPAND),
        ("batch", WORDS),
        ("most", c_uint64),
        ("groups", c_uint64),
        ("slots", WORDS),
        ("keys", WORDS),
        ("sizes", WORDS),
        ("firsts", WORDS),
        ("meeting", WORDS),
        ("arrows", WORDS),
        ("sets", c_uint64),
        ("chosen", BYTES),
        ("choice", WORDS),
        ("wanted", c_uint64),
        ("listed", WORDS),
    )


_ON_A_GRAPH = (POINTER(Graph), c_uint64, c_uint64)
_ON_A_SURVEY = (POINTER(SurveyPart), c_uint64, c_uint64)

FUNCTIONS = {
    "hash_of": CFUNCTYPE(c_uint64, WORDS),
    "expand": EXPAND,
    "insert": CFUNCTYPE(c_uint64, *_ON_A_RANGE),
    "commit": CFUNCTYPE(c_uint64, *_ON_A_RANGE),
    "evaluate": EVALUATE,
    "grow": CFUNCTYPE(None, *_ON_A_RANGE),
    "predecessor": CFUNCTYPE(c_uint64, *_ON_A_RANGE),
    "walk": CFUNCTYPE(c_uint64, POINTER(Walk), c_uint64),
    "attempt": CFUNCTYPE(c_uint64, POINTER(Attempt), c_uint64),
    "locate": CFUNCTYPE(None, *_ON_A_GRAPH),
    "enable": CFUNCTYPE(None, *_ON_A_GRAPH),
    "components": CFUNCTYPE(c_uint64, *_ON_A_GRAPH),
    "summarize": CFUNCTYPE(None, *_ON_A_GRAPH),
    "spread_back": CFUNCTYPE(c_uint64, *_ON_A_GRAPH),
    "pursue": CFUNCTYPE(c_uint64, POINTER(Pursuit), c_uint64),
    "mark": CFUNCTYPE(None, *_ON_A_SURVEY),
    "mark_group": CFUNCTYPE(None, *_ON_A_SURVEY),
    "list_group": CFUNCTYPE(c_uint64, *_ON_A_SURVEY),
    "group": CFUNCTYPE(c_uint64, *_ON_A_SURVEY),
}
"""The types of the functions: most work on a range of states, positions or slots."""
