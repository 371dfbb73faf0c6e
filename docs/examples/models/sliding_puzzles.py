"""Klotski: ten pieces slide over a board until the big one gets out, after Mariusz Ryndzionek's `SlidingPuzzles.tla`.

A piece is a set of squares there, and a rectangle here. The board is four squares wide and five high.
"""

from typing import Annotated
from tidemark import Domain, Int, Machine, Network, Number, Record, Truth, action, not_, promise, require

Step = Annotated[Number, Domain("step")]
KLOTSKI = ["0012", "1022", "3012", "0212", "1221", "3212", "1311", "2311", "0411", "3411"]  # x, y, w and h


class Piece(Record):
    """The column and the row of its upper left square, its width and its height."""

    x: Number
    y: Number
    w: Number
    h: Number


class Puzzle(Record):
    """The pieces. Two of one shape are interchangeable."""

    board: Network[Piece]


def are_apart(p: Piece, q: Piece) -> Truth:
    """Whether two pieces have no square in common."""
    return (p.x + p.w <= q.x) | (q.x + q.w <= p.x) | (p.y + p.h <= q.y) | (q.y + q.h <= p.y)


@action
def slide(puzzle: Puzzle, piece: Annotated[Piece, Domain("board")], dx: Step, dy: Step) -> Puzzle:
    """A piece moves by one square."""
    moved, rest = piece.but(x=piece.x + dx, y=piece.y + dy), puzzle.board.discard(piece)
    require(abs(dx) + abs(dy) == 1, "it moves to the right, to the left, up or down")
    require((moved.x >= 0) & (moved.x + moved.w <= 4) & (moved.y >= 0) & (moved.y + moved.h <= 5), "it fits")
    require(rest.all(lambda other: are_apart(moved, other)), "no other piece is there")
    return puzzle.but(board=rest.send(moved))


@promise
def klotski_goal(puzzle: Puzzle) -> Truth:
    """The big piece is never at the exit: the run that breaks this promise is the solution."""
    return not_(puzzle.board.has(x=1, y=3, w=2, h=2))


def machine() -> Machine:
    """The pieces are where the puzzle of this name has them."""
    puzzle = Puzzle.of(board=Network.of(Piece.of(x=Int(0, 3), y=Int(0, 4), w=Int(1, 2), h=Int(1, 2)), 10))
    first = puzzle.default
    for x, y, w, h in (map(int, piece) for piece in KLOTSKI):
        first = first.but(board=first.board.send(x=x, y=y, w=w, h=h))
    return Machine("klotski", {}, puzzle, first, [slide], [klotski_goal], {"step": Int(-1, 1)})
