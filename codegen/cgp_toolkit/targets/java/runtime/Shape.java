package wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The members of a record or envelope by wire name, in wire order; an envelope's tag is not among them.
 *
 * @param members what is known of each member
 * @param tagged whether the tag is a member, too
 */
record Shape(Map<String, Member> members, boolean tagged) {
    /** Whether the model lists a member. */
    boolean lists(String name) {
        return members.containsKey(name) || (tagged && name.equals(Protocol.TAG));
    }

    /** Starts a shape. */
    static Builder of(boolean tagged) {
        return new Builder(tagged);
    }

    /** Puts a shape together, member by member. */
    static final class Builder {
        private final Map<String, Member> members = new LinkedHashMap<>();
        private final boolean tagged;

        private Builder(boolean tagged) {
            this.tagged = tagged;
        }

        /** One more member. */
        Builder with(String name, String type, boolean many, boolean required, boolean nullable, boolean owed) {
            members.put(name, new Member(type, many, required, nullable, owed));
            return this;
        }

        /** The shape. */
        Shape build() {
            return new Shape(Collections.unmodifiableMap(members), tagged);
        }
    }
}
