"""What the parameters of the actions range over."""

from typing import Annotated, Any

from tidemark.impl.transactions.cluster import Marker
from tidemark.spec import Domain, Id, Identity, Int, Number
from tidemark.spec.types import LeafType

ProducerId = Annotated[Identity, Domain("producer")]
PartitionId = Annotated[Identity, Domain("partition")]
TransactionNumber = Annotated[Number, Domain("transaction")]
SomeMarker = Annotated[Marker, Domain("markers")]


def domains(bounds: dict[str, Any]) -> dict[str, LeafType]:
    """The domains by name; that of markers is the network's own."""
    return {
        "producer": Id("producer", bounds["producers"]),
        "partition": Id("partition", bounds["partitions"]),
        "transaction": Int(0, bounds["transactions"] - 1),
    }
