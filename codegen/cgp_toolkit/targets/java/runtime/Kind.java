package wire;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One named type as readers enforce it.
 *
 * @param json what it is in JSON
 * @param expected what an error says, as "expected ..."
 * @param minimum the least number, of those with a fraction
 * @param maximum the largest number, of those with a fraction
 * @param least the least integer
 * @param most the largest integer
 * @param minLength the least length of a text, in characters
 * @param maxLength the largest length of a text, in characters
 * @param values all that a closed vocabulary lists, null for anything else
 */
record Kind(
        Json json,
        String expected,
        double minimum,
        double maximum,
        long least,
        long most,
        int minLength,
        int maxLength,
        @Nullable Set<String> values) {
    /** What JSON has. */
    enum Json {
        /** An object. */
        OBJECT("an object"),
        /** An array. */
        ARRAY("an array"),
        /** A text. */
        STRING("a string"),
        /** A truth value. */
        BOOLEAN("a boolean"),
        /** A number without fraction and exponent. */
        INTEGER("an integer"),
        /** A number with fraction or exponent. */
        NUMBER("a number with a fraction or an exponent"),
        /** Nothing. */
        NULL("null");

        private final String article;

        Json(String article) {
            this.article = article;
        }

        /** It with an article, for errors. */
        String article() {
            return article;
        }
    }

    /** An object. */
    static Kind object(String expected) {
        return new Kind(Json.OBJECT, expected, 0, 0, 0, 0, 0, Integer.MAX_VALUE, null);
    }

    /** A truth value. */
    static Kind flag(String expected) {
        return new Kind(Json.BOOLEAN, expected, 0, 0, 0, 0, 0, Integer.MAX_VALUE, null);
    }

    /** A text. */
    static Kind text(String expected, int minLength, int maxLength) {
        return new Kind(Json.STRING, expected, 0, 0, 0, 0, minLength, maxLength, null);
    }

    /** A text of a closed vocabulary. */
    static Kind word(String expected, Set<String> values) {
        return new Kind(Json.STRING, expected, 0, 0, 0, 0, 0, Integer.MAX_VALUE, values);
    }

    /** An integer. */
    static Kind integer(String expected, long least, long most) {
        return new Kind(Json.INTEGER, expected, 0, 0, least, most, 0, Integer.MAX_VALUE, null);
    }

    /** A number. */
    static Kind number(String expected, double minimum, double maximum) {
        return new Kind(Json.NUMBER, expected, minimum, maximum, 0, 0, 0, Integer.MAX_VALUE, null);
    }
}
