package wire.session;

import wire.Envelope;

/** The other party answered the handshake with a failure. */
public final class HandshakeRefusedException extends SessionException {
    private static final long serialVersionUID = 1L;

    private final transient Envelope refusal;
    private final String code;

    HandshakeRefusedException(Envelope refusal, String code, String requirement) {
        super("the handshake was refused" + (code.isEmpty() ? "" : ", with the code '" + code + "'"), requirement);
        this.refusal = refusal;
        this.code = code;
    }

    /**
     * What the other party said.
     *
     * @return the failure
     */
    public Envelope refusal() {
        return refusal;
    }

    /** The code of the failure; empty if it has none. */
    @Override
    public String code() {
        return code;
    }
}
