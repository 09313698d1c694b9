package wire.session;

import org.jspecify.annotations.Nullable;
import wire.Envelope;
import wire.Message;
import wire.WireException;

/** What a session tells of what has come in, in the order in which it came. */
public sealed interface Event {
    /**
     * The other party waits for a reply; it gets exactly one.
     *
     * @param request what it asked
     */
    record Requested(Request request) implements Event {}

    /**
     * An envelope that no reply is due to.
     *
     * @param envelope the message
     */
    record Notified(Envelope envelope) implements Event {}

    /**
     * A request has its reply, or the failure in its place.
     *
     * @param request what was asked
     * @param reply what answers it
     */
    record Replied(Request request, Envelope reply) implements Event {}

    /**
     * A request will have no reply: the handshake failed, time ran out, or the session is over.
     *
     * @param request what was asked
     * @param error why
     */
    record Failed(Request request, WireException error) implements Event {}

    /**
     * The other party made a mistake; the session goes on.
     *
     * @param message what came in; null for a line that is no message
     * @param error names the mistake
     * @param code the error code with which it is answered; empty if it is not
     */
    record Rejected(@Nullable Message message, WireException error, String code) implements Event {}

    /**
     * A message, or a line that was none, is ignored and counted.
     *
     * @param message what came in; null for a line that is no message
     * @param reason what it is counted under
     */
    record Dropped(@Nullable Message message, String reason) implements Event {}

    /**
     * The session is over; nothing more will be accepted.
     *
     * @param reason how it ended
     */
    record Closed(String reason) implements Event {}
}
