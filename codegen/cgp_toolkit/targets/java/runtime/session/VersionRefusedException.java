package wire.session;

import wire.VersionMismatchException;

/** The other party says that our version is not of its family; which one that is, it doesn't say. */
public final class VersionRefusedException extends VersionMismatchException {
    private static final long serialVersionUID = 1L;

    VersionRefusedException(String ours) {
        super("the other party does not speak the family of '" + ours + "'", ours, "");
    }
}
