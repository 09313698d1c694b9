package wire.rules;

/** How bad a violation is. */
public enum Severity {
    /** A MUST is broken. */
    ERROR("error"),
    /** A SHOULD is broken. */
    WARNING("warning");

    private final String id;

    Severity(String id) {
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
