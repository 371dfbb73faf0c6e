"""The domains that the parameters of the actions range over."""

from typing import Annotated, Any

from spec import Domain, Id, Identity, Int, Number, Optional
from spec.types import LeafType

Broker = Annotated[Identity, Domain("replica")]
Successor = Annotated[Identity, Domain("successor")]
Epoch = Annotated[Number, Domain("epoch")]
Offset = Annotated[Number, Domain("offset")]


def domains(bounds: dict[str, Any]) -> dict[str, LeafType]:
    """The domains by name: a successor is a broker or nobody, an offset may be a log end offset."""
    broker = Id("replica", bounds["replicas"])
    return {
        "replica": broker,
        "successor": Optional(broker),
        "epoch": Int(0, bounds["max-epoch"]),
        "offset": Int(0, bounds["log-size"]),
    }
