"""Tellings made of functions, whose sentences say all that an action changed, so that no facts follow a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from tidemark.spec import Arrow, Picture, Telling
from tidemark.spec.families.telling import Story

V = TypeVar("V")


class SentenceTelling(Telling[V]):
    """A telling of these sentences, pictures and arrows; `beginning` is the sentence of the initial state.

    more: what any telling may have: losses, and the noun of what is lost.
    """

    tells_all = True

    def __init__(
        self,
        stories: Mapping[str, Story],
        picture: Callable[[V], Picture],
        beginning: Callable[[V], str],
        arrows: Callable[[V, V], Iterable[Arrow]] = lambda _before, _after: (),
        **more: Any,
    ) -> None:
        super().__init__(stories, **more)
        self._picture, self._beginning, self._arrows = picture, beginning, arrows

    def picture(self, view: V) -> Picture:
        return self._picture(view)

    def arrows(self, before: V, after: V) -> list[Arrow]:
        return list(self._arrows(before, after))

    def beginning(self, view: V) -> str:
        return self._beginning(view)
