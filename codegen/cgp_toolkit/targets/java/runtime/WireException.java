package wire;

import java.util.List;

/**
 * The base of all errors of this package.
 *
 * <p>Every error names what was broken, the place, and a way out. None repeats a value of a message, but for the family
 * of a foreign version: it is safe to log them and to send their text to a peer.
 */
public abstract class WireException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * For subclasses.
     *
     * @param message what went wrong
     */
    protected WireException(String message) {
        super(message);
    }

    /**
     * The error code with which a receiver answers.
     *
     * @return the code; empty where nothing is answered
     */
    public abstract String code();

    /**
     * What was violated.
     *
     * @return ids of requirements
     */
    public abstract List<String> requirements();
}
