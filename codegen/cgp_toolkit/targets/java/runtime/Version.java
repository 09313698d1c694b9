package wire;

import java.util.Objects;

/**
 * A version of the protocol: what it says, and who can work with whom.
 *
 * <p>The grammar is the model's, matched whole, letter for letter and with ASCII digits only. A text outside of it has
 * no family, and nobody guesses one.
 *
 * @param text all of it
 * @param family what has to be equal for two versions to interoperate
 */
public record Version(String text, String family) {
    /**
     * A version whose text was looked at before; {@link #parse} does that.
     *
     * @param text all of it
     * @param family what has to be equal for two versions to interoperate
     */
    public Version {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(family, "family");
    }

    /**
     * Reads a version.
     *
     * @param text the text on the wire
     * @return the version that it spells
     * @throws VersionException if the grammar does not allow it
     */
    public static Version parse(String text) throws VersionException {
        if (!Protocol.VERSION_PATTERN.matcher(text).matches()) {
            throw new VersionException();
        }
        int end = text.indexOf(Protocol.FAMILY_UNTIL);
        return new Version(text, end < 0 ? text : text.substring(0, end));
    }

    /**
     * Whether two versions are of one family.
     *
     * @param one the text of one
     * @param other the text of the other
     * @return whether their speakers can work with each other
     * @throws VersionException if one of them is no version
     */
    public static boolean interoperate(String one, String other) throws VersionException {
        return parse(one).interoperatesWith(parse(other));
    }

    /**
     * Does nothing if both versions are of one family.
     *
     * @param ours the text of the own version
     * @param theirs the text of the peer's version
     * @throws VersionMismatchException if they are of different families
     * @throws VersionException if one of them is no version
     */
    public static void require(String ours, String theirs) throws VersionException {
        Version mine = parse(ours);
        Version other = parse(theirs);
        if (!mine.interoperatesWith(other)) {
            throw new VersionMismatchException(mine.family, other.family);
        }
    }

    /**
     * Whether another version is of the same family.
     *
     * @param other the other one
     * @return whether their speakers can work with each other
     */
    public boolean interoperatesWith(Version other) {
        return family.equals(other.family);
    }
}
