package wire;

/** Halves of surrogate pairs, which a Java text can hold and UTF-8 can't. */
final class Surrogates {
    private static final int HEX = 16;
    private static final int ESCAPE = 4;

    private Surrogates() {}

    /** Whether the surrogate at {@code at} does not begin a pair. */
    static boolean isHalf(CharSequence text, int at) {
        return !(Character.isHighSurrogate(text.charAt(at))
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1)));
    }

    /** Whether UTF-8 can hold a text. */
    static boolean isUnicode(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (isHalf(text, i)) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Whether an escape in a JSON text that was found to be sound names half of a pair. */
    static boolean escapesHalf(String json) {
        int at = json.indexOf('\\');
        while (at >= 0) {
            if (json.charAt(at + 1) != 'u') {
                at = json.indexOf('\\', at + 2);
                continue;
            }
            char unit = unit(json, at);
            at += 2 + ESCAPE;
            if (Character.isSurrogate(unit)) {
                boolean paired = Character.isHighSurrogate(unit)
                        && json.startsWith("\\u", at)
                        && Character.isLowSurrogate(unit(json, at));
                if (!paired) {
                    return true;
                }
                at += 2 + ESCAPE;
            }
            at = json.indexOf('\\', at);
        }
        return false;
    }

    private static char unit(String json, int at) {
        return (char) Integer.parseInt(json, at + 2, at + 2 + ESCAPE, HEX);
    }
}
