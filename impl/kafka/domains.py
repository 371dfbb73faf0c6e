"""The domains that the parameters of the actions range over."""

from typing import Annotated, Any

from tidemark.spec import Domain, Id, Identity, Int, Number, Optional
from tidemark.spec.types import LeafType

Broker = Annotated[Identity, Domain("replica")]
Successor = Annotated[Identity, Domain("successor")]
Epoch = Annotated[Number, Domain("epoch")]
CachedEpoch = Annotated[Number, Domain("cached epoch")]
Offset = Annotated[Number, Domain("offset")]


def domains(bounds: dict[str, Any]) -> dict[str, LeafType]:
    """The domains by name: a successor may be nobody, a cached epoch none, an offset a log end offset."""
    broker = Id("replica", bounds["replicas"])
    return {
        "replica": broker,
        "successor": Optional(broker),
        "epoch": Int(0, bounds["max-epoch"]),
        "cached epoch": Int(-1, bounds["max-epoch"] - 1) if bounds["max-epoch"] else Int(-1, -1),
        "offset": Int(0, bounds["log-size"]),
        "record": Int(0, bounds["records"] - 1),
    }
