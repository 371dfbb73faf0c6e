"""The domains that the parameters of the actions range over."""

from typing import Annotated

from tidemark.spec import Domain, Id, Identity, Int, Number, Optional

Broker = Annotated[Identity, Domain("replica", lambda at: Id("replica", at.replicas))]
Successor = Annotated[Identity, Domain("successor", lambda at: Optional(Id("replica", at.replicas)))]
Epoch = Annotated[Number, Domain("epoch", lambda at: Int(0, at.max_epoch))]
CachedEpoch = Annotated[Number, Domain("cached epoch", lambda at: Int(-1, max(-1, at.max_epoch - 1)))]
Offset = Annotated[Number, Domain("offset", lambda at: Int(at.base_offset, at.base_offset + at.log_size))]
