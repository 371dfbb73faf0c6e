"""The structs of the files of C, declared to Python field by field, in their order.

A module of its own because Python and C must agree; a test compares them. A pointer takes an array of the same kind
of number, and keeps it alive.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, Structure, c_uint8, c_uint16, c_uint32, c_uint64

WORDS, SHORTS = POINTER(c_uint64), POINTER(c_uint16)
NUMBERS, BYTES = POINTER(c_uint32), POINTER(c_uint8)


class TooLarge(Exception):
    """A machine that product.c can't take: a state has too many words, or an expression too many within each other."""


class WroteOutside(Exception):
    """An action writes outside a field's domain."""


class Seen(Structure):
    """A table of the states seen, and its measures."""

    __slots__ = ()
    _fields_ = (
        ("lines", BYTES),
        ("count", c_uint64),
        ("width", c_uint64),
        ("rest", c_uint64),
        ("bits", c_uint64),
        ("second", c_uint64),
    )


class Numbering(Structure):
    """Numbers for words."""

    __slots__ = ()
    _fields_ = (("slots", WORDS), ("size", c_uint64), ("room", c_uint64), ("count", c_uint64))


class Set(Structure):
    """The set of the states seen, for all threads."""

    __slots__ = ()
    _fields_ = (
        ("seen", Seen),
        ("before", Seen),
        ("words", c_uint64),
        ("numberings", POINTER(Numbering)),
        ("room", c_uint64),
        ("count", c_uint64),
    )


INSERT = CFUNCTYPE(c_uint64, POINTER(Set), WORDS, WORDS, c_uint64, BYTES)


class SearchSpace(Structure):
    """What all threads share: the states, their index, successors, and how far the frontier is explored."""

    __slots__ = ()
    _fields_ = (
        ("states", WORDS),
        ("index", WORDS),
        ("slots", c_uint64),
        ("batch", WORDS),
        ("hashes", WORDS),
        ("actions", SHORTS),
        ("parents", WORDS),
        ("inserted", BYTES),
        ("watched", WORDS),
        ("broken", WORDS),
        ("target", WORDS),
        ("kept", WORDS),
        ("kept_sets", c_uint64),
        ("set", POINTER(Set)),
        ("insert", INSERT),
        ("cursor", c_uint64),
        ("end", c_uint64),
        ("count", c_uint64),
        ("room", c_uint64),
        ("pauses", c_uint64),
    )


class Worker(Structure):
    """One thread's own part: its place in the batch, its states' numbers, and what it counts."""

    __slots__ = ()
    _fields_ = (
        ("position", c_uint64),
        ("inserted", c_uint64),
        ("waiting", c_uint64),
        ("number", c_uint64),
        ("reserved", c_uint64),
        ("numbers", WORDS),
        ("recent", WORDS),
        ("made", c_uint64),
        ("enabled", WORDS),
        ("changing", WORDS),
        ("met", WORDS),
        ("broken", WORDS),
        ("violated", WORDS),
        ("least", WORDS),
        ("wrong", c_uint64),
    )


class WalkStruct(Structure):
    """One thread's random walks."""

    __slots__ = ()
    _fields_ = (
        ("space", SearchSpace),
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


ON_A_RANGE = (POINTER(SearchSpace), POINTER(Worker), c_uint64, c_uint64)
EXPAND, EVALUATE = CFUNCTYPE(c_uint64, *ON_A_RANGE), CFUNCTYPE(None, *ON_A_RANGE)


class Attempt(Structure):
    """An attempt to break a promise by some steps of a run."""

    __slots__ = ()
    _fields_ = (
        ("space", POINTER(SearchSpace)),
        ("worker", POINTER(Worker)),
        ("expand", EXPAND),
        ("evaluate", EVALUATE),
        ("state", WORDS),
        ("batch", WORDS),
        ("actions", SHORTS),
        ("broken", WORDS),
        ("words", c_uint64),
        ("initial", WORDS),
        ("word", c_uint64),
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


class GraphStruct(Structure):
    """The states that a search has found, the edges between them, and room to look for components."""

    __slots__ = ()
    _fields_ = (
        ("words", c_uint64),
        ("states", WORDS),
        ("index", WORDS),
        ("slots", c_uint64),
        ("batch", WORDS),
        ("hashes", WORDS),
        ("parents", WORDS),
        ("labels", SHORTS),
        ("found", NUMBERS),
        ("count", c_uint64),
        ("block", c_uint64),
        ("first_edges", WORDS),
        ("targets", NUMBERS),
        ("actions", SHORTS),
        ("conditions", WORDS),
        ("enabled", WORDS),
        ("weak", c_uint64),
        ("strong", c_uint64),
        ("inside", BYTES),
        ("marked", BYTES),
        ("rest", NUMBERS),
        ("rests", c_uint64),
        ("component", NUMBERS),
        ("found_fair", BYTES),
        ("components", c_uint32),
        ("lock", c_uint32),
        ("open", NUMBERS),
        ("within", NUMBERS),
        ("level", c_uint32),
        ("target", c_uint32),
    )


class Descent(Structure):
    """One thread's search for components."""

    __slots__ = ()
    _fields_ = (
        ("order", NUMBERS),
        ("low", NUMBERS),
        ("open", NUMBERS),
        ("path", NUMBERS),
        ("next", WORDS),
        ("met", c_uint32),
    )


class Loop(Structure):
    """A component of the graph, and room to look for its shortest fair loop."""

    __slots__ = ()
    _fields_ = (
        ("count", c_uint64),
        ("first", c_uint64),
        ("first_edges", WORDS),
        ("targets", NUMBERS),
        ("taken", WORDS),
        ("meets", WORDS),
        ("raises", WORDS),
        ("conditions", WORDS),
        ("kinds", c_uint64),
        ("weak", c_uint64),
        ("distance", SHORTS),
        ("per_step", c_uint64),
        ("most", c_uint64),
        ("made", c_uint64),
        ("next", c_uint64),
        ("longest", c_uint64),
        ("least", c_uint64),
        ("state", NUMBERS),
        ("before", NUMBERS),
        ("same", NUMBERS),
        ("steps", SHORTS),
        ("met", WORDS),
        ("raised", WORDS),
        ("latest", NUMBERS),
        ("table", NUMBERS),
        ("slots", c_uint64),
        ("found", NUMBERS),
    )


class ProductStruct(Structure):
    """The search of a log's product: the machine's expressions, what the log says, and what was visited."""

    __slots__ = ()
    _fields_ = (
        ("code", WORDS),
        ("values", WORDS * 3),
        ("stamps", WORDS * 3),
        ("now", c_uint64 * 3),
        ("viewed", c_uint64 * 3),
        ("words", c_uint64),
        ("actions", WORDS),
        ("assignments", WORDS),
        ("messages", WORDS),
        ("parts", WORDS),
        ("promises", WORDS),
        ("promised", c_uint64),
        ("states", WORDS),
        ("state_table", WORDS),
        ("state_count", c_uint64),
        ("kept", WORDS),
        ("positions", WORDS),
        ("edges", WORDS),
        ("bounds", WORDS),
        ("ways", WORDS),
        ("stages", WORDS),
        ("listed", WORDS),
        ("silent", WORDS),
        ("silents", c_uint64),
        ("answers", WORDS),
        ("answer_slots", c_uint64),
        ("end", c_uint64),
        ("capacity", c_uint64),
        ("entries", WORDS),
        ("entry_table", WORDS),
        ("visited", c_uint64),
        ("frames", WORDS),
        ("depth", c_uint64),
        ("results", WORDS),
        ("result_count", c_uint64),
        ("result_capacity", c_uint64),
        ("standing", WORDS),
        ("standing_count", c_uint64),
        ("progress", c_uint64),
        ("arriving", c_uint64),
        ("keeps_all", c_uint64),
        ("most", c_uint64),
        ("wanted", c_uint64 * 3),
    )


class StateIndex(Structure):
    """The states that a search has found, and some successors that are looked up among them."""

    __slots__ = ()
    _fields_ = (
        ("words", c_uint64),
        ("states", WORDS),
        ("index", WORDS),
        ("slots", c_uint64),
        ("count", c_uint64),
        ("batch", WORDS),
        ("hashes", WORDS),
        ("actions", SHORTS),
        ("numbers", WORDS),
    )


class Steps(Structure):
    """The steps between states, from each on and to each."""

    __slots__ = ()
    _fields_ = (
        ("count", c_uint64),
        ("first_from", WORDS),
        ("targets", NUMBERS),
        ("first_to", WORDS),
        ("sources", NUMBERS),
    )


class Pursuit(Structure):
    """A search among those states for a run on which something comes after something else."""

    __slots__ = ()
    _fields_ = (
        ("found", StateIndex),
        ("space", POINTER(SearchSpace)),
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
        ("space", POINTER(SearchSpace)),
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


class GatheredStruct(Structure):
    """Rows in parts by the highest bits of their keys."""

    __slots__ = ()
    _fields_ = (
        ("bits", WORDS),
        ("low", c_uint64),
        ("shift", c_uint64),
        ("parts", c_uint64),
        ("capacity", c_uint64),
        ("rows", WORDS),
        ("counts", WORDS),
        ("table", WORDS),
    )


class SortedRun(Structure):
    """Rows in order, packed, and where one reads among them."""

    __slots__ = ()
    _fields_ = (
        ("bits", WORDS),
        ("low", c_uint64),
        ("span", c_uint64),
        ("quotient", c_uint64),
        ("first_tail", c_uint64),
        ("tail_bits", c_uint64),
        ("width", c_uint64),
        ("count", c_uint64),
        ("bucket_ends", NUMBERS),
        ("payload", WORDS),
        ("sums", WORDS),
        ("checked", BYTES),
        ("next", c_uint64),
        ("bucket", c_uint64),
        ("damaged", c_uint64),
    )
