package wire;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The requests in flight between two parties.
 *
 * <p>A response of JSON-RPC does not say which method it answers: its id does, in this table. A reply without a
 * correlation id does not say which request it answers: its turn does. One table serves both ends of a party. It is not
 * for several threads.
 */
public final class RpcPending {
    /** Of each id, the methods in their order; there should be one. */
    private final Map<RpcId, Deque<RpcMethod>> methods = new HashMap<>();

    private final Deque<RpcId> turns = new ArrayDeque<>();
    private long last;

    /** A table of no requests. */
    public RpcPending() {}

    /**
     * A number that no request in flight has; those that were given out before come not again.
     *
     * @return an id for an envelope without a correlation id
     */
    public RpcId nextId() {
        RpcId id;
        do {
            id = new RpcId.Whole(++last);
        } while (methods.containsKey(id));
        return id;
    }

    /**
     * A request waits.
     *
     * @param id its id
     * @param method what it calls
     * @param inTurn whether its envelope has no correlation id, so that its reply comes in its turn
     */
    public void add(RpcId id, RpcMethod method, boolean inTurn) {
        methods.computeIfAbsent(id, any -> new ArrayDeque<>()).add(method);
        if (inTurn) {
            turns.add(id);
        }
    }

    /**
     * The request with an id.
     *
     * @param id the id
     * @return its method, if one waits
     */
    public Optional<RpcMethod> find(RpcId id) {
        return Optional.ofNullable(methods.get(id)).map(Deque::element);
    }

    /**
     * The request with an id waits no more.
     *
     * @param id the id
     * @return its method, if one has waited
     */
    public Optional<RpcMethod> settle(RpcId id) {
        Deque<RpcMethod> waiting = methods.get(id);
        if (waiting == null) {
            return Optional.empty();
        }
        RpcMethod method = waiting.remove();
        if (waiting.isEmpty()) {
            methods.remove(id);
        }
        turns.remove(id);
        return Optional.of(method);
    }

    /**
     * The request that an envelope without a correlation id answers in its turn waits no more.
     *
     * @param reply the tag of the envelope
     * @return the id of the request, if one has waited
     */
    public Optional<RpcId> settleTurn(String reply) {
        RpcId first = turns.peek();
        if (first == null) {
            return Optional.empty();
        }
        RpcMethod method = methods.get(first).element();
        if (!reply.equals(method.reply()) && !reply.equals(RpcTables.FAILURE)) {
            return Optional.empty();
        }
        settle(first);
        return Optional.of(first);
    }
}
