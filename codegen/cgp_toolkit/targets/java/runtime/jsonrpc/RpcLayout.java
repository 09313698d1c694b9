package wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Envelopes as JSON-RPC messages. */
final class RpcLayout {
    private RpcLayout() {}

    /** A message with an id, which may be null, and one member more. */
    static byte[] message(@Nullable RpcId id, String name, @Nullable Object value) {
        Map<String, Object> message = started();
        message.put("id", plain(id));
        message.put(name, value);
        return Careful.written(message);
    }

    /** The message of an envelope; {@code null} as id makes a notification, or a failure that answers nothing known. */
    static byte[] of(Envelope envelope, @Nullable RpcId given) throws EncodeException, RpcException {
        Map<String, Object> members = members(envelope);
        String tag = Codec.tag(envelope);
        String correlation = correlation(members, tag);
        RpcId id = correlation == null ? given : new RpcId.Text(correlation);
        RpcMethod call = RpcTables.CALLS.get(tag);
        if (call != null) {
            return call(call, members, id);
        }
        if (tag.equals(RpcTables.FAILURE)) {
            return message(id, "error", error(members));
        }
        if (id == null) {
            throw unasked(tag);
        }
        RpcMethod method = RpcTables.REPLIES.get(tag);
        return message(id, "result", method.result() == null ? members : members.get(method.result()));
    }

    /** The correlation id of an envelope, if it has one. */
    static @Nullable String correlation(Envelope envelope) throws EncodeException {
        return correlation(members(envelope), Codec.tag(envelope));
    }

    /** The error about a reply that answers no request that waits. */
    static RpcException unasked(String reply) {
        return new RpcException(RpcFault.UNASKED, "", "no request waits for " + reply, null, false);
    }

    private static byte[] call(RpcMethod call, Map<String, Object> members, @Nullable RpcId id) throws EncodeException {
        if (id == null && call.reply() != null) {
            String detail = "expected an id for a request without a correlation id";
            throw new EncodeException(Fault.MISSING_MEMBER, "/id", detail);
        }
        Map<String, Object> message = started();
        if (call.reply() != null) {
            message.put("id", plain(id));
        }
        message.put("method", call.name());
        if (!members.isEmpty()) {
            message.put("params", call.params() == null ? members : members.get(call.params()));
        }
        return Careful.written(message);
    }

    private static Map<String, Object> error(Map<String, Object> members) {
        Map<String, Object> error = new LinkedHashMap<>();
        int number = RpcTables.NUMBERS.getOrDefault(
                String.valueOf(members.get(RpcTables.FAILURE_CODE)), RpcTables.OTHER_NUMBER);
        error.put("code", new Syntax.Digits(Integer.toString(number)));
        error.put("message", members.remove(RpcTables.FAILURE_TEXT));
        if (!members.isEmpty()) {
            error.put("data", members);
        }
        return error;
    }

    /** The members of an envelope as they are written, the tag left out. */
    private static Map<String, Object> members(Envelope envelope) throws EncodeException {
        try {
            Map<String, Object> members = new LinkedHashMap<>();
            Object value = Syntax.parse(Ndjson.encode(envelope), 0).value();
            ((Map<?, ?>) value).forEach((name, held) -> members.put((String) name, held));
            members.remove(Protocol.TAG);
            return members;
        } catch (DecodeException impossible) {
            throw new IllegalStateException("what is written can be read", impossible);
        }
    }

    private static @Nullable String correlation(Map<String, Object> members, String tag) {
        String name = RpcTables.IDS.get(tag);
        return name == null ? null : (String) members.remove(name);
    }

    private static Map<String, Object> started() {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        return message;
    }

    private static @Nullable Object plain(@Nullable RpcId id) {
        if (id instanceof RpcId.Text text) {
            return text.text();
        }
        return id instanceof RpcId.Whole whole ? new Syntax.Digits(Long.toString(whole.number())) : null;
    }
}
