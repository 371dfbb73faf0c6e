"""Refinement agrees with its definition, in every engine, and each planted fault is noticed."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import given, settings

from tests.support.random_machines import QUICK
from tests.support.refinements import Pair, by_definition, pairs
from tidemark.checker.analyses.refinement import Refinement, refine
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.spec import ModelError


def agree(pair: Pair, *engines: str) -> str:
    """Compare refinement with its definition; gives what is true."""
    truth = by_definition(pair)
    if truth.verdict == "unknown":
        return truth.verdict
    refinement = Refinement(pair.concrete, pair.abstract, pair.map)
    for engine in engines:
        for symmetry in (False, True):
            if symmetry and not is_symmetric(refinement.observer.machine):
                continue
            request = SearchRequest(**({"symmetry": True} if symmetry else {}), max_states=20_000)
            try:
                found = refine(refinement, engine, request)
            except ModelError:
                assert truth.verdict == "mistake"
                continue
            assert found.verdict == truth.verdict, (engine, symmetry)
            if found.run:
                assert found.run.length == truth.length
    return truth.verdict


@settings(QUICK, max_examples=24)
@given(pairs())
def test_refinement_of_random_pairs_is_what_its_definition_says(pair: Pair) -> None:
    agree(pair, "reference", "native")
