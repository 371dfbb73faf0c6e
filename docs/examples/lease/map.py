"""What a lease is as a mutex: who acts is inside."""

from lease import Lease
from mutex import Mutex

from tidemark import refinement_map


@refinement_map
def as_mutex(lease: Lease, before: Mutex) -> Mutex:
    """Who acts is inside."""
    return before.but(inside=lease.acting)
