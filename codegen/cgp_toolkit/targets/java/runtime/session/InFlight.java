package wire.session;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for a reply: at most one without an id, and any number with one.
 *
 * <p>An id that was given up stays taken until its reply has come: a late reply must not answer a later request.
 */
final class InFlight {
    private final Map<String, Waiting> byId = new LinkedHashMap<>();
    private final Set<String> givenUp = new HashSet<>();
    private @Nullable Waiting turn;

    /**
     * A request, and the names of the envelopes that can answer it.
     *
     * @param request the request
     * @param replies the names
     */
    private record Waiting(Request request, Set<String> replies) {}

    /** Whether a reply with this id, or without one, may still come. */
    boolean holds(@Nullable String id) {
        return id == null ? turn != null : byId.containsKey(id) || givenUp.contains(id);
    }

    /** Whether the request with this id was given up. */
    boolean isGivenUp(@Nullable String id) {
        return id != null && givenUp.contains(id);
    }

    /** The request that the envelope {@code reply} with this id answers. */
    @Nullable Request find(@Nullable String id, String reply) {
        Waiting waiting = id == null ? turn : byId.get(id);
        return waiting != null && waiting.replies.contains(reply) ? waiting.request : null;
    }

    /** A request has left. */
    void add(Request request, Set<String> replies) {
        Waiting waiting = new Waiting(request, replies);
        if (request.id() == null) {
            turn = waiting;
        } else {
            byId.put(request.id(), waiting);
        }
    }

    /** The reply to a request is there, or none will come. */
    void settle(Request request) {
        if (request.id() == null) {
            turn = null;
        } else {
            byId.remove(request.id());
        }
    }

    /** Nobody waits any longer; of a request with an id, a late reply will be known. */
    void giveUp(Request request) {
        settle(request);
        if (request.id() != null) {
            givenUp.add(request.id());
        }
    }

    /** The reply to a request that was given up is there after all. */
    void arrivedLate(@Nullable String id) {
        givenUp.remove(id);
    }

    /** The session is over: no reply will count any more. */
    void clear() {
        turn = null;
        byId.clear();
        givenUp.clear();
    }

    /** The requests that wait, those with an id first. */
    List<Request> requests() {
        List<Request> found = new ArrayList<>();
        byId.values().forEach(waiting -> found.add(waiting.request));
        if (turn != null) {
            found.add(turn.request);
        }
        return found;
    }
}
