package wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of sound messages, and gives up on any other with a {@link Surprise}.
 *
 * <p>Methods for values go one token ahead, to the value itself.
 */
final class JsonIn {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(limits(Protocol.MAX_DEPTH))
            .build();

    private final JsonParser parser;
    private final boolean settled;
    private @Nullable String tag;
    private boolean once;

    private JsonIn(JsonParser parser, boolean settled, @Nullable String tag) {
        this.parser = parser;
        this.settled = settled;
        this.tag = tag;
    }

    /** Limits that only depth sets: how long a message is was looked at before. */
    static StreamReadConstraints limits(int depth) {
        return StreamReadConstraints.builder()
                .maxNestingDepth(depth)
                .maxNumberLength(Integer.MAX_VALUE)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNameLength(Integer.MAX_VALUE)
                .build();
    }

    /**
     * The message in bytes that are UTF-8; {@link IOException} if the careful way has to be gone.
     *
     * <p>Of one that is {@code settled} it is known that no member stands twice where that is an error.
     */
    static Envelope envelope(byte[] line, boolean settled) throws IOException {
        String tag = null;
        try (JsonParser parser = FACTORY.createParser(line)) {
            parser.nextToken();
            if (parser.isExpectedStartObjectToken() && Protocol.TAG.equals(parser.nextFieldName())) {
                return new JsonIn(parser, settled, null).whole();
            }
            tag = laterTag(parser);
        }
        if (tag == null) {
            throw Surprise.SURPRISE;
        }
        try (JsonParser parser = FACTORY.createParser(line)) {
            parser.nextToken();
            JsonIn in = new JsonIn(parser, settled, tag);
            return in.finished(Codec.read(tag, in));
        }
    }

    /** Writers put the tag first, but nobody has to: its value, from a parser that stands at the first member. */
    private static @Nullable String laterTag(JsonParser parser) throws IOException {
        for (String name = parser.currentName(); name != null; name = parser.nextFieldName()) {
            if (name.equals(Protocol.TAG)) {
                return parser.nextTextValue();
            }
            parser.nextToken();
            parser.skipChildren();
        }
        return null;
    }

    private Envelope whole() throws IOException {
        String first = parser.nextTextValue();
        if (first == null) {
            throw Surprise.SURPRISE;
        }
        return finished(Codec.read(first, this));
    }

    private Envelope finished(Envelope envelope) throws IOException {
        if (parser.nextToken() != null) {
            throw Surprise.SURPRISE;
        }
        return envelope;
    }

    /** From here on a member that stands twice is a surprise, and so is one that nobody knows: it may do so too. */
    void refuseDoubles() {
        once = !settled;
    }

    /** The name of the next member; null at the end of the object. */
    @Nullable String name() throws IOException {
        return parser.nextFieldName();
    }

    /** The tag, where it is not the first member; a second one is a surprise. */
    void tag() throws IOException {
        if (tag == null || !tag.equals(parser.nextTextValue())) {
            throw Surprise.SURPRISE;
        }
        tag = null;
    }

    /** The members that were seen, as bits, with one more. */
    long seen(long seen, int index) throws Surprise {
        long bit = 1L << index;
        if (once && (seen & bit) != 0) {
            throw Surprise.SURPRISE;
        }
        return seen | bit;
    }

    /** Gives up if one of the members that have to be there was not seen. */
    static void require(long seen, long required) throws Surprise {
        if ((seen & required) != required) {
            throw Surprise.SURPRISE;
        }
    }

    /** Passes over the value of a member that nobody knows. */
    void skip() throws IOException {
        if (once) {
            throw Surprise.SURPRISE;
        }
        parser.nextToken();
        parser.skipChildren();
    }

    /** Whether the next value is null; if it is not, the value is what the next method but this one reads. */
    boolean isNull() throws IOException {
        return parser.nextToken() == JsonToken.VALUE_NULL;
    }

    /** Goes to the value. */
    JsonIn value() throws IOException {
        parser.nextToken();
        return this;
    }

    /** The text that stands here. */
    String text() throws IOException {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            throw Surprise.SURPRISE;
        }
        return parser.getText();
    }

    /** The text that stands here, as a value of a vocabulary that has no others. */
    <T> T word(Function<String, Optional<T>> vocabulary) throws IOException {
        Optional<T> found = vocabulary.apply(text());
        if (found.isEmpty()) {
            throw Surprise.SURPRISE;
        }
        return found.get();
    }

    /** The text that stands here, of at least and at most so many characters. */
    String text(int least, int most) throws IOException {
        String text = text();
        if (least == 1 && most == Integer.MAX_VALUE ? text.isEmpty() : !fits(text, least, most)) {
            throw Surprise.SURPRISE;
        }
        return text;
    }

    private static boolean fits(String text, int least, int most) {
        int length = text.codePointCount(0, text.length());
        return least <= length && length <= most;
    }

    /** The truth value that stands here. */
    boolean flag() throws IOException {
        if (parser.hasToken(JsonToken.VALUE_TRUE)) {
            return true;
        }
        if (parser.hasToken(JsonToken.VALUE_FALSE)) {
            return false;
        }
        throw Surprise.SURPRISE;
    }

    /** The integer that stands here. */
    long integer(long least, long most) throws IOException {
        if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
            JsonParser.NumberType type = parser.getNumberType();
            if (type != JsonParser.NumberType.BIG_INTEGER) {
                long value = parser.getLongValue();
                if (least <= value && value <= most) {
                    return value;
                }
            }
        }
        throw Surprise.SURPRISE;
    }

    /** The number that stands here. */
    double number(double least, double most) throws IOException {
        if (parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT) || parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
            // Adding zero makes one of an integer that is spelt -0.
            double value = parser.hasToken(JsonToken.VALUE_NUMBER_INT)
                    ? parser.getDoubleValue() + 0.0
                    : parser.getDoubleValue();
            if (least <= value && value <= most) {
                return value;
            }
        }
        throw Surprise.SURPRISE;
    }

    /** The object that stands here. */
    <T> T object(Reader<T> reader) throws IOException {
        if (!parser.isExpectedStartObjectToken()) {
            throw Surprise.SURPRISE;
        }
        return reader.read(this);
    }

    /** The array that stands here. */
    <T> List<T> list(Reader<T> reader) throws IOException {
        if (!parser.isExpectedStartArrayToken()) {
            throw Surprise.SURPRISE;
        }
        List<T> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(reader.read(this));
        }
        return items;
    }

    /**
     * Reads the value that stands here.
     *
     * @param <T> what it is read as
     */
    @FunctionalInterface
    interface Reader<T> {
        /** The value. */
        T read(JsonIn in) throws IOException;
    }
}
