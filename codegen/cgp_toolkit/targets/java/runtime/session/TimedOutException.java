package wire.session;

/** No reply came before the deadline. */
public final class TimedOutException extends SessionException {
    private static final long serialVersionUID = 1L;

    TimedOutException(String requirement) {
        super("no reply came before the deadline", requirement);
    }
}
