package wire.session;

/** What becomes of what a party sends, receives or meets. */
public enum Outcome {
    /** It counts. */
    ACCEPT("accept"),
    /** The other party's mistake; it is answered with the failure and a code. */
    ANSWER("answer"),
    /** It is ignored and counted. */
    DROP("drop"),
    /** A mistake that is reported; one of one's own never leaves. */
    BREACH("breach"),
    /** The session failed to open, because the versions do not fit. */
    MISMATCH("mismatch"),
    /** The session failed to open, because the other party said so. */
    REFUSAL("refusal");

    private final String id;

    Outcome(String id) {
        this.id = id;
    }

    /**
     * What it is called, alike in all languages.
     *
     * @return the word
     */
    public String id() {
        return id;
    }
}
