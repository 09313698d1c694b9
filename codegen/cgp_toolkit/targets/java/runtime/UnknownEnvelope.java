package wire;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message whose tag this revision does not list.
 *
 * @param type the tag
 * @param id the correlation id, if the message has one that is a text of at least one character, else null
 * @param bare whether it has no member beside its tag
 * @param raw the message as it came, without white space around it
 */
public record UnknownEnvelope(String type, @Nullable String id, boolean bare, byte[] raw) implements Message {
    /**
     * A message of another revision.
     *
     * @param type the tag
     * @param id the correlation id, or null
     * @param bare whether it has no member beside its tag
     * @param raw the message as it came; copied
     */
    public UnknownEnvelope {
        Objects.requireNonNull(type, "type");
        raw = raw.clone();
    }

    /**
     * The message as it came.
     *
     * @return a copy of its bytes
     */
    @Override
    public byte[] raw() {
        return raw.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UnknownEnvelope that
                && type.equals(that.type)
                && Objects.equals(id, that.id)
                && bare == that.bare
                && Arrays.equals(raw, that.raw);
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, id, bare, Arrays.hashCode(raw));
    }

    @Override
    public String toString() {
        return "UnknownEnvelope[type=" + type + ", bare=" + bare + ", " + raw.length + " bytes]";
    }
}
