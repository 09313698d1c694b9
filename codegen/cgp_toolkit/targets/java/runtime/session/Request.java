package wire.session;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import wire.Envelope;

/**
 * A request.
 *
 * @param envelope the message
 * @param id its correlation id, null if it has none
 * @param deadline by when the reply has to be there, null if it may take for ever
 */
public record Request(Envelope envelope, @Nullable String id, @Nullable Instant deadline) {
    /**
     * A request.
     *
     * @param envelope the message
     * @param id its correlation id, or null
     * @param deadline by when the reply has to be there, or null
     */
    public Request {
        Objects.requireNonNull(envelope, "envelope");
    }
}
