;; The part of the native engine that is the same for every machine: the hash table and the level's bookkeeping.
;; $WORDS is the number of 64-bit words of a state.
;; A position is a place in the batch of successors; a number is a place in the array of all states.

declare i32 @llvm.ctpop.i32(i32)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define internal ptr @state_at(ptr %states, i64 %number) alwaysinline nounwind {
  %first = mul i64 %number, $WORDS
  %address = getelementptr i64, ptr %states, i64 %first
  ret ptr %address
}

;; The slot where a search for this hash begins: its upper 32 bits scaled to the number of slots. A slot keeps those
;; bits, so that a larger table is filled from a smaller one alone, in nearly the same order.
define internal i64 @home(i64 %hash, i64 %slots) alwaysinline nounwind {
  %tag = lshr i64 %hash, 32
  %product = mul i64 %tag, %slots
  %slot = lshr i64 %product, 32
  ret i64 %slot
}

define internal i1 @owns(i64 %slot, i64 %low, i64 %high) alwaysinline nounwind {
  %above = icmp uge i64 %slot, %low
  %below = icmp ult i64 %slot, %high
  %own = and i1 %above, %below
  ret i1 %own
}

define internal i64 @after(i64 %slot, i64 %low, i64 %high) alwaysinline nounwind {
  %next = add i64 %slot, 1
  %end = icmp eq i64 %next, %high
  %wrapped = select i1 %end, i64 %low, i64 %next
  ret i64 %wrapped
}

;; The state that a slot's content names: in the array if it was there before this batch, else in the batch.
define internal ptr @named(i64 %content, ptr %states, ptr %batch, i64 %known) alwaysinline nounwind {
  %low = and i64 %content, 4294967295
  %number = sub i64 %low, 1
  %old = icmp ult i64 %number, %known
  %position = sub i64 %number, %known
  %index = select i1 %old, i64 %number, i64 %position
  %base = select i1 %old, ptr %states, ptr %batch
  %address = call ptr @state_at(ptr %base, i64 %index)
  ret ptr %address
}

define internal void @note_error(ptr %error, i64 %state, i64 %instance) noinline nounwind {
  %known = load i64, ptr %error
  %first = icmp eq i64 %known, 0
  br i1 %first, label %note, label %done
note:
  %number = add i64 %state, 1
  store i64 %number, ptr %error
  %second = getelementptr i64, ptr %error, i64 1
  store i64 %instance, ptr %second
  br label %done
done:
  ret void
}

;; The hash of one state.
define i64 @hash_of(ptr %state) nounwind {
  %hash = call i64 @hash(ptr %state)
  ret i64 %hash
}

;; Look up the successors at positions begin..end whose slots this thread owns (slots low..high), in order, and
;; enter those that are new. slot_of tells of each whether it is new: its slot plus one, or 0. Gives how many are.
define i64 @insert(ptr %states, ptr %table, i64 %slots, i64 %low, i64 %high, ptr %batch, ptr noalias %hashes, ptr noalias %slot_of, ptr noalias %mine, i64 %begin, i64 %end, i64 %known) nounwind {
entry:
  br label %select
select:
  %i = phi i64 [ %begin, %entry ], [ %i1, %selecting ]
  %n = phi i64 [ 0, %entry ], [ %n1, %selecting ]
  %more = icmp ult i64 %i, %end
  br i1 %more, label %selecting, label %pad
selecting:
  %hash.a = getelementptr i64, ptr %hashes, i64 %i
  %hash = load i64, ptr %hash.a
  %slot = call i64 @home(i64 %hash, i64 %slots)
  %own = call i1 @owns(i64 %slot, i64 %low, i64 %high)
  %mine.a = getelementptr i64, ptr %mine, i64 %n
  store i64 %i, ptr %mine.a
  %step = zext i1 %own to i64
  %n1 = add i64 %n, %step
  %i1 = add i64 %i, 1
  br label %select
;; The fetches ahead run past the end of the list: pad it.
pad:
  %some = icmp ugt i64 %n, 0
  br i1 %some, label %padding, label %done
padding:
  %k = phi i64 [ 0, %pad ], [ %k1, %padding ]
  %pad.i = add i64 %n, %k
  %pad.a = getelementptr i64, ptr %mine, i64 %pad.i
  store i64 %begin, ptr %pad.a
  %k1 = add i64 %k, 1
  %padded = icmp eq i64 %k1, $PREFETCH_SLOT
  br i1 %padded, label %probe, label %padding
probe:
  %j = phi i64 [ 0, %padding ], [ %j1, %probed ]
  %new = phi i64 [ 0, %padding ], [ %new1, %probed ]
  %far = add i64 %j, $PREFETCH_SLOT
  %far.p.a = getelementptr i64, ptr %mine, i64 %far
  %far.p = load i64, ptr %far.p.a
  %far.h.a = getelementptr i64, ptr %hashes, i64 %far.p
  %far.h = load i64, ptr %far.h.a
  %far.slot = call i64 @home(i64 %far.h, i64 %slots)
  %far.a = getelementptr i64, ptr %table, i64 %far.slot
  call void @llvm.prefetch.p0(ptr %far.a, i32 1, i32 3, i32 1)
  %near = add i64 %j, $PREFETCH_STATE
  %near.p.a = getelementptr i64, ptr %mine, i64 %near
  %near.p = load i64, ptr %near.p.a
  %near.h.a = getelementptr i64, ptr %hashes, i64 %near.p
  %near.h = load i64, ptr %near.h.a
  %near.slot = call i64 @home(i64 %near.h, i64 %slots)
  %near.a = getelementptr i64, ptr %table, i64 %near.slot
  %near.c = load i64, ptr %near.a
  %near.empty = icmp eq i64 %near.c, 0
  %near.named = call ptr @named(i64 %near.c, ptr %states, ptr %batch, i64 %known)
  %near.state = select i1 %near.empty, ptr %batch, ptr %near.named
  call void @llvm.prefetch.p0(ptr %near.state, i32 0, i32 3, i32 1)
  %p.a = getelementptr i64, ptr %mine, i64 %j
  %p = load i64, ptr %p.a
  %h.a = getelementptr i64, ptr %hashes, i64 %p
  %h = load i64, ptr %h.a
  %state = call ptr @state_at(ptr %batch, i64 %p)
  %start = call i64 @home(i64 %h, i64 %slots)
  %tag = and i64 %h, -4294967296
  br label %look
look:
  %s = phi i64 [ %start, %probe ], [ %s1, %onward ]
  %s.a = getelementptr i64, ptr %table, i64 %s
  %content = load i64, ptr %s.a
  %empty = icmp eq i64 %content, 0
  br i1 %empty, label %enter, label %compare
compare:
  %content.tag = and i64 %content, -4294967296
  %alike = icmp eq i64 %content.tag, %tag
  br i1 %alike, label %verify, label %onward
verify:
  %other = call ptr @named(i64 %content, ptr %states, ptr %batch, i64 %known)
  %found = call i1 @same(ptr %state, ptr %other)
  br i1 %found, label %probed, label %onward
onward:
  %s1 = call i64 @after(i64 %s, i64 %low, i64 %high)
  br label %look
enter:
  %number = add i64 %known, %p
  %number1 = add i64 %number, 1
  %entered = or i64 %tag, %number1
  store i64 %entered, ptr %s.a
  %s.one = add i64 %s, 1
  br label %probed
probed:
  %mark = phi i64 [ 0, %verify ], [ %s.one, %enter ]
  %is.new = phi i64 [ 0, %verify ], [ 1, %enter ]
  %slot_of.a = getelementptr i64, ptr %slot_of, i64 %p
  store i64 %mark, ptr %slot_of.a
  %new1 = add i64 %new, %is.new
  %j1 = add i64 %j, 1
  %last = icmp eq i64 %j1, %n
  br i1 %last, label %done, label %probe
done:
  %result = phi i64 [ 0, %pad ], [ %new1, %probed ]
  ret i64 %result
}

;; Give the new successors at positions begin..end their numbers, from `number` on, and move them to the array.
;; Count them by action instance, and evaluate the promises in them: `met` gathers the promises whose condition
;; arose, and `least` has for each promise of `watched` the number plus one of the least state that breaks it.
define i64 @commit(ptr %states, ptr %table, ptr noalias %batch, ptr noalias %hashes, ptr noalias %slot_of, ptr noalias %actions, i64 %begin, i64 %end, i64 %number, ptr noalias %new, i64 %watched, ptr noalias %met, ptr noalias %least) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %i1, %next ]
  %to = phi i64 [ %number, %entry ], [ %to1, %next ]
  %more = icmp ult i64 %i, %end
  br i1 %more, label %body, label %done
body:
  %far = add i64 %i, $PREFETCH_SLOT
  %far.a = getelementptr i64, ptr %slot_of, i64 %far
  %far.slot = load i64, ptr %far.a
  %far.slot.a = getelementptr i64, ptr %table, i64 %far.slot
  call void @llvm.prefetch.p0(ptr %far.slot.a, i32 1, i32 3, i32 1)
  %slot.a = getelementptr i64, ptr %slot_of, i64 %i
  %slot1 = load i64, ptr %slot.a
  %known = icmp eq i64 %slot1, 0
  br i1 %known, label %next, label %keep
keep:
  %source = call ptr @state_at(ptr %batch, i64 %i)
  %target = call ptr @state_at(ptr %states, i64 %to)
  %bytes = mul i64 $WORDS, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %target, ptr %source, i64 %bytes, i1 false)
  %slot = sub i64 %slot1, 1
  %content.a = getelementptr i64, ptr %table, i64 %slot
  %hash.a = getelementptr i64, ptr %hashes, i64 %i
  %hash = load i64, ptr %hash.a
  %tag = and i64 %hash, -4294967296
  %to.one = add i64 %to, 1
  %final = or i64 %tag, %to.one
  store i64 %final, ptr %content.a
  %action.a = getelementptr i16, ptr %actions, i64 %i
  %action16 = load i16, ptr %action.a
  %action = zext i16 %action16 to i64
  %new.a = getelementptr i64, ptr %new, i64 %action
  %new.c = load i64, ptr %new.a
  %new.c1 = add i64 %new.c, 1
  store i64 %new.c1, ptr %new.a
  %judged = call {i64, i64} @promises(ptr %source)
  %broken = extractvalue {i64, i64} %judged, 0
  %arose = extractvalue {i64, i64} %judged, 1
  %met.0 = load i64, ptr %met
  %met.1 = or i64 %met.0, %arose
  store i64 %met.1, ptr %met
  %bad = and i64 %broken, %watched
  %fine = icmp eq i64 %bad, 0
  br i1 %fine, label %next, label %note
note:
  call void @note_least(ptr %states, i64 %to, i64 %bad, ptr %least)
  br label %next
next:
  %to1 = phi i64 [ %to, %body ], [ %to.one, %keep ], [ %to.one, %note ]
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i64 %to
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)

define internal void @note_least(ptr %states, i64 %number, i64 %broken, ptr %least) noinline nounwind {
entry:
  %state = call ptr @state_at(ptr %states, i64 %number)
  br label %loop
loop:
  %left = phi i64 [ %broken, %entry ], [ %left1, %next ]
  %promise = call i64 @llvm.cttz.i64(i64 %left, i1 true)
  %less1 = sub i64 %left, 1
  %left1 = and i64 %left, %less1
  %a = getelementptr i64, ptr %least, i64 %promise
  %best = load i64, ptr %a
  %none = icmp eq i64 %best, 0
  br i1 %none, label %store, label %compare
compare:
  %best.number = sub i64 %best, 1
  %best.state = call ptr @state_at(ptr %states, i64 %best.number)
  %is.less = call i1 @less(ptr %state, ptr %best.state)
  br i1 %is.less, label %store, label %next
store:
  %number1 = add i64 %number, 1
  store i64 %number1, ptr %a
  br label %next
next:
  %done = icmp eq i64 %left1, 0
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

;; Move the contents of the slots begin..end of a table to a larger one, within the slots low..high of it.
define i64 @grow(ptr noalias %old, i64 %begin, i64 %end, ptr noalias %table, i64 %slots, i64 %low, i64 %high) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %i1, %next ]
  %more = icmp ult i64 %i, %end
  br i1 %more, label %body, label %done
body:
  %old.a = getelementptr i64, ptr %old, i64 %i
  %content = load i64, ptr %old.a
  %empty = icmp eq i64 %content, 0
  br i1 %empty, label %next, label %find
find:
  %start = call i64 @home(i64 %content, i64 %slots)
  br label %look
look:
  %s = phi i64 [ %start, %find ], [ %s1, %onward ]
  %s.a = getelementptr i64, ptr %table, i64 %s
  %taken = load i64, ptr %s.a
  %free = icmp eq i64 %taken, 0
  br i1 %free, label %enter, label %onward
onward:
  %s1 = call i64 @after(i64 %s, i64 %low, i64 %high)
  br label %look
enter:
  store i64 %content, ptr %s.a
  br label %next
next:
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i64 0
}

;; The number plus one of the least state among begin..end that has the target as a successor; 0 if none has.
define i64 @predecessor(ptr %states, i64 %begin, i64 %end, ptr %target, ptr %out, ptr %hashes, ptr %actions, ptr %enabled, ptr %error) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %i1, %next ]
  %best = phi i64 [ 0, %entry ], [ %best1, %next ]
  %more = icmp ult i64 %i, %end
  br i1 %more, label %body, label %done
body:
  %i1 = add i64 %i, 1
  %count = call i64 @expand(ptr %states, i64 %i, i64 %i1, ptr %out, ptr %hashes, ptr %actions, ptr %enabled, ptr %error)
  br label %successor
successor:
  %k = phi i64 [ 0, %body ], [ %k1, %other ]
  %left = icmp ult i64 %k, %count
  br i1 %left, label %match, label %next
match:
  %candidate = call ptr @state_at(ptr %out, i64 %k)
  %hit = call i1 @same(ptr %candidate, ptr %target)
  br i1 %hit, label %leads, label %other
other:
  %k1 = add i64 %k, 1
  br label %successor
leads:
  %none = icmp eq i64 %best, 0
  br i1 %none, label %better, label %compare
compare:
  %best.number = sub i64 %best, 1
  %best.state = call ptr @state_at(ptr %states, i64 %best.number)
  %state = call ptr @state_at(ptr %states, i64 %i)
  %is.less = call i1 @less(ptr %state, ptr %best.state)
  br i1 %is.less, label %better, label %next
better:
  br label %next
next:
  %best1 = phi i64 [ %best, %successor ], [ %i1, %better ], [ %best, %compare ]
  br label %loop
done:
  ret i64 %best
}

;; As expand, with the number of each successor's parent.
define i64 @expand_with_parents(ptr %states, i64 %begin, i64 %end, ptr %out, ptr %hashes, ptr %actions, ptr %enabled, ptr %error, ptr noalias %parents) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %i1, %next ]
  %n = phi i64 [ 0, %entry ], [ %n1, %next ]
  %more = icmp ult i64 %i, %end
  br i1 %more, label %body, label %done
body:
  %i1 = add i64 %i, 1
  %out.n = call ptr @state_at(ptr %out, i64 %n)
  %hashes.n = getelementptr i64, ptr %hashes, i64 %n
  %actions.n = getelementptr i16, ptr %actions, i64 %n
  %count = call i64 @expand(ptr %states, i64 %i, i64 %i1, ptr %out.n, ptr %hashes.n, ptr %actions.n, ptr %enabled, ptr %error)
  %n1 = add i64 %n, %count
  br label %note
note:
  %k = phi i64 [ %n, %body ], [ %k1, %noting ]
  %left = icmp ult i64 %k, %n1
  br i1 %left, label %noting, label %next
noting:
  %parent.a = getelementptr i64, ptr %parents, i64 %k
  store i64 %i, ptr %parent.a
  %k1 = add i64 %k, 1
  br label %note
next:
  br label %loop
done:
  ret i64 %n
}

;; For each of the states begin..end the promises that it breaks; `met` gathers those whose condition arises.
define i64 @judge(ptr %states, i64 %begin, i64 %end, ptr noalias %broken, ptr noalias %met) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %i1, %body ]
  %more = icmp ult i64 %i, %end
  br i1 %more, label %body, label %done
body:
  %state = call ptr @state_at(ptr %states, i64 %i)
  %judged = call {i64, i64} @promises(ptr %state)
  %breaks = extractvalue {i64, i64} %judged, 0
  %arose = extractvalue {i64, i64} %judged, 1
  %broken.a = getelementptr i64, ptr %broken, i64 %i
  store i64 %breaks, ptr %broken.a
  %met.0 = load i64, ptr %met
  %met.1 = or i64 %met.0, %arose
  store i64 %met.1, ptr %met
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i64 %end
}

;; The next random number (xorshift64*).
define internal i64 @random(ptr %rng) alwaysinline nounwind {
  %x0 = load i64, ptr %rng
  %a = lshr i64 %x0, 12
  %x1 = xor i64 %x0, %a
  %b = shl i64 %x1, 25
  %x2 = xor i64 %x1, %b
  %c = lshr i64 %x2, 27
  %x3 = xor i64 %x2, %c
  store i64 %x3, ptr %rng
  %value = mul i64 %x3, 2685821657736338717
  ret i64 %value
}

;; Random walks of at most `length` steps from the initial state, until one breaks a promise of `watched`. Each walk
;; first draws a weight for each action, one of the eight of `choices`. Each step takes one of the successors, chosen in
;; proportion to the weights of the actions that lead there. `path` has the action instances of the last walk, `steps`
;; counts the steps of all walks.
;; Gives the number of states of the walk that broke a promise, or 0.
define i64 @walk(ptr %initial, i64 %walks, i64 %length, ptr %rng, ptr noalias %choices, ptr noalias %action_of, i64 %action_count, ptr noalias %weights, ptr noalias %state, ptr noalias %out, ptr noalias %hashes, ptr noalias %actions, ptr noalias %enabled, ptr noalias %error, i64 %watched, ptr noalias %path, ptr noalias %steps) nounwind {
entry:
  %bytes = mul i64 $WORDS, 8
  br label %next.walk
next.walk:
  %w = phi i64 [ 0, %entry ], [ %w1, %walked ]
  %more = icmp ult i64 %w, %walks
  br i1 %more, label %start, label %none
start:
  call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %initial, i64 %bytes, i1 false)
  br label %weigh
weigh:
  %a = phi i64 [ 0, %start ], [ %a1, %weigh ]
  %draw = call i64 @random(ptr %rng)
  %eighth = lshr i64 %draw, 61
  %choice.a = getelementptr i64, ptr %choices, i64 %eighth
  %weight = load i64, ptr %choice.a
  %weight.a = getelementptr i64, ptr %weights, i64 %a
  store i64 %weight, ptr %weight.a
  %a1 = add i64 %a, 1
  %weighed = icmp eq i64 %a1, %action_count
  br i1 %weighed, label %step, label %weigh
step:
  %t = phi i64 [ 0, %weigh ], [ %t1, %go ]
  %long = icmp eq i64 %t, %length
  br i1 %long, label %walked, label %expand
expand:
  %count = call i64 @expand(ptr %state, i64 0, i64 1, ptr %out, ptr %hashes, ptr %actions, ptr %enabled, ptr %error)
  %wrong = load i64, ptr %error
  %is.wrong = icmp ne i64 %wrong, 0
  br i1 %is.wrong, label %broken, label %sum
;; The sums of the successors' weights, so far, take the place of their hashes.
sum:
  %i = phi i64 [ 0, %expand ], [ %i1, %summing ]
  %total = phi i64 [ 0, %expand ], [ %total1, %summing ]
  %unsummed = icmp ult i64 %i, %count
  br i1 %unsummed, label %summing, label %choose
summing:
  %instance.a = getelementptr i16, ptr %actions, i64 %i
  %instance16 = load i16, ptr %instance.a
  %instance = zext i16 %instance16 to i64
  %action.a = getelementptr i16, ptr %action_of, i64 %instance
  %action16 = load i16, ptr %action.a
  %action = zext i16 %action16 to i64
  %its.weight.a = getelementptr i64, ptr %weights, i64 %action
  %its.weight = load i64, ptr %its.weight.a
  %total1 = add i64 %total, %its.weight
  %sum.a = getelementptr i64, ptr %hashes, i64 %i
  store i64 %total1, ptr %sum.a
  %i1 = add i64 %i, 1
  br label %sum
choose:
  %stuck = icmp eq i64 %total, 0
  br i1 %stuck, label %walked, label %throw
throw:
  %dice = call i64 @random(ptr %rng)
  %pick = call i64 @home(i64 %dice, i64 %total)
  br label %find
find:
  %chosen = phi i64 [ 0, %throw ], [ %next, %find ]
  %next = add i64 %chosen, 1
  %upto.a = getelementptr i64, ptr %hashes, i64 %chosen
  %upto = load i64, ptr %upto.a
  %is.it = icmp ult i64 %pick, %upto
  br i1 %is.it, label %take, label %find
take:
  %successor = call ptr @state_at(ptr %out, i64 %chosen)
  call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %successor, i64 %bytes, i1 false)
  %taken.a = getelementptr i16, ptr %actions, i64 %chosen
  %taken = load i16, ptr %taken.a
  %path.a = getelementptr i16, ptr %path, i64 %t
  store i16 %taken, ptr %path.a
  %t1 = add i64 %t, 1
  %steps0 = load i64, ptr %steps
  %steps1 = add i64 %steps0, 1
  store i64 %steps1, ptr %steps
  %judged = call {i64, i64} @promises(ptr %state)
  %breaks = extractvalue {i64, i64} %judged, 0
  %bad = and i64 %breaks, %watched
  %fine = icmp eq i64 %bad, 0
  br i1 %fine, label %go, label %broken
go:
  br label %step
walked:
  %w1 = add i64 %w, 1
  br label %next.walk
broken:
  %states = phi i64 [ %t, %expand ], [ %t1, %take ]
  %result = add i64 %states, 1
  ret i64 %result
none:
  ret i64 0
}
