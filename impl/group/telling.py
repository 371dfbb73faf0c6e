"""How runs of a consumer group are told."""

from impl.group.state import Group
from spec import Telling


class GroupTelling(Telling[Group]):
    """Each step in a sentence; the rest follows from the types."""
