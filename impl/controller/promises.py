"""What the election of a controller promises, and what the controller's decisions promise."""

from itertools import permutations

from tidemark.impl.controller.cluster import ControllerCluster
from tidemark.spec import Truth, all_of, implies, not_, promise


@promise
def one_controller_per_epoch(c: ControllerCluster) -> Truth:
    """At no time do two brokers hold one controller epoch, so brokers would obey both."""
    return all_of(
        not_(
            controller.is_controller()
            & rival.is_controller()
            & (controller.controller_epoch == rival.controller_epoch)
        )
        for controller, rival in permutations(c.controllers, 2)
    )


@promise
def registered_has_newest_epoch(c: ControllerCluster) -> Truth:
    """The broker in `/controller`, once it has a controller epoch, has the newest one; so brokers obey it."""
    return all_of(
        implies(
            (c.zookeeper.controller == me) & c.controllers[me].is_controller(),
            c.controllers[me].controller_epoch == c.zookeeper.controller_epoch,
        )
        for me in c.controllers.indices()
    )


@promise
def stale_controller_changes_nothing(c: ControllerCluster) -> Truth:
    """No controller writes the partition's node once there is a newer controller epoch."""
    return not_(c.happened.stale_write)


@promise(broken="A controller has overwritten a change of the partition's node that it had not read")
def no_lost_update(c: ControllerCluster) -> Truth:
    """No controller overwrites a change of the partition's node that it has not read."""
    return not_(c.happened.lost_update)


@promise(broken="A broker obeys a controller that is older than one that it has obeyed")
def no_older_controller(c: ControllerCluster) -> Truth:
    """No broker obeys a controller that is older than one it has obeyed, also after a restart."""
    return not_(c.happened.older_controller)


@promise(broken="A broker has gone back to an older leader epoch than it had")
def no_older_leader(c: ControllerCluster) -> Truth:
    """No broker goes back to an older leader epoch than it has had, also after a restart."""
    return not_(c.happened.older_leader)


@promise
def one_leader_per_epoch(c: ControllerCluster) -> Truth:
    """At no time do two brokers believe that they lead in one leader epoch."""
    epochs = {broker: c.replicas[broker].obeyed.leader_epoch for broker in c.replicas.indices()}
    return all_of(
        not_(c.leads(broker) & c.leads(rival) & (epochs[broker] == epochs[rival]))
        for broker, rival in permutations(epochs, 2)
    )


PROMISES = (
    one_controller_per_epoch, registered_has_newest_epoch, stale_controller_changes_nothing, no_lost_update,
    no_older_controller, no_older_leader, one_leader_per_epoch,
)  # fmt: skip
