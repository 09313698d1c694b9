package wire;

/** JSON pointers (RFC 6901) that are safe to print. */
final class Pointers {
    /** Names of members that the model does not list come from the peer: they may be long and hold anything. */
    private static final int LONGEST = 64;

    private Pointers() {}

    /** The step to an item of an array. */
    static String token(int index) {
        return "/" + index;
    }

    /**
     * The step to a member.
     *
     * <p>Of a long name only the start is shown, and characters that no terminal should get are written as escapes; no
     * name of a member that the model lists is changed by either.
     */
    static String token(String name) {
        StringBuilder token = new StringBuilder("/");
        boolean isLong = name.codePointCount(0, name.length()) > LONGEST;
        int shown = isLong ? name.offsetByCodePoints(0, LONGEST) : name.length();
        for (int i = 0; i < shown; i += Character.charCount(name.codePointAt(i))) {
            int point = name.codePointAt(i);
            if (point == '~') {
                token.append("~0");
            } else if (point == '/') {
                token.append("~1");
            } else if (isPrintable(point)) {
                token.appendCodePoint(point);
            } else {
                token.append(escape(point));
            }
        }
        return shown < name.length() ? token.append('\u2026').toString() : token.toString();
    }

    private static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> point == ' ';
            default -> true;
        };
    }

    private static String escape(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format(point < 0x100 ? "\\x%02x" : point < 0x10000 ? "\\u%04x" : "\\U%08x", point);
        };
    }
}
