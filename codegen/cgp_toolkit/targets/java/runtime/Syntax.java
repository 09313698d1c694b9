package wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From the bytes of one message to plain values, with every fault of framing and syntax.
 *
 * <p>Plain values are maps, lists, texts, truth values, {@link Digits} and null.
 */
final class Syntax {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** A parser that is this deep in a message has read more levels than are allowed, and gives up. */
    private static final int DEEPEST = 1000;

    private static final JsonFactory FACTORY =
            JsonFactory.builder().streamReadConstraints(JsonIn.limits(DEEPEST)).build();

    private final JsonParser parser;
    private final IdentityHashMap<Object, Set<String>> doubled = new IdentityHashMap<>();
    private int depth;

    private Syntax(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * A number as it is spelt.
     *
     * @param text its spelling
     */
    record Digits(String text) {
        /** Whether it has neither fraction nor exponent. */
        boolean isInteger() {
            return text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
        }
    }

    /**
     * A plain value, no deeper than allowed, and what is wrong with its spelling.
     *
     * @param value the value
     * @param halfPair whether an escape names half of a surrogate pair
     * @param doubled the pointers of members that stand twice in one object; the last of each two is in the value
     * @param depth how many levels of arrays and objects there are
     */
    record Parsed(@Nullable Object value, boolean halfPair, List<String> doubled, int depth) {}

    /** The careful way, with up to {@code most} doubled members; the one error there is if there is no value at all. */
    static Parsed parse(byte[] line, int most) throws DecodeException {
        Parsed parsed = parseDeep(line, most);
        if (parsed.depth() > Protocol.MAX_DEPTH) {
            throw tooDeep(echo(parsed.value()));
        }
        return parsed;
    }

    /** The same without a limit of the protocol for levels. */
    static Parsed parseDeep(byte[] line, int most) throws DecodeException {
        if (startsWith(line, BYTE_ORDER_MARK)) {
            throw new DecodeException(Fault.BYTE_ORDER_MARK, "", "expected no byte order mark", null);
        }
        String text = decoded(line);
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new Syntax(parser).parsed(text, most);
        } catch (StreamConstraintsException deep) {
            throw tooDeep(DeepEcho.of(text));
        } catch (IOException broken) {
            throw new DecodeException(Fault.NOT_JSON, "", "expected one JSON value, found something else", null);
        }
    }

    /** The correlation id that an error about a message has to echo. */
    static @Nullable String echo(@Nullable Object value) {
        boolean sound = value instanceof Map<?, ?> members
                && members.get(Protocol.FAILURE_ID) instanceof String id
                && !id.isEmpty()
                && Surrogates.isUnicode(id);
        return sound ? (String) ((Map<?, ?>) value).get(Protocol.FAILURE_ID) : null;
    }

    private static boolean startsWith(byte[] line, byte[] start) {
        return line.length >= start.length && Arrays.equals(line, 0, start.length, start, 0, start.length);
    }

    private static String decoded(byte[] line) throws DecodeException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer bytes = ByteBuffer.wrap(line);
        CharBuffer chars = CharBuffer.allocate(line.length);
        CoderResult result = decoder.decode(bytes, chars, true);
        if (result.isError()) {
            String where = "expected UTF-8, found something else at byte " + bytes.position();
            throw new DecodeException(Fault.NOT_UTF8, "", where, null);
        }
        return chars.flip().toString();
    }

    private Parsed parsed(String text, int most) throws IOException {
        if (parser.nextToken() == null) {
            throw Surprise.SURPRISE;
        }
        Object value = value();
        if (parser.nextToken() != null) {
            throw Surprise.SURPRISE;
        }
        List<String> pointers = new ArrayList<>();
        if (!doubled.isEmpty()) {
            pointers(value, "", pointers, most);
        }
        return new Parsed(value, Surrogates.escapesHalf(text), pointers, depth);
    }

    private @Nullable Object value() throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> members();
            case START_ARRAY -> items();
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Digits(parser.getText());
            default -> throw Surprise.SURPRISE;
        };
    }

    private Map<String, Object> members() throws IOException {
        deeper();
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (members.containsKey(name)) {
                doubled.computeIfAbsent(members, any -> new LinkedHashSet<>()).add(name);
            }
            parser.nextToken();
            members.put(name, value());
        }
        return members;
    }

    private List<Object> items() throws IOException {
        deeper();
        List<Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value());
        }
        return items;
    }

    private void deeper() {
        depth = Math.max(depth, parser.getParsingContext().getNestingDepth());
    }

    /** The pointers of all doubled members, in the order of the message. */
    private void pointers(@Nullable Object value, String at, List<String> found, int most) {
        Set<String> names = doubled.get(value);
        if (names != null) {
            ((Map<?, ?>) value).keySet().stream().filter(names::contains).limit(most - found.size()).forEach(name ->
                    found.add(at + Pointers.token((String) name)));
        }
        if (found.size() >= most) {
            return;
        }
        if (value instanceof Map<?, ?> members) {
            members.forEach((name, held) -> pointers(held, at + Pointers.token((String) name), found, most));
        } else if (value instanceof List<?> items) {
            for (int i = 0; i < items.size(); i++) {
                pointers(items.get(i), at + Pointers.token(i), found, most);
            }
        }
    }

    /** The error about a message with too many levels. */
    static DecodeException tooDeep(@Nullable String id) {
        String detail = "expected at most " + Protocol.MAX_DEPTH + " levels of arrays and objects";
        return new DecodeException(Fault.TOO_DEEP, "", detail, id);
    }
}
