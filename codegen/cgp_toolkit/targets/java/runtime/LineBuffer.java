package wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts a stream of chunks, however it was chopped, into the lines that a reader sees, without any input or output.
 *
 * <p>Lines end with LF alone; one CR before it is dropped, and lines of white space are skipped. A line of more bytes
 * than the limit comes out as the error that it is, and no more than that of it is held.
 */
public final class LineBuffer {
    private final int maxLine;
    private byte[] held = new byte[1024];
    private int size;
    private boolean skipping;

    /** A buffer with the limit of the protocol. */
    public LineBuffer() {
        this(Protocol.MAX_LINE_BYTES);
    }

    /**
     * A buffer with a limit of its own.
     *
     * @param maxLine the most bytes of a line, its line end not counted
     */
    public LineBuffer(int maxLine) {
        this.maxLine = maxLine;
    }

    /**
     * Bytes have come in.
     *
     * @param chunk the bytes
     * @return the lines that they complete; errors as soon as a line is too long
     */
    public List<Line> feed(byte[] chunk) {
        return feed(chunk, 0, chunk.length);
    }

    /**
     * Bytes have come in.
     *
     * @param chunk an array with the bytes
     * @param from where they start
     * @param length how many they are
     * @return the lines that they complete; errors as soon as a line is too long
     */
    public List<Line> feed(byte[] chunk, int from, int length) {
        List<Line> lines = new ArrayList<>();
        int start = from;
        for (int i = from; i < from + length; i++) {
            if (chunk[i] == '\n') {
                hold(chunk, start, i - start, lines);
                end(lines);
                start = i + 1;
            }
        }
        hold(chunk, start, from + length - start, lines);
        return lines;
    }

    /**
     * The stream has ended.
     *
     * @return the last line, if it has no line end
     */
    public List<Line> close() {
        List<Line> lines = new ArrayList<>();
        end(lines);
        return lines;
    }

    private void hold(byte[] chunk, int from, int length, List<Line> lines) {
        if (skipping) {
            return;
        }
        // One byte more may be the carriage return of the line end.
        if ((long) size + length > (long) maxLine + 1) {
            lines.add(new Line.Broken(Lines.tooLong(maxLine)));
            size = 0;
            skipping = true;
            return;
        }
        if (size + length > held.length) {
            held = Arrays.copyOf(held, Math.max(size + length, held.length * 2));
        }
        System.arraycopy(chunk, from, held, size, length);
        size += length;
    }

    private void end(List<Line> lines) {
        byte[] line = Arrays.copyOf(held, size);
        size = 0;
        if (skipping) {
            skipping = false;
        } else if (Lines.length(line, maxLine) > maxLine) {
            lines.add(new Line.Broken(Lines.tooLong(maxLine)));
        } else if (!Lines.isBlank(line)) {
            boolean returns = line[line.length - 1] == '\r';
            lines.add(new Line.Whole(returns ? Arrays.copyOf(line, line.length - 1) : line));
        }
    }

    /** What a stream is cut into. */
    public sealed interface Line {
        /**
         * A line without its end.
         *
         * @param bytes the bytes of the line
         */
        record Whole(byte[] bytes) implements Line {}

        /**
         * A line that is longer than the limit; what else it is nobody knows.
         *
         * @param error what an answer has to say
         */
        record Broken(DecodeException error) implements Line {}
    }
}
