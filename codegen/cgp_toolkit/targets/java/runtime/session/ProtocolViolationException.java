package wire.session;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A party says what it may not say.
 *
 * <p>The role is the party that noticed: of its own mistake before anything left, or of the other one's.
 */
public final class ProtocolViolationException extends SessionException {
    private static final long serialVersionUID = 1L;

    private final String role;
    private final State state;
    private final String event;
    private final @Nullable Condition condition;
    private final String rule;

    ProtocolViolationException(String role, State state, String event, @Nullable Condition condition, Step step) {
        super(told(role, state, event, condition, step), step.requirement());
        this.role = role;
        this.state = state;
        this.event = event;
        this.condition = condition;
        this.rule = step.rule();
    }

    private static String told(String role, State state, String event, @Nullable Condition condition, Step step) {
        String where = condition == null ? state.id() : state.id() + ", " + condition.id();
        return "the " + role + " " + event + " (" + where + "): " + step.rule() + " [" + step.requirement() + "]";
    }

    /**
     * The party that noticed.
     *
     * @return its role
     */
    public String role() {
        return role;
    }

    /**
     * Where it stood.
     *
     * @return the state
     */
    public State state() {
        return state;
    }

    /**
     * What it sent, received or met.
     *
     * @return the event
     */
    public String event() {
        return event;
    }

    /**
     * What made that wrong.
     *
     * @return the condition, if it depends on one
     */
    public Optional<Condition> condition() {
        return Optional.ofNullable(condition);
    }

    /**
     * The rule that was broken.
     *
     * @return one sentence
     */
    public String rule() {
        return rule;
    }
}
