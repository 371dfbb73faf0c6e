"""The peers: other model checkers on the high-watermark protocol, built, run and measured beside Tidemark.

Each reads a model of the protocol in its own language, from this folder: `rumur`, `spin`, `stateright` and `tlc` say
how it is built and read, `ours` says it of Tidemark, and `tool` is what they have in common. `spaces` are those to
count. `measuring` runs one peer, `growth` all of them on spaces that grow; `report` and `pictures` show what was
measured, and `command` is `python -m bench peers`.
"""

from bench.peers.ours import TIDEMARK
from bench.peers.rumur import RUMUR
from bench.peers.spin import SPIN
from bench.peers.stateright import STATERIGHT
from bench.peers.tlc import TLC

PEERS = (*RUMUR, *SPIN, *STATERIGHT, *TLC)
"""Every peer in every mode that the benchmark measures."""
ALL = (*TIDEMARK, *PEERS)
"""The same, and Tidemark before them."""
