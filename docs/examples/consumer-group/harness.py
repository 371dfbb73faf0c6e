"""Groups of real consumers on a real broker: members join, leave, crash and pause. Each leaves its log in a folder.

    python harness.py 4.3.1 eager /tmp/groups 1 2 3      # a release, how members rebalance, a new folder, seeds
    python harness.py 4.3.1 kip-848 /tmp/groups 1 group.consumer.assignment.interval.ms=1000    # and a broker's setting

For each seed a group of its own reads a topic of its own. What is done to its members follows from the seed; how long
all takes does not. What rebalances how: `eager` and `cooperative` (the classic protocol), and `kip-848`.
"""

import contextlib
import json
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from kafka import KafkaProducer
from kafka.admin import KafkaAdminClient, NewTopic

from tidemark.real.brokers import jars
from tidemark.real.brokers.kraft import CONTROLLER, KRaftCluster
from tidemark.real.brokers.processes import Workplace, java, wait_for

PARTITIONS, RECORDS = 2, 4
PAUSE, SESSION = (0.3, 1.8), 2.0
"""Seconds between two changes, and without a heartbeat until a member is removed."""
SETTINGS = {
    "group.initial.rebalance.delay.ms": 200,
    "group.min.session.timeout.ms": 500,
    "group.consumer.min.session.timeout.ms": 500,
    "group.consumer.session.timeout.ms": int(1000 * SESSION),
    "group.consumer.min.heartbeat.interval.ms": 100,
    "group.consumer.heartbeat.interval.ms": 300,
    "group.consumer.assignment.interval.ms": 0,  # since 4.3; the published model assigns at once
}
CLIENTS, CHANGES = {"eager": 4, "cooperative": 4, "kip-848": 2}, 5
GENERATIONS = {"start": 1, "pause": 2, "kill": 1, "end": 1}
COSTS = {
    "eager": (6, GENERATIONS),
    "cooperative": (3, GENERATIONS),
    "kip-848": (4, {"start": 0, "pause": 1, "kill": 2, "end": 2}),
}
"""How much the bounds of the model have, and what a change takes of it: generations, of which a cooperative group needs
two where another needs one; in the model of KIP-848 its `--perturbations`."""
HERE = Path(__file__).parent
JOINED = re.compile("SyncGroupResponse|Received CONSUMER_GROUP_HEARTBEAT .*errorCode=0")
"""What is in the log of a member that has joined. Nobody leaves or is killed before, which the models do not have."""


class Member:
    """The process of one member. Its log is what it prints."""

    def __init__(self, command, log):
        self.log, self.errors = log, log.with_suffix(".err")
        with log.open("w", encoding="utf-8") as out, self.errors.open("w", encoding="utf-8") as err:
            self.process = subprocess.Popen(command, stdout=out, stderr=err)
        wait_for(f"the first line of {log}", lambda: log.stat().st_size or self.process.poll() is not None)

    def joined(self):
        """Wait until it has joined."""
        wait_for(f"a member in {self.log}", lambda: JOINED.search(self.log.read_text(encoding="utf-8")))

    def send(self, which):
        """Send a signal."""
        self.process.send_signal(which)

    def ended(self):
        """Wait for its end.

        Raises:
            RuntimeError: it has failed.
        """
        if self.process.wait(60) not in (0, -signal.SIGKILL, 128 + signal.SIGTERM):
            raise RuntimeError(self.errors.read_text(encoding="utf-8"))


class Group:
    """A group, from its first member on. command: what starts a member that reads a topic, by its name."""

    def __init__(self, kind, command, server, folder, seed):
        self.kind, self.command, self.server, self.folder = kind, command, server, folder
        self.chance, self.topic = random.Random(seed), f"t{seed}"
        self.up, self.paused, self.started, self.spent, self.said = {}, {}, 0, 0, 0
        folder.mkdir(parents=True)
        self.log = (folder / "harness.ndjson").open("w", encoding="utf-8")

    def say(self, event, member):
        """Note what is done to a member."""
        self.said += 1
        line = {"at": time.monotonic(), "event": event, "member": member, "id": self.said}
        print(json.dumps(line), file=self.log, flush=True)

    def run(self):
        """Let it work. No record is sent after the last change."""
        with contextlib.closing(KafkaAdminClient(bootstrap_servers=self.server)) as admin:
            admin.create_topics([NewTopic(self.topic, PARTITIONS, 1)])
        left = [place % PARTITIONS for place in range(PARTITIONS * RECORDS)]
        with contextlib.closing(KafkaProducer(bootstrap_servers=self.server)) as producer:
            self.start()
            for number in range(CHANGES):
                for _ in range(-(-len(left) // (CHANGES - number))):
                    producer.send(self.topic, b"record", partition=left.pop())
                self.wait(self.chance.uniform(*PAUSE))
                self.change()
        self.wait(self.chance.uniform(2, 4))

    def end(self):
        """End the log, and then the members that are left."""
        self.log.close()
        for member in self.up.values():
            member.send(signal.SIGKILL)
            member.ended()

    def wait(self, seconds):
        """Wait; whoever has paused for long enough goes on meanwhile."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            for name in [one for one, until in self.paused.items() if until < now]:
                self.resume(name)
            time.sleep(0.02)

    def change(self):
        """Start a member, or do something to one that is awake: another one goes on."""
        most, costs = COSTS[self.kind]
        awake = sorted(set(self.up) - set(self.paused))
        kinds = ["start", "start"] if self.free() else []
        kinds += ["pause", "end", "kill"] if len(awake) > 1 else []
        kinds = [one for one in kinds if self.spent + costs[one] <= most]
        kind = self.chance.choice(kinds) if kinds else None
        self.spent += costs.get(kind, 0)
        if kind == "start":
            self.start()
        elif kind == "pause":
            name = self.chance.choice(awake)
            self.say("pause", name)
            self.up[name].send(signal.SIGSTOP)
            self.paused[name] = time.monotonic() + self.chance.uniform(0.2, 2 * SESSION)
        elif kind:
            name = self.chance.choice(awake)
            self.up[name].joined()
            if kind == "kill":
                self.say("kill", name)
            member = self.up.pop(name)
            member.send(signal.SIGKILL if kind == "kill" else signal.SIGTERM)
            member.ended()

    def free(self):
        """A name that a new member may have. In `kip-848` it is that of one who is gone, else never."""
        names = [f"c{number}" for number in range(CLIENTS[self.kind])]
        left = [name for name in names if name not in self.up]
        return left[:1] if self.kind == "kip-848" else names[self.started :][:1]

    def start(self):
        """Start another member."""
        (name,) = self.free()
        log = self.folder / f"{name}-{self.started}.ndjson"
        self.started += 1
        self.up[name] = Member(self.command(self.server, self.topic, name), log)

    def resume(self, name):
        """Let a member go on that has paused."""
        del self.paused[name]
        self.up[name].send(signal.SIGCONT)
        self.say("resume", name)


def members_of(kind, folder, version):
    """What starts a member: in Python for the classic protocol, in Java for KIP-848."""
    if kind != "kip-848":
        python = [sys.executable, HERE / "consumer.py", kind, str(int(1000 * SESSION))]
        return lambda *words: [*python, *words]
    path = f"{folder}/classes:{jars.release(version).folder}/*"
    compiler = Path(java()).resolve().with_name("javac")
    if not compiler.exists():
        sys.exit(
            f"{HERE / 'Member.java'} needs a JDK, 17 or newer: `sudo apt-get install default-jdk-headless`"
        )
    subprocess.run([compiler, "-cp", path, "-d", f"{folder}/classes", HERE / "Member.java"], check=True)
    command = [java(), "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", path]
    command.append(f"-Dlog4j2.configurationFile={HERE / 'member.properties'}")
    return lambda server, topic, name: [*command, f"-Dclient={name}", "Member", server, topic, name]


def main(version, kind, folder, *words):
    """Start a broker, and then one group after another."""
    seeds = [word for word in words if "=" not in word]
    settings = {**SETTINGS, **dict(word.split("=") for word in words if "=" in word)}
    with Workplace() as workplace:
        cluster = KRaftCluster(workplace, version, 1, {name: str(value) for name, value in settings.items()})
        try:
            cluster.start(CONTROLLER, 0)
            command = members_of(kind, folder, version)
            for seed in seeds:
                server = f"127.0.0.1:{cluster.client_ports[0]}"
                group = Group(kind, command, server, Path(folder) / seed, seed)
                try:
                    group.run()
                finally:
                    group.end()
                print(f"{kind} on {version}, seed {seed}", flush=True)
        finally:
            cluster.close()


main(*sys.argv[1:])
