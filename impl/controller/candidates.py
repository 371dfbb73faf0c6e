"""How a broker becomes the controller, and how it stops being the controller.

Up to 2.0 it creates `/controller`, reads `/controller_epoch` and raises it, by one request each
(`KafkaController.elect`, `onControllerFailover`). Since 2.1 it reads the epoch first, and one transaction of ZooKeeper
does both (`KafkaZkClient.registerControllerAndIncrementControllerEpoch`, KAFKA-6082).
"""

from typing import Annotated

from tidemark.impl.controller.cluster import ControllerCluster, Stage
from tidemark.spec import Domain, Id, Identity, Number, Truth, action, none, require, where

BrokerId = Annotated[Identity, Domain("broker", lambda at: Id("broker", at.brokers))]


def has_epoch(epoch: Number, c: ControllerCluster) -> Truth:
    """Whether a controller epoch above this one is within the bounds."""
    return epoch < len(c.requests.indices()) - 1


def without_role(c: ControllerCluster, me: Identity) -> ControllerCluster:
    """This cluster after a broker has given up its role as controller (`onControllerResignation`).

    The requests that it has sent stay under way.
    """
    return c.with_controller(me, c.controllers.type.element())


def _require_vacancy(c: ControllerCluster, me: Identity) -> None:
    require(c.has_session(me), "the broker has a session")
    require(c.controllers[me].stage == Stage.outsider, "it is no controller, and no candidate")
    require(c.zookeeper.controller == none, "there is no /controller")
    require(has_epoch(c.zookeeper.controller_epoch, c), "a controller epoch is left")


@action
def broker_registers(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """A broker finds no `/controller`, and creates it, for as long as its session lasts (`KafkaController.elect`)."""
    _require_vacancy(c, me)
    registered = c.controllers[me].but(stage=Stage.registered)
    return c.with_zookeeper(controller=me).with_controller(me, registered)


@action
def candidate_reads_epoch(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """It reads `/controller_epoch`, whoever is registered by now (`readControllerEpochFromZooKeeper`)."""
    require(c.has_session(me), "the broker has a session")
    require(c.controllers[me].stage == Stage.registered, "it has registered itself")
    candidate = c.controllers[me].but(stage=Stage.candidate, controller_epoch=c.zookeeper.controller_epoch)
    return c.with_controller(me, candidate)


def _require_candidate(c: ControllerCluster, me: Identity) -> None:
    require(c.has_session(me), "the broker has a session")
    require(c.controllers[me].stage == Stage.candidate, "it has read the controller epoch")


def _require_late(c: ControllerCluster, me: Identity) -> None:
    _require_candidate(c, me)
    is_late = c.controllers[me].controller_epoch != c.zookeeper.controller_epoch
    require(is_late, "somebody has raised it since")


def _with_next_epoch(c: ControllerCluster, me: Identity) -> ControllerCluster:
    """This cluster after a candidate has raised the epoch that it read by one."""
    epoch = c.controllers[me].controller_epoch + 1
    elected = c.controllers[me].but(stage=Stage.elected, controller_epoch=epoch)
    return c.with_zookeeper(controller_epoch=epoch).with_controller(me, elected)


@action
def candidate_raises_epoch(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """It raises the epoch, if nobody has raised it since it was read; it does not look who is registered.

    `incrementControllerEpoch`: conditional on the version of `/controller_epoch`, and not on `/controller`.
    """
    _require_candidate(c, me)
    require(has_epoch(c.controllers[me].controller_epoch, c), "a controller epoch is left")
    require(c.controllers[me].controller_epoch == c.zookeeper.controller_epoch, "nobody has raised it since")
    return _with_next_epoch(c, me)


@action("candidate_raises_epoch")
def candidate_raises_epoch_blindly(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """It writes the epoch that it read, plus one, whatever is there by now."""
    _require_candidate(c, me)
    require(has_epoch(c.controllers[me].controller_epoch, c), "a controller epoch is left")
    return _with_next_epoch(c, me)


@action("candidate_is_late")
def candidate_goes_on(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """Its write is refused, and it goes on as controller with the epoch that it read, which is another's.

    `incrementControllerEpoch` up to 1.0: the exception is thrown where the method itself catches and logs it.
    """
    _require_late(c, me)
    return c.with_controller(me, c.controllers[me].but(stage=Stage.elected))


@action("candidate_is_late")
def candidate_gives_up(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """Its write is refused, and it gives up: it deletes `/controller`, whoever is registered by now.

    `triggerControllerMove` in 1.1 and 2.0, where any exception of an election leads to it.
    """
    _require_late(c, me)
    return without_role(c, me).with_zookeeper(controller=none)


@action("candidate_reads_epoch")
def candidate_reads_epoch_first(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """A broker finds no `/controller`, and reads `/controller_epoch`."""
    _require_vacancy(c, me)
    candidate = c.controllers[me].but(stage=Stage.candidate, controller_epoch=c.zookeeper.controller_epoch)
    return c.with_controller(me, candidate)


@action("broker_registers")
def broker_registers_with_epoch(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """It creates `/controller` and raises the epoch in one transaction; or both are refused, and it is no candidate."""
    _require_candidate(c, me)
    unchanged = c.controllers[me].controller_epoch == c.zookeeper.controller_epoch
    succeeds = (c.zookeeper.controller == none) & unchanged
    registered = _with_next_epoch(c, me).with_zookeeper(controller=me)
    return where(succeeds, registered, without_role(c, me))


@action
def controller_resigns(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """A broker learns that `/controller` is gone or another's, and gives up its role (`maybeResign`)."""
    require(c.has_session(me), "the broker has a session")
    require(c.controllers[me].is_controller(), "it is a controller, in its own eyes")
    require(c.zookeeper.controller != me, "it is not registered")
    return without_role(c, me)


BY_THREE_REQUESTS = (broker_registers, candidate_reads_epoch, candidate_raises_epoch, candidate_gives_up)
BY_THREE_REQUESTS_0_10_2 = (
    broker_registers, candidate_reads_epoch, candidate_raises_epoch, candidate_goes_on,
)  # fmt: skip
BLINDLY = (broker_registers, candidate_reads_epoch, candidate_raises_epoch_blindly)
BY_ONE_TRANSACTION = (candidate_reads_epoch_first, broker_registers_with_epoch)
