package wire.testee;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import wire.DecodeException;
import wire.EncodeException;
import wire.Envelope;
import wire.Ndjson;
import wire.VersionException;
import wire.session.AskingSession;
import wire.session.Event;
import wire.session.HandshakeRefusedException;
import wire.session.ProtocolViolationException;
import wire.session.Recording;
import wire.session.Session;

/** Sessions, step by step. */
final class Stepping {
    /** Requests are sent at no particular time, and all of them run out of it together. */
    private static final Instant DEADLINE = Instant.ofEpochSecond(1);

    private static final Instant LATER = Instant.ofEpochSecond(2);

    private Stepping() {}

    /** What becomes of each step of a session. */
    static Map<String, Object> answer(Map<String, Object> request) {
        List<Map<String, Object>> steps = new ArrayList<>();
        for (Object step : (List<?>) request.get("steps")) {
            Map<String, Object> given = new LinkedHashMap<>();
            ((Map<?, ?>) step).forEach((name, value) -> given.put((String) name, value));
            steps.add(given);
        }
        if (request.get("role") == null) {
            return Map.of("steps", seen(steps));
        }
        Optional<Session<?>> party = Parties.of((String) request.get("role"));
        return party.isEmpty() ? Testee.unsupported() : Map.of("steps", taken(opened(party.get()), steps));
    }

    /** A test says which role it is about; what that role sends is known when it runs. */
    @SuppressWarnings("unchecked")
    private static Session<Envelope> opened(Session<?> party) {
        return (Session<Envelope>) party;
    }

    private static List<Object> taken(Session<Envelope> party, List<Map<String, Object>> steps) {
        List<Object> found = new ArrayList<>();
        for (Map<String, Object> step : steps) {
            Map<String, Object> outcome = new LinkedHashMap<>();
            byte[] sends = taken(party, step, outcome);
            outcome.put("state", party.state().id());
            String text = new String(sends, StandardCharsets.UTF_8);
            outcome.put("sends", text.isEmpty() ? List.of() : List.of(text.split("\n")));
            found.add(outcome);
        }
        return found;
    }

    private static byte[] taken(Session<Envelope> party, Map<String, Object> step, Map<String, Object> outcome) {
        byte[] line = Testee.bytes(step);
        if (!"sends".equals(step.get("does"))) {
            outcome.putAll(outcome(happened(party, (String) step.get("does"), line)));
            return party.dataToSend();
        }
        try {
            Envelope envelope = (Envelope) Ndjson.decode(line);
            byte[] sends = party instanceof AskingSession<Envelope> asking
                    ? asking.send(envelope, DEADLINE)
                    : party.send(envelope);
            outcome.put("outcome", left(envelope, sends) ? "accept" : "drop");
            return sends;
        } catch (ProtocolViolationException violation) {
            outcome.put("outcome", "breach");
            outcome.put("requirement", violation.requirements().get(0));
            return new byte[0];
        } catch (DecodeException | EncodeException error) {
            throw new IllegalArgumentException("a party sends envelopes of its own revision", error);
        }
    }

    private static boolean left(Envelope envelope, byte[] sends) throws EncodeException {
        String line = new String(Ndjson.encode(envelope), StandardCharsets.UTF_8);
        return new String(sends, StandardCharsets.UTF_8).contains(line);
    }

    private static List<Event> happened(Session<Envelope> party, String does, byte[] line) {
        return switch (does) {
            case "receives" -> {
                party.feed(line);
                yield party.receiveData(new byte[] {'\n'});
            }
            case "ends" -> party.receiveEof();
            default -> party instanceof AskingSession<Envelope> asking ? asking.timeOut(LATER) : List.of();
        };
    }

    private static Map<String, Object> outcome(List<Event> events) {
        for (Event event : events) {
            if (event instanceof Event.Dropped) {
                return Map.of("outcome", "drop");
            }
            if (event instanceof Event.Rejected rejected) {
                return rejected(rejected);
            }
            if (event instanceof Event.Failed failed) {
                if (failed.error() instanceof HandshakeRefusedException refused) {
                    return Map.of("outcome", "refusal", "requirement", refused.requirements().get(0));
                }
                if (failed.error() instanceof VersionException) {
                    return Map.of("outcome", "mismatch");
                }
            }
        }
        return Map.of("outcome", "accept");
    }

    private static Map<String, Object> rejected(Event.Rejected rejected) {
        Map<String, Object> outcome = new LinkedHashMap<>();
        outcome.put("outcome", rejected.code().isEmpty() ? "breach" : "answer");
        outcome.put("code", rejected.code().isEmpty() ? null : rejected.code());
        outcome.put("requirement", requirement(rejected));
        return outcome;
    }

    private static @Nullable String requirement(Event.Rejected rejected) {
        return rejected.error() instanceof ProtocolViolationException violation
                ? violation.requirements().get(0)
                : null;
    }

    private static List<Object> seen(List<Map<String, Object>> steps) {
        Recording recording = new Recording();
        List<Object> found = new ArrayList<>();
        for (Map<String, Object> step : steps) {
            Map<String, Object> outcome = new LinkedHashMap<>();
            outcome.put("outcome", "accept");
            try {
                recording.see(Ndjson.decode(Testee.bytes(step))).ifPresent(violation -> {
                    outcome.put("outcome", "breach");
                    outcome.put("state", violation.state().id());
                    outcome.put("requirement", violation.requirements().get(0));
                });
            } catch (DecodeException error) {
                recording.see(error);
                outcome.put("outcome", "breach");
            }
            found.add(outcome);
        }
        return found;
    }
}
