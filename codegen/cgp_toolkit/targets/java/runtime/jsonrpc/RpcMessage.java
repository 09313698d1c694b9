package wire;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One JSON-RPC message, with everything that JSON-RPC 2.0 demands of it. */
final class RpcMessage {
    private static final String ID = "/id";
    private static final String ERROR = "/error";
    private static final int BITS = 63;

    final Map<?, ?> members;
    final boolean isResponse;
    private final List<String> doubled;
    private final @Nullable String badId;
    private @Nullable RpcId id;

    private RpcMessage(Map<?, ?> members, List<String> doubled) {
        this.members = members;
        this.doubled = doubled;
        this.badId = members.containsKey("id") ? badId(members.get("id")) : null;
        this.isResponse =
                !members.containsKey("method") && (members.containsKey("result") || members.containsKey("error"));
    }

    /** The request, notification or response in some bytes. */
    static RpcMessage parse(byte[] data, int max) throws RpcException {
        if (Lines.length(data, max) > max) {
            throw from(Lines.tooLong(max));
        }
        Syntax.Parsed parsed;
        try {
            parsed = Syntax.parseDeep(data, Careful.MOST_FAULTS);
        } catch (DecodeException fault) {
            throw from(fault);
        }
        if (parsed.halfPair() || !(parsed.value() instanceof Map<?, ?> members)) {
            throw unsound(parsed);
        }
        RpcMessage message = new RpcMessage(members, parsed.doubled());
        message.check();
        return message;
    }

    /** The id, if it has one. */
    @Nullable RpcId id() {
        return id;
    }

    /** The error about a fault of this message. */
    RpcException refused(RpcFault fault, String at, String detail, boolean due) {
        return new RpcException(fault, at, detail, id, due);
    }

    /** The pointer of the first member that stands twice below a place; null if there is none. */
    @Nullable String doubledBelow(String at, boolean anyDepth) {
        return doubled.stream()
                .filter(each -> each.startsWith(at + "/"))
                .filter(each -> anyDepth || each.indexOf('/', at.length() + 1) < 0)
                .findFirst()
                .orElse(null);
    }

    /** Refuses members that stand twice in the object at a place. */
    void refuseDoubles(String at, boolean anyDepth, boolean due) throws RpcException {
        String pointer = doubledBelow(at, anyDepth);
        if (pointer != null) {
            throw new RpcException(Fault.DUPLICATE_MEMBER, pointer, "expected the member once", id, due);
        }
    }

    /** The method that a request names. */
    String method() throws RpcException {
        if (!members.containsKey("method") || members.containsKey("result") || members.containsKey("error")) {
            throw refused(RpcFault.NO_REQUEST, "", "expected a method, or a result, or an error", true);
        }
        if (members.get("method") instanceof String method) {
            return method;
        }
        throw refused(RpcFault.NO_REQUEST, "/method", "expected a string", true);
    }

    /** The params of a request; none if they are null. */
    Map<String, Object> params() throws RpcException {
        Object params = members.get("params");
        if (params != null && !(params instanceof Map<?, ?>)) {
            throw refused(RpcFault.POSITIONAL_PARAMS, "/params", "expected an object", id != null);
        }
        return object(params);
    }

    /** A value as an object; an empty one if it is none. */
    static Map<String, Object> object(@Nullable Object value) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> given) {
            given.forEach((name, held) -> object.put((String) name, held));
        }
        return object;
    }

    private void check() throws RpcException {
        if (members.containsKey("id") && badId == null) {
            id = id(members.get("id"));
        }
        if (!"2.0".equals(members.get("jsonrpc"))) {
            throw refused(RpcFault.NO_JSONRPC, "/jsonrpc", "expected \"2.0\"", !isResponse);
        }
        refuseDoubles("", false, !isResponse);
        if (isResponse) {
            checkResponse();
        } else if (badId != null) {
            throw new RpcException(RpcFault.BAD_ID, ID, badId, null, true);
        }
    }

    private void checkResponse() throws RpcException {
        boolean failed = members.containsKey("error");
        if (failed && members.containsKey("result")) {
            throw refused(RpcFault.NO_REQUEST, "", "expected a result or an error, not both", false);
        }
        if (!members.containsKey("id")) {
            throw new RpcException(RpcFault.BAD_ID, ID, "expected the id of the request", null, false);
        }
        if (badId != null && !(failed && members.get("id") == null)) {
            throw new RpcException(RpcFault.BAD_ID, ID, badId, null, false);
        }
        if (failed) {
            checkError();
        }
    }

    private void checkError() throws RpcException {
        if (!(members.get("error") instanceof Map<?, ?> error)) {
            throw refused(RpcFault.BAD_ERROR, ERROR, "expected an object", false);
        }
        refuseDoubles(ERROR, false, false);
        if (!(error.get("code") instanceof Syntax.Digits code && code.isInteger())) {
            throw refused(RpcFault.BAD_ERROR, ERROR + "/code", "expected an integer", false);
        }
        if (!(error.get("message") instanceof String)) {
            throw refused(RpcFault.BAD_ERROR, ERROR + "/message", "expected a string", false);
        }
        refuseDoubles(ERROR + "/data", false, false);
    }

    private static @Nullable String badId(@Nullable Object id) {
        if (id instanceof String text) {
            return text.isEmpty() ? "expected a non-empty string" : null;
        }
        if (id instanceof Syntax.Digits digits && digits.isInteger()) {
            return whole(digits).bitLength() <= BITS ? null : "expected an integer of 64 bits";
        }
        return "expected a string or an integer";
    }

    private static RpcId id(@Nullable Object id) {
        return id instanceof String text
                ? new RpcId.Text(text)
                : new RpcId.Whole(whole((Syntax.Digits) id).longValue());
    }

    /** A whole number; one with too many digits is as good as any other that is too large. */
    private static BigInteger whole(Syntax.Digits digits) {
        String text = digits.text();
        return text.length() <= BITS ? new BigInteger(text) : BigInteger.ONE.shiftLeft(BITS + 1);
    }

    private static RpcException unsound(Syntax.Parsed parsed) {
        if (parsed.depth() > Protocol.MAX_DEPTH) {
            return from(Syntax.tooDeep(null));
        }
        if (parsed.halfPair()) {
            String detail = "expected escapes of surrogates in pairs";
            return new RpcException(Fault.LONE_SURROGATE, "", detail, null, true);
        }
        if (parsed.value() instanceof List<?>) {
            return new RpcException(RpcFault.BATCH, "", "expected an object, found an array", null, true);
        }
        return new RpcException(Fault.NOT_AN_OBJECT, "", "expected an object", null, true);
    }

    private static RpcException from(DecodeException fault) {
        return new RpcException(fault.fault(), fault.pointer(), fault.detail(), null, true);
    }
}
