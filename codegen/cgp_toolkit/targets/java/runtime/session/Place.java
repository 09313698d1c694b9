package wire.session;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in the table of a session.
 *
 * @param role the party that sends, receives or meets something
 * @param state where it stands
 * @param event what it sends, receives or meets
 * @param condition what holds, where that matters, else null
 */
public record Place(String role, State state, String event, @Nullable Condition condition) {
    /**
     * A place in the table.
     *
     * @param role the party that sends, receives or meets something
     * @param state where it stands
     * @param event what it sends, receives or meets
     * @param condition what holds, where that matters, else null
     */
    public Place {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(event, "event");
    }
}
