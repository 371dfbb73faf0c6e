//go:build with_tla

// Three nodes of etcd's raft in one process, with a network that loses and reorders messages, nodes that crash and
// restart, and leaders that are replaced. Prints the trace that the module itself writes, a line an event. All that
// happens follows from the seed: elections are called for, and no clock runs.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand"
	"os"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
)

const (
	nodes = 3
	room  = 8 // more messages are not under way at a time: the network loses them
)

// server is a node, and what it has on disk. A new server has one entry, which holds the three voters.
type server struct {
	id    uint64
	node  *raft.RawNode
	store *raft.MemoryStorage
}

// cluster is the servers, and the messages under way in the order in which they were sent.
type cluster struct {
	chance  *rand.Rand
	servers []*server
	wire    []*pb.Message
	out     *json.Encoder
	lines   int
	batch   uint64
}

// TraceEvent writes what a node tells, as the module's own checker of traces reads it.
func (c *cluster) TraceEvent(event *raft.TracingEvent) {
	c.lines++
	if err := c.out.Encode(map[string]any{"tag": "trace", "event": event}); err != nil {
		panic(err)
	}
}

func (c *cluster) start(s *server) {
	node, err := raft.NewRawNode(&raft.Config{
		ID:              s.id,
		ElectionTick:    math.MaxInt32,
		HeartbeatTick:   1,
		Storage:         s.store,
		MaxSizePerMsg:   c.batch,
		MaxInflightMsgs: 256,
		Logger:          &raft.DefaultLogger{Logger: log.New(io.Discard, "", 0)},
		TraceLogger:     c,
	})
	if err != nil {
		panic(err)
	}
	s.node = node
}

func (c *cluster) create() {
	voters := &pb.ConfState{}
	for id := uint64(1); id <= nodes; id++ {
		voters.Voters = append(voters.Voters, id)
	}
	for id := uint64(1); id <= nodes; id++ {
		store := raft.NewMemoryStorage()
		first := &pb.SnapshotMetadata{Index: new(uint64(1)), Term: new(uint64(1)), ConfState: voters}
		if err := store.ApplySnapshot(&pb.Snapshot{Metadata: first}); err != nil {
			panic(err)
		}
		store.SetHardState(&pb.HardState{Term: new(uint64(1)), Vote: new(uint64(0)), Commit: new(uint64(1))})
		s := &server{id: id, store: store}
		c.servers = append(c.servers, s)
		c.start(s)
	}
}

// ready writes what a node wants on disk, and then sends its messages.
func (c *cluster) ready(s *server, loss float64) {
	if !s.node.HasReady() {
		return
	}
	ready := s.node.Ready()
	if !raft.IsEmptyHardState(ready.HardState) {
		s.store.SetHardState(ready.HardState)
	}
	if err := s.store.Append(ready.Entries); err != nil {
		panic(err)
	}
	for _, message := range ready.Messages {
		if c.chance.Float64() >= loss && len(c.wire) < room {
			c.wire = append(c.wire, message)
		}
	}
	s.node.Advance(ready)
}

// deliver hands over one of the oldest messages.
func (c *cluster) deliver(reorder int) {
	if len(c.wire) == 0 {
		return
	}
	place := c.chance.Intn(min(reorder, len(c.wire)))
	message := c.wire[place]
	c.wire = append(c.wire[:place:place], c.wire[place+1:]...)
	_ = c.servers[message.GetTo()-1].node.Step(message)
}

func (c *cluster) leaders() (found []*server) {
	for _, s := range c.servers {
		if s.node.BasicStatus().RaftState == raft.StateLeader {
			found = append(found, s)
		}
	}
	return found
}

// step does one thing; what does not fit is left out.
func (c *cluster) step(elections, crashes, loss float64, reorder int) {
	any := c.servers[c.chance.Intn(nodes)]
	leaders := c.leaders()
	switch p := c.chance.Float64(); {
	case p < elections || len(leaders) == 0 && p < 0.02:
		_ = any.node.Campaign()
	case p < elections+crashes:
		c.start(any)
	case p < 0.07 && len(leaders) > 0:
		_ = leaders[c.chance.Intn(len(leaders))].node.Propose([]byte("x"))
	case p < 0.1 && len(leaders) > 0:
		leaders[c.chance.Intn(len(leaders))].node.Tick()
	case p < 0.6:
		c.deliver(reorder)
	default:
		c.ready(any, loss)
	}
}

func main() {
	seed := flag.Int64("seed", 1, "of all that happens")
	lines := flag.Int("lines", 500, "about how many lines to write")
	elections := flag.Float64("elections", 0.005, "how often a node calls for an election, of all steps")
	crashes := flag.Float64("crashes", 0.005, "how often a node crashes, and restarts")
	loss := flag.Float64("loss", 0.1, "how many messages are lost")
	reorder := flag.Int("reorder", 5, "how many of the oldest messages the next one is taken from")
	batch := flag.Uint64("batch", 21, "how many bytes of entries a message has: an entry has 7, an empty one 4")
	flag.Parse()
	buffer := bufio.NewWriter(os.Stdout)
	c := &cluster{chance: rand.New(rand.NewSource(*seed)), out: json.NewEncoder(buffer), batch: *batch}
	defer func() {
		stopped := recover()
		if err := buffer.Flush(); err != nil || stopped != nil {
			fmt.Fprintln(os.Stderr, "harness: stopped after", c.lines, "lines:", err, stopped)
			os.Exit(1)
		}
	}()
	c.create()
	for c.lines < *lines {
		c.step(*elections, *crashes, *loss, *reorder)
	}
}
