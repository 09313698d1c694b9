package wire.rules;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** What rules call. */
final class Functions {
    /** No more digits make a number, so that every one fits. */
    private static final int MOST_DIGITS = 18;

    private Functions() {}

    /** How many characters a text has. */
    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Which of two texts comes first, character by character. */
    static int compare(String one, String other) {
        int[] left = one.codePoints().toArray();
        int[] right = other.codePoints().toArray();
        return Arrays.compare(left, right);
    }

    /** The UTF-8 bytes of a text divided by a number, rounded up; half a surrogate pair counts three bytes. */
    static long measure(String text, long divisor) {
        return (utf8(text).length + divisor - 1) / divisor;
    }

    /** The SHA-256 of the UTF-8 bytes of a text, as 64 lowercase hexadecimal digits. */
    static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(ByteBuffer.wrap(utf8(text)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** The part of a text before the first separator, all of it if there is none. */
    static String family(String text, String until) {
        int end = text.indexOf(until);
        return end < 0 ? text : text.substring(0, end);
    }

    /** The part at an index of a text split at a separator, as a number; -1 if it is not 1 to 18 ASCII digits. */
    static long partNumber(String text, String separator, long index) {
        String[] parts = text.split(Pattern.quote(separator), -1);
        if (index < 0 || index >= parts.length) {
            return -1;
        }
        String part = parts[(int) index];
        boolean digits = part.chars().allMatch(each -> '0' <= each && each <= '9');
        return digits && !part.isEmpty() && part.length() <= MOST_DIGITS ? Long.parseLong(part) : -1;
    }

    private static byte[] utf8(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // Java writes one question mark for half a pair, where three bytes are counted.
        int halves = 0;
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean pair = Character.isHighSurrogate(text.charAt(i))
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                halves += pair ? 0 : 1;
                i += pair ? 1 : 0;
            }
        }
        return halves == 0 ? bytes : withHalves(text, bytes.length + 2 * halves);
    }

    private static byte[] withHalves(String text, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                bytes.put((byte) (0xE0 | point >> 12));
                bytes.put((byte) (0x80 | point >> 6 & 0x3F));
                bytes.put((byte) (0x80 | point & 0x3F));
            } else {
                bytes.put(Character.toString(point).getBytes(StandardCharsets.UTF_8));
            }
            i += Character.charCount(point);
        }
        return bytes.array();
    }
}
