"""Queens are placed row by row until no placement is left to try, after Stephan Merz's `Queens.tla`.

`TypeInvariant` is what the state's type says.
"""

from itertools import combinations, permutations
from typing import Annotated
from tidemark import Domain, Int, Machine, Network, Number, Only, Record, Sequence, Truth
from tidemark import action, all_of, any_of, eventually, fair, implies, not_, promise, where

Queens = Annotated[Sequence[Number], Domain("todo")]  # for each row, from the first, the column of its queen


class Board(Record):
    """The placements that are still to be extended, the solutions, and how many there are to be found."""

    todo: Network[Queens]
    sols: Network[Queens]
    solutions: Number


def attacks(queens: Queens, i: int, j: Number) -> Truth:
    """Whether the queens of two rows attack each other."""
    return (queens[i] == queens[j]) | (abs(queens[i] - queens[j]) == abs(i - j))


@action
def place_queen(board: Board, queens: Queens) -> Board:
    """A placement gives way to all that have one queen more, in the next row, where no other attacks it."""
    todo, sols, n, rows = board.todo.discard(queens), board.sols, queens.capacity, queens.length
    for exts in (queens.append(c) for c in range(1, n + 1)):
        safe = all_of(implies(i < rows, not_(attacks(exts, i, rows))) for i in range(n))
        todo = where(safe & (rows + 1 < n), todo.send(exts), todo)
        sols = where(safe & (rows + 1 == n), sols.send(exts), sols)
    return board.but(todo=todo, sols=sols)


@promise
def invariant(board: Board) -> Truth:
    """What is found is a solution, and in the end all solutions are found."""
    wrong = board.sols.any(lambda q: any_of(attacks(q, i, j) for i, j in combinations(range(q.capacity), 2)))
    return not_(wrong) & implies(board.todo.is_empty(), board.sols.size() == board.solutions)


@eventually
def termination(board: Board) -> Truth:
    """Nothing is left to extend in the end."""
    return board.todo.is_empty()


@promise
def no_solutions(board: Board) -> Truth:
    """No solution is found: the run that breaks this promise shows the first."""
    return board.sols.is_empty()


def machine(n: int = 4) -> Machine:
    """No queen is on the board, and placements are extended as long as there are any."""
    queens, pairs, most = Sequence.of(Int(1, n), n), list(combinations(range(n), 2)), 2 ** (n - 1)
    solutions = Only(sum(all(abs(q[i] - q[j]) != j - i for i, j in pairs) for q in permutations(range(n))))
    board = Board.of(todo=Network.of(queens, most), sols=Network.of(queens, most), solutions=solutions)
    first = board.default.but(todo=board.default.todo.send(queens.default))
    promises, fairness = [invariant, termination, no_solutions], [fair(place_queen, each=False)]
    return Machine("queens", {"n": n}, board, first, [place_queen], promises, fairness=fairness)
