package wire.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import wire.Envelope;

/**
 * Replies that are owed, in the order of the requests for each id, and for all requests without one.
 *
 * <p>The order is what ties a reply without an id to its request; so an answer that is ready waits for its turn.
 */
final class Dues {
    /** By id; null is for all requests without one. */
    private final Map<@Nullable String, Deque<Due>> queues = new LinkedHashMap<>();

    private int ready;
    private @Nullable Due leaving;

    /** Whether a reply with this id, or without one, is owed. */
    boolean owes(@Nullable String id) {
        return queues.containsKey(id);
    }

    /** The due that the envelope {@code reply} with this id would settle. */
    @Nullable Due find(@Nullable String id, String reply) {
        for (Due due : queues.getOrDefault(id, new ArrayDeque<>())) {
            if (due.replies().contains(reply) && (due.ready() == null || due == leaving)) {
                return due;
            }
            if (!due.optional()) {
                return null;
            }
        }
        return null;
    }

    /** One more reply is owed. */
    void add(@Nullable String id, Due due) {
        queues.computeIfAbsent(id, any -> new ArrayDeque<>()).add(due);
        ready += due.ready() == null ? 0 : 1;
    }

    /** A due, and whatever optional was before it, is owed no more. */
    void settle(@Nullable String id, Due due) {
        Deque<Due> queue = queues.get(id);
        for (Due first = null; first != due; ) {
            first = queue.remove();
            ready -= first.ready() == null ? 0 : 1;
        }
        if (queue.isEmpty()) {
            queues.remove(id);
        }
    }

    /** An answer that is ready and whose turn it is; it has to leave now. */
    @Nullable Envelope nextReady() {
        leaving = null;
        if (ready > 0) {
            Due inTurn = queues.containsKey(null) ? queues.get(null).peek() : null;
            boolean first = inTurn != null && inTurn.first();
            for (Deque<Due> queue : queues.values()) {
                Due head = queue.element();
                if (leaving == null && head.ready() != null && (!first || head == inTurn)) {
                    leaving = head;
                }
            }
        }
        return leaving == null ? null : leaving.ready();
    }

    /** The session is over: no answer will leave any more. */
    void withdraw() {
        queues.values().forEach(queue -> queue.removeIf(due -> due.ready() != null));
        queues.values().removeIf(Deque::isEmpty);
        ready = 0;
    }

    /** The requests whose replies are owed by the user of the session. */
    List<Request> requests() {
        List<Request> found = new ArrayList<>();
        for (Deque<Due> queue : queues.values()) {
            for (Due due : queue) {
                if (due.request() != null) {
                    found.add(due.request());
                }
            }
        }
        return found;
    }
}
