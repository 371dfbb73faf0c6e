"""What the parameters of the actions range over."""

from typing import Annotated

from tidemark.spec import Domain, Id, Identity, Int, Number

BrokerId = Annotated[Identity, Domain("broker", lambda at: Id("broker", at.replicas))]
SegmentNumber = Annotated[Number, Domain("segment", lambda at: Int(0, at.remote_segments - 1))]
Offset = Annotated[Number, Domain("offset", lambda at: Int(1, at.records))]
