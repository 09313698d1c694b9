package wire.session;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import wire.EncodeException;
import wire.Envelope;

/**
 * The side that opens the session.
 *
 * @param <S> the envelopes that this side sends
 */
public abstract non-sealed class AskingSession<S extends Envelope> extends Session<S> {
    private static final String DEADLINE = "meets deadline";
    private static final int LETTERS = 26;

    private long ids;

    AskingSession(String role, int maxLine, boolean watching) {
        super(role, null, maxLine, watching);
    }

    /**
     * A message leaves, and its reply has to be there in time.
     *
     * @param envelope the message
     * @param deadline when the reply has to be there, on the clock whose time {@link #timeOut} is given
     * @return the bytes to write
     * @throws ProtocolViolationException if it may not be sent now
     * @throws EncodeException if it can't be written
     */
    public byte[] send(S envelope, Instant deadline) throws ProtocolViolationException, EncodeException {
        leave(envelope, Objects.requireNonNull(deadline, "deadline"));
        return dataToSend();
    }

    /**
     * A correlation id that no request in flight has and that was not returned before.
     *
     * @return the id
     */
    public String nextId() {
        String id;
        do {
            id = spelt(++ids);
        } while (books.inFlight.holds(id));
        return id;
    }

    /**
     * When {@link #timeOut} has to be called next.
     *
     * @return the first deadline, if there is one
     */
    public Optional<Instant> nextDeadline() {
        return books.inFlight.requests().stream()
                .map(Request::deadline)
                .filter(Objects::nonNull)
                .min(Instant::compareTo);
    }

    /**
     * Time has passed.
     *
     * @param now what the clock shows
     * @return the events of requests that have run out of time
     */
    public List<Event> timeOut(Instant now) {
        for (Request request : books.inFlight.requests()) {
            if (!isClosed() && request.deadline() != null && !request.deadline().isAfter(now)) {
                Step step = lookUp(DEADLINE, Books.overdue(request));
                books.inFlight.giveUp(request);
                events.add(new Event.Failed(request, new TimedOutException(step.requirement())));
                go(step, "no reply came in time");
            }
        }
        return drained();
    }

    /** 1, 2, 3 ... as a, b, ... z, aa, ab ...: letters suit whatever form the protocol has for ids. */
    private static String spelt(long number) {
        StringBuilder text = new StringBuilder();
        for (long left = number; left > 0; left = (left - 1) / LETTERS) {
            text.insert(0, (char) ('a' + (left - 1) % LETTERS));
        }
        return text.toString();
    }
}
