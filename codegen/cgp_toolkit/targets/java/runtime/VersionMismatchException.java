package wire;

/** Two versions of different families. Their speakers have to part. */
public class VersionMismatchException extends VersionException {
    private static final long serialVersionUID = 1L;

    /** Families come from peers, and their digits may go on and on. */
    private static final int LONGEST = 64;

    private final String ours;
    private final String theirs;

    /**
     * An error about two families.
     *
     * @param ours the own family
     * @param theirs the family of the peer
     */
    public VersionMismatchException(String ours, String theirs) {
        this("the family '" + shown(theirs) + "' is not ours, which is '" + shown(ours) + "'", ours, theirs);
    }

    /**
     * For subclasses.
     *
     * @param message what is wrong with the versions
     * @param ours the own family
     * @param theirs the family of the peer; empty if it is not known
     */
    protected VersionMismatchException(String message, String ours, String theirs) {
        super(message);
        this.ours = ours;
        this.theirs = theirs;
    }

    /**
     * The own family.
     *
     * @return the text of the family
     */
    public String ours() {
        return ours;
    }

    /**
     * The family of the peer.
     *
     * @return the text of the family; empty if it is not known
     */
    public String theirs() {
        return theirs;
    }

    private static String shown(String family) {
        return family.length() <= LONGEST ? family : family.substring(0, LONGEST);
    }
}
