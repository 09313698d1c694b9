package wire;

/** A value that cannot be written; nothing was. */
public final class EncodeException extends MessageException {
    private static final long serialVersionUID = 1L;

    /**
     * An error about a message that was to be written.
     *
     * @param fault the rule that it would break
     * @param pointer where, as a JSON pointer
     * @param detail what was expected, in one sentence
     */
    public EncodeException(Fault fault, String pointer, String detail) {
        super(fault, pointer, detail);
    }
}
