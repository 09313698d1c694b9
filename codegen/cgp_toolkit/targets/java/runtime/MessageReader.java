package wire;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a stream, each as soon as its line is complete.
 *
 * <p>A line that is no message is thrown as the error that it is, and reading goes on with the next one. Lines of white
 * space are skipped; of a line that is too long only as much as the limit allows is held. Two threads must not share a
 * reader.
 */
public final class MessageReader implements Closeable {
    private static final int CHUNK = 1 << 16;

    private final InputStream stream;
    private final LineBuffer buffer;
    private final int maxLine;
    private final byte[] chunk = new byte[CHUNK];
    private final Deque<LineBuffer.Line> lines = new ArrayDeque<>();
    private boolean ended;

    MessageReader(InputStream stream, int maxLine) {
        this.stream = stream;
        this.buffer = new LineBuffer(maxLine);
        this.maxLine = maxLine;
    }

    /**
     * Reads the next message; waits until its line is complete.
     *
     * @return the message; null at the end of the stream
     * @throws DecodeException if the next line is no message; the line after it can be read
     * @throws IOException if the stream can't be read
     */
    public @Nullable Message read() throws DecodeException, IOException {
        while (lines.isEmpty()) {
            if (ended) {
                return null;
            }
            int size = stream.read(chunk);
            if (size < 0) {
                ended = true;
                lines.addAll(buffer.close());
            } else {
                lines.addAll(buffer.feed(chunk, 0, size));
            }
        }
        LineBuffer.Line line = lines.remove();
        if (line instanceof LineBuffer.Line.Whole whole) {
            return Ndjson.decode(whole.bytes(), maxLine);
        }
        throw ((LineBuffer.Line.Broken) line).error();
    }

    /** Closes the stream. */
    @Override
    public void close() throws IOException {
        stream.close();
    }
}
