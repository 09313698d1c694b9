package wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was read is no JSON-RPC message of this protocol, or what was to be written answers nothing. */
public final class RpcException extends WireException {
    private static final long serialVersionUID = 1L;

    private static final int PARSE_ERROR = -32700;
    private static final int INVALID_REQUEST = -32600;
    private static final int INVALID_PARAMS = -32602;

    /** The faults whose breach leaves no message at all. */
    private static final Set<Fault> SYNTAX = Set.of(
            Fault.BYTE_ORDER_MARK,
            Fault.LINE_TOO_LONG,
            Fault.LONE_SURROGATE,
            Fault.NOT_JSON,
            Fault.NOT_UTF8,
            Fault.TOO_DEEP);

    private final String rule;
    private final String code;
    private final String fix;
    private final int number;
    private final String pointer;
    private final String detail;
    private final transient @Nullable RpcId id;
    private final boolean due;
    private final transient List<String> requirements;

    RpcException(RpcFault fault, String pointer, String detail, @Nullable RpcId id, boolean due) {
        super(told(fault.id(), pointer, detail));
        this.rule = fault.id();
        this.code = fault.code();
        this.fix = fault.fix();
        this.number = fault.number();
        this.pointer = pointer;
        this.detail = detail;
        this.id = id;
        this.due = due;
        this.requirements = List.of();
    }

    RpcException(Fault fault, String pointer, String detail, @Nullable RpcId id, boolean due) {
        super(told(fault.id(), pointer, detail));
        this.rule = fault.id();
        this.code = fault.code();
        this.fix = fault.fix();
        this.number = SYNTAX.contains(fault) ? PARSE_ERROR : inParams(pointer) ? INVALID_PARAMS : INVALID_REQUEST;
        this.pointer = pointer;
        this.detail = detail;
        this.id = id;
        this.due = due;
        this.requirements = fault.requirements();
    }

    private static String told(String rule, String pointer, String detail) {
        return rule + (pointer.isEmpty() ? "" : " at " + pointer) + ": " + detail;
    }

    private static boolean inParams(String pointer) {
        return pointer.equals("/params") || pointer.startsWith("/params/");
    }

    /**
     * The rule that was broken.
     *
     * @return its id, alike in all languages
     */
    public String rule() {
        return rule;
    }

    /**
     * Where the message is wrong.
     *
     * @return the JSON pointer through the JSON-RPC object; empty for the whole message
     */
    public String pointer() {
        return pointer;
    }

    /**
     * What was expected.
     *
     * @return one sentence
     */
    public String detail() {
        return detail;
    }

    /**
     * The way out for the author.
     *
     * @return one sentence
     */
    public String fix() {
        return fix;
    }

    /**
     * The code of the error object that answers it.
     *
     * @return a number of JSON-RPC
     */
    public int number() {
        return number;
    }

    /**
     * The id of the message.
     *
     * @return the id, as far as it could be read
     */
    public Optional<RpcId> id() {
        return Optional.ofNullable(id);
    }

    /**
     * Whether an answer is due.
     *
     * @return false if the message was a notification or a response
     */
    public boolean isDue() {
        return due;
    }

    /**
     * The response that is due.
     *
     * @return one JSON object; empty if none is due
     */
    public Optional<byte[]> response() {
        if (!due) {
            return Optional.empty();
        }
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", new Syntax.Digits(Integer.toString(number)));
        error.put("message", String.valueOf(getMessage()));
        error.put("data", Map.of(RpcTables.FAILURE_CODE, code));
        return Optional.of(RpcLayout.message(id, "error", error));
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public List<String> requirements() {
        return requirements;
    }
}
