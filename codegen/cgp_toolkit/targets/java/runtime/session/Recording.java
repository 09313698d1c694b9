package wire.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import wire.DecodeException;
import wire.Envelope;
import wire.Message;
import wire.WireException;

/**
 * Goes through the messages of a recorded session, both parties' tables at hand.
 *
 * <p>The type of an envelope tells who sent it. An envelope that no table knows, and a line that is none, might be of
 * either; an answer to them may come or not.
 */
public final class Recording {
    private final Map<String, Session<?>> sides = new LinkedHashMap<>();
    private Event.@Nullable Replied replied;

    /** A recording that nothing was seen of yet. */
    public Recording() {
        for (Session<?> side : Transitions.watching()) {
            sides.put(side.role(), side);
        }
    }

    /**
     * Looks at the next message.
     *
     * @param message the message
     * @return what is wrong with it, from the point of view of whoever sent it
     */
    public Optional<ProtocolViolationException> see(Message message) {
        String sender = sender(message).orElse(null);
        Optional<ProtocolViolationException> found = message instanceof Envelope envelope
                ? sides.get(Transitions.kind(envelope).sender()).seenSending(envelope)
                : Optional.empty();
        replied = null;
        for (Session<?> side : sides.values()) {
            if (!side.role().equals(sender)) {
                note(side.receive(message));
            }
        }
        return found;
    }

    /**
     * Looks at a line that is no message.
     *
     * @param error why it is none
     * @return the error
     */
    public WireException see(DecodeException error) {
        replied = null;
        sides.values().forEach(side -> side.receive(error));
        return error;
    }

    /**
     * The exchange that the last message completed.
     *
     * @return the request and its reply, if it did
     */
    public Optional<Event.Replied> replied() {
        return Optional.ofNullable(replied);
    }

    /**
     * The answer to the handshake.
     *
     * @return the message, once it was seen
     */
    public Optional<Envelope> answer() {
        return sides.values().stream()
                .flatMap(side -> Optional.ofNullable(side.books.answer).stream())
                .findFirst();
    }

    /**
     * The role that sent a message.
     *
     * @param message the message
     * @return the role, if the type of the message tells
     */
    public Optional<String> sender(Message message) {
        return message instanceof Envelope envelope
                ? Optional.of(Transitions.kind(envelope).sender())
                : Optional.empty();
    }

    /**
     * Where each party stands.
     *
     * @return the states by role
     */
    public Map<String, State> states() {
        Map<String, State> states = new LinkedHashMap<>();
        sides.forEach((role, side) -> states.put(role, side.state()));
        return states;
    }

    /**
     * The requests that have not been answered.
     *
     * @return requests of both parties
     */
    public List<Request> waiting() {
        List<Request> waiting = new ArrayList<>();
        sides.values().forEach(side -> waiting.addAll(side.books.dues.requests()));
        return waiting;
    }

    private void note(List<Event> events) {
        for (Event event : events) {
            if (event instanceof Event.Replied exchange) {
                replied = exchange;
            }
        }
    }
}
