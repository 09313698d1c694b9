package wire.testee;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import wire.DecodeException;
import wire.Envelope;
import wire.Examined;
import wire.Message;
import wire.MessageReader;
import wire.Ndjson;
import wire.UnknownEnvelope;
import wire.WireException;

/**
 * A testee: what this package makes of test vectors.
 *
 * <p>The program reads one JSON object a line, as the README of the vectors describes it, and answers each with one
 * JSON object a line.
 */
public final class Testee {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
            .build();

    private Testee() {}

    /**
     * Answers all requests of the standard input.
     *
     * @param arguments none
     * @throws IOException if the standard streams can't be used
     */
    public static void main(String[] arguments) throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        OutputStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            Map<String, Object> request = Plain.read(FACTORY, line);
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("id", request.get("id"));
            answer.putAll(answer(request));
            answers.write((written(answer) + "\n").getBytes(StandardCharsets.UTF_8));
            answers.flush();
        }
    }

    private static Map<String, Object> answer(Map<String, Object> request) throws IOException {
        return switch (String.valueOf(request.get("kind"))) {
            case "message" -> message(bytes(request));
            case "framing" -> framing(request);
            case "exchange" -> exchange(request);
            case "jsonrpc" -> RpcAnswers.of(bytes(request), request.get("answers"));
            case "session" -> Stepping.answer(request);
            case "vocabulary" -> Meanings.of((String) request.get("vocabulary"), (String) request.get("value"));
            default -> unsupported();
        };
    }

    /** The answer of whoever can't do something. */
    static Map<String, Object> unsupported() {
        return Map.of("verdict", "unsupported");
    }

    /** What is given as text or in base64; nothing if neither is there. */
    static byte[] bytes(Map<String, Object> given) {
        if (given.get("bytes") instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        return given.get("base64") instanceof String encoded ? Base64.getDecoder().decode(encoded) : new byte[0];
    }

    private static Map<String, Object> message(byte[] line) {
        Message found;
        try {
            found = Ndjson.decode(line);
        } catch (DecodeException error) {
            return refused(error);
        }
        Map<String, Object> answer = accepted(found);
        Examined examined = Ndjson.examine(line, true);
        answer.putAll(Findings.of(examined.faults(), found instanceof Envelope envelope ? envelope : null));
        return answer;
    }

    private static Map<String, Object> framing(Map<String, Object> request) throws IOException {
        ByteArrayInputStream stream = new ByteArrayInputStream(bytes(request));
        Object limit = request.get("max_line");
        List<Object> outcomes = new ArrayList<>();
        try (MessageReader reader = limit == null
                ? Ndjson.reader(stream)
                : Ndjson.reader(stream, ((Number) limit).intValue())) {
            for (boolean more = true; more; ) {
                try {
                    Message found = reader.read();
                    more = found != null;
                    if (found != null) {
                        outcomes.add(accepted(found));
                    }
                } catch (DecodeException error) {
                    outcomes.add(refused(error));
                }
            }
        }
        return Map.of("outcomes", outcomes);
    }

    private static Map<String, Object> exchange(Map<String, Object> request) {
        return Findings.of(
                envelope(request.get("request")),
                envelope(request.get("reply")),
                request.get("ack") == null ? null : envelope(request.get("ack")));
    }

    private static Envelope envelope(Object line) {
        try {
            return (Envelope) Ndjson.decode(((String) line).getBytes(StandardCharsets.UTF_8));
        } catch (DecodeException error) {
            throw new IllegalArgumentException("exchanges are made of messages", error);
        }
    }

    private static Map<String, Object> refused(DecodeException error) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("verdict", "refuses");
        answer.put("rule", error.fault().id());
        answer.put("pointer", error.pointer());
        answer.put("code", error.code());
        answer.put("echo", error.id().orElse(null));
        return answer;
    }

    private static Map<String, Object> accepted(Message found) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("verdict", "accepts");
        if (found instanceof UnknownEnvelope unknown) {
            Map<String, Object> known = new LinkedHashMap<>();
            known.put("tag", unknown.type());
            known.put("id", unknown.id());
            known.put("bare", unknown.bare());
            answer.put("unknown", known);
        } else if (found instanceof Envelope envelope) {
            answer.put("envelope", Ndjson.tag(envelope));
            answer.put("canonical", canonical(envelope));
        }
        return answer;
    }

    private static String canonical(Envelope envelope) {
        try {
            return new String(Ndjson.encode(envelope), StandardCharsets.UTF_8).stripTrailing();
        } catch (WireException error) {
            throw new IllegalStateException("what was read can be written", error);
        }
    }

    private static String written(@Nullable Object value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            Plain.write(value, generator);
        }
        return text.toString();
    }
}
