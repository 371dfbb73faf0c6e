"""The functions of the files of C, declared to Python: the types of their arguments and of what they give."""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, c_uint64

from tidemark.checker.engines.native.structures import (
    BYTES,
    EVALUATE,
    EXPAND,
    INSERT,
    ON_A_RANGE,
    SHORTS,
    WORDS,
    Attempt,
    Descent,
    GatheredStruct,
    GraphStruct,
    Loop,
    Numbering,
    ProductStruct,
    Pursuit,
    SearchSpace,
    Set,
    SortedRun,
    StateIndex,
    Steps,
    SurveyPart,
    WalkStruct,
    Worker,
)

_ON_A_GRAPH = (POINTER(GraphStruct), c_uint64, c_uint64)
_ON_WHAT_WAS_FOUND = (POINTER(StateIndex), c_uint64, c_uint64)
_ON_A_SURVEY = (POINTER(SurveyPart), c_uint64, c_uint64)

_OF_A_PRODUCT = POINTER(ProductStruct)

FUNCTIONS = {
    "hash_of": CFUNCTYPE(c_uint64, WORDS),
    "expand": EXPAND,
    "explore": CFUNCTYPE(c_uint64, POINTER(SearchSpace), POINTER(Worker), c_uint64),
    "insert_all": INSERT,
    "grow": CFUNCTYPE(c_uint64, POINTER(Set), c_uint64, c_uint64),
    "renumber": CFUNCTYPE(None, POINTER(Numbering), POINTER(Numbering), c_uint64, c_uint64),
    "pack_states": CFUNCTYPE(c_uint64, WORDS, c_uint64, c_uint64, BYTES),
    "unpack_states": CFUNCTYPE(c_uint64, BYTES, c_uint64, c_uint64, c_uint64, WORDS),
    "evaluate": EVALUATE,
    "enumerate": CFUNCTYPE(None, POINTER(SearchSpace), c_uint64, c_uint64),
    "predecessor": CFUNCTYPE(c_uint64, *ON_A_RANGE),
    "walk": CFUNCTYPE(c_uint64, POINTER(WalkStruct), c_uint64),
    "attempt": CFUNCTYPE(c_uint64, POINTER(Attempt), c_uint64),
    "connect": CFUNCTYPE(c_uint64, *_ON_A_GRAPH),
    "keep": CFUNCTYPE(None, *_ON_A_GRAPH, c_uint64),
    "enable": CFUNCTYPE(None, *_ON_A_GRAPH),
    "sweep_back": CFUNCTYPE(c_uint64, *_ON_A_GRAPH),
    "sweep_on": CFUNCTYPE(c_uint64, *_ON_A_GRAPH),
    "components": CFUNCTYPE(None, POINTER(GraphStruct), POINTER(Descent), c_uint64, c_uint64),
    "widen": CFUNCTYPE(c_uint64, *_ON_A_GRAPH),
    "source": CFUNCTYPE(c_uint64, *_ON_A_GRAPH),
    "measure": CFUNCTYPE(c_uint64, POINTER(Loop), *(c_uint64,) * 3),
    "search_loop": CFUNCTYPE(c_uint64, POINTER(Loop), c_uint64),
    "nearest": CFUNCTYPE(c_uint64, POINTER(Loop), c_uint64, c_uint64),
    "begin": CFUNCTYPE(None, _OF_A_PRODUCT, c_uint64, c_uint64, c_uint64),
    "pursue": CFUNCTYPE(c_uint64, _OF_A_PRODUCT),
    "forget": CFUNCTYPE(None, _OF_A_PRODUCT),
    "follow": CFUNCTYPE(c_uint64, _OF_A_PRODUCT, c_uint64, c_uint64),
    "value_in": CFUNCTYPE(c_uint64, _OF_A_PRODUCT, c_uint64, c_uint64),
    "number_of": CFUNCTYPE(c_uint64, _OF_A_PRODUCT, WORDS),
    "put_again": CFUNCTYPE(None, _OF_A_PRODUCT),
    "note": CFUNCTYPE(None, _OF_A_PRODUCT, c_uint64, c_uint64),
    "locate": CFUNCTYPE(None, *_ON_WHAT_WAS_FOUND),
    "turn": CFUNCTYPE(None, POINTER(Steps)),
    "find_run": CFUNCTYPE(c_uint64, POINTER(Pursuit), c_uint64),
    "mark": CFUNCTYPE(None, *_ON_A_SURVEY),
    "mark_group": CFUNCTYPE(None, *_ON_A_SURVEY),
    "list_group": CFUNCTYPE(c_uint64, *_ON_A_SURVEY),
    "group": CFUNCTYPE(c_uint64, *_ON_A_SURVEY),
    "rows_of": CFUNCTYPE(None, WORDS, WORDS, c_uint64, c_uint64, WORDS),
    "states_of": CFUNCTYPE(None, WORDS, WORDS, c_uint64, WORDS),
    "gather": CFUNCTYPE(
        c_uint64, POINTER(GatheredStruct), WORDS, WORDS, WORDS, SHORTS, WORDS, c_uint64, c_uint64
    ),
    "settle": CFUNCTYPE(c_uint64, POINTER(GatheredStruct), c_uint64),
    "settle_all": CFUNCTYPE(c_uint64, POINTER(GatheredStruct)),
    "sum_of": CFUNCTYPE(c_uint64, WORDS, c_uint64),
    "append": CFUNCTYPE(None, POINTER(SortedRun), WORDS, c_uint64),
    "seal": CFUNCTYPE(None, POINTER(SortedRun)),
    "collect": CFUNCTYPE(c_uint64, POINTER(SortedRun), *(c_uint64,) * 2, WORDS, *(c_uint64,) * 2),
    "unseen": CFUNCTYPE(c_uint64, POINTER(SortedRun), WORDS, c_uint64),
    "seek": CFUNCTYPE(None, POINTER(SortedRun), c_uint64),
    "near": CFUNCTYPE(c_uint64, WORDS, c_uint64, WORDS, WORDS, c_uint64),
}
"""The types of the functions: most work on a range of states, positions or slots."""
