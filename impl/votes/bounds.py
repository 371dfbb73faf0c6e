"""The bounds of the family `votes`, and the settings of its rules."""

from tidemark.spec import At, Bound, Fault


class VotesAt(At):
    """The bounds of a model of elections of a quorum, and what its rules set."""

    servers = Bound("voters", 3, 2, 5)
    ahead = Bound("epochs that a server may be ahead of another", 3, 1, 6)
    links = Bound(
        "who hears whom: all hear all; servers 0 and 1 don't hear one another; or the last server hears the "
        "others sometimes", "pair", choices=("intact", "pair", "sometimes"),
        fault=Fault("two servers do not hear one another", choice="pair", otherwise="intact"),
    )  # fmt: skip
    timeouts = Bound(
        "when servers time out: at any time; or from some time on never while an election is under way",
        "any", choices=("any", "apart"),
    )  # fmt: skip
    begins = Bound("whether all follow a leader at first, or nobody leads", "led", choices=("led", "unled"))

    asks_first: bool
    refuses_if_led: bool
    votes_once: bool
