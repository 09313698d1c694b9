package wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From one line that is not simply sound to what it means. */
final class Careful {
    /** So many faults are found in one message, unless fewer are asked for. */
    static final int MOST_FAULTS = 100;

    /** Whatever was read can be written. */
    private static final int DEEPEST = 2000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .streamWriteConstraints(
                    StreamWriteConstraints.builder().maxNestingDepth(DEEPEST).build())
            .build();

    private Careful() {}

    /** What a line means to a reader. */
    static Message read(byte[] line) throws DecodeException {
        Examined examined = examine(line, false, 1);
        if (examined.message() == null) {
            throw examined.faults().get(0);
        }
        return examined.message();
    }

    /** All faults, up to {@code most}; {@code strict} adds what stops no reader. */
    static Examined examine(byte[] line, boolean strict, int most) {
        Syntax.Parsed parsed;
        try {
            parsed = Syntax.parse(line, most);
        } catch (DecodeException fault) {
            return new Examined(null, List.of(fault));
        }
        Object value = parsed.value();
        boolean refusesDoubles = refusesDoubles(value);
        List<Found> walked = Walk.faults(value, strict, most);
        List<Found> found = new ArrayList<>();
        if (parsed.halfPair()) {
            found.add(new Found(Fault.LONE_SURROGATE, "", "expected escapes of surrogates in pairs"));
        }
        if (strict || refusesDoubles) {
            for (String pointer : parsed.doubled()) {
                found.add(new Found(Fault.DUPLICATE_MEMBER, pointer, "expected the member once"));
            }
        }
        found.addAll(walked);
        boolean refused = parsed.halfPair()
                || (refusesDoubles && !parsed.doubled().isEmpty())
                || refuses(value, walked, most);
        String id = Syntax.echo(value);
        List<DecodeException> faults =
                found.stream().limit(most).map(each -> each.error(id)).toList();
        return new Examined(refused ? null : message(line, (Map<?, ?>) value), faults);
    }

    /** Whether readers refuse a value, of whose faults the first ones were found. */
    private static boolean refuses(@Nullable Object value, List<Found> walked, int most) {
        if (walked.stream().anyMatch(each -> !each.fault().isForAuthors())) {
            return true;
        }
        // What only authors may not write can hide what comes after it.
        return walked.size() == most && !Walk.faults(value, false, 1).isEmpty();
    }

    private static boolean refusesDoubles(@Nullable Object value) {
        return value instanceof Map<?, ?> members
                && members.get(Protocol.TAG) instanceof String tag
                && Codec.refusesDoubles(tag);
    }

    /** The typed form of a value that readers accept. */
    private static Message message(byte[] line, Map<?, ?> value) {
        String tag = (String) value.get(Protocol.TAG);
        if (!Shapes.ENVELOPES.containsKey(tag)) {
            return new UnknownEnvelope(tag, Syntax.echo(value), value.size() == 1, Lines.stripped(line));
        }
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put(Protocol.TAG, tag);
        value.forEach((name, held) -> plain.put((String) name, held));
        try {
            // Written anew, each member stands once and the tag first, so that the fast way can be gone.
            return JsonIn.envelope(written(plain), true);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** A plain value as compact JSON; numbers as they were spelt. */
    static byte[] written(@Nullable Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
            write(value, generator);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(@Nullable Object value, JsonGenerator generator) throws IOException {
        if (value instanceof Map<?, ?> members) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> member : members.entrySet()) {
                generator.writeFieldName((String) member.getKey());
                write(member.getValue(), generator);
            }
            generator.writeEndObject();
        } else if (value instanceof List<?> items) {
            generator.writeStartArray();
            for (Object item : items) {
                write(item, generator);
            }
            generator.writeEndArray();
        } else if (value instanceof Syntax.Digits digits) {
            generator.writeNumber(digits.text());
        } else if (value instanceof String text) {
            generator.writeString(text);
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else {
            generator.writeNull();
        }
    }
}
