package wire;

import java.util.Arrays;

/** What JSON and framing take for white space, in bytes. */
final class Lines {
    private Lines() {}

    /** A line without white space around it. */
    static byte[] stripped(byte[] line) {
        int start = 0;
        int end = line.length;
        while (start < end && isSpace(line[start])) {
            start++;
        }
        while (end > start && isSpace(line[end - 1])) {
            end--;
        }
        return Arrays.copyOfRange(line, start, end);
    }

    /** Whether a line has nothing but white space. */
    static boolean isBlank(byte[] line) {
        for (byte each : line) {
            if (!isSpace(each)) {
                return false;
            }
        }
        return true;
    }

    /** How long a line is, its line end not counted where it would make the line longer than {@code most}. */
    static int length(byte[] line, int most) {
        int size = line.length;
        if (size > 0 && line[size - 1] == '\n') {
            size--;
        }
        return size > most && line[size - 1] == '\r' ? size - 1 : size;
    }

    /** The error about a message of more than so many bytes. */
    static DecodeException tooLong(int most) {
        return new DecodeException(Fault.LINE_TOO_LONG, "", "expected at most " + most + " bytes", null);
    }

    private static boolean isSpace(byte each) {
        return each == ' ' || each == '\t' || each == '\r' || each == '\n';
    }
}
