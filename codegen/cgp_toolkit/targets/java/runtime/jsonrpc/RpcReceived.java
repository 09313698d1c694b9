package wire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JSON-RPC message that has come in.
 *
 * @param envelope what it says
 * @param method the method that it calls or answers; null for a failure of which nobody knows what it answers
 * @param id its id; null for notifications and for such failures
 */
public record RpcReceived(Envelope envelope, @Nullable RpcMethod method, @Nullable RpcId id) {
    /**
     * A message that has come in.
     *
     * @param envelope what it says
     * @param method the method that it calls or answers, or null
     * @param id its id, or null
     */
    public RpcReceived {
        Objects.requireNonNull(envelope, "envelope");
    }
}
