package wire

import (
	"cmp"
	"container/list"
	"slices"
)

// slot is a correlation id, or the one place for all that have none.
type slot struct {
	id    string
	given bool
}

func slotOf(id *string) slot {
	if id == nil {
		return slot{}
	}
	return slot{*id, true}
}

// waiting is a request in flight.
type waiting struct {
	request Request
	asked   *saying
	order   int
}

// inFlight are requests that wait for a reply: at most one without an id, and any number with one. An id that was
// given up stays taken until its reply has come: a late reply must not answer a later request.
type inFlight struct {
	by      map[slot]waiting
	givenUp map[string]bool
	count   int
}

func newInFlight() inFlight {
	return inFlight{by: map[slot]waiting{}, givenUp: map[string]bool{}}
}

func (f *inFlight) isGivenUp(id *string) bool { return id != nil && f.givenUp[*id] }

// holds tells whether a reply with this id, or without one, may still come.
func (f *inFlight) holds(id *string) bool {
	_, waits := f.by[slotOf(id)]
	return waits || f.isGivenUp(id)
}

// find is the request that a reply with this id answers, or nil.
func (f *inFlight) find(id *string, reply string) *Request {
	found, waits := f.by[slotOf(id)]
	if !waits || !found.asked.answers(reply) {
		return nil
	}
	return &found.request
}

func (f *inFlight) add(request Request, asked *saying) {
	f.count++
	f.by[slotOf(request.ID)] = waiting{request, asked, f.count}
}

func (f *inFlight) settle(request Request) { delete(f.by, slotOf(request.ID)) }

// giveUp waits no longer; of a request with an id, a late reply will be known.
func (f *inFlight) giveUp(request Request) {
	f.settle(request)
	if request.ID != nil {
		f.givenUp[*request.ID] = true
	}
}

func (f *inFlight) clear() {
	clear(f.by)
	clear(f.givenUp)
}

// all are the requests that wait, those with an id first, in the order in which they left.
func (f *inFlight) all() []Request {
	found := make([]waiting, 0, len(f.by))
	for _, each := range f.by {
		found = append(found, each)
	}
	slices.SortFunc(found, func(one, other waiting) int {
		if with := one.request.ID != nil; with != (other.request.ID != nil) {
			if with {
				return -1
			}
			return 1
		}
		return cmp.Compare(one.order, other.order)
	})
	requests := make([]Request, len(found))
	for index, each := range found {
		requests[index] = each.request
	}
	return requests
}

// due is a reply that is owed. request is nil if the user of the session was told of none; ready is the answer, if
// the session gives it on its own. An optional one may stay away. Nothing else leaves before one that is first.
type due struct {
	asked    *saying
	request  *Request
	ready    Envelope
	optional bool
	first    bool
}

// settledBy tells whether an envelope is the reply that is owed; of what was no request only the failure is.
func (d *due) settledBy(reply string) bool {
	if d.asked == nil {
		return reply == failureName
	}
	return d.asked.answers(reply)
}

// queue has what is owed for one id, or for all requests without one, in order.
type queue struct {
	slot slot
	dues []*due
}

// dues are the replies that are owed. The order is what ties a reply without an id to its request; so an answer that
// is ready waits for its turn.
type dues struct {
	queues  *list.List
	by      map[slot]*list.Element
	ready   int
	leaving *due
}

func newDues() dues { return dues{queues: list.New(), by: map[slot]*list.Element{}} }

func (d *dues) queue(id *string) *queue {
	element := d.by[slotOf(id)]
	if element == nil {
		return nil
	}
	return element.Value.(*queue)
}

// owes tells whether a reply with this id, or without one, is owed.
func (d *dues) owes(id *string) bool { return d.queue(id) != nil }

// find is the due that a reply with this id would settle, or nil.
func (d *dues) find(id *string, reply string) *due {
	queue := d.queue(id)
	if queue == nil {
		return nil
	}
	for _, each := range queue.dues {
		if each.settledBy(reply) && (each.ready == nil || each == d.leaving) {
			return each
		}
		if !each.optional {
			return nil
		}
	}
	return nil
}

func (d *dues) add(id *string, owed *due) {
	slot := slotOf(id)
	if d.by[slot] == nil {
		d.by[slot] = d.queues.PushBack(&queue{slot: slot})
	}
	queue := d.queue(id)
	queue.dues = append(queue.dues, owed)
	if owed.ready != nil {
		d.ready++
	}
}

// settle takes away a due, and whatever optional was before it.
func (d *dues) settle(id *string, owed *due) {
	queue := d.queue(id)
	for len(queue.dues) > 0 {
		first := queue.dues[0]
		queue.dues = queue.dues[1:]
		if first.ready != nil {
			d.ready--
		}
		if first == owed {
			break
		}
	}
	d.tidy(queue)
}

func (d *dues) tidy(queue *queue) {
	if len(queue.dues) == 0 {
		d.queues.Remove(d.by[queue.slot])
		delete(d.by, queue.slot)
	}
}

// nextReady is an answer that is ready and whose turn it is; it has to leave now.
func (d *dues) nextReady() Envelope {
	d.leaving = nil
	if d.ready == 0 {
		return nil
	}
	if turn := d.queue(nil); turn != nil && turn.dues[0].first {
		if turn.dues[0].ready != nil {
			d.leaving = turn.dues[0]
		}
	} else {
		for element := d.queues.Front(); element != nil && d.leaving == nil; element = element.Next() {
			if head := element.Value.(*queue).dues[0]; head.ready != nil {
				d.leaving = head
			}
		}
	}
	if d.leaving == nil {
		return nil
	}
	return d.leaving.ready
}

// withdraw ends the session: no answer will leave any more.
func (d *dues) withdraw() {
	for element := d.queues.Front(); element != nil; {
		next := element.Next()
		queue := element.Value.(*queue)
		queue.dues = slices.DeleteFunc(queue.dues, func(owed *due) bool { return owed.ready != nil })
		d.tidy(queue)
		element = next
	}
	d.ready = 0
}

// all are the requests whose replies are owed by the user of the session.
func (d *dues) all() []Request {
	var found []Request
	for element := d.queues.Front(); element != nil; element = element.Next() {
		for _, owed := range element.Value.(*queue).dues {
			if owed.request != nil {
				found = append(found, *owed.request)
			}
		}
	}
	return found
}
