package wire;

import org.jspecify.annotations.Nullable;

/**
 * The same messages as JSON-RPC 2.0, for one party of a session: a request and its reply are a method, a failure is an
 * error object. A draft.
 *
 * <p>What is refused in a line is refused here, for the same rules; beside them there are those of {@link RpcFault}.
 * Batches are refused, params are passed by name. Messages have no framing of their own: a line each, or whatever the
 * transport has. A codec is for one thread.
 */
public final class JsonRpc {
    private final RpcPending pending;
    private final int maxMessage;

    /** A codec of a session in which nothing was said, with the limit of the protocol. */
    public JsonRpc() {
        this(new RpcPending(), RpcTables.MAX_MESSAGE_BYTES);
    }

    /**
     * A codec of a session.
     *
     * @param pending the requests in flight
     * @param maxMessage the most bytes of a message
     */
    public JsonRpc(RpcPending pending, int maxMessage) {
        this.pending = pending;
        this.maxMessage = maxMessage;
    }

    /**
     * Writes a message, whatever else is in flight.
     *
     * @param envelope the message
     * @param id the id of requests and replies without a correlation id; a failure may do without
     * @return one JSON object in one line, without its end
     * @throws EncodeException if it can't be written, or if the id of a request is missing
     * @throws RpcException if the id of a result is missing
     */
    public static byte[] encode(Envelope envelope, @Nullable RpcId id) throws EncodeException, RpcException {
        return RpcLayout.of(envelope, id);
    }

    /**
     * Writes a message. A request without a correlation id gets a number; a reply without one answers such a request in
     * its turn.
     *
     * @param envelope the message
     * @return one JSON object in one line, without its end
     * @throws EncodeException if it can't be written
     * @throws RpcException if it answers nothing
     */
    public byte[] encode(Envelope envelope) throws EncodeException, RpcException {
        String tag = Ndjson.tag(envelope);
        String correlation = RpcLayout.correlation(envelope);
        RpcMethod call = RpcTables.CALLS.get(tag);
        RpcId id = correlation == null ? null : new RpcId.Text(correlation);
        if (call == null) {
            if (id == null) {
                id = pending.settleTurn(tag).orElse(null);
            } else {
                pending.settle(id);
            }
        } else if (call.reply() != null) {
            id = id == null ? pending.nextId() : id;
            pending.add(id, call, correlation == null);
        }
        return RpcLayout.of(envelope, id);
    }

    /**
     * Reads a message.
     *
     * @param data one JSON object
     * @return the envelope, what it calls or answers, and its id
     * @throws RpcException if it is no message; it has the response that is then due
     */
    public RpcReceived decode(byte[] data) throws RpcException {
        RpcMessage message = RpcMessage.parse(data, maxMessage);
        RpcReading reading = new RpcReading(message, maxMessage);
        if (message.isResponse) {
            RpcId id = message.id();
            return reading.response(id == null ? null : pending.settle(id).orElse(null));
        }
        RpcReceived received = reading.request();
        if (received.id() != null && received.method() != null) {
            pending.add(received.id(), received.method(), !reading.isCorrelated());
        }
        return received;
    }
}
