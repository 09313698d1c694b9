package wire.rules;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import wire.Fault;

/**
 * One thing that is wrong with a message. It never repeats what a message says.
 *
 * @param rule the id of the rule or fault
 * @param requirement the requirement that is broken, if one stands behind it, else null
 * @param severity how bad it is
 * @param pointer the JSON pointer of what is wrong
 * @param message what is wrong, in one sentence
 * @param fix the way out
 * @param of the message that it is about
 */
public record Violation(
        String rule,
        @Nullable String requirement,
        Severity severity,
        String pointer,
        String message,
        String fix,
        Of of) {
    /**
     * Something that is wrong.
     *
     * @param rule the id of the rule or fault
     * @param requirement the requirement that is broken, or null
     * @param severity how bad it is
     * @param pointer the JSON pointer of what is wrong
     * @param message what is wrong, in one sentence
     * @param fix the way out
     * @param of the message that it is about
     */
    public Violation {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(fix, "fix");
        Objects.requireNonNull(of, "of");
    }

    /** A value that breaks its own limits. */
    static Violation of(Fault fault, @Nullable String requirement, String pointer, String message) {
        return new Violation(fault.id(), requirement, Severity.ERROR, pointer, message, fault.fix(), Of.MESSAGE);
    }

    @Override
    public String toString() {
        String place = of == Of.MESSAGE ? pointer.isEmpty() ? "the message" : pointer : of.id() + pointer;
        String reason = requirement == null ? rule : rule + ", " + requirement;
        return place + ": " + severity.id() + ": " + message + " [" + reason + "]";
    }

    /** The message that is wrong. */
    public enum Of {
        /** The only one. */
        MESSAGE("message"),
        /** The request of an exchange. */
        REQUEST("request"),
        /** The reply of an exchange. */
        REPLY("reply");

        private final String id;

        Of(String id) {
            this.id = id;
        }

        /**
         * What it is called, alike in all languages.
         *
         * @return the word
         */
        public String id() {
            return id;
        }
    }
}
