package wire.session;

import java.util.List;
import wire.WireException;

/** The base of what can go wrong between messages. */
public abstract class SessionException extends WireException {
    private static final long serialVersionUID = 1L;

    private final String requirement;

    SessionException(String message, String requirement) {
        super(message);
        this.requirement = requirement;
    }

    /** Nothing is answered. */
    @Override
    public String code() {
        return "";
    }

    @Override
    public List<String> requirements() {
        return List.of(requirement);
    }
}
