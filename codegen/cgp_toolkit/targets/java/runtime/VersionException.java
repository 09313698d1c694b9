package wire;

import java.util.List;

/** A text that the version grammar does not allow. It belongs to no family, so it is compatible with none. */
public class VersionException extends WireException {
    private static final long serialVersionUID = 1L;

    /** An error about a text that is no version. */
    public VersionException() {
        super("expected a protocol version such as '" + Protocol.REVISION + "'");
    }

    /**
     * For subclasses.
     *
     * @param message what is wrong with the version
     */
    protected VersionException(String message) {
        super(message);
    }

    @Override
    public String code() {
        return Protocol.MISMATCH_CODE;
    }

    @Override
    public List<String> requirements() {
        return Protocol.VERSION_REQUIREMENTS;
    }
}
