package wire

import "slices"

// rpcMethod is a method, or a notification. params is the member whose value is all of the params, result the one whose
// value is the result; empty where that is an object of members.
type rpcMethod struct {
	name    string
	request string
	reply   string
	asksID  bool
	givesID bool
	params  string
	result  string
}

// rpcPending are the requests in flight. A response does not say which method it answers: its id does. A reply without
// a correlation id does not say which request it answers: its turn does.
type rpcPending struct {
	methods map[RPCID][]*rpcMethod
	turns   []RPCID
	last    int64
}

// nextID is an integer that no request in flight has and that was not given before.
func (p *rpcPending) nextID() RPCID {
	for {
		p.last++
		if id := RPCNumberID(p.last); len(p.methods[id]) == 0 {
			return id
		}
	}
}

func (p *rpcPending) add(id RPCID, method *rpcMethod, inTurn bool) {
	if p.methods == nil {
		p.methods = map[RPCID][]*rpcMethod{}
	}
	p.methods[id] = append(p.methods[id], method)
	if inTurn {
		p.turns = append(p.turns, id)
	}
}

// settle is the method of the request with this id, which waits no more; nil if none waits.
func (p *rpcPending) settle(id RPCID) *rpcMethod {
	waiting := p.methods[id]
	if len(waiting) == 0 {
		return nil
	}
	p.methods[id] = waiting[1:]
	if len(waiting) == 1 {
		delete(p.methods, id)
	}
	if turn := slices.Index(p.turns, id); turn >= 0 {
		p.turns = slices.Delete(p.turns, turn, turn+1)
	}
	return waiting[0]
}

// settleTurn is the id of the request that a reply answers in its turn, which waits no more.
func (p *rpcPending) settleTurn(reply string) RPCID {
	if len(p.turns) == 0 {
		return RPCID{}
	}
	first := p.turns[0]
	if reply != p.methods[first][0].reply && reply != rpcFailure {
		return RPCID{}
	}
	p.settle(first)
	return first
}
