package wire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A method of JSON-RPC, or a notification.
 *
 * @param name what it is called
 * @param request the envelope that calls it
 * @param reply the envelope that answers it, null of a notification
 * @param hasRequestId whether the request has a correlation id
 * @param hasReplyId whether the reply has a correlation id
 * @param params the member whose value is all of the params, null where they are an object of members
 * @param result the member whose value is the result, null where that is an object of members
 */
public record RpcMethod(
        String name,
        String request,
        @Nullable String reply,
        boolean hasRequestId,
        boolean hasReplyId,
        @Nullable String params,
        @Nullable String result) {
    /**
     * A method.
     *
     * @param name what it is called
     * @param request the envelope that calls it
     * @param reply the envelope that answers it, or null
     * @param hasRequestId whether the request has a correlation id
     * @param hasReplyId whether the reply has a correlation id
     * @param params the member whose value is all of the params, or null
     * @param result the member whose value is the result, or null
     */
    public RpcMethod {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(request, "request");
    }
}
