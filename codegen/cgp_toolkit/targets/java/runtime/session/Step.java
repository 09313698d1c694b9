package wire.session;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What stands in the table of a session.
 *
 * @param to the state afterwards
 * @param outcome what becomes of the event
 * @param requirement the requirement behind it
 * @param rule the rule in a sentence
 * @param code the error code of an answer; null there: that of the malformed line, or of the version mismatch
 */
public record Step(State to, Outcome outcome, String requirement, String rule, @Nullable String code) {
    /**
     * What stands in the table.
     *
     * @param to the state afterwards
     * @param outcome what becomes of the event
     * @param requirement the requirement behind it
     * @param rule the rule in a sentence
     * @param code the error code of an answer, or null
     */
    public Step {
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(requirement, "requirement");
        Objects.requireNonNull(rule, "rule");
    }
}
