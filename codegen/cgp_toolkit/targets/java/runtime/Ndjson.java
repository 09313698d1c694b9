package wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * One JSON object a line: reads messages from bytes and streams, and writes them.
 *
 * <p>Reading is strict about what a reader must refuse and lenient about what it must not: members, envelopes and
 * values of vocabularies that this revision does not know never fail a message. Whatever else is wrong is one {@link
 * DecodeException}. Writing gives the canonical form: members in wire order, compact, UTF-8.
 *
 * <p>All methods may be called from several threads at once; two of them must not share a stream.
 */
public final class Ndjson {
    private Ndjson() {}

    /**
     * Reads one message.
     *
     * @param line one JSON object, with or without a line end, white space allowed between its tokens
     * @return the message; one of an unknown type comes back as {@link UnknownEnvelope}
     * @throws DecodeException if it is no message
     */
    public static Message decode(byte[] line) throws DecodeException {
        return decode(line, Protocol.MAX_LINE_BYTES);
    }

    /**
     * Reads one message of limited length.
     *
     * @param line one JSON object, with or without a line end, white space allowed between its tokens
     * @param maxLine the most bytes, the line end not counted
     * @return the message; one of an unknown type comes back as {@link UnknownEnvelope}
     * @throws DecodeException if it is no message, or longer
     */
    public static Message decode(byte[] line, int maxLine) throws DecodeException {
        if (Lines.length(line, maxLine) > maxLine) {
            throw Lines.tooLong(maxLine);
        }
        if (Utf8.isPlain(line)) {
            try {
                return JsonIn.envelope(line, false);
            } catch (IOException surprise) {
                // What it is, is looked at below.
            }
        }
        return Careful.read(line);
    }

    /**
     * Finds everything that is wrong with a message.
     *
     * @param line one JSON object, with or without a line end
     * @param strict whether to add what stops no reader, but that no author may write and no typed value shows: unknown
     *     envelopes and members, nulls, doubled members in any envelope, missing members that readers have a default
     *     for
     * @return the message if readers accept it, and its faults in the order of the model
     */
    public static Examined examine(byte[] line, boolean strict) {
        if (Lines.length(line, Protocol.MAX_LINE_BYTES) > Protocol.MAX_LINE_BYTES) {
            return new Examined(null, List.of(Lines.tooLong(Protocol.MAX_LINE_BYTES)));
        }
        return Careful.examine(line, strict, Careful.MOST_FAULTS);
    }

    /**
     * Writes one message.
     *
     * <p>That a value is one that readers accept is not checked.
     *
     * @param envelope the message
     * @return it as one line: members in wire order, compact, UTF-8, with the line feed
     * @throws EncodeException for numbers that JSON does not have, and texts with half a surrogate pair
     */
    public static byte[] encode(Envelope envelope) throws EncodeException {
        return JsonOut.line(envelope);
    }

    /**
     * Reads the messages of a stream.
     *
     * @param stream where the lines come from; closed with the reader
     * @return a reader with the limit of the protocol
     */
    public static MessageReader reader(InputStream stream) {
        return reader(stream, Protocol.MAX_LINE_BYTES);
    }

    /**
     * Reads the messages of a stream, of limited length.
     *
     * @param stream where the lines come from; closed with the reader
     * @param maxLine the most bytes of a line, its line end not counted
     * @return a reader
     */
    public static MessageReader reader(InputStream stream, int maxLine) {
        return new MessageReader(stream, maxLine);
    }

    /**
     * Writes one message to a stream, and flushes it.
     *
     * @param stream where the line goes
     * @param envelope the message
     * @throws EncodeException if it can't be written; no byte was
     * @throws IOException if the stream can't be written
     */
    public static void write(OutputStream stream, Envelope envelope) throws EncodeException, IOException {
        stream.write(encode(envelope));
        stream.flush();
    }

    /**
     * What tells a message apart on the wire.
     *
     * @param envelope the message
     * @return its tag
     */
    public static String tag(Envelope envelope) {
        return Codec.tag(envelope);
    }
}
