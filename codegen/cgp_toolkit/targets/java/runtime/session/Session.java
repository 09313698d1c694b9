package wire.session;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import wire.DecodeException;
import wire.EncodeException;
import wire.Envelope;
import wire.LineBuffer;
import wire.Message;
import wire.Ndjson;
import wire.Protocol;
import wire.UnknownEnvelope;
import wire.WireException;

/**
 * One side of a session: what becomes of an event is looked up in the table, and done.
 *
 * <p>Nothing here waits, reads a clock or touches a stream. {@link #receiveData} tells what came in, {@link #send}
 * checks what goes out and gives the bytes to write, {@link #dataToSend} gives what the session answers on its own. To
 * read ahead, take {@link #feed} and ask for one event after the other with {@link #nextEvent}, so that each answer
 * counts before the next line does. When {@code send} throws, everything is as it was before. A session is for one
 * thread.
 *
 * @param <S> the envelopes that this side sends
 */
public abstract sealed class Session<S extends Envelope> permits AskingSession, AnsweringSession {
    private static final String UNKNOWN_ENVELOPE = "unknown-envelope";
    private static final String MALFORMED_LINE = "malformed-line";
    private static final String MISDIRECTED = "meets misdirected";
    private static final String END_OF_INPUT = "meets end-of-input";

    final Books books;
    final Deque<Event> events = new ArrayDeque<>();
    private final String role;
    private final boolean watching;
    private final int maxLine;
    private final LineBuffer lines;
    private final Deque<Item> inbox = new ArrayDeque<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<String, Integer> dropped = new TreeMap<>();
    private State state = State.INITIAL;

    Session(String role, @Nullable String version, int maxLine, boolean watching) {
        this.role = role;
        this.books = new Books(watching ? null : version);
        this.maxLine = maxLine;
        this.lines = new LineBuffer(maxLine);
        this.watching = watching;
    }

    /** What has come in; neither is the end of the input. */
    private record Item(@Nullable Message message, @Nullable DecodeException error, byte @Nullable [] line) {}

    /**
     * The party whose side this is.
     *
     * @return the role
     */
    public String role() {
        return role;
    }

    /**
     * Where the session stands.
     *
     * @return the state
     */
    public State state() {
        return state;
    }

    /**
     * Whether the session is over.
     *
     * @return true of final states
     */
    public boolean isClosed() {
        return state.isFinal();
    }

    /**
     * What was ignored.
     *
     * @return how often, by reason
     */
    public Map<String, Integer> dropped() {
        return Collections.unmodifiableMap(dropped);
    }

    /**
     * The requests that wait for a reply, of both parties.
     *
     * @return none if the session is over
     */
    public List<Request> inFlight() {
        if (isClosed()) {
            return List.of();
        }
        List<Request> waiting = new ArrayList<>(books.inFlight.requests());
        waiting.addAll(books.dues.requests());
        return List.copyOf(waiting);
    }

    /**
     * A message leaves.
     *
     * @param envelope the message
     * @return the bytes to write: it as a line, before and after it what the session answers on its own
     * @throws ProtocolViolationException if it may not be sent now
     * @throws EncodeException if it can't be written
     */
    public byte[] send(S envelope) throws ProtocolViolationException, EncodeException {
        leave(envelope, null);
        return dataToSend();
    }

    /**
     * Bytes have come in.
     *
     * @param data the bytes
     * @return the events of all lines that are complete now
     */
    public List<Event> receiveData(byte[] data) {
        feed(data);
        return drained();
    }

    /**
     * A message that was read elsewhere has come in.
     *
     * @param message the message
     * @return its events
     */
    public List<Event> receive(Message message) {
        inbox.add(new Item(message, null, null));
        return drained();
    }

    /**
     * A line that was read elsewhere has come in, and is no message.
     *
     * @param error why it is none
     * @return its events
     */
    public List<Event> receive(DecodeException error) {
        inbox.add(new Item(null, error, null));
        return drained();
    }

    /**
     * The input has ended; a last line without line end still counts.
     *
     * @return the events
     */
    public List<Event> receiveEof() {
        feedEof();
        return drained();
    }

    /**
     * Bytes have come in; {@link #nextEvent} looks at them.
     *
     * @param data the bytes
     */
    public void feed(byte[] data) {
        lines.feed(data).forEach(this::take);
    }

    /** The input has ended; {@link #nextEvent} looks at that. */
    public void feedEof() {
        lines.close().forEach(this::take);
        inbox.add(new Item(null, null, null));
    }

    /**
     * The next event of what was fed, and of what was sent; a line is looked at when its turn comes.
     *
     * @return the event; empty if there is none for now
     */
    public Optional<Event> nextEvent() {
        while (events.isEmpty() && !inbox.isEmpty()) {
            take(inbox.remove());
        }
        return Optional.ofNullable(events.poll());
    }

    /**
     * What has to be written since the last call.
     *
     * @return what the session answers on its own
     */
    public byte[] dataToSend() {
        byte[] data = out.toByteArray();
        out.reset();
        return data;
    }

    /** The party that is watched has sent something; what was wrong with that, if anything was. */
    Optional<ProtocolViolationException> seenSending(Envelope envelope) {
        try {
            depart(envelope, null);
            return Optional.empty();
        } catch (ProtocolViolationException violation) {
            return Optional.of(violation);
        }
    }

    /** An envelope first, then what the session answers on its own and whose turn has come with it. */
    void leave(Envelope envelope, @Nullable Instant deadline) throws ProtocolViolationException, EncodeException {
        byte[] line = Ndjson.encode(envelope);
        if (depart(envelope, deadline)) {
            out.writeBytes(line);
        }
        sendReady();
    }

    /** The events of all that has come in. */
    List<Event> drained() {
        List<Event> found = new ArrayList<>();
        for (Optional<Event> event = nextEvent(); event.isPresent(); event = nextEvent()) {
            found.add(event.get());
        }
        return found;
    }

    /** What the table says. */
    Step lookUp(String event, @Nullable Condition condition) {
        return Transitions.TABLE.get(new Place(role, state, event, asked(event) == null ? null : condition));
    }

    /** Moves to the next state; at the end, whatever waits fails. */
    void go(Step step, String how) {
        State was = state;
        state = step.to();
        if (state == was || !isClosed()) {
            return;
        }
        List<Request> waiting = new ArrayList<>(books.inFlight.requests());
        waiting.addAll(books.dues.requests());
        books.inFlight.clear();
        books.dues.withdraw();
        for (Request request : waiting) {
            events.add(new Event.Failed(request, new SessionClosedException(how, step.requirement())));
        }
        events.add(new Event.Closed(how));
    }

    private Condition.@Nullable Question asked(String event) {
        return Transitions.QUESTIONS.get(new Place(role, state, event, null));
    }

    private @Nullable Condition judged(String event, EnvelopeKind kind, Envelope envelope, boolean sends) {
        Condition.Question question = asked(event);
        return question == null ? null : books.judge(question, kind, envelope, sends);
    }

    private void sendReady() {
        for (Envelope ready = books.dues.nextReady(); ready != null; ready = books.dues.nextReady()) {
            try {
                byte[] line = Ndjson.encode(ready);
                if (depart(ready, null)) {
                    out.writeBytes(line);
                }
            } catch (WireException impossible) {
                throw new IllegalStateException("what the session says itself may be said", impossible);
            }
        }
    }

    /** An envelope leaves, or is dropped (false). */
    private boolean depart(Envelope envelope, @Nullable Instant deadline) throws ProtocolViolationException {
        EnvelopeKind kind = Transitions.kind(envelope);
        String id = kind.idOf(envelope);
        String event = "sends " + kind.name();
        if (!kind.sender().equals(role)) {
            throw new ProtocolViolationException(role, state, event, null, lookUp(MISDIRECTED, null));
        }
        Condition condition = judged(event, kind, envelope, true);
        Step step = lookUp(event, condition);
        if (step.outcome() == Outcome.BREACH) {
            throw new ProtocolViolationException(role, state, event, condition, step);
        }
        Due due = books.dues.find(id, kind.name());
        if (due != null) {
            books.dues.settle(id, due);
        }
        if (step.outcome() == Outcome.DROP) {
            count(condition == null ? kind.name() : condition.id());
            return false;
        }
        if (kind.reply() != null) {
            books.inFlight.add(new Request(envelope, id, deadline), kind.replies());
        }
        if (kind.name().equals(Transitions.OPENING) && kind.version() != null) {
            books.version = kind.version().apply(envelope);
        } else if (kind.name().equals(Transitions.ANSWER)) {
            books.answer = envelope;
        }
        go(step, kind.name() + " was sent");
        return true;
    }

    private void take(LineBuffer.Line line) {
        if (line instanceof LineBuffer.Line.Whole whole) {
            inbox.add(new Item(null, null, whole.bytes()));
        } else if (line instanceof LineBuffer.Line.Broken broken) {
            inbox.add(new Item(null, broken.error(), null));
        }
    }

    private void take(Item item) {
        if (item.line() != null) {
            take(decoded(item.line()));
        } else if (item.error() != null) {
            takeMalformed(item.error());
        } else if (item.message() instanceof UnknownEnvelope unknown) {
            takeUnknown(unknown);
        } else if (item.message() instanceof Envelope envelope) {
            takeEnvelope(Transitions.kind(envelope), envelope);
        } else {
            go(lookUp(END_OF_INPUT, null), "the input ended");
        }
        sendReady();
    }

    private Item decoded(byte[] line) {
        try {
            return new Item(Ndjson.decode(line, maxLine), null, null);
        } catch (DecodeException error) {
            return new Item(null, error, null);
        }
    }

    private void takeMalformed(DecodeException error) {
        Step step = lookUp("meets " + MALFORMED_LINE, null);
        String id = error.id().orElse(null);
        reject(step, new Mistake(MALFORMED_LINE, null, id, error, error.code(), failures(), false));
        go(step, "a line was malformed");
    }

    private void takeUnknown(UnknownEnvelope unknown) {
        String event = "meets " + UNKNOWN_ENVELOPE;
        Condition condition = asked(event) == null ? null : Books.members(unknown);
        Step step = lookUp(event, condition);
        WireException mistake = new ProtocolViolationException(role, state, event, condition, step);
        reject(step, new Mistake(UNKNOWN_ENVELOPE, unknown, unknown.id(), mistake, "", failures(), false));
        go(step, "an unknown envelope was received");
    }

    private void takeEnvelope(EnvelopeKind kind, Envelope envelope) {
        String id = kind.idOf(envelope);
        String event = "receives " + kind.name();
        boolean misdirected = kind.sender().equals(role);
        Condition condition = misdirected ? null : judged(event, kind, envelope, false);
        Step step = misdirected ? lookUp(MISDIRECTED, null) : lookUp(event, condition);
        boolean first = kind.name().equals(Transitions.OPENING) && state == State.INITIAL;
        if (first && kind.version() != null) {
            books.theirVersion = kind.version().apply(envelope);
        }
        switch (step.outcome()) {
            case ANSWER, BREACH, DROP -> {
                if (condition == Condition.LATE) {
                    books.inFlight.arrivedLate(id);
                }
                WireException mistake = first && condition != null
                        ? books.mismatch(kind, envelope)
                        : new ProtocolViolationException(role, state, event, condition, step);
                String reason = condition == null ? kind.name() : condition.id();
                reject(step, new Mistake(reason, envelope, id, mistake, Protocol.MISMATCH_CODE, kind.replies(), first));
            }
            default -> {
                if (kind.reply() == null) {
                    settle(kind, envelope, step);
                } else {
                    Request request = new Request(envelope, id, null);
                    books.dues.add(id, new Due(kind.replies(), request, null, false, first));
                    events.add(new Event.Requested(request));
                }
            }
        }
        go(step, kind.name() + " was received");
    }

    /** An envelope that counts and asks for nothing. */
    private void settle(EnvelopeKind kind, Envelope envelope, Step step) {
        // Until the handshake is complete, only its answer can come.
        Request request = books.inFlight.find(books.answer == null ? null : kind.idOf(envelope), kind.name());
        if (request == null) {
            if (!kind.name().equals(Transitions.CLOSING)) {
                events.add(new Event.Notified(envelope));
            }
            return;
        }
        books.inFlight.settle(request);
        if (step.outcome() == Outcome.ACCEPT) {
            if (kind.name().equals(Transitions.ANSWER)) {
                books.answer = envelope;
            }
            events.add(new Event.Replied(request, envelope));
        } else if (step.outcome() == Outcome.MISMATCH) {
            events.add(new Event.Failed(request, books.mismatch(kind, envelope)));
        } else {
            String code = kind.codeOf(envelope);
            WireException refused =
                    new HandshakeRefusedException(envelope, code == null ? "" : code, step.requirement());
            events.add(new Event.Failed(request, refused));
        }
    }

    /** What does not count, and how it is answered where the table names no code. */
    private record Mistake(
            String reason,
            @Nullable Message message,
            @Nullable String id,
            WireException error,
            String code,
            Set<String> replies,
            boolean first) {}

    private void reject(Step step, Mistake mistake) {
        if (step.outcome() == Outcome.DROP) {
            count(mistake.reason());
            events.add(new Event.Dropped(mistake.message(), mistake.reason()));
        } else if (step.outcome() == Outcome.BREACH) {
            events.add(new Event.Rejected(mistake.message(), mistake.error(), ""));
        } else {
            String code = step.code() == null ? mistake.code() : step.code();
            events.add(new Event.Rejected(mistake.message(), mistake.error(), code));
            books.dues.add(mistake.id(), due(step, mistake, code));
        }
    }

    private Due due(Step step, Mistake mistake, String code) {
        if (watching) {
            return new Due(mistake.replies(), null, null, true, mistake.first());
        }
        boolean malformed = mistake.error() instanceof DecodeException;
        String text = malformed ? String.valueOf(mistake.error().getMessage()) : step.rule();
        Envelope ready = Transitions.failure(text, code, mistake.id());
        return new Due(failures(), null, ready, false, mistake.first());
    }

    private void count(String reason) {
        dropped.merge(reason, 1, Integer::sum);
    }

    private static Set<String> failures() {
        return Set.of(Transitions.FAILURE);
    }
}
