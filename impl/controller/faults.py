"""Faults, each paid from a budget, and how a broker comes back from them.

A session expires if a broker pauses for long or cannot reach ZooKeeper; the broker lives on. The nodes that it created
in that session are gone: `/controller`, if the broker was registered there, and its node below `/brokers/ids`.
"""

from tidemark.impl.controller.candidates import BrokerId, without_role
from tidemark.impl.controller.cluster import ControllerCluster
from tidemark.spec import Identity, action, none, not_, require, where


def _without_session(c: ControllerCluster, broker: Identity) -> ControllerCluster:
    owner = c.zookeeper.controller
    return c.with_zookeeper(
        live_brokers=c.zookeeper.live_brokers.excluding(broker),
        controller=where(owner == broker, none, owner),
    )


def _with_new_session(c: ControllerCluster, broker: Identity) -> ControllerCluster:
    """This cluster after a broker got a new session; requests that name its old one are refused from then (KIP-380)."""
    back = c.with_zookeeper(live_brokers=c.zookeeper.live_brokers.including(broker))
    for observer in c.controllers.indices():
        controller = back.controllers[observer]
        missed = c.settings.broker_epochs & controller.believed_live.has(broker)
        back = back.with_controller(
            observer, where(missed, controller.but(bounced=controller.bounced.including(broker)), controller)
        )
    return where(c.settings.broker_epochs, back.without_requests_to(broker), back)


@action
def session_expires(c: ControllerCluster, broker: BrokerId) -> ControllerCluster:
    """ZooKeeper has not heard of a broker for too long. The broker does not know it yet."""
    require(c.budget.expiries > 0, "an expiry is left")
    require(c.has_session(broker), "the broker has a session")
    return _without_session(c.spend(expiries=1), broker)


@action(when=lambda at: at.expiries > 0)
def broker_reconnects(c: ControllerCluster, broker: BrokerId) -> ControllerCluster:
    """A broker gets a new session. Since 1.1 it gives up its role before (`beforeInitializingSession`)."""
    require(not_(c.has_session(broker)), "the broker has no session")
    given_up = where(c.settings.expiry_first, without_role(c, broker), c)
    return _with_new_session(given_up, broker)


@action
def broker_restarts(c: ControllerCluster, broker: BrokerId) -> ControllerCluster:
    """A broker's process ends, and is back at once with a new session and without what it was told."""
    require(c.budget.restarts > 0, "a restart is left")
    forgets = without_role(_without_session(c.spend(restarts=1), broker), broker)
    return _with_new_session(forgets.with_replica(broker, c.replicas.type.element()), broker)


@action
def operator_deletes_controller(c: ControllerCluster) -> ControllerCluster:
    """An operator deletes `/controller`, so that another election begins. Its owner keeps its session."""
    require(c.budget.deletions > 0, "a deletion is left")
    require(c.zookeeper.controller != none, "there is a /controller")
    return c.spend(deletions=1).with_zookeeper(controller=none)


FAULTS = (session_expires, broker_reconnects, broker_restarts, operator_deletes_controller)
