package wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Writes messages in the canonical form: members in wire order, compact, UTF-8, no escapes beyond JSON's own. */
final class JsonOut {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .build();

    private final JsonGenerator generator;

    private JsonOut(JsonGenerator generator) {
        this.generator = generator;
    }

    /** A message as one line. */
    static byte[] line(Envelope envelope) throws EncodeException {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(FACTORY._getBufferRecycler())) {
            try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
                Codec.write(envelope, new JsonOut(generator));
            }
            bytes.append('\n');
            return bytes.toByteArray();
        } catch (Unwritable unwritable) {
            throw new EncodeException(unwritable.fault, unwritable.pointer, unwritable.getMessage());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Starts a message. */
    void start(String tag) throws IOException {
        generator.writeStartObject();
        generator.writeStringField(Protocol.TAG, tag);
    }

    /** Ends a message. */
    void end() throws IOException {
        generator.writeEndObject();
    }

    /** The name of the next member. */
    JsonOut name(String name) throws IOException {
        generator.writeFieldName(name);
        return this;
    }

    /** A text. */
    void text(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (Surrogates.isHalf(text, i)) {
                    throw new Unwritable(Fault.LONE_SURROGATE, pointer(), "expected surrogates in pairs");
                }
                i++;
            }
        }
        generator.writeString(text);
    }

    /** A truth value. */
    void flag(boolean flag) throws IOException {
        generator.writeBoolean(flag);
    }

    /** An integer. */
    void integer(long integer) throws IOException {
        generator.writeNumber(integer);
    }

    /** A number of a width that reaches from {@code -largest} to {@code largest}. */
    void number(double number, double largest) throws IOException {
        if (!(-largest <= number && number <= largest)) {
            throw new Unwritable(Fault.OUT_OF_RANGE, pointer(), "expected a finite number that fits its width");
        }
        generator.writeNumber(Numbers.spelt(number));
    }

    /** An object. */
    <T> void object(T value, Writer<T> writer) throws IOException {
        generator.writeStartObject();
        writer.write(value, this);
        generator.writeEndObject();
    }

    /** An array. */
    <T> void list(List<T> items, Writer<T> writer) throws IOException {
        generator.writeStartArray();
        for (T item : items) {
            writer.write(item, this);
        }
        generator.writeEndArray();
    }

    /** Where the value that is about to be written would stand. */
    private String pointer() {
        StringBuilder pointer = new StringBuilder();
        JsonStreamContext here = generator.getOutputContext();
        // What is about to be written is not counted yet, the arrays around it are.
        int more = 1;
        for (JsonStreamContext at = here; at != null && !at.inRoot(); at = at.getParent()) {
            pointer.insert(0, at.inArray() ? "/" + (at.getCurrentIndex() + more) : Pointers.token(at.getCurrentName()));
            more = 0;
        }
        return pointer.toString();
    }

    /**
     * Writes a value.
     *
     * @param <T> what it writes
     */
    @FunctionalInterface
    interface Writer<T> {
        /** Writes one value. */
        void write(T value, JsonOut out) throws IOException;
    }

    /** A value that JSON or the protocol has no spelling for. */
    private static final class Unwritable extends IOException {
        private static final long serialVersionUID = 1L;

        private final Fault fault;
        private final String pointer;

        private Unwritable(Fault fault, String pointer, String detail) {
            super(detail);
            this.fault = fault;
            this.pointer = pointer;
        }
    }
}
