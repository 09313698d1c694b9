package wire;

import java.util.List;

/** A message breaks a rule. */
public abstract class MessageException extends WireException {
    private static final long serialVersionUID = 1L;

    private final Fault fault;
    private final String pointer;
    private final String detail;

    /**
     * For subclasses.
     *
     * @param fault the rule that was broken
     * @param pointer where, as a JSON pointer
     * @param detail what was expected, in one sentence
     */
    protected MessageException(Fault fault, String pointer, String detail) {
        super(fault.id() + (pointer.isEmpty() ? "" : " at " + pointer) + ": " + detail);
        this.fault = fault;
        this.pointer = pointer;
        this.detail = detail;
    }

    /**
     * The rule that was broken.
     *
     * @return the fault
     */
    public Fault fault() {
        return fault;
    }

    /**
     * Where the message is wrong.
     *
     * @return the JSON pointer (RFC 6901) of the value or of the member that is missing; empty for the whole message
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
        return fault.fix();
    }

    @Override
    public String code() {
        return fault.code();
    }

    @Override
    public List<String> requirements() {
        return fault.requirements();
    }
}
