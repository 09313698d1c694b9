package wire;

import java.nio.charset.StandardCharsets;

/** Whether bytes are sound UTF-8. */
final class Utf8 {
    private static final int ESCAPE = 6;

    /** The second digit of high surrogates starts here, that of low ones at {@link #LOW}. */
    private static final int HIGH = 0x8;

    private static final int LOW = 0xC;

    /** What Java puts in the place of what is no UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** Whether bytes are UTF-8, and no escape in them can be half of a surrogate pair. */
    static boolean isPlain(byte[] bytes) {
        // Java decodes and searches texts many bytes at a time, as no loop of ours can.
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean ordinary = text.indexOf(REPLACEMENT) < 0 && text.indexOf("\\u") < 0;
        return ordinary || isSound(bytes);
    }

    private static boolean isSound(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            byte each = bytes[i];
            if (each == '\\' && i + 1 < bytes.length && bytes[i + 1] == 'u') {
                int length = escaped(bytes, i);
                if (length == 0) {
                    return false;
                }
                i += length;
            } else if (each == '\\') {
                i += 2;
            } else if (each >= 0) {
                i++;
            } else {
                int length = length(bytes, i);
                if (length == 0) {
                    return false;
                }
                i += length;
            }
        }
        return true;
    }

    /** How many bytes the escape at {@code i} has, a pair taken together; 0 if it may be half of one. */
    private static int escaped(byte[] bytes, int i) {
        int unit = unit(bytes, i);
        if (unit < 0) {
            return ESCAPE;
        }
        return unit < LOW && i + ESCAPE < bytes.length && unit(bytes, i + ESCAPE) >= LOW ? 2 * ESCAPE : 0;
    }

    /** The four bits that tell the halves of pairs apart; -1 if the escape at {@code i} is of neither. */
    private static int unit(byte[] bytes, int i) {
        if (i + ESCAPE > bytes.length || bytes[i] != '\\' || bytes[i + 1] != 'u' || (bytes[i + 2] | 0x20) != 'd') {
            return -1;
        }
        int digit = Character.digit(bytes[i + 3], 16);
        return digit >= HIGH ? digit : -1;
    }

    /** How many bytes the character at {@code i} has; 0 if it is none. */
    private static int length(byte[] bytes, int i) {
        int first = bytes[i] & 0xFF;
        int length = first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (length == 0 || i + length > bytes.length) {
            return 0;
        }
        for (int k = 1; k < length; k++) {
            if ((bytes[i + k] & 0xC0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[i + 1] & 0xFF;
        // No overlong forms, no surrogates, nothing beyond U+10FFFF.
        boolean sound = switch (first) {
            case 0xE0 -> second >= 0xA0;
            case 0xED -> second < 0xA0;
            case 0xF0 -> second >= 0x90;
            case 0xF4 -> second < 0x90;
            default -> true;
        };
        return sound ? length : 0;
    }
}
