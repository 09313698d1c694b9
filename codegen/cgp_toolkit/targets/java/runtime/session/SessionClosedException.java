package wire.session;

/** The session ended while a request was waiting. */
public final class SessionClosedException extends SessionException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    SessionClosedException(String reason, String requirement) {
        super("the session is over: " + reason, requirement);
        this.reason = reason;
    }

    /**
     * How it ended.
     *
     * @return a few words
     */
    public String reason() {
        return reason;
    }
}
