package wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From a JSON-RPC message to the envelope that it is. */
final class RpcReading {
    private final RpcMessage message;
    private final int max;
    private boolean correlated;

    RpcReading(RpcMessage message, int max) {
        this.message = message;
        this.max = max;
    }

    /** Whether the envelope has a correlation id. */
    boolean isCorrelated() {
        return correlated;
    }

    /** The envelope of a request or notification. */
    RpcReceived request() throws RpcException {
        String name = message.method();
        Map<String, Object> params = message.params();
        RpcMethod method = method(name);
        RpcId id = message.id();
        boolean due = id != null;
        boolean strict = Codec.refusesDoubles(method.request());
        if (strict) {
            message.refuseDoubles("/params", false, due);
        }
        Map<String, Object> members = method.params() == null
                ? own(method.request(), params)
                : single(method.params(), params);
        Map<String, Object> line = line(method.request(), method.hasRequestId() ? id : null, members);
        return new RpcReceived(read(line, method, method.request(), "/params", due), method, id);
    }

    /** The envelope of a response to a method, which is null if nobody asked. */
    RpcReceived response(@Nullable RpcMethod method) throws RpcException {
        RpcId id = message.id();
        if (message.members.containsKey("error") && (method != null || !(id instanceof RpcId.Whole))) {
            boolean known = method == null || method.hasRequestId();
            Map<String, Object> line = line(RpcTables.FAILURE, known ? id : null, failure());
            return new RpcReceived(read(line, method, RpcTables.FAILURE, "/error/data", false), method, id);
        }
        if (method == null || method.reply() == null) {
            throw message.refused(RpcFault.UNASKED, "/id", "expected the id of a request that waits", false);
        }
        Object result = message.members.get("result");
        Map<String, Object> members;
        if (method.result() != null) {
            members = single(method.result(), result);
        } else if (result instanceof Map<?, ?>) {
            if (Codec.refusesDoubles(method.reply())) {
                message.refuseDoubles("/result", false, false);
            }
            members = own(method.reply(), RpcMessage.object(result));
        } else {
            throw new RpcException(Fault.WRONG_TYPE, "/result", "expected an object", id, false);
        }
        Map<String, Object> line = line(method.reply(), method.hasReplyId() ? id : null, members);
        return new RpcReceived(read(line, method, method.reply(), "/result", false), method, id);
    }

    private RpcMethod method(String name) throws RpcException {
        RpcMethod method = RpcTables.METHODS.get(name);
        RpcId id = message.id();
        if (method == null) {
            String detail = "expected one of " + String.join(", ", RpcTables.METHODS.keySet());
            throw message.refused(RpcFault.NO_SUCH_METHOD, "/method", detail, id != null);
        }
        if (method.reply() == null && id != null) {
            throw message.refused(RpcFault.TAKES_NO_ID, "/id", "expected no id for a notification", true);
        }
        if (method.reply() != null && id == null) {
            // Whoever sends no id gets no answer.
            String detail = "expected an id for a method that has a result";
            throw message.refused(RpcFault.NEEDS_ID, "/id", detail, false);
        }
        return method;
    }

    /** The members of the failure that an error is. */
    private Map<String, Object> failure() {
        Map<?, ?> error = (Map<?, ?>) message.members.get("error");
        Map<String, Object> data = RpcMessage.object(error.get("data"));
        Object given = data.remove(RpcTables.FAILURE_CODE);
        String number = ((Syntax.Digits) error.get("code")).text();
        String code = given instanceof String text ? text : RpcTables.READS.get(number);
        data.remove(Protocol.TAG);
        data.remove(RpcTables.FAILURE_ID);
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name : Shapes.ENVELOPES.get(RpcTables.FAILURE).members().keySet()) {
            if (name.equals(RpcTables.FAILURE_CODE) && code != null) {
                members.put(name, code);
            } else if (name.equals(RpcTables.FAILURE_TEXT)) {
                members.put(name, error.get("message"));
                data.remove(name);
            } else if (data.containsKey(name)) {
                members.put(name, data.remove(name));
            }
        }
        members.putAll(data);
        return members;
    }

    private static Map<String, Object> single(String name, @Nullable Object payload) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(name, payload);
        return members;
    }

    /** Members without those that an envelope has of its own. */
    private static Map<String, Object> own(String envelope, Map<String, Object> members) {
        members.remove(Protocol.TAG);
        members.remove(RpcTables.IDS.get(envelope));
        return members;
    }

    private Map<String, Object> line(String envelope, @Nullable RpcId id, Map<String, Object> members) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(Protocol.TAG, envelope);
        String name = RpcTables.IDS.get(envelope);
        if (name != null && id instanceof RpcId.Text text) {
            line.put(name, text.text());
            correlated = true;
        }
        line.putAll(members);
        return line;
    }

    private Envelope read(
            Map<String, Object> line, @Nullable RpcMethod method, String envelope, String at, boolean due)
            throws RpcException {
        DecodeException fault = null;
        try {
            Message read = Ndjson.decode(Careful.written(line), max);
            if (read instanceof Envelope found && !isDoubled(envelope, at)) {
                return found;
            }
        } catch (DecodeException error) {
            fault = error;
        }
        if ((fault == null || fault.fault() != Fault.TOO_DEEP) && isDoubled(envelope, at)) {
            message.refuseDoubles(at, true, due);
        }
        if (fault == null) {
            throw new IllegalStateException("the mapping knows envelopes only");
        }
        String pointer = pointer(fault.pointer(), envelope, method);
        throw new RpcException(fault.fault(), pointer, fault.detail(), message.id(), due);
    }

    private boolean isDoubled(String envelope, String at) {
        return Codec.refusesDoubles(envelope) && message.doubledBelow(at, true) != null;
    }

    /** A pointer through a line as one through the message. */
    private static String pointer(String pointer, String envelope, @Nullable RpcMethod method) {
        int end = pointer.indexOf('/', 1);
        String first = pointer.isEmpty() ? "" : pointer.substring(1, end < 0 ? pointer.length() : end);
        if (first.isEmpty() || first.equals(Protocol.TAG)) {
            return "";
        }
        if (first.equals(RpcTables.IDS.get(envelope))) {
            return "/id";
        }
        if (envelope.equals(RpcTables.FAILURE) || method == null) {
            return first.equals(RpcTables.FAILURE_TEXT) ? "/error/message" : "/error/data" + pointer;
        }
        boolean asked = envelope.equals(method.request());
        String payload = asked ? method.params() : method.result();
        String at = asked ? "/params" : "/result";
        return first.equals(payload) ? at + (end < 0 ? "" : pointer.substring(end)) : at + pointer;
    }
}
