//! Kafka's replication of one partition with truncation to the high watermark (Kafka before 0.11).
//!
//! A peer of the benchmark: the protocol that impl/ states as Python functions, written again for Stateright, so
//! that another checker counts the same states. It shares no code with ours, so an agreement of the counts is
//! evidence.
//!
//!     REPLICAS=3 LOG_SIZE=2 MAX_RECORDS=2 MAX_EPOCH=2 cargo run --release -- breadth-first 2
//!
//! The bounds are constants, as they are in the models of the other peers: a state is then an array of bytes of
//! just the length that it needs. What has no value is 0, and goes back to 0: the log above its end, a request not
//! sent, no leader, no epoch. So replicas count from 1, an epoch is stored one higher than it is called, and so is
//! an entry of the log.

use std::hash::{Hash, Hasher};
use std::time::Instant;

use stateright::{Checker, Model, Property};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const REPLICAS: usize = number(env!("REPLICAS"));
const LOG_SIZE: usize = number(env!("LOG_SIZE"));
const MAX_RECORDS: usize = number(env!("MAX_RECORDS"));
const EPOCHS: usize = number(env!("MAX_EPOCH")) + 1;

const NONE: u8 = 0;
const EVERYONE: u8 = ((1u16 << REPLICAS) - 1) as u8;

const _: () = assert!(REPLICAS <= 8, "in-sync replicas are the bits of a byte");
const _: () = assert!(MAX_RECORDS * EPOCHS < 256, "an entry is a byte");

const fn number(text: &str) -> usize {
    let (digits, mut value, mut at) = (text.as_bytes(), 0, 0);
    while at < digits.len() {
        assert!(digits[at].is_ascii_digit(), "a bound is a number");
        value = 10 * value + (digits[at] - b'0') as usize;
        at += 1;
    }
    value
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
struct Broker {
    log: [u8; LOG_SIZE],
    log_end: u8,
    high_watermark: u8,
    epoch: u8,
    leader: u8,
    isr: u8,
}

/// An epoch is decided once, so its LeaderAndIsr request can be filed under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
struct Request {
    leader: u8,
    isr: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
struct Cluster {
    brokers: [Broker; REPLICAS],
    requests: [Request; EPOCHS],
    /// Also the number of requests sent.
    quorum_epoch: u8,
    quorum_leader: u8,
    quorum_isr: u8,
    next_id: u8,
}

/// Hashed as one piece: field by field, which is what deriving gives, a search takes an eighth longer.
impl Hash for Cluster {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // SAFETY: every field is a byte or an array of such, so that no byte of the struct is padding.
        hasher.write(unsafe {
            std::slice::from_raw_parts(std::ptr::from_ref(self).cast(), size_of::<Self>())
        });
    }
}

/// Replicas and epochs count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    ControllerElectsLeader(u8),
    ControllerShrinksIsr(u8),
    BecomeLeader(u8, u8),
    BecomeFollower(u8, u8),
    LeaderWrites(u8),
    LeaderIncrementsHighWatermark(u8),
    LeaderShrinksIsr(u8, u8),
    LeaderExpandsIsr(u8, u8),
    FollowerReplicates(u8, u8),
}
use Action::*;

const fn bit(replica: u8) -> u8 {
    1 << (replica - 1)
}

fn replicas() -> impl Iterator<Item = u8> {
    1..=REPLICAS as u8
}

impl Cluster {
    fn start() -> Self {
        let broker = Broker {
            log: [0; LOG_SIZE],
            log_end: 0,
            high_watermark: 0,
            epoch: 0,
            leader: NONE,
            isr: 0,
        };
        Cluster {
            brokers: [broker; REPLICAS],
            requests: [Request {
                leader: NONE,
                isr: 0,
            }; EPOCHS],
            quorum_epoch: 0,
            quorum_leader: NONE,
            quorum_isr: EVERYONE,
            next_id: 0,
        }
    }

    fn broker(&self, replica: u8) -> &Broker {
        &self.brokers[replica as usize - 1]
    }

    fn broker_mut(&mut self, replica: u8) -> &mut Broker {
        &mut self.brokers[replica as usize - 1]
    }

    fn request(&self, epoch: u8) -> Request {
        self.requests[epoch as usize - 1]
    }

    fn presumes_leadership(&self, replica: u8) -> bool {
        self.broker(replica).leader == replica
    }

    fn is_true_leader(&self, replica: u8) -> bool {
        self.quorum_leader == replica
            && self.presumes_leadership(replica)
            && self.broker(replica).epoch == self.quorum_epoch
    }

    /// Whether a follower holds as many records of this leader as end at `position`. What the records are is not
    /// compared: leader epochs in the log were introduced to repair this.
    fn is_caught_up(&self, leader: u8, follower: u8, position: u8) -> bool {
        let (leads, follows) = (self.broker(leader), self.broker(follower));
        follows.leader == leader
            && (position == 0 || (position <= leads.log_end && position <= follows.log_end))
    }

    /// Whether a replica does not keep this leader's high watermark where it is: it is not in sync, or it follows
    /// and holds something at that offset.
    fn lets_commit(&self, leader: u8, member: u8) -> bool {
        let (leads, follows) = (self.broker(leader), self.broker(member));
        leads.isr & bit(member) == 0
            || (follows.leader == leader && leads.high_watermark < follows.log_end)
    }

    /// The controller moves to the next leader epoch and files its LeaderAndIsr request for whoever reads it.
    fn send_request(&mut self) {
        self.requests[self.quorum_epoch as usize] = Request {
            leader: self.quorum_leader,
            isr: self.quorum_isr,
        };
        self.quorum_epoch += 1;
    }
}

struct HighWatermark;

impl Model for HighWatermark {
    type State = Cluster;
    type Action = Action;

    fn init_states(&self) -> Vec<Cluster> {
        vec![Cluster::start()]
    }

    fn actions(&self, c: &Cluster, actions: &mut Vec<Action>) {
        for r in replicas() {
            let me = c.broker(r);
            if (c.quorum_epoch as usize) < EPOCHS {
                if c.quorum_isr & bit(r) != 0 && c.quorum_leader != r {
                    actions.push(ControllerElectsLeader(r));
                }
                if c.quorum_leader == r || c.quorum_isr & bit(r) != 0 {
                    actions.push(ControllerShrinksIsr(r));
                }
            }
            for epoch in me.epoch + 1..=c.quorum_epoch {
                match c.request(epoch).leader {
                    NONE => {}
                    leader if leader == r => actions.push(BecomeLeader(r, epoch)),
                    // If the high watermark were above the log end, the published rule would neither cut nor follow.
                    // With this rule of truncation it never is above.
                    _ if me.high_watermark <= me.log_end => actions.push(BecomeFollower(r, epoch)),
                    _ => {}
                }
            }
            if !c.presumes_leadership(r) {
                continue;
            }
            if (c.next_id as usize) < MAX_RECORDS && (me.log_end as usize) < LOG_SIZE {
                actions.push(LeaderWrites(r));
            }
            if (me.high_watermark as usize) < LOG_SIZE
                && replicas().all(|member| c.lets_commit(r, member))
            {
                actions.push(LeaderIncrementsHighWatermark(r));
            }
            let true_leader = c.is_true_leader(r);
            for other in replicas() {
                let in_sync = me.isr & bit(other) != 0;
                if true_leader && in_sync && other != r && !c.is_caught_up(r, other, me.log_end) {
                    actions.push(LeaderShrinksIsr(r, other));
                }
                if true_leader && !in_sync && c.is_caught_up(r, other, me.high_watermark) {
                    actions.push(LeaderExpandsIsr(r, other));
                }
                if c.broker(other).leader == r && c.broker(other).log_end < me.log_end {
                    actions.push(FollowerReplicates(r, other));
                }
            }
        }
    }

    fn next_state(&self, last: &Cluster, action: Action) -> Option<Cluster> {
        let mut c = *last;
        match action {
            // For a reason of its own the controller picks another leader among the in-sync replicas.
            ControllerElectsLeader(r) => {
                c.quorum_leader = r;
                c.send_request();
            }
            // The controller considers a replica failed. The last in-sync replica stays one while it leads; once there
            // is no leader it can be removed too, and the set is empty from then on.
            ControllerShrinksIsr(r) => {
                let leads = c.quorum_leader == r;
                if !(leads && c.quorum_isr == bit(r)) {
                    c.quorum_isr &= !bit(r);
                }
                if leads {
                    c.quorum_leader = NONE;
                }
                c.send_request();
            }
            // The high watermark stays where it was.
            BecomeLeader(r, epoch) => {
                let isr = c.request(epoch).isr;
                let me = c.broker_mut(r);
                (me.epoch, me.leader, me.isr) = (epoch, r, isr);
            }
            // The log is cut at the broker's own high watermark.
            BecomeFollower(r, epoch) => {
                let request = c.request(epoch);
                let me = c.broker_mut(r);
                me.log[me.high_watermark as usize..].fill(0);
                me.log_end = me.high_watermark;
                (me.epoch, me.leader, me.isr) = (epoch, request.leader, request.isr);
            }
            LeaderWrites(r) => {
                let entry = c.next_id * EPOCHS as u8 + c.broker(r).epoch;
                let me = c.broker_mut(r);
                me.log[me.log_end as usize] = entry;
                me.log_end += 1;
                c.next_id += 1;
            }
            LeaderIncrementsHighWatermark(r) => c.broker_mut(r).high_watermark += 1,
            LeaderShrinksIsr(r, follower) => {
                c.broker_mut(r).isr &= !bit(follower);
                c.quorum_isr = c.broker(r).isr;
            }
            LeaderExpandsIsr(r, follower) => {
                c.broker_mut(r).isr |= bit(follower);
                c.quorum_isr = c.broker(r).isr;
            }
            // The leader's high watermark comes with the record, as far as the log then reaches. Neither side compares
            // epochs.
            FollowerReplicates(leader, follower) => {
                let leads = *c.broker(leader);
                let me = c.broker_mut(follower);
                me.log[me.log_end as usize] = leads.log[me.log_end as usize];
                me.log_end += 1;
                me.high_watermark = leads.high_watermark.min(me.log_end);
            }
        }
        Some(c)
    }

    /// Stateright stops at once if it is asked nothing.
    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("any state", |_, _| true)]
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (order, threads) = match arguments[..] {
        [order @ ("breadth-first" | "depth-first"), threads] => (order, threads.parse().ok()),
        _ => ("", None),
    };
    let Some(threads) = threads.filter(|&n| n > 0) else {
        eprintln!("high_watermark breadth-first|depth-first THREADS");
        std::process::exit(2);
    };
    let begin = Instant::now();
    let checker = HighWatermark.checker().threads(threads);
    let (states, depth) = match order {
        "breadth-first" => found(checker.spawn_bfs()),
        _ => found(checker.spawn_dfs()),
    };
    println!(
        r#"{{"states": {states}, "depth": {depth}, "seconds": {}}}"#,
        begin.elapsed().as_secs_f64()
    );
}

fn found(checker: impl Checker<HighWatermark>) -> (usize, usize) {
    let done = checker.join();
    (done.unique_state_count(), done.max_depth())
}
